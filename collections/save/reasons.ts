import type { PayloadRequest } from 'payload';

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
  const given = headers?.get(name) ?? '';
  try {
    return writtenText(decodeURIComponent(given));
  } catch {
    return writtenText(given);
  }
}

/** Why something is withdrawn or deleted, if the request says so. */
export function reasonOf(req: Pick<PayloadRequest, 'headers'>): string | null {
  return textOf(req, REASON_HEADER) || null;
}

/** Why something is published without a second pair of eyes; null if that is not asked for. */
export function urgentReasonOf(req: Pick<PayloadRequest, 'headers'>): string | null {
  return textOf(req, URGENT_HEADER).slice(0, LONGEST_REASON) || null;
}
