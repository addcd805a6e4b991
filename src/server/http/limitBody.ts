import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isQuery } from '../../payload/http.ts';
import { hasBody, megabytes, type PlainAnswer, refuse, tooLarge } from './answers.ts';

/** The largest body without a signed-in user, in bytes: enough for a sign-in. */
const ANONYMOUS = 64 * 1024;

/**
 * The largest query that is sent as a body, in bytes: about two thousand ids. A query of a megabyte would keep Payload and
 * the database busy for seconds, and all other users would wait.
 */
const QUERY = 128 * 1024;

/** Milliseconds in which a small body must arrive. */
const TIMEOUT = 20_000;

/** A server option that {@link bodyLimit} needs: the request's own buffer must hold a small body whole. */
export const ROOM_FOR_BODIES = { highWaterMark: 2 * ANONYMOUS };

export interface BodyLimits {
  /** The largest body of a signed-in user, in bytes. */
  most: number;
  /** Called only for bodies that need a signed-in user. */
  isSignedIn(headers: IncomingHttpHeaders): Promise<boolean>;
  /** Milliseconds in which a small body must arrive. @default 20_000 */
  timeout?: number;
}

/** True if the request may be passed on. If false, it has been answered. */
export type BodyLimit = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Limits bodies. A body that is too large for its sender gets 413 (RFC 9110, 15.5.14). A body without a length gets 411
 * (15.5.12), unless a signed-in user sends it; the front counts those. A small body is passed on when it is complete, and
 * gets 408 if that takes too long.
 */
export function bodyLimit({ most, isSignedIn, timeout = TIMEOUT }: BodyLimits): BodyLimit {
  async function refusalOf(request: IncomingMessage): Promise<PlainAnswer | undefined> {
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const length = Number(request.headers['content-length'] ?? 0);
    if (!isChunked && length <= ANONYMOUS) return (await isWhole(request, timeout)) ? undefined : LATE;
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

/** Waits until a body has arrived, without reading it: Next rejects a request whose body was partly read. */
function isWhole(request: IncomingMessage, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(end, timeout);
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
