import type { FlattenedField } from 'payload';
import { decomposed } from '../../src/payload/i18n/slugify.ts';
import { htmlToText } from '../../src/rich-text/index.ts';
import { fieldsWithRole, roleOf } from '../portal/roles.ts';

/** Letters that each stand for a word, as in «Κ.Ε.Π.». */
const INITIALS = /(?<![\p{L}\p{N}.])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu;

/**
 * The words of a text in search form: lower case, without accents and invisible characters (soft hyphens among them), with σ for
 * a final ς, letters for symbols that look like them, and initials as one word.
 */
export function words(text: string): string[] {
  const visible = decomposed(text).replace(/[\p{M}\p{Cf}]/gu, '');
  const folded = visible.toLowerCase().replaceAll('ς', 'σ');
  const whole = folded.replace(INITIALS, (initials) => `${initials.replaceAll('.', '')} `);
  return whole.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The maximum number of words in a search. Users paste whole titles. */
export const WORDS_OF_SEARCH = 50;

const LONGEST_WORD = 100;

const LONGEST_SEARCH = 10_000;

/** The words of a search text without duplicates, up to the limits. */
export function firstWords(text: string): string[] {
  const found = words(text.slice(0, LONGEST_SEARCH)).map((word) => word.slice(0, LONGEST_WORD));
  return [...new Set(found)].slice(0, WORDS_OF_SEARCH);
}

type Data = Record<string, unknown>;

/** The maximum length of the search words of a document, in characters. */
const LONGEST = 10_000;

/**
 * The search words of a document without duplicates: its number, and its texts in the order of the fields. `document` includes
 * the HTML of its rich texts.
 */
export function searchText(fields: readonly FlattenedField[], document: Data, also: string[]): string {
  const found = new Set<string>();
  let length = 0;
  for (const word of textsOf(fields, document, also).flatMap(words)) {
    if (found.has(word)) continue;
    length += word.length + 1;
    if (length > LONGEST) break;
    found.add(word);
  }
  return [...found].join(' ');
}

function textsOf(fields: readonly FlattenedField[], document: Data, also: string[]): string[] {
  const numbers = fieldsWithRole(fields, 'api_id').map(({ name }) => document[name]);
  const texts = fields.flatMap((field) => {
    const role = roleOf(field);
    const value = document[field.name];
    if (role?.role === 'html') return [htmlToText(String(document[role.html] ?? ''))];
    if ((role?.role === 'rows' || role?.role === 'ranked') && 'flattenedFields' in field) {
      const rows = (Array.isArray(value) ? value : []) as Data[];
      return rows.flatMap((row) => textsOf(field.flattenedFields, row, []));
    }
    return role?.role === 'text' || also.includes(field.name) ? [value] : [];
  });
  return [...numbers, ...texts].map((value) => String(value ?? ''));
}
