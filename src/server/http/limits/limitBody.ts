import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isQuery } from '../../../payload/http/refusal.ts';
import { hasBody, type PlainAnswer, refuse } from '../answers.ts';

/** What a stranger may send, in bytes: enough to sign in. */
const STRANGERS = 64 * 1024;

/**
 * What a query may have that is sent as a body, in bytes: room for some two thousand ids. Payload and the database would work
 * for seconds on one of a megabyte, and everybody else would wait.
 */
const QUERY = 128 * 1024;

/** How long that may take to arrive, in milliseconds. */
const PATIENCE = 20_000;

export interface BodyLimits {
  /** The largest body of a signed-in user, in bytes. */
  most: number;
  /** Asked only of requests whose body may be more than a stranger may send. */
  isSignedIn(headers: IncomingHttpHeaders): Promise<boolean>;
  /** How long what a stranger may send may take to arrive, in milliseconds. @default 20_000 */
  patience?: number;
}

/** True when the request may be passed on; where not, it has been answered. */
export type BodyLimit = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Refuses a body that is too large for who sends it, before anything reads it (413, RFC 9110, 15.5.14): at once where its
 * length is said, else while it arrives. What a stranger may send is passed on once it is whole, and refused where that
 * takes too long (408).
 */
export function bodyLimit({ most, isSignedIn, patience = PATIENCE }: BodyLimits): BodyLimit {
  return async function limitBody(request, response) {
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const length = Number(request.headers['content-length'] ?? 0);
    const mostOfUser = isQuery(request) ? Math.min(QUERY, most) : most;
    if (!hasBody(request)) return true;
    if (!isChunked && length > STRANGERS) {
      const limit = (await isSignedIn(request.headers)) ? mostOfUser : STRANGERS;
      if (length > limit) refuse(request, response, tooLarge(limit));
      return length <= limit;
    }
    // Before anything is waited for: the body arrives meanwhile.
    const body = new GatheredBody(request, isChunked ? mostOfUser : STRANGERS);
    const isUser = isChunked && (await isSignedIn(request.headers));
    const limit = isUser ? mostOfUser : STRANGERS;
    const late = isUser ? undefined : setTimeout(() => body.end('late'), patience);
    const outcome = await body.arrival(limit);
    clearTimeout(late);
    if (outcome !== 'whole') refuse(request, response, outcome === 'late' ? LATE : tooLarge(limit));
    return outcome === 'whole';
  };
}

type Outcome = 'whole' | 'too large' | 'late';

/** Holds a body back until it is whole, in the request's own buffer. */
class GatheredBody {
  readonly #request: IncomingMessage;
  readonly #arrival: Promise<Outcome>;
  #limit: number;
  /** Decides; what comes later changes nothing. */
  end: (outcome: Outcome) => void = () => {};

  constructor(request: IncomingMessage, limit: number) {
    this.#request = request;
    this.#limit = limit;
    this.#arrival = new Promise((resolve) => {
      this.end = resolve;
    });
    const push = request.push.bind(request);
    // A stream has no other way to hold more than its high-water mark while nobody reads it.
    request.push = (chunk: Buffer | null) => {
      const isTooLarge = chunk !== null && request.readableLength + chunk.length > this.#limit;
      if (!isTooLarge) push(chunk);
      if (isTooLarge || chunk === null) this.end(isTooLarge ? 'too large' : 'whole');
      return true;
    };
  }

  async arrival(limit: number): Promise<Outcome> {
    this.#limit = limit;
    return this.#request.readableLength <= limit ? this.#arrival : 'too large';
  }
}

const LATE: PlainAnswer = { status: 408, detail: 'The request has taken too long to arrive.' };

function tooLarge(limit: number): PlainAnswer {
  return { status: 413, detail: `The request is too large: it may have ${sizeOf(limit)}.` };
}

function sizeOf(limit: number): string {
  if (limit === STRANGERS) return '64 KB without a user who is signed in';
  return limit === QUERY ? '128 KB as a query' : `${limit / 1024 ** 2} MB`;
}
