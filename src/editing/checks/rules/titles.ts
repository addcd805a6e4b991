import { bilingual } from '../../../payload/i18n/bilingual.ts';
import { type Problem, quoted } from './finding.ts';

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
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('ς', 'σ')
    .replace(/[\s\u200b]+/g, ' ')
    .trim();
}
