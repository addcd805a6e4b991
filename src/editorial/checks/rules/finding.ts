import type { Bilingual } from '../../../i18n/bilingual.ts';

/** The checks, in the order in which they are shown. */
export const CHECKS = [
  'headings',
  'pictures',
  'linkTexts',
  'letters',
  'titleLength',
  'sameTitle',
  'brokenLinks',
] as const;

export type Check = (typeof CHECKS)[number];

/** What a check has found at one place of a document. */
export interface Finding {
  check: Check;
  /** The path of the field in the form. */
  field: string;
  /** The words that it is about, as they stand in the document. */
  words: string;
  /** What is wrong, and what to do. */
  message: Bilingual;
}

/** What a rule says of a text, which does not know in which field it stands. */
export type Said = Omit<Finding, 'check' | 'field'>;

/** A text of a document, as readers get it. */
export interface CheckedText {
  /** The path of the field in the form. */
  field: string;
  type: 'html' | 'text';
  value: string;
}

const MOST = 60;

/** Words for a message, on one line and cut if they are long. */
export function quoted(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > MOST ? `${characters.slice(0, MOST).join('').trimEnd()}…` : characters.join('');
}

/** An address for a message, with the letters that are written as codes in it. */
export function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** How many findings of a document are told. A text of some megabytes may have hundreds of thousands. */
export const MOST_FINDINGS = 100;

/** The first findings of a document, and how many there are beyond them. */
export interface FirstFindings {
  first: Finding[];
  more: number;
}

/** Takes the first of some findings. The others are made one by one and only counted. */
export function firstOf(findings: Iterable<Finding>): FirstFindings {
  const first: Finding[] = [];
  let more = 0;
  for (const finding of findings) {
    if (first.length < MOST_FINDINGS) first.push(finding);
    else more += 1;
  }
  return { first, more };
}
