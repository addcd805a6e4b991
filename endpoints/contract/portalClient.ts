import { type ListPaths, listPath } from '../http/paths.ts';
import { contracts } from '../lists/contracts.ts';
import { isSchema } from '../lists/definition/schemas.ts';
import { pause } from './deadline.ts';
import { HeldAnswers } from './HeldAnswers.ts';
import { PortalError } from './PortalError.ts';
import { readElements } from './readElements.ts';
import { type Fetch, request } from './request.ts';
import type { PortalClient, PortalList, PortalListOptions } from './types.ts';

export interface PortalClientOptions<L extends readonly PortalList[] = typeof contracts> {
  /**
   * Where the portal's content is served, without the lists' prefix.
   * @example 'https://content.portal.example'
   */
  baseUrl: string;
  /**
   * The lists that can be asked for.
   * @default the five
   * @example [...lists, organizations]
   */
  lists?: L;
  /** @default '/el/api/v1' */
  prefix?: string;
  /** Path segments of lists by their keys, as the server has them. @default {} (the keys) */
  paths?: ListPaths;
  /** @default the global `fetch` */
  fetch?: Fetch;
  /** How long one request may take until the end of its body, in milliseconds. @default 30000 */
  timeout?: number;
  /**
   * How often a request is repeated that gets a 503 with a `Retry-After` of a minute at most, after the seconds that it
   * names.
   * @default 0
   */
  retries?: number;
  /**
   * How many addresses have their last answer held. It is asked for with its `ETag` then, and served again on a 304.
   * @default 0
   */
  cache?: number;
  /**
   * Whether each element is compared with its schema. Keys that the schema does not have are let through, at any depth.
   * @default true
   */
  validate?: boolean;
}

/** The longest `Retry-After` that is waited for, in seconds. */
const LONGEST_WAIT = 60;

/**
 * A client of the lists, for browsers and servers. It gives whole lists or throws: an outage is never an empty list.
 *
 * @throws TypeError for a `baseUrl` that is no absolute address of the web, or a list whose schema is not of zod 4
 * @example
 * const portal = portalClient({ baseUrl: 'https://content.portal.example' });
 * const posts = await portal.list('news-posts', { ordering: '-created_timestamp' });
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

  async function ask(list: PortalList, url: string, signal: AbortSignal | undefined) {
    const last = held.get(url);
    const answer = await request(url, { fetch, etag: last?.etag, timeout, signal });
    const elements =
      answer === null && last
        ? last.elements
        : readElements({ text: answer?.text ?? '', url, status: 200 }, validate ? list : undefined);
    held.set(url, elements, answer === null ? (last?.etag ?? null) : answer.etag);
    return elements;
  }

  async function askAgain(list: PortalList, url: string, signal: AbortSignal | undefined) {
    for (let left = retries; ; left -= 1) {
      try {
        return await ask(list, url, signal);
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
    const path = listPath(list, { ...(prefix !== undefined && { prefix }), ...(paths && { paths }) });
    return askAgain(list, `${base}${path}${query}`, signal);
  }

  return { list } as PortalClient<L[number]>;
}

function noSchema(key: string): string {
  return (
    `The list "${key}" has an element that is no schema of zod 4 (your import of "zod" may find zod 3): make it with the ` +
    '"z" of payload-portal-content/contract.'
  );
}

/** Without its last slash. */
function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `baseUrl must be an absolute address such as https://content.portal.example, not "${baseUrl}".`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** How long to wait before asking again, in seconds; undefined where that is of no use. */
function waitOf(error: unknown): number | undefined {
  if (!(error instanceof PortalError) || error.status !== 503) return undefined;
  const { retryAfter } = error;
  return retryAfter !== undefined && retryAfter <= LONGEST_WAIT ? retryAfter : undefined;
}
