/** The words of a text as they are searched: small letters without accents, a final sigma as any other. */
export function words(text: string): string[] {
  const folded = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ς', 'σ');
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** How many words a search looks for. Titles are pasted whole. */
export const WORDS_OF_SEARCH = 50;

const LONGEST_WORD = 100;
const LONGEST_SEARCH = 10_000;

/** The words of a text that somebody searches for, each once, and no more than can be looked for at once. */
export function firstWords(text: string): string[] {
  const found = words(text.slice(0, LONGEST_SEARCH)).map((word) => word.slice(0, LONGEST_WORD));
  return [...new Set(found)].slice(0, WORDS_OF_SEARCH);
}
