import { createHash } from 'node:crypto';
import { runAtOnce, type Steps } from '../retry.ts';
import type { Entry } from '../rows/Row.ts';
import { shortDigest } from '../rows/Row.ts';
import type { ListResponse } from '../types.ts';
import { Chunk, cut } from './Chunk.ts';

const [OPEN, COMMA, CLOSE] = [0x5b, 0x2c, 0x5d];
/** In bytes: what is copied in one step. New memory makes copying slow: 10 MB take 3 to 10 ms. */
const STEP = 512 * 1024;

/** All entries of an ordering, in chunks. A change makes another one, which shares the chunks that stay. */
export class OrderedEntries {
  readonly chunks: readonly Chunk[];
  /** Of the body, in bytes. */
  readonly length: number;
  /** Whether the bytes of rows are kept in this body: true of one ordering of each list. */
  readonly #keepsRows: boolean;
  #etag: string | undefined;
  #response: ListResponse | undefined;

  constructor(chunks: readonly Chunk[], { keepsRows }: { keepsRows: boolean }) {
    this.chunks = chunks;
    this.#keepsRows = keepsRows;
    this.length = Math.max(
      2,
      chunks.reduce((sum, { length }) => sum + length, 1),
    );
  }

  static of(entries: readonly Entry[], options: { keepsRows: boolean }): OrderedEntries {
    const chunks: Chunk[] = [];
    const rest = cut(entries, chunks);
    if (rest.length > 0) chunks.push(new Chunk(rest));
    return new OrderedEntries(chunks, options);
  }

  /** Makes its entity tag: the same wherever the same elements are served in the same order. */
  *tag(): Steps<string> {
    if (this.#etag) return this.#etag;
    const hash = createHash('sha256');
    for (const { digests } of this.chunks) {
      hash.update(digests);
      yield;
    }
    this.#etag = `"${shortDigest(hash)}"`;
    return this.#etag;
  }

  /** What is sent, if it has been joined. */
  get response(): ListResponse | undefined {
    return this.#response;
  }

  /** Whether it is joined in one step. */
  get isShort(): boolean {
    return this.length <= STEP;
  }

  /** How many entries there are. */
  get count(): number {
    return this.chunks.reduce((sum, { entries }) => sum + entries.length, 0);
  }

  *entries(): Generator<Entry> {
    for (const { entries } of this.chunks) yield* entries;
  }

  /** Joins the body. Its chunks become parts of it, so that nothing is in memory twice. */
  *join(): Steps<ListResponse> {
    if (this.#response) return this.#response;
    const etag = yield* this.tag();
    const { length } = this;
    // Slow: in memory of its own, which goes when the body goes.
    const body = Buffer.allocUnsafeSlow(length);
    let at = 0;
    let stepEnd = STEP;
    for (const chunk of this.chunks) {
      if (at >= stepEnd) {
        yield;
        stepEnd = at + STEP;
      }
      if (chunk.bytes) body.set(chunk.bytes, at);
      else write(chunk, body, at);
      body[at] = COMMA;
      this.#keep(chunk, body.subarray(at, at + chunk.length));
      at += chunk.length;
    }
    body[0] = OPEN;
    body[length - 1] = CLOSE;
    this.#response = { body, length, etag };
    return this.#response;
  }

  #keep(chunk: Chunk, bytes: Buffer<ArrayBuffer>): void {
    const isNew = chunk.bytes === undefined;
    chunk.bytes = bytes;
    if (!isNew || !this.#keepsRows) return;
    let start = 1;
    for (const { row } of chunk.entries) {
      row.keepIn(chunk, start);
      start += row.length + 1;
    }
  }

  /** Takes the body that these entries were restored with. */
  restore(body: Buffer<ArrayBuffer>): void {
    let at = 0;
    for (const chunk of this.chunks) {
      this.#keep(chunk, body.subarray(at, at + chunk.length));
      at += chunk.length;
    }
    this.#response = { body, length: body.length, etag: runAtOnce(this.tag()) };
  }
}

function write({ entries }: Chunk, body: Buffer<ArrayBuffer>, from: number): void {
  let at = from;
  for (const { row } of entries) {
    body[at] = COMMA;
    body.set(row.bytes, at + 1);
    at += 1 + row.length;
  }
}
