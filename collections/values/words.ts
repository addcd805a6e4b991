/** The words of a text in search form: lower case, without accents, with σ for a final ς. */
export function words(text: string): string[] {
  const folded = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ς', 'σ');
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
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
