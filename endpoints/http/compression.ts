// For those who compile this file as a part of something else, such as the administration.
/// <reference path="./negotiator.d.ts" />
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { InTurn, type ListResponse } from '../read-model/index.ts';

/** A content coding (RFC 9110, 8.4.1) that lists can have. */
export type Coding = 'br' | 'gzip';

/** An `Accept-Encoding` that is longer than any client's is not read. */
const LONGEST_HEADER = 1000;

/**
 * Finds the coding that an `Accept-Encoding` asks for among these (RFC 9110, 12.5.3); undefined: none. The client's qualities
 * decide, then the order given here. Whoever asks for nothing gets no coding; neither does who accepts nothing that there
 * is, not even that: as with `Accept`, the list is of more use than a 406.
 */
export function negotiate(header: string | undefined, codings: readonly Coding[]): Coding | undefined {
  if (header === undefined || header.length > LONGEST_HEADER) return undefined;
  // RFC 9110, 8.4.1.3: an old name of the same.
  const headers = { 'accept-encoding': header.replace(/\bx-gzip\b/gi, 'gzip') };
  const available = [...codings, 'identity'];
  const best = new Negotiator({ headers }).encoding(available, { preferred: available });
  return codings.find((coding) => coding === best);
}

/** `"x"` as `"x-br"`: other bytes have another strong tag (RFC 9110, 8.8.3.3). */
export function tagOf(etag: string, coding: Coding): string {
  return `${etag.slice(0, -1)}-${coding}"`;
}

/** What zlib gives at once, in bytes. */
const CHUNK = 64 * 1024;
const GZIP = { level: 6, chunkSize: CHUNK };
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** In zlib's threads. Once per change, not per request: a better ratio than on the fly, at speeds that keep up with editors. */
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

/** How much may wait to be compressed, in bytes before it. Later responses are sent uncompressed. */
const WAITING_BYTES = 8 * 1024 * 1024;

/**
 * Lists in content codings. Each state of a list is compressed once, by the first who asks, and kept as long as that state.
 * One is compressed after the other, so that neither quick changes nor many orderings use up the processor.
 */
export class CompressedLists {
  readonly #onError: (error: unknown) => void;
  readonly #kept = new WeakMap<ListResponse, Map<Coding, ListResponse | Promise<ListResponse>>>();
  readonly #turns = new InTurn();
  /** Of those that wait or are being compressed. */
  #bytes = 0;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /**
   * Gives the list as it is where the coding makes it no shorter, where too much waits to be compressed, or where it cannot
   * be compressed. Never rejects.
   */
  get(response: ListResponse, coding: Coding): ListResponse | Promise<ListResponse> {
    const kept = this.#kept.get(response) ?? new Map<Coding, ListResponse | Promise<ListResponse>>();
    const known = kept.get(coding);
    if (known) return known;
    // The first is taken at any size.
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
