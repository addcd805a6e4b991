import { Failure } from '../../outbound/index.ts';

/** Statuses that may be another the next time. */
const PASSING = new Set([408, 425, 429]);

/** Whether the answer may be another the next time. */
export const isPassing = (status: number) => status >= 500 || PASSING.has(status);

/** What a status says, and what to do about it. */
export function reasonOfStatus(status: number, retryAfter: number | undefined): Failure {
  const advice = status === 401 || status === 403 ? '; --header "Authorization: …" sends credentials' : '';
  const passes = isPassing(status);
  const later =
    retryAfter !== undefined && passes ? `, and asks to wait for ${Math.ceil(retryAfter / 1000)} s` : '';
  return new Failure(`the answer is ${status}${later}${advice}`, passes ? 'long' : 'never', {
    status,
    retryAfter: passes ? retryAfter : undefined,
  });
}
