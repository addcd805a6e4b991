import type { ListResponse } from '../read-model/index.ts';
import { LIST_HEADERS } from './responses.ts';
import type { HandlerRequest, HandlerResponse, ServedLists } from './types.ts';

/** The response to a list request, without the body. */
interface Head {
  readonly headers: HandlerResponse['headers'];
  readonly notModified: HandlerResponse;
}

/** Responds with the current list, or with a 304. */
export class Representations {
  readonly #shared: Readonly<Record<string, string>>;
  readonly #sending: ServedLists['sending'];
  /** Cached without the body: a WeakMap would keep the body until the next full garbage collection. */
  readonly #heads = new WeakMap<ListResponse, Head>();

  /** @param shared headers of all lists that a 304 has, too */
  constructor(lists: ServedLists, shared: Readonly<Record<string, string>>) {
    this.#shared = shared;
    this.#sending = lists.sending?.bind(lists);
  }

  /** @param coding the coding of the body, if any */
  respond(request: HandlerRequest, response: ListResponse, coding?: string): HandlerResponse {
    const { headers, notModified } = this.#headOf(response, coding);
    const noneMatch = headerOf(request, 'if-none-match');
    if (noneMatch !== undefined && noneMatchHas(noneMatch, response.etag)) return notModified;
    const { body } = response;
    const sending = this.#sending;
    return { status: 200, headers, body, sending: sending && ((giveUp) => sending(body, giveUp)) };
  }

  /** A 304 with the headers of the 200 that a cache needs (RFC 9110, 15.4.5). */
  notModified(etag: string): HandlerResponse {
    return { status: 304, headers: { ETag: etag, ...this.#shared }, body: null };
  }

  #headOf(response: ListResponse, coding: string | undefined): Head {
    const known = this.#heads.get(response);
    if (known) return known;
    const { etag, length } = response;
    const headers = {
      ...LIST_HEADERS,
      ...this.#shared,
      ETag: etag,
      ...(coding && { 'Content-Encoding': coding }),
      'Content-Length': String(length),
    };
    const head = { headers, notModified: this.notModified(etag) };
    this.#heads.set(response, head);
    return head;
  }
}

/** A header of a request. Repeated headers form one list (RFC 9110, 5.3). @param name in lower case */
export function headerOf({ headers }: HandlerRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

/**
 * RFC 9110, 8.8.3: `entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE`, with the following comma or the end. It may be empty, since
 * empty list elements are ignored (5.6.1.2). No two parts match the same spaces, so matching takes linear time.
 */
const ENTITY_TAG = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

/** What Apache's mod_deflate and mod_brotli add to the tag of a response that they compress. Clients send it back. */
const OF_APACHE = /-(?:gzip|br)"$/;

/**
 * True if an `If-None-Match` names this strong tag (RFC 9110, 13.1.2): `*`, or a list with an equal tag by weak comparison
 * (8.8.3.2), to which Apache may have added one coding. An invalid header is ignored.
 */
export function noneMatchHas(header: string, tag: string): boolean {
  if (header === tag) return true;
  if (!header.includes(tag.slice(0, -1))) return header.trim() === '*';
  let found = false;
  ENTITY_TAG.lastIndex = 0;
  while (ENTITY_TAG.lastIndex < header.length) {
    const match = ENTITY_TAG.exec(header);
    if (!match) return false;
    if (match[1] === tag || match[1]?.replace(OF_APACHE, '"') === tag) found = true;
  }
  return found;
}
