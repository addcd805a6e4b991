import { bilingual } from '../../../payload/i18n/bilingual.ts';
import { type Problem, quoted } from './finding.ts';

/** Letters that look like one of the other alphabet, without accents. */
const LIKE_GREEK = new Set('ABEHIKMNOPTXYZaiknoptuvwxy');
const LIKE_LATIN = new Set('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ');

/** Megohm and gigohm, and micro- with a unit. */
const UNITS = /^(?:[GM]Ω|μ\p{Script=Latin}+)$/u;

const GREEK = /\p{Script=Greek}/u;
const LATIN = /\p{Script=Latin}/u;

/**
 * A part of a word that is written at once. It ends where capitals begin or, after two of them, end: «myΔΕΗ», «kΩ» and
 * «PDFάκι» mix alphabets on purpose.
 */
const BOUNDARY = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu}{2})(?=\p{Ll})/u;

/** Words in which some letters are of the other alphabet and look as if they were not. */
export function* foreignLetters(text: string): Iterable<Problem> {
  for (const word of new Set(text.normalize('NFC').match(/[\p{L}\p{M}]+/gu))) {
    if (!GREEK.test(word) || !LATIN.test(word) || UNITS.test(word)) continue;
    let place = 0;
    for (const part of word.split(BOUNDARY)) {
      const found = foreignIn(part, place);
      if (found) {
        yield { words: quoted(word), message: found(quoted(word)) };
        break;
      }
      place += [...part].length;
    }
  }
}

/** @param place how many letters stand before the part */
function foreignIn(part: string, place: number) {
  const letters = [...part].map((letter, at) => ({ letter, at: place + at + 1 }));
  const latin = letters.filter(({ letter }) => LATIN.test(letter));
  const greek = letters.filter(({ letter }) => GREEK.test(letter));
  if (latin.length === 0 || greek.length === 0) return undefined;
  const isLatin = latin.length <= greek.length && latin.every(({ letter }) => LIKE_GREEK.has(bare(letter)));
  const isGreek = greek.length <= latin.length && greek.every(({ letter }) => LIKE_LATIN.has(bare(letter)));
  const isAlike = isLatin || isGreek;
  if (isLatin || isSlip(latin, greek))
    return (word: string) =>
      message(word, latin, { el: ['λατινικά', 'ελληνικά'], en: ['Latin', 'Greek'], isAlike });
  if (isGreek || isSlip(greek, latin))
    return (word: string) =>
      message(word, greek, { el: ['ελληνικά', 'λατινικά'], en: ['Greek', 'Latin'], isAlike });
  return undefined;
}

/** One letter that was typed before the keyboard was switched, such as the first of «sχολείο». */
const isSlip = (foreign: readonly unknown[], own: readonly unknown[]) =>
  foreign.length === 1 && own.length > 2;

const bare = (letter: string) => letter.normalize('NFD').replace(/\p{M}/gu, '');

/** How many letters of a word are named. */
const MAX_LETTERS = 10;

type Pair = readonly [foreign: string, meant: string];

interface Alphabets {
  el: Pair;
  en: Pair;
  /** Whether the letters look like those that were meant. */
  isAlike: boolean;
}

function message(word: string, found: { letter: string; at: number }[], { el, en, isAlike }: Alphabets) {
  const named = found.slice(0, MAX_LETTERS);
  const rest = found.length > named.length ? ', …' : '';
  const places = (ordinal: (at: number) => string) =>
    named.map(({ letter, at }) => `${letter} (${ordinal(at)})`).join(', ') + rest;
  return bilingual(
    `Η λέξη «${word}» έχει ${el[0]} γράμματα ${isAlike ? 'που μοιάζουν με' : 'ανάμεσα σε'} ${el[1]}: ${places((at) => `${at}ο γράμμα`)}. Γράψτε την ξανά με ${el[1]}, αλλιώς η αναζήτηση δεν τη βρίσκει.`,
    `The word "${word}" has ${en[0]} letters ${isAlike ? 'that look like' : 'among'} ${en[1]} ones: ${places((at) => `letter ${at}`)}. Retype it in ${en[1]} letters, or searches will not find it.`,
  );
}
