import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isQuery } from '../../../payload/http/refusal.ts';
import { hasBody, megabytes, type PlainAnswer, refuse, tooLarge } from '../answers.ts';

/** What a stranger may send, in bytes: enough to sign in. */
const STRANGERS = 64 * 1024;

/**
 * What a query may have that is sent as a body, in bytes: room for some two thousand ids. Payload and the database would work
 * for seconds on one of a megabyte, and everybody else would wait.
 */
const QUERY = 128 * 1024;

/** How long what a stranger may send may take to arrive, in milliseconds. */
const PATIENCE = 20_000;

/** What a server needs for {@link bodyLimit}: a stranger's body has room in the request's own buffer. */
export const ROOM_FOR_BODIES = { highWaterMark: 2 * STRANGERS };

export interface BodyLimits {
  /** The largest body of a signed-in user, in bytes. */
  most: number;
  /** Asked only of requests whose body a stranger may not send. */
  isSignedIn(headers: IncomingHttpHeaders): Promise<boolean>;
  /** How long what a stranger may send may take to arrive, in milliseconds. @default 20_000 */
  patience?: number;
}

/** True when the request may be passed on; where not, it has been answered. */
export type BodyLimit = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Refuses a body that is too large for who sends it (413, RFC 9110, 15.5.14), and one whose length is not said, but for a
 * signed-in user's, which the front counts (411, 15.5.12). What a stranger may send is passed on once it is whole, and refused
 * where that takes too long (408).
 */
export function bodyLimit({ most, isSignedIn, patience = PATIENCE }: BodyLimits): BodyLimit {
  async function refusalOf(request: IncomingMessage): Promise<PlainAnswer | undefined> {
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const length = Number(request.headers['content-length'] ?? 0);
    if (!isChunked && length <= STRANGERS) return (await isWhole(request, patience)) ? undefined : LATE;
    const isUser = await isSignedIn(request.headers);
    if (isChunked) return isUser && !isQuery(request) ? undefined : NO_LENGTH;
    if (!isUser) return tooLarge('64 KB without a user who is signed in');
    if (isQuery(request) && length > QUERY) return tooLarge('128 KB as a query');
    return length > most ? tooLarge(megabytes(most)) : undefined;
  }

  return async function limitBody(request, response) {
    const refused = hasBody(request) ? await refusalOf(request) : undefined;
    if (refused) refuse(request, response, refused);
    return refused === undefined;
  };
}

/** Waits until a body has arrived, without reading it: Next takes none of which something has been read. */
function isWhole(request: IncomingMessage, patience: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(end, patience);
    function end(): void {
      clearTimeout(late);
      request.off('readable', look);
      resolve(request.complete);
    }
    function look(): void {
      if (request.complete) end();
    }
    request.on('readable', look);
  });
}

const LATE: PlainAnswer = { status: 408, detail: 'The request has taken too long to arrive.' };
const NO_LENGTH: PlainAnswer = {
  status: 411,
  detail: 'The request has to say how long it is (Content-Length).',
};
