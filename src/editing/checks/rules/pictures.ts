import { bilingual } from '../../../payload/i18n/bilingual.ts';
import { type Problem, quoted } from './finding.ts';
import type { Part } from './parts.ts';

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
  const name = address.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
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
