import { Failure } from '../../outbound/index.ts';

/** Statuses that may be another the next time. */
const PASSING = new Set([408, 425, 429]);

/** What a status says, and what to do about it. */
export function reasonOfStatus(status: number, retryAfter: number | undefined): Failure {
  const isPassing = status >= 500 || PASSING.has(status);
  const advice = status === 401 || status === 403 ? '; --header "Authorization: …" sends credentials' : '';
  const later =
    retryAfter !== undefined && isPassing ? `, and asks to wait for ${Math.ceil(retryAfter / 1000)} s` : '';
  return new Failure(`the answer is ${status}${later}${advice}`, isPassing ? 'long' : 'never', {
    status,
    retryAfter: isPassing ? retryAfter : undefined,
  });
}
