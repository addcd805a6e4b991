/** Letters that each stand for a word, as in «Κ.Ε.Π.». */
const INITIALS = /(?<![\p{L}\p{N}.])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu;

/**
 * The words of a text in search form: lower case, without accents and invisible characters (soft hyphens among them), with σ for
 * a final ς, and initials as one word.
 */
export function words(text: string): string[] {
  const visible = text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '');
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
