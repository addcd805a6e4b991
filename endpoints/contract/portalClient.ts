import { type ListPaths, listPath } from '../http/paths.ts';
import { contracts } from '../lists/contracts.ts';
import { isSchema } from '../lists/definition/schemas.ts';
import { pause } from './deadline.ts';
import { HeldAnswers } from './HeldAnswers.ts';
import { PortalError } from './PortalError.ts';
import { readElements, readRecord } from './readElements.ts';
import { type Fetch, request } from './request.ts';
import type { PortalClient, PortalList, PortalListOptions } from './types.ts';

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
   * The number of addresses whose last answers are cached. They are requested with their `ETag`, and reused after a 304.
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
