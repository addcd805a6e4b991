import type { ListResponse } from '../read-model/index.ts';
import { LIST_HEADERS } from './responses.ts';
import type { HandlerRequest, HandlerResponse, ServedLists } from './types.ts';

/** What is sent of a list besides its body. */
interface Head {
  readonly headers: HandlerResponse['headers'];
  readonly notModified: HandlerResponse;
}

/** Responds with a list as it is now, or with a 304 to who has it. */
export class Representations {
  readonly #vary: string;
  readonly #sending: ServedLists['sending'];
  /** Each made once. Without the body, which a WeakMap would keep until the next full collection. */
  readonly #heads = new WeakMap<ListResponse, Head>();

  /** @param vary the header of every list */
  constructor(lists: ServedLists, vary: string) {
    this.#vary = vary;
    this.#sending = lists.sending?.bind(lists);
  }

  /** @param coding of the body, if it has one */
  respond(request: HandlerRequest, response: ListResponse, coding?: string): HandlerResponse {
    const { headers, notModified } = this.#headOf(response, coding);
    const noneMatch = headerOf(request, 'if-none-match');
    if (noneMatch !== undefined && noneMatchHas(noneMatch, response.etag)) return notModified;
    const { body } = response;
    const sending = this.#sending;
    return { status: 200, headers, body, sending: sending && ((giveUp) => sending(body, giveUp)) };
  }

  /** RFC 9110, 15.4.5: of the headers that a 200 has, those that a cache needs. */
  notModified(etag: string): HandlerResponse {
    return { status: 304, headers: { ETag: etag, Vary: this.#vary }, body: null };
  }

  #headOf(response: ListResponse, coding: string | undefined): Head {
    const known = this.#heads.get(response);
    if (known) return known;
    const { etag, length } = response;
    const headers = {
      ...LIST_HEADERS,
      Vary: this.#vary,
      ETag: etag,
      ...(coding && { 'Content-Encoding': coding }),
      'Content-Length': String(length),
    };
    const head = { headers, notModified: this.notModified(etag) };
    this.#heads.set(response, head);
    return head;
  }
}

/** One header of a request; several of the same name are one list (RFC 9110, 5.3). @param name in lower case */
export function headerOf({ headers }: HandlerRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

/**
 * RFC 9110, 8.8.3: `entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE`, with the comma or the end that follows it; or none, since
 * empty elements of a list are ignored (5.6.1.2). No two parts can take the same spaces, so that it stays linear.
 */
const ENTITY_TAG = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

/**
 * Whether an `If-None-Match` names this strong tag (RFC 9110, 13.1.2): `*`, or a list with a tag that is the same in the
 * weak comparison (8.8.3.2). A header that is neither asks for nothing.
 */
export function noneMatchHas(header: string, tag: string): boolean {
  if (header === tag) return true;
  if (!header.includes(tag)) return header.trim() === '*';
  let found = false;
  ENTITY_TAG.lastIndex = 0;
  while (ENTITY_TAG.lastIndex < header.length) {
    const match = ENTITY_TAG.exec(header);
    if (!match) return false;
    if (match[1] === tag) found = true;
  }
  return found;
}
