import { hash } from 'node:crypto';
import type { Element } from '../lists/index.ts';
import type { SnapshotRow } from './types.ts';
import { decodeUtf8 } from './utf8.ts';

/** One place in an ordering: a row, and the rank of the link for which it stands there (if the ordering repeats rows). */
export interface Entry {
  readonly row: Row;
  readonly linkRank: number;
}

/** A stretch of a buffer that others share. */
interface Stretch {
  readonly store: Buffer;
  readonly at: number;
  readonly length: number;
}

export interface RowOptions {
  documentId: string;
  apiId: number;
  position: number;
  linkRanks: readonly number[];
  json: Stretch;
  /** See {@link Row.made}. */
  made?: Element | undefined;
  /** See `restOf`; undefined where the element is not what the document makes. */
  rest: string | undefined;
}

/** Bytes of a row's digest. */
const DIGEST = 16;
const NO_RANKS: readonly number[] = [];
const NO_BYTES = Buffer.alloc(0);

/** An element as it is served. A change makes a new row, so that a response made before keeps what it had. */
export class Row implements Entry, SnapshotRow {
  /** Its place in the list's columns, no other row's while this one is in the list. */
  slot = -1;
  readonly documentId: string;
  readonly apiId: number;
  /** Infinity for what was never imported. */
  readonly position: number;
  /** The hidden ranks of its links; -Infinity for a link of which none is known. */
  readonly linkRanks: readonly number[];
  /** Of the element's JSON, {@link DIGEST} bytes as Latin-1: a string takes less memory than a buffer. */
  readonly digest: string;
  readonly length: number;
  rest: string | undefined;
  /** What the JSON was written from, until the row has found its places: then it need not be read for that. */
  made: Element | undefined;
  // Where the element's JSON is: in the joined body of the default order, once that is joined, to hold the bytes once.
  #store: Buffer;
  #at: number;

  constructor({ documentId, apiId, position, linkRanks, json, made, rest }: RowOptions) {
    this.documentId = documentId;
    this.apiId = apiId;
    this.position = position;
    this.linkRanks = linkRanks.length > 0 ? linkRanks : NO_RANKS;
    this.rest = rest;
    this.made = made;
    this.length = json.length;
    this.#store = json.store;
    this.#at = json.at;
    this.digest = hash('sha256', this.bytes, 'buffer').toString('latin1', 0, DIGEST);
  }

  get row(): Row {
    return this;
  }

  get linkRank(): number {
    return Infinity;
  }

  /** The element's JSON. */
  get bytes(): Buffer {
    return this.#store.subarray(this.#at, this.#at + this.length);
  }

  get json(): string {
    return decodeUtf8(this.#store, this.#at, this.#at + this.length);
  }

  copyTo(target: Buffer, at: number): void {
    this.#store.copy(target, at, this.#at, this.#at + this.length);
  }

  /** The same bytes are there as well. */
  moveTo(store: Buffer, at: number): void {
    this.#store = store;
    this.#at = at;
  }

  /** Takes its bytes out of the body that it shares, so that who still reads this row does not keep all of that. */
  detach(): void {
    const own = Buffer.allocUnsafeSlow(this.length);
    this.copyTo(own, 0);
    this.moveTo(own, 0);
  }

  /** Whether nothing that a response shows sets the two apart. */
  isSameAs(other: Row): boolean {
    return (
      this.digest === other.digest &&
      this.apiId === other.apiId &&
      this.position === other.position &&
      this.linkRanks.length === other.linkRanks.length &&
      this.linkRanks.every((rank, index) => rank === other.linkRanks[index])
    );
  }

  /** Once per link; a row without links stands at null, once. */
  perLink(): Entry[] {
    return this.linkRanks.length === 0 ? [this] : this.linkRanks.map((linkRank) => ({ row: this, linkRank }));
  }
}

/** What settles a tie: the imported order, imported before new, then the legacy id, then the document. */
export function compareTied(a: Row, b: Row): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  if (a.apiId !== b.apiId) return a.apiId - b.apiId;
  return a.documentId < b.documentId ? -1 : a.documentId > b.documentId ? 1 : 0;
}

/** The hidden ranks of a document's links, whatever stands there. */
export function linkRanksOf(links: unknown): number[] {
  if (!Array.isArray(links)) return [];
  return links.map((link) => {
    const { rank } = Object(link) as { rank?: unknown };
    return typeof rank === 'number' ? rank : -Infinity;
  });
}

/** Puts a JSON text somewhere. */
export type Writer = (json: string) => Stretch;

/** Each text in a buffer of its own: a pooled one would keep 8 KiB alive for a row of 200 bytes. */
export const writeApart: Writer = (json) => {
  const store = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  return { store, at: 0, length: store.write(json) };
};

/** Many texts in a few large buffers, for rows whose blocks are about to be joined. */
export function writeTogether(size = 1024 * 1024): Writer {
  let store = NO_BYTES;
  let end = 0;
  return (json) => {
    // Three bytes are the most that a UTF-16 unit takes.
    if (end + 3 * json.length > store.length) {
      const length = Buffer.byteLength(json);
      if (end + length > store.length) {
        store = Buffer.allocUnsafeSlow(Math.max(size, length));
        end = 0;
      }
    }
    const at = end;
    const length = store.write(json, at);
    end += length;
    return { store, at, length };
  };
}
