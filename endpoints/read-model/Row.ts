import { createHash } from 'node:crypto';
import type { StoredDocument } from '../lists/index.ts';

/** One place in an ordering: a row, and the rank of the link for which it stands there (if the ordering repeats rows). */
export interface Entry {
  readonly row: Row;
  readonly linkRank: number;
}

/** An element as it is served. A change makes a new row, so that a response made before keeps what it had. */
export class Row implements Entry {
  /** Its place in the list's columns. */
  readonly slot: number;
  readonly documentId: string;
  readonly apiId: number;
  /** Infinity for what was never imported. */
  readonly position: number;
  /** The hidden ranks of its links; -Infinity for a link of which none is known. */
  readonly linkRanks: readonly number[];
  readonly digest: string;
  /** The element's JSON. Once the default body is joined it is a part of that, to hold the bytes once. */
  bytes: Buffer;

  constructor(slot: number, document: StoredDocument, bytes: Buffer, links: unknown) {
    this.slot = slot;
    this.documentId = document.id;
    this.apiId = document.api_id;
    this.position = document.position ?? Infinity;
    this.linkRanks = Array.isArray(links) ? links.map(rankOf) : [];
    this.bytes = bytes;
    this.digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  }

  get row(): Row {
    return this;
  }

  get linkRank(): number {
    return Infinity;
  }

  /** Whether nothing that a response shows sets the two apart. */
  isSameAs(other: Row): boolean {
    return (
      this.digest === other.digest &&
      this.slot === other.slot &&
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

function rankOf(link: unknown): number {
  const { rank } = Object(link) as { rank?: unknown };
  return typeof rank === 'number' ? rank : -Infinity;
}
