// For projects that compile this file as part of another program, such as the admin.
/// <reference path="./negotiator.d.ts" />
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { InTurn, type ListResponse } from '../read-model/index.ts';

/** A content coding (RFC 9110, 8.4.1) that lists can have. */
export type Coding = 'br' | 'gzip';

/** Longer values of `Accept-Encoding` are ignored. No real client sends them. */
const LONGEST_HEADER = 1000;

/**
 * Selects a coding by `Accept-Encoding` (RFC 9110, 12.5.3); undefined for none. The client's quality values decide first, then
 * the order given here. A client that accepts none of the codings, nor `identity`, still gets the uncompressed list, which is
 * more useful than a 406.
 */
export function negotiate(header: string | undefined, codings: readonly Coding[]): Coding | undefined {
  if (header === undefined || header.length > LONGEST_HEADER) return undefined;
  // An old name for gzip (RFC 9110, 8.4.1.3).
  const headers = { 'accept-encoding': header.replace(/\bx-gzip\b/gi, 'gzip') };
  const available = [...codings, 'identity'];
  const best = new Negotiator({ headers }).encoding(available, { preferred: available });
  return codings.find((coding) => coding === best);
}

/** `"x-br"` for `"x"`, because other bytes need another strong tag (RFC 9110, 8.8.3.3). */
export function tagOf(etag: string, coding: Coding): string {
  return `${etag.slice(0, -1)}-${coding}"`;
}

/** The size of zlib's output chunks, in bytes. */
const CHUNK = 64 * 1024;
const GZIP = { level: 6, chunkSize: CHUNK };
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses in zlib's threads. It runs once per change and not per request, so the level can be higher than usual. */
function compress({ body, length }: ListResponse, coding: Coding): Promise<Buffer<ArrayBuffer>> {
  if (coding === 'gzip') return toGzip(body, GZIP);
  return toBrotli(body, {
    chunkSize: CHUNK,
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  });
}

/** The maximum total length of waiting lists, in bytes before compression. Others are sent uncompressed. */
const WAITING_BYTES = 8 * 1024 * 1024;

/**
 * Compressed lists. Each state of a list is compressed at its first request and kept as long as that state. Lists are
 * compressed one at a time, so that fast changes or many orderings do not take all of the processor.
 */
export class CompressedLists {
  readonly #onError: (error: unknown) => void;
  readonly #kept = new WeakMap<ListResponse, Map<Coding, ListResponse | Promise<ListResponse>>>();
  readonly #turns = new InTurn();
  /** The total length of lists that wait or are being compressed. */
  #bytes = 0;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /**
   * Gives the compressed list, or the uncompressed one if compression does not make it shorter, fails, or too much is waiting.
   * Never rejects.
   */
  get(response: ListResponse, coding: Coding): ListResponse | Promise<ListResponse> {
    const kept = this.#kept.get(response) ?? new Map<Coding, ListResponse | Promise<ListResponse>>();
    const known = kept.get(coding);
    if (known) return known;
    // The first one is accepted at any size.
    if (this.#bytes > 0 && this.#bytes + response.length > WAITING_BYTES) return response;
    this.#bytes += response.length;
    const compressed = this.#turns.run(() => this.#compressed(response, coding));
    this.#kept.set(response, kept.set(coding, compressed));
    void compressed.then((made) => {
      this.#bytes -= response.length;
      kept.set(coding, made);
    });
    return compressed;
  }

  async #compressed(response: ListResponse, coding: Coding): Promise<ListResponse> {
    try {
      const body = await compress(response, coding);
      if (body.length >= response.length) return response;
      return { body, length: body.length, etag: tagOf(response.etag, coding) };
    } catch (error) {
      this.#onError(error);
      return response;
    }
  }
}
