import type { Element } from '../../lists/index.ts';
import type { SnapshotEntry, SnapshotRow } from '../types.ts';

/** What holds the bytes of rows. */
interface RowStore {
  readonly bytes: Buffer<ArrayBuffer> | undefined;
}

interface RowParts extends Omit<SnapshotRow, 'length'> {
  element: Element | undefined;
  bytes: Buffer<ArrayBuffer>;
}

/** An element as it is served. A change makes a new row; only what was not read yet is added to an old one. */
export class Row implements SnapshotRow {
  readonly documentId: string;
  readonly apiId: number;
  readonly position: number;
  readonly linkRanks: readonly number[];
  readonly digest: string;
  readonly length: number;
  /** What `bytes` say; undefined after a start from a checkpoint, until something sorts by it. */
  element: Element | undefined;
  #store: RowStore;
  #start = 0;

  constructor({ documentId, apiId, position, linkRanks, digest, bytes, element }: RowParts) {
    this.documentId = documentId;
    this.apiId = apiId;
    this.position = position;
    this.linkRanks = linkRanks;
    this.digest = digest;
    this.length = bytes.length;
    this.element = element;
    this.#store = { bytes };
  }

  get bytes(): Buffer<ArrayBuffer> {
    const { bytes } = this.#store;
    return (bytes as Buffer<ArrayBuffer>).subarray(this.#start, this.#start + this.length);
  }

  /** Its bytes are there, too, from now on: so they are in memory once. */
  keepIn(store: RowStore, start: number): void {
    this.#store = store;
    this.#start = start;
  }
}

/** One place in an order. */
export interface Entry extends SnapshotEntry {
  readonly row: Row;
}

/** Whether nothing that a response shows sets the two apart. */
export function isSameRow(a: Row, b: Row): boolean {
  return (
    a.digest === b.digest &&
    a.apiId === b.apiId &&
    a.position === b.position &&
    a.linkRanks.length === b.linkRanks.length &&
    a.linkRanks.every((rank, index) => rank === b.linkRanks[index])
  );
}

/** What settles a tie: the imported order, imported before new, then the legacy id, then the document (contract: Ordering). */
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
