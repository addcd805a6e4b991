import { createHash, hash } from 'node:crypto';
import type { Element } from '../lists/index.ts';
import type { SnapshotRow } from './types.ts';
import { decodeUtf8 } from './utf8.ts';
import type { Stretch } from './Writer.ts';

/** One place in an ordering: a row, and the rank of the link for which it stands there (if the ordering repeats rows). */
export interface Entry {
  readonly row: Row;
  readonly linkRank: number;
}

/** Bytes in the place of some that are stored, by where these begin and end in the row. */
interface Inset {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

export interface RowOptions {
  documentId: string;
  apiId: number;
  position: number;
  linkRanks: readonly number[];
  json: Stretch;
  inset?: Inset | undefined;
  /** See {@link Row.made}. */
  made?: Element | undefined;
  /** See `restOf`; undefined where the element is not what the document makes. */
  rest: Stretch | undefined;
}

/** How the rows of a list change. */
export interface RowChange {
  readonly removed: readonly Row[];
  readonly added: readonly Row[];
  /** Rows that stand where others stood, in every order: nothing sorts them otherwise. */
  readonly replaced: readonly Replaced[];
}

export interface Replaced {
  readonly before: Row;
  readonly after: Row;
}

/** Bytes of a row's digest. */
const DIGEST = 16;
const NO_RANKS: readonly number[] = [];

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
  rest: Stretch | undefined;
  /** What the JSON was written from, until the row has found its places: then it need not be read for that. */
  made: Element | undefined;
  // Where the element's JSON is: in the joined body of the default order, once that is joined, to hold the bytes once.
  #store: Buffer;
  #at: number;
  #inset: Inset | undefined;

  constructor({ documentId, apiId, position, linkRanks, json, inset, made, rest }: RowOptions) {
    this.documentId = documentId;
    this.apiId = apiId;
    this.position = position;
    this.linkRanks = linkRanks.length > 0 ? linkRanks : NO_RANKS;
    this.rest = rest;
    this.made = made;
    this.length = json.length;
    this.#store = json.store;
    this.#at = json.at;
    this.#inset = inset;
    this.digest = this.#digest().toString('latin1', 0, DIGEST);
  }

  get row(): Row {
    return this;
  }

  get linkRank(): number {
    return Infinity;
  }

  /** The element's JSON. */
  get bytes(): Buffer {
    if (this.#inset) this.detach();
    return this.#store.subarray(this.#at, this.#at + this.length);
  }

  get json(): string {
    if (this.#inset) this.detach();
    return decodeUtf8(this.#store, this.#at, this.#at + this.length);
  }

  copyTo(target: Buffer, at: number): void {
    if (!this.#inset) {
      this.#store.copy(target, at, this.#at, this.#at + this.length);
      return;
    }
    let end = at;
    for (const piece of this.#pieces(this.#inset)) end += piece.copy(target, end);
  }

  /**
   * The same with another text of one value of the element, which is not copied to any place of its own. Undefined if that
   * text is not there exactly once: then nothing tells which is meant.
   */
  withValue(before: Buffer, after: Buffer): Row | undefined {
    const inset = this.#inset?.bytes.equals(before) ? this.#inset : this.#find(before);
    if (!inset) return undefined;
    const { documentId, apiId, position, linkRanks, rest } = this;
    const length = this.length - before.length + after.length;
    const json = { store: this.#store, at: this.#at, length };
    return new Row({
      documentId,
      apiId,
      position,
      linkRanks,
      json,
      inset: { ...inset, bytes: after },
      rest,
    });
  }

  #find(bytes: Buffer): Inset | undefined {
    const own = this.bytes;
    const from = own.indexOf(bytes);
    const isThereOnce = from >= 0 && own.indexOf(bytes, from + 1) < 0;
    return isThereOnce ? { bytes, from, to: from + bytes.length } : undefined;
  }

  /** The same bytes are there as well. */
  moveTo(store: Buffer, at: number): void {
    this.#store = store;
    this.#at = at;
    this.#inset = undefined;
  }

  /** Takes its bytes out of the body that it shares, so that who still reads this row does not keep all of that. */
  detach(): void {
    const own = Buffer.allocUnsafeSlow(this.length);
    this.copyTo(own, 0);
    this.moveTo(own, 0);
  }

  #digest(): Buffer {
    if (!this.#inset) return hash('sha256', this.bytes, 'buffer');
    const digest = createHash('sha256');
    for (const piece of this.#pieces(this.#inset)) digest.update(piece);
    return digest.digest();
  }

  /** The bytes, as they are stored. */
  #pieces({ bytes, from, to }: Inset): Buffer[] {
    const after = this.length - from - bytes.length;
    const [start, end] = [this.#at + from, this.#at + to];
    return [this.#store.subarray(this.#at, start), bytes, this.#store.subarray(end, end + after)];
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
