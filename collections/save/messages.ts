import type { PayloadRequest } from 'payload';
import { decoded } from '../../endpoints/lists/definition/texts.ts';
import { type Bilingual, bilingual } from '../../src/payload/i18n/bilingual.ts';
import type { RichTextProblem } from '../../src/rich-text/index.ts';

/** The number of decimal digits that a double always keeps. */
export const DIGITS = 15;

/** The error for a number that would be rounded. */
export const TOO_MANY_DIGITS = bilingual(
  `Ο αριθμός έχει περισσότερα ψηφία από όσα κρατιούνται (${DIGITS}). Γράψτε τον με λιγότερα.`,
  `The number has too many digits. Enter at most ${DIGITS}.`,
);

export const NO_DATE = bilingual('Επιλέξτε ημερομηνία.', 'Choose a date.');

/** The error for a document that an element embeds. */
export const NOT_PUBLISHED = bilingual(
  'Δεν υπάρχει ή δεν είναι δημοσιευμένο. Δημοσιεύστε το πρώτα ή επιλέξτε άλλο.',
  'It does not exist or is not published. Publish it first, or choose another one.',
);

/** The error for a file in a field of images. */
export const NO_IMAGE = bilingual(
  'Αυτό είναι αρχείο, όχι εικόνα. Επιλέξτε μια εικόνα.',
  'This is a file, not an image. Choose an image.',
);

/** The error for an author who deletes a draft that others have edited. */
export const OF_OTHERS = bilingual(
  'Το έχει επεξεργαστεί και κάποιος άλλος. Ζητήστε από όποιον δημοσιεύει να το διαγράψει.',
  'Somebody else has also worked on it. Ask an editor to delete it.',
);

/** @param users the titles of the documents that use it */
export function inUse(users: string): Bilingual {
  return bilingual(
    `Δεν γίνεται να διαγραφεί ή να αποσυρθεί, γιατί χρησιμοποιείται: ${users}. Αλλάξτε πρώτα αυτά.`,
    `It can't be deleted or unpublished, because it is used by: ${users}. Change those first.`,
  );
}

/** The errors of a text, each with the number of the paragraph, table or other part. */
export function textProblem(problems: RichTextProblem[]): Bilingual {
  return bilingual(
    problems
      .map(({ path, messageEl }) => `${messageEl}${place(path, (n) => `${n}ο μέρος του κειμένου`)}`)
      .join(' '),
    problems.map(({ path, message }) => `${message}${place(path, (n) => `part ${n} of the text`)}`).join(' '),
  );
}

function place(path: string | undefined, words: (number: number) => string): string {
  const child = /^root\.children\.(\d+)/.exec(path ?? '')?.[1];
  return child === undefined ? '' : ` (${words(Number(child) + 1)})`;
}

/** The headers with the reason of a withdrawal or a deletion, and of an urgent publication: percent-encoded, since headers are ASCII. */
export const REASON_HEADER = 'x-portal-reason';

export const URGENT_HEADER = 'Portal-Urgent';

/** Characters that a reason, or a note about a decision, has at most. */
export const LONGEST_REASON = 500;

/** A text that somebody has written as a reason, without control characters; '' if nothing in it can be seen. */
export function writtenText(text: string): string {
  // U+2800 is the empty sign of Braille.
  const isSeen = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
  return isSeen ? text.replace(/(?!\n)\p{Cc}/gu, ' ').trim() : '';
}

function textOf({ headers }: Pick<PayloadRequest, 'headers'>, name: string): string {
  return writtenText(decoded(headers?.get(name) ?? ''));
}

/** Why something is published, withdrawn or deleted, if the request says so. */
export function reasonOf(req: Pick<PayloadRequest, 'headers'>): string | null {
  return textOf(req, REASON_HEADER) || null;
}

/** Why something is published without a second pair of eyes; null if that is not asked for. */
export function urgentReasonOf(req: Pick<PayloadRequest, 'headers'>): string | null {
  return textOf(req, URGENT_HEADER).slice(0, LONGEST_REASON) || null;
}

/** To who saves, decides about, plans or shares a document that somebody has moved to the trash. */
export const IN_TRASH = bilingual(
  'Το έγγραφο είναι στον κάδο. Επαναφέρετέ το πρώτα από εκεί, ή ζητήστε το από έναν συντάκτη.',
  'The document is in the trash. Restore it from there first, or ask an editor to.',
);

/** The same of one that is deleted. */
export const NO_DOCUMENT = bilingual(
  'Αυτό το έγγραφο δεν υπάρχει. Ίσως έχει διαγραφεί οριστικά.',
  'There is no such document. It may have been deleted for good.',
);
