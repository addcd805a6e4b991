import type { Bilingual } from '../../../payload/i18n/bilingual.ts';

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

/** Which of the findings that look alike one is. */
export interface Place {
  /** From 1. */
  number: number;
  /** How many there are of those that are told. */
  of: number;
}

/** The place of each finding among those of the same check with the same words in the same field. */
export function placesOf(found: readonly Finding[]): Map<Finding, Place> {
  const alike = new Map<string, Finding[]>();
  for (const finding of found) {
    const key = JSON.stringify([finding.check, finding.field, finding.words]);
    alike.set(key, [...(alike.get(key) ?? []), finding]);
  }
  return new Map(
    [...alike.values()].flatMap((all) =>
      all.map((finding, at) => [finding, { number: at + 1, of: all.length }] as const),
    ),
  );
}

/** The message of a finding, with its number where others look alike. */
export function numbered({ message }: Finding, { number, of }: Place = { number: 1, of: 1 }): Bilingual {
  if (of === 1) return message;
  return { el: `(${number}ο) ${message.el}`, en: `(no. ${number}) ${message.en}` };
}

/** What a rule says of a text, which does not know in which field it stands. */
export type Problem = Omit<Finding, 'check' | 'field'>;

/** A text of a document, as readers get it. */
export interface CheckedText {
  /** The path of the field in the form. */
  field: string;
  type: 'html' | 'text';
  value: string;
}

const MAX_QUOTED = 60;

/** Words for a message, on one line and cut if they are long. */
export function quoted(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > MAX_QUOTED
    ? `${characters.slice(0, MAX_QUOTED).join('').trimEnd()}…`
    : characters.join('');
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
export const MAX_FINDINGS = 100;
