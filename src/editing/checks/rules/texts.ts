import { decoded } from '../../../../endpoints/lists/definition/texts.ts';
import { bilingual } from '../../../payload/i18n/bilingual.ts';
import { decomposed, SYMBOLS } from '../../../payload/i18n/slugify.ts';
import { type Problem, quoted } from './finding.ts';
import type { Part } from './parts.ts';

/** A title that is longer than the portal shows. @param most in characters; undefined for any length */
export function longTitle(title: string, most: number | undefined): Problem[] {
  const { length } = [...title];
  if (most === undefined || length <= most) return [];
  return [
    {
      words: quoted(title),
      message: bilingual(
        `Ο τίτλος έχει ${length} χαρακτήρες, και η πύλη δείχνει ${most}. Γράψτε τον με λιγότερους.`,
        `The title has ${length} characters, but the portal shows only ${most}. Shorten it.`,
      ),
    },
  ];
}

/** @param number the number of the other document on the portal */
export function sameTitle(title: string, number: unknown): Problem {
  const words = quoted(title);
  return {
    words,
    message: bilingual(
      `Και άλλο δημοσιευμένο έχει τον τίτλο «${words}» (αριθμός ${number}). Αλλάξτε τον έναν από τους δύο, για να ξεχωρίζουν.`,
      `Another published document has the title "${words}" (number ${number}). Change one of them, so that readers can tell them apart.`,
    ),
  };
}

/**
 * A title as it is compared with others: without regard to capitals, accents and white space. Greek capitals have no accents,
 * so readers take such titles for the same.
 */
export function comparable(title: string): string {
  return decomposed(title)
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('ς', 'σ')
    .replace(/[\s\u200b]+/g, ' ')
    .trim();
}

/** Letters that look like one of the other alphabet, without accents. */
const LIKE_GREEK = new Set('ABEHIKMNOPTXYZaiknoptuvwxy');

const LIKE_LATIN = new Set('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ');

/** Megohm and gigohm, and micro- with a unit. */
const UNITS = /^(?:[GM]Ω|[μµ](?:Ω|\p{Script=Latin}+))$/u;

const GREEK = /\p{Script=Greek}/u;

const LATIN = /\p{Script=Latin}/u;

/**
 * A part of a word that is written at once. It ends where capitals begin or, after two of them, end: «myΔΕΗ», «kΩ» and
 * «PDFάκι» mix alphabets on purpose.
 */
const BOUNDARY = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu}{2})(?=\p{Ll})/u;

/** A symbol in place of a Greek letter, such as the increment ∆ for Δ. */
const isSymbol = (letter: string) =>
  !/(?!\u2126)\p{Script=Greek}/u.test(letter) && GREEK.test(decomposed(letter));

