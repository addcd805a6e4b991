import { type ListPaths, listPath } from '../http/paths.ts';
import { contracts } from '../lists/contracts.ts';
import { parsedJson } from '../lists/definition/json.ts';
import { isSchema } from '../lists/definition/schemas.ts';
import { PortalError } from './PortalError.ts';
import { readElements, readRecord } from './readElements.ts';
import type { PortalClient, PortalList, PortalListOptions } from './types.ts';

/** An abort signal with a time limit. Call `end` when it is no longer needed. */
interface Deadline {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  readonly end: () => void;
}

/**
 * A signal that aborts with another one, or after so many milliseconds. `AbortSignal.any` with `AbortSignal.timeout` is not
 * used, since Node 20 may garbage-collect those before they abort.
 */
function deadline(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const follow = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, milliseconds);
  if (signal?.aborted) follow();
  else signal?.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}

/** Resolves after so many seconds. @throws the signal's reason, if it aborts before */
function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
    const timer = setTimeout(done, seconds * 1000);
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done);
  });
}

interface Held {
  readonly etag: string;
  /** A list of elements, or a record. */
  readonly value: unknown;
}

/** Caches the last answers of the most recently used addresses. */
class HeldAnswers {
  readonly #most: number;
  readonly #answers = new Map<string, Held>();

  constructor(most: number) {
    this.#most = most;
  }

  get(url: string): Held | undefined {
    return this.#answers.get(url);
  }

  /** @param etag if null, the answer is not cached */
  set(url: string, value: unknown, etag: string | null): void {
    // A Map iterates in insertion order, so the first key is the oldest.
    this.#answers.delete(url);
    if (etag !== null) this.#answers.set(url, { etag, value });
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size > this.#most) this.#answers.delete(oldest);
  }
}

/** `fetch`, or a compatible function. */
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface RequestOptions {
  fetch: Fetch;
  /** The tag of the cached answer, if there is one. */
  etag: string | undefined;
  /** Milliseconds until the end of the body. */
  timeout: number;
  signal: AbortSignal | undefined;
}

/**
 * For the tag, `fetch` would add `no-cache` in both, and shared caches such as Squid and Apache would ask the server each time
 * (Fetch, "HTTP-network-or-cache fetch"). They may answer by themselves, for as long as its `Cache-Control` says.
 */
const FROM_CACHES = { 'Cache-Control': 'max-age=31536000', Pragma: '' };

/** The whole body, or null if the cached answer is current. */
type Answer = { readonly text: string; readonly etag: string | null } | null;

/** The maximum length of a server's message in an error, in characters. */
const LONGEST_DETAIL = 200;

/**
 * Sends one request.
 *
 * @throws PortalError unless it receives the complete body of a 200, or an expected 304; the signal's reason, if it aborts
 */
async function request(url: string, options: RequestOptions): Promise<Answer> {
  const { fetch, etag, timeout, signal } = options;
  const limit = deadline(timeout, signal);
  let status: number | undefined;
  try {
    const ofTag = etag !== undefined && { 'If-None-Match': etag, ...FROM_CACHES };
    const headers = { Accept: 'application/json', ...ofTag };
    const response = await fetch(url, { headers, signal: limit.signal });
    status = response.status;
    if (status === 304 && etag !== undefined) return null;
    if (status !== 200) throw await refused(url, response);
    return { text: await response.text(), etag: response.headers.get('etag') };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof PortalError) throw error;
    throw failure(url, { error, status, timeout: limit.isOver() ? timeout : undefined });
  } finally {
    limit.end();
  }
}

async function refused(url: string, response: Response): Promise<PortalError> {
  const { status, statusText, headers } = response;
  const retryAfter = secondsOf(headers.get('retry-after'));
  // If the body cannot be read, the status is still reported.
  const detail = detailOf(await response.text().catch(() => ''));
  const again = retryAfter === undefined ? '' : ` Ask again in ${retryAfter} s.`;
  const message = `answered ${`${status} ${statusText}`.trim()}${detail && `: ${detail}`}.${again}`;
  return new PortalError(message.replace(/\.\./, '.'), { kind: 'status', url, status, retryAfter });
}

/** The `detail` of an error in JSON; '' for any other body. */
function detailOf(text: string): string {
  const { detail } = Object(parsedJson(text)) as { detail?: unknown };
  return typeof detail === 'string' ? detail.slice(0, LONGEST_DETAIL) : '';
}

/** The seconds in `Retry-After`, which has seconds or a time (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  // Date.parse would also accept a single number.
  const time = /^[A-Z]/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}

interface Failed {
  error: unknown;
  status: number | undefined;
  /** Set if the time limit was reached. */
  timeout: number | undefined;
}

function failure(url: string, { error, status, timeout }: Failed): PortalError {
  const options = { url, status, cause: error };
  if (timeout !== undefined) {
    return new PortalError(`did not answer in full within ${timeout} ms.`, { kind: 'timeout', ...options });
  }
  const reason = reasonOf(error);
  if (status !== undefined) {
    return new PortalError(`broke off before the end of its list (${reason}).`, {
      kind: 'incomplete',
      ...options,
    });
  }
  // The message of Node's fetch. Other implementations do not distinguish redirects from an unreachable server.
  if (reason.includes('redirect count exceeded')) {
    return new PortalError('redirects without an end.', { kind: 'redirect', ...options });
  }
  return new PortalError(`did not answer (${reason}).`, { kind: 'unreachable', ...options });
}

