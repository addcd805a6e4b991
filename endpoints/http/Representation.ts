import { LIST_HEADERS, notModified, type SharedHeaders } from './answers.ts';
import { noneMatchHas } from './entityTags.ts';
import { headerOf } from './headerOf.ts';
import type { Coding } from './negotiation.ts';
import type { HandlerRequest, HandlerResponse, ServedResponse } from './types.ts';

/** What is sent of a list in one state of it, and in one coding, apart from its body. */
export interface Heads {
  readonly headers: HandlerResponse['headers'];
  readonly notModified: HandlerResponse;
}

/** Makes them. */
export function headsOf(
  { etag, length }: Pick<ServedResponse, 'etag' | 'length'>,
  shared: SharedHeaders,
  coding?: Coding,
): Heads {
  return {
    headers: {
      ...LIST_HEADERS,
      ...shared,
      ETag: etag,
      ...(coding && { 'Content-Encoding': coding }),
      'Content-Length': String(length),
    },
    notModified: notModified(etag, shared),
  };
}

/** A list in one state of it and in one coding, as GET, HEAD and `If-None-Match` are answered. */
export class Representation {
  readonly #response: ServedResponse;
  readonly #heads: Heads;
  #get: HandlerResponse | undefined;

  /** @param heads as {@link headsOf} gives them */
  constructor(response: ServedResponse, heads: Heads) {
    this.#response = response;
    this.#heads = heads;
  }

  answer(request: HandlerRequest): HandlerResponse {
    const { etag, parts } = this.#response;
    const { headers, notModified } = this.#heads;
    const noneMatch = headerOf(request, 'if-none-match');
    if (noneMatch !== undefined && noneMatchHas(noneMatch, etag)) return notModified;
    if (request.method === 'HEAD') return { status: 200, headers, body: null };
    this.#get ??= { status: 200, headers, body: parts };
    return this.#get;
  }

  /** In bytes. */
  get length(): number {
    return this.#response.length;
  }
}
