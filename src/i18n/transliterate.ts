/** What a letter is in Latin ones where no rule below says otherwise. */
const LETTERS: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

/** A vowel and the υ that belongs to it: no mark stands on the vowel, and no diaeresis on the υ. */
const [AFTER_VOWEL, OU] = [/([αεη])υ(?!\p{M}*\u0308)\p{M}*/gu, /ου(?!\p{M}*\u0308)\p{M}*/gu];
/** The same before a vowel or a voiced consonant. */
const VOICED = new RegExp(`${AFTER_VOWEL.source}(?=[αεηιουωβγδζλμνρ])`, 'gu');

/**
 * Greek in Latin letters, by the transcription of ELOT 743 without its accents; in small letters. Everything that is not
 * Greek stays, but for its accents.
 */
export function transliterate(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(VOICED, '$1v')
    .replace(AFTER_VOWEL, '$1f')
    .replace(OU, 'ou')
    .replace(/\p{M}/gu, '')
    .replace(/γ(?=[γξχ])/g, 'n')
    .replace(/(?<!\p{L})μπ|μπ(?!\p{L})/gu, 'b')
    .replace(/[α-ω]/g, (letter) => LETTERS[letter] ?? letter);
}
