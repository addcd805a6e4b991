import { LIST_HEADERS, notModified } from './answers.ts';
import { noneMatchHas } from './entityTags.ts';
import type { Coding } from './negotiation.ts';
import type { HandlerRequest, HandlerResponse, ServedResponse } from './types.ts';

/** The headers with which a list in one state of it, and in one coding, is sent. */
export function headersOf(
  { etag, length }: Pick<ServedResponse, 'etag' | 'length'>,
  vary: string,
  coding?: Coding,
): HandlerResponse['headers'] {
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
  readonly #headers: HandlerResponse['headers'];

  /** @param headers as {@link headersOf} gives them */
  constructor(response: ServedResponse, headers: HandlerResponse['headers']) {
    this.#response = response;
    this.#headers = headers;
  }

  answer({ method, headers }: HandlerRequest): HandlerResponse {
    const { etag, parts } = this.#response;
    const noneMatch = headers['if-none-match'];
    if (noneMatch !== undefined && noneMatchHas(noneMatch, etag)) {
      return notModified(etag, this.#headers.Vary as string);
    }
    return { status: 200, headers: this.#headers, body: method === 'HEAD' ? null : parts };
  }

  /** In bytes. */
  get length(): number {
    return this.#response.length;
  }
}