/** The reason, which Node's fetch puts into `cause`. */
function reasonOf(error: unknown): string {
  const { cause = error } = Object(error) as { cause?: unknown };
  const { message, code } = Object(cause) as { message?: unknown; code?: unknown };
  return String(message || code || cause);
}

export interface PortalClientOptions<L extends readonly PortalList[] = typeof contracts> {
  /**
   * The address of the server, without the path prefix of the lists.
   * @example 'https://content.portal.example'
   */
  baseUrl: string;
  /**
   * The lists that can be requested.
   * @default the five
   * @example [...lists, organizations]
   */
  lists?: L;
  /** @default '/el/api/v1' */
  prefix?: string;
  /** Path segments by list key, as on the server. @default {} (the keys) */
  paths?: ListPaths;
  /** @default the global `fetch` */
  fetch?: Fetch;
  /** The time limit of a request until the end of its body, in milliseconds. @default 30000 */
  timeout?: number;
  /**
   * How often to repeat a request after a 503 with a `Retry-After` of at most a minute. The client waits that long first.
   * @default 0
   */
  retries?: number;
  /**
   * The number of addresses whose last answers are cached. They are requested with their `ETag`, and reused after a 304. In a
   * browser, a server of another origin must allow the headers `If-None-Match`, `Cache-Control` and `Pragma`.
   * @default 0
   */
  cache?: number;
  /**
   * Whether to validate each element against its schema. Unknown keys are accepted at any depth.
   * @default true
   */
  validate?: boolean;
}

/** The longest `Retry-After` that the client waits for, in seconds. */
const LONGEST_WAIT = 60;

/**
 * A client for the lists, in browsers and on servers. It gives a complete list or throws; a failure is never an empty list.
 *
 * @throws TypeError if `baseUrl` is not an absolute web address, or the schema of a list is not of zod 4
 * @example
 * const portal = portalClient({ baseUrl: 'https://content.portal.example' });
 * const posts = await portal.list('news-posts', { ordering: '-created_timestamp' });
 * const post = await portal.newsPosts.get(7);
 */
export function portalClient<const L extends readonly PortalList[] = typeof contracts>({
  baseUrl,
  lists,
  prefix,
  paths,
  fetch = (url, init) => globalThis.fetch(url, init),
  timeout = 30_000,
  retries = 0,
  cache = 0,
  validate = true,
}: PortalClientOptions<L>): PortalClient<L[number]> {
  const base = addressOf(baseUrl);
  const byKey = new Map((lists ?? contracts).map((list): [string, PortalList] => [list.key, list]));
  for (const { key, element } of byKey.values()) if (!isSchema(element)) throw new TypeError(noSchema(key));
  const held = new HeldAnswers(cache);

  type Read = typeof readElements | typeof readRecord;

  async function ask(list: PortalList, url: string, read: Read, signal: AbortSignal | undefined) {
    const last = held.get(url);
    const answer = await request(url, { fetch, etag: last?.etag, timeout, signal });
    const value =
      answer === null && last
        ? last.value
        : read({ text: answer?.text ?? '', url, status: 200 }, validate ? list : undefined);
    held.set(url, value, answer === null ? (last?.etag ?? null) : answer.etag);
    return value;
  }

  async function askAgain(list: PortalList, url: string, read: Read, signal: AbortSignal | undefined) {
    for (let left = retries; ; left -= 1) {
      try {
        return await ask(list, url, read, signal);
      } catch (error) {
        const seconds = left > 0 ? waitOf(error) : undefined;
        if (seconds === undefined) throw error;
        await pause(seconds, signal);
      }
    }
  }

  async function list(key: string, { ordering = [], signal }: PortalListOptions = {}) {
    const list = byKey.get(key);
    if (!list) throw new TypeError(`There is no list "${key}"; there are ${[...byKey.keys()].join(', ')}.`);
    const terms = typeof ordering === 'string' ? ordering : ordering.join(',');
    const query = terms === '' ? '' : `?${new URLSearchParams({ ordering: terms })}`;
    return askAgain(list, `${addressOfList(list)}${query}`, readElements, signal);
  }

  const addressOfList = (list: PortalList) =>
    `${base}${listPath(list, { ...(prefix !== undefined && { prefix }), ...(paths && { paths }) })}`;

  async function get(list: PortalList, id: number, { signal }: { signal?: AbortSignal } = {}) {
    if (!Number.isSafeInteger(id)) throw new TypeError(`An id is a whole number, not ${JSON.stringify(id)}.`);
    return askAgain(list, `${addressOfList(list)}${id}/`, readRecord, signal);
  }

  const ofLists = [...byKey.values()].map((each) => [
    camelCase(each.key),
    {
      list: (options?: PortalListOptions) => list(each.key, options),
      get: (id: number, options?: { signal?: AbortSignal }) => get(each, id, options),
    },
  ]);
  return { ...Object.fromEntries(ofLists), list } as PortalClient<L[number]>;
}

const camelCase = (key: string) => key.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function noSchema(key: string): string {
  return (
    `The list "${key}" has an element that is no schema of zod 4 (your import of "zod" may find zod 3): make it with the ` +
    '"z" of payload-portal-content/contract.'
  );
}

/** The address without a trailing slash. */
function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `baseUrl must be an absolute address such as https://content.portal.example, not "${baseUrl}".`,
    );
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** Seconds to wait before a retry; undefined if a retry is not useful. */
function waitOf(error: unknown): number | undefined {
  if (!(error instanceof PortalError) || error.status !== 503) return undefined;
  const { retryAfter } = error;
  return retryAfter !== undefined && retryAfter <= LONGEST_WAIT ? retryAfter : undefined;
}