/** Words with letters of the other alphabet, or symbols, that look as if they were not. */
export function* foreignLetters(text: string): Iterable<Problem> {
  for (const word of new Set(text.match(new RegExp(`[\\p{L}\\p{M}${SYMBOLS}]+`, 'gu')))) {
    const letters = [...word.replace(/\p{M}/gu, '')].map((letter, at) => ({ letter, at: at + 1 }));
    const symbols = letters.filter(({ letter }) => isSymbol(letter));
    const isGreek = letters.some(({ letter }) => GREEK.test(letter) && !isSymbol(letter));
    if (symbols.length > 0 && isGreek && !UNITS.test(word))
      yield { words: quoted(word), message: message(quoted(word), symbols, OF_SYMBOLS) };
  }
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
    return (word: string) => message(word, latin, { ...OF_LATIN, isAlike });
  if (isGreek || isSlip(greek, latin))
    return (word: string) => message(word, greek, { ...OF_GREEK, isAlike });
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

type Words = Omit<Alphabets, 'isAlike'>;

const OF_LATIN: Words = { el: ['λατινικά γράμματα', 'ελληνικά'], en: ['Latin letters', 'Greek'] };
const OF_GREEK: Words = { el: ['ελληνικά γράμματα', 'λατινικά'], en: ['Greek letters', 'Latin'] };
const OF_SYMBOLS: Alphabets = { el: ['σύμβολα', 'ελληνικά'], en: ['symbols', 'Greek'], isAlike: true };

function message(word: string, found: { letter: string; at: number }[], { el, en, isAlike }: Alphabets) {
  const named = found.slice(0, MAX_LETTERS);
  const rest = found.length > named.length ? ', …' : '';
  const places = (ordinal: (at: number) => string) =>
    named.map(({ letter, at }) => `${letter} (${ordinal(at)})`).join(', ') + rest;
  return bilingual(
    `Η λέξη «${word}» έχει ${el[0]} ${isAlike ? 'που μοιάζουν με' : 'ανάμεσα σε'} ${el[1]}: ${places((at) => `${at}ο γράμμα`)}. Γράψτε την ξανά με ${el[1]}, αλλιώς η αναζήτηση δεν τη βρίσκει.`,
    `The word "${word}" has ${en[0]} ${isAlike ? 'that look like' : 'among'} ${en[1]} ones: ${places((at) => `letter ${at}`)}. Retype it in ${en[1]} letters, or searches will not find it.`,
  );
}

/** Headings that are more than one level below the heading before them. A text may begin at any level. */
export function* skippedHeadings(parts: readonly Part[]): Iterable<Problem> {
  let before: number | undefined;
  for (const { name, text } of parts) {
    if (!/^h[1-6]$/.test(name) || text === '') continue;
    const level = Number(name[1]);
    if (before !== undefined && level > before + 1) yield skipped(quoted(text), level, before);
    before = level;
  }
}

function skipped(words: string, level: number, before: number): Problem {
  const wanted = before + 1;
  return {
    words,
    message: bilingual(
      `Η επικεφαλίδα «${words}» είναι επιπέδου ${level}, ενώ η προηγούμενη είναι επιπέδου ${before}. Κάντε την επιπέδου ${wanted}, για να μη χάνεται η δομή όποιος ακούει το κείμενο.`,
      `The heading "${words}" is level ${level}, but the one before it is level ${before}. Make it level ${wanted}, so that people who listen to the page can follow its structure.`,
    ),
  };
}

const FILE = /\.(?:avif|bmp|gif|heic|jpe?g|png|svg|tiff?|webp)$/i;

/** What a pasted picture is called that nobody has described (`pasting/upload.ts`). */
const PASTED = /^(?:Εικόνα(?: \d+)? από επικόλληση|Pasted picture(?: \d+)?)(?::|$)/;

/** Names that cameras, scanners, phones and word processors give. */
const GIVEN =
  /^(?:img|image|imag|dsc[fn]?|pic|picture|photo|scan|screenshot|screen ?shot|untitled|εικ[oό]να|φωτογραφ[iί]α|στιγμι[oό]τυπο(?: οθ[oό]νης)?)[\s_-]*[\d(][\d\s_().:-]*$/iu;

/** Images without a description, and those described by the name of a file. */
export function* undescribedPictures(parts: readonly Part[]): Iterable<Problem> {
  for (const part of parts) {
    if (part.name !== 'img' || isDecorative(part)) continue;
    const file = fileOf(part.attribute('src') ?? '');
    const alt = (part.attribute('alt') ?? '').trim();
    if (alt === '' || PASTED.test(alt)) yield { words: quoted(file), message: without(quoted(file)) };
    else if (isFileName(alt, file)) yield { words: quoted(alt), message: byFileName(quoted(alt)) };
  }
}

/** True for an image that says nothing beside the text: marked as such, a counter's pixel, or an icon in a link with words. */
function isDecorative({ attribute, linkText }: Part): boolean {
  if (attribute('aria-hidden') === 'true') return true;
  if (/^(?:none|presentation)$/.test(attribute('role') ?? '')) return true;
  if ([attribute('width'), attribute('height')].some((size) => size === '0' || size === '1')) return true;
  return attribute('alt') !== null && Boolean(linkText);
}

function isFileName(alt: string, file: string): boolean {
  if (FILE.test(alt) || GIVEN.test(alt)) return true;
  const name = file.replace(FILE, '');
  // A word may be the name of a file too.
  return alt === name && /[\d_-]/.test(name) && !/\s/.test(name);
}

/** The name of the file at an address. */
function fileOf(address: string): string {
  if (address.startsWith('data:')) return '';
  return decoded(address.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
}

function without(file: string) {
  const [el, en] = file ? [`Η εικόνα «${file}»`, `The image "${file}"`] : ['Μια εικόνα', 'An image'];
  return bilingual(
    `${el} δεν έχει περιγραφή. Γράψτε τι δείχνει, για όσους δεν τη βλέπουν.`,
    `${en} has no description. Say what it shows, for people who cannot see it.`,
  );
}

function byFileName(alt: string) {
  return bilingual(
    `Μια εικόνα έχει για περιγραφή το όνομα ενός αρχείου («${alt}»). Γράψτε τι δείχνει.`,
    `An image has a file name as its description ("${alt}"). Say what it shows.`,
  );
}
