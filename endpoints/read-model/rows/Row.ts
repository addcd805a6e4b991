import type { Element } from '../../lists/index.ts';
import type { SnapshotEntry, SnapshotRow } from '../types.ts';

/** An element as it is served. A change makes a new row; only what was not read yet is added to an old one. */
export interface Row extends SnapshotRow {
  /** What `bytes` say; undefined after a start from a checkpoint, until something sorts by it. */
  element: Element | undefined;
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
