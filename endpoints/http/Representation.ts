import { LIST_HEADERS, notModified } from './answers.ts';
import { noneMatchHas } from './entityTags.ts';
import type { Coding } from './negotiation.ts';
import type { HandlerRequest, HandlerResponse, ServedResponse } from './types.ts';

/** A list in one state of it and in one coding, as GET, HEAD and `If-None-Match` are answered. */
export class Representation {
  readonly response: ServedResponse;
  readonly #vary: string;
  readonly #head: HandlerResponse;
  #get: HandlerResponse | undefined;

  constructor(response: ServedResponse, vary: string, coding?: Coding) {
    const { etag, length } = response;
    this.response = response;
    this.#vary = vary;
    this.#head = {
      status: 200,
      headers: {
        ...LIST_HEADERS,
        Vary: vary,
        ETag: etag,
        ...(coding && { 'Content-Encoding': coding }),
        'Content-Length': String(length),
      },
      body: null,
    };
  }

  answer({ method, headers }: HandlerRequest): HandlerResponse {
    const noneMatch = headers['if-none-match'];
    const { etag, parts } = this.response;
    if (noneMatch !== undefined && noneMatchHas(noneMatch, etag)) return notModified(etag, this.#vary);
    if (method === 'HEAD') return this.#head;
    this.#get ??= { ...this.#head, body: parts };
    return this.#get;
  }

  /** In bytes. */
  get length(): number {
    return this.response.length;
  }
}
