/** The proposed slug of a title: lower-case Latin letters and digits, and hyphens for all else. */
export function slugify(title: string): string {
  return transliterate(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Mathematical symbols for Greek letters, which Macs and PDF files have in place of these, and the letters. */
export const SYMBOLS = '∆∏∑⍳⍴⍵⍺';
const MEANT = [...'ΔΠΣιρωα'];

/** A text with its letters and their marks apart (NFKD), and Greek letters for symbols that look like them: also for µ, Ω and 𝛥. */
export function decomposed(text: string): string {
  const symbols = new RegExp(`[${SYMBOLS}]`, 'g');
  return text.normalize('NFKD').replace(symbols, (symbol) => MEANT[SYMBOLS.indexOf(symbol)] ?? symbol);
}

/** True if a slug needs no escaping in a URL. Legacy slugs may have capitals and underscores. */
export function isUrlSafe(slug: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(slug);
}

/** The Latin letters for single Greek letters, unless a rule below applies. */
const LATIN = 'a v g d e z i th i k l m n x o p r s t y f ch ps o'.split(' ');
const LETTERS = new Map([...'αβγδεζηθικλμνξοπρστυφχψω'].map((letter, at) => [letter, LATIN[at] ?? letter]));

/** A vowel with the υ that belongs to it: no accent on the vowel, and no diaeresis on the υ. */
const [AFTER_VOWEL, OU] = [/([αεη])υ(?!\p{M}*\u0308)\p{M}*/gu, /ου(?!\p{M}*\u0308)\p{M}*/gu];
/** The same before a vowel or a voiced consonant. */
const VOICED = new RegExp(`${AFTER_VOWEL.source}(?=[αεηιουωβγδζλμνρ])`, 'gu');

/**
 * Transliterates Greek by ELOT 743, in lower case and without accents. Other text is kept, but for accents and case.
 */
export function transliterate(text: string): string {
  return decomposed(text)
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(VOICED, '$1v')
    .replace(AFTER_VOWEL, '$1f')
    .replace(OU, 'ou')
    .replace(/\p{M}/gu, '')
    .replace(/γ(?=[γξχ])/g, 'n')
    .replace(/(?<!\p{L})μπ|μπ(?!\p{L})/gu, 'b')
    .replace(/[α-ω]/g, (letter) => LETTERS.get(letter) ?? letter);
}
