import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { answerPlainly } from './answers.ts';

/** What a stranger may send, in bytes: enough to sign in. */
const STRANGERS = 64 * 1024;

export interface BodyLimits {
  /** What somebody who is signed in may send, in bytes. */
  most: number;
  /** Asked only of requests whose body may be more than a stranger may send. */
  isSignedIn(headers: IncomingHttpHeaders): Promise<boolean>;
}

/** True when the request may be passed on; where not, it has been answered. */
export type BodyLimit = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Refuses a body that is too large for who sends it, before anything reads it (413, RFC 9110, 15.5.14): at once where its
 * length is said, else while it arrives.
 */
export function bodyLimit({ most, isSignedIn }: BodyLimits): BodyLimit {
  return async function limitBody(request, response) {
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const length = Number(request.headers['content-length'] ?? 0);
    if (!isChunked && length <= STRANGERS) return true;
    // Before anything is waited for: the body arrives meanwhile.
    const body = isChunked ? new GatheredBody(request, most) : undefined;
    const limit = (await isSignedIn(request.headers)) ? most : STRANGERS;
    const fits = body ? await body.fits(limit) : length <= limit;
    if (!fits) refuse(request, response, limit);
    return fits;
  };
}

/** Holds a body whose length nobody has said back until it is whole, in the request's own buffer. */
class GatheredBody {
  readonly #request: IncomingMessage;
  readonly #isWhole: Promise<boolean>;
  #limit: number;

  constructor(request: IncomingMessage, limit: number) {
    this.#request = request;
    this.#limit = limit;
    this.#isWhole = new Promise((resolve) => {
      const push = request.push.bind(request);
      // A stream has no other way to hold more than its high-water mark while nobody reads it.
      request.push = (chunk: Buffer | null) => {
        const isTooLarge = chunk !== null && request.readableLength + chunk.length > this.#limit;
        if (!isTooLarge) push(chunk);
        if (isTooLarge || chunk === null) resolve(!isTooLarge);
        return true;
      };
    });
  }

  async fits(limit: number): Promise<boolean> {
    this.#limit = limit;
    return this.#request.readableLength <= limit && this.#isWhole;
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, limit: number): void {
  const most = limit === STRANGERS ? '64 KB without a user who is signed in' : `${limit / 1024 ** 2} MB`;
  answerPlainly(request, response, {
    status: 413,
    detail: `The request is too large: it may have ${most}.`,
    // The front ends the connection once it has the answer; ended here, it might not read it.
    headers: { Connection: 'keep-alive' },
  });
  request.resume();
}
