import { LIST_HEADERS, notModified } from './answers.ts';
import { noneMatchHas } from './entityTags.ts';
import { headerOf } from './headerOf.ts';
import type { Coding } from './negotiation.ts';
import type { HandlerRequest, HandlerResponse, ServedResponse } from './types.ts';

/** The headers with which a list in one state of it, and in one coding, is sent. */
export type ListHeaders = HandlerResponse['headers'] & { readonly Vary: string };

/** Makes them. */
export function headersOf(
  { etag, length }: Pick<ServedResponse, 'etag' | 'length'>,
  vary: string,
  coding?: Coding,
): ListHeaders {
  return {
    ...LIST_HEADERS,
    Vary: vary,
    ETag: etag,
    ...(coding && { 'Content-Encoding': coding }),
    'Content-Length': String(length),
  };
}

/** A list in one state of it and in one coding, as GET, HEAD and `If-None-Match` are answered. */
export class Representation {
  readonly #response: ServedResponse;
  readonly #headers: ListHeaders;
  #get: HandlerResponse | undefined;

  /** @param headers as {@link headersOf} gives them */
  constructor(response: ServedResponse, headers: ListHeaders) {
    this.#response = response;
    this.#headers = headers;
  }

  answer(request: HandlerRequest): HandlerResponse {
    const { etag, parts } = this.#response;
    const noneMatch = headerOf(request, 'if-none-match');
    if (noneMatch !== undefined && noneMatchHas(noneMatch, etag)) {
      return notModified(etag, this.#headers.Vary);
    }
    if (request.method === 'HEAD') return { status: 200, headers: this.#headers, body: null };
    this.#get ??= { status: 200, headers: this.#headers, body: parts };
    return this.#get;
  }

  /** In bytes. */
  get length(): number {
    return this.#response.length;
  }
}
