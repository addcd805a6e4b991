import type { PayloadRequest } from 'payload';

/** The header with the reason of an urgent publication, percent-encoded, since headers are ASCII. */
export const URGENT_HEADER = 'Portal-Urgent';

const LONGEST = 500;

/** Why something is published without a second pair of eyes; null if that is not asked for. */
export function urgentReasonOf({ headers }: Pick<PayloadRequest, 'headers'>): string | null {
  const given = headers?.get(URGENT_HEADER) ?? '';
  try {
    return decodeURIComponent(given).trim().slice(0, LONGEST) || null;
  } catch {
    return given.trim().slice(0, LONGEST) || null;
  }
}
