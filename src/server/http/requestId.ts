import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header that carries the id of a request, which its lines in the log have. */
const REQUEST_ID = 'x-request-id';

/** What a proxy may give: an id, and no text. */
const ID = /^[\w.:+/=@-]{1,128}$/;

/** Gives a request an id: that of a trusted proxy, or a new one. */
export function setRequestId({ headers }: IncomingMessage, isTrusted: boolean): void {
  const given = headers[REQUEST_ID];
  if (!isTrusted || typeof given !== 'string' || !ID.test(given)) headers[REQUEST_ID] = randomUUID();
}

/** The id that {@link setRequestId} has given. */
export function requestIdOf({ headers }: IncomingMessage): string {
  return String(headers[REQUEST_ID] ?? '');
}
