import { createHash, type Hash } from 'node:crypto';
import { readJson } from '../../lists/definition/parse.ts';
import type { Element, List, StoredDocument } from '../../lists/index.ts';
import type { Failure, Missing, SnapshotEntry, SnapshotRow } from '../types.ts';
import { type Encoding, encodeWith, type Lookup, messageOf } from './encodeWith.ts';

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
function linkRanksOf(links: unknown): number[] {
  if (!Array.isArray(links)) return [];
  return links.map((link) => {
    const { rank } = Object(link) as { rank?: unknown };
    return typeof rank === 'number' ? rank : -Infinity;
  });
}

/** Bytes of a digest that are kept: more than enough to tell elements, and lists, apart. */
const LENGTH = 16;

/** The beginning of a digest, in base64url. Ends the hash. */
export function shortDigest(hash: Hash): string {
  return hash.digest().toString('base64url', 0, LENGTH);
}

/** SHA-256 of these, one after the other, in base64url. */
export function digestOf(...parts: (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
}

export interface MadeRow extends Provenance {
  /** Undefined if there is nothing to serve. */
  row: Row | undefined;
}

export interface RowOptions {
  lookup: Lookup;
  /** The row whose element is served if none can be made. */
  last: Row | undefined;
}

const NO_RANKS: readonly number[] = [];

/** Makes a document's row, and says what it took. It never throws for what a document holds. */
export function makeRow(list: List, document: StoredDocument, { lookup, last }: RowOptions): MadeRow {
  const encoding = encodeWith(list, document, lookup);
  let made: ElementParts | undefined;
  if (encoding.element) {
    try {
      made = write(list, encoding.element);
    } catch (error) {
      delete encoding.element;
      encoding.failure = messageOf(error);
    }
  }
  made ??= last && lastElement(list, last);
  const row =
    made &&
    new Row({
      ...made,
      documentId: document.id,
      apiId: document.api_id,
      position: document.position ?? Infinity,
      linkRanks: list.perLink ? linkRanksOf(document[list.perLink.field]) : NO_RANKS,
    });
  return { row, ...provenanceOf(list, document, encoding, row !== undefined) };
}

/** Its bytes as a copy: they may be a part of the body that they were read from. */
function lastElement(list: List, { element, bytes, digest }: Row): ElementParts {
  return {
    element: element ?? (readJson(String(bytes), list.keptKeys) as Element),
    bytes: Buffer.from(bytes),
    digest,
  };
}

type ElementParts = Pick<Row, 'element' | 'bytes' | 'digest'>;

function write(list: List, element: Element): ElementParts {
  const bytes = Buffer.from(list.serialize(element));
  return { element, bytes, digest: shortDigest(createHash('sha256').update(bytes)) };
}

function provenanceOf(
  list: List,
  document: StoredDocument,
  { sought, departed, missing, element, failure }: Encoding,
  isServed: boolean,
): Provenance {
  const about = { list: list.key, document: document.id, api_id: document.api_id };
  const instead = isServed ? 'last element' : 'nothing';
  const served = element === undefined ? instead : 'last value';
  return {
    sought,
    departed,
    missing: missing.map(({ field, kind, id }) => ({ ...about, field, kind, id, served })),
    failed: failure === undefined ? [] : [{ ...about, reason: failure, served: instead }],
  };
}

/** How an element was made. Documents and elements are named by their keys (`keyOf`). */
export interface Provenance {
  /** Every document that was looked for, found or not. */
  readonly sought: ReadonlySet<string>;
  /** The departed ones whose last value was used. */
  readonly departed: ReadonlySet<string>;
  readonly missing: readonly Missing[];
  readonly failed: readonly Failure[];
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** Which elements have to be made anew when a document changes, and which lack something. */
export class Dependencies {
  readonly #sought = new Map<string, ReadonlySet<string>>();
  readonly #seekers = new Map<string, Set<string>>();
  readonly #flawed = new Map<string, Provenance>();

  /** Notes how an element was made last. */
  set(element: string, provenance: Provenance): void {
    const { sought, missing, failed } = provenance;
    if (missing.length + failed.length > 0) this.#flawed.set(element, provenance);
    else this.#flawed.delete(element);
    if (isSameSet(sought, this.#sought.get(element) ?? NO_KEYS)) return;
    this.#forget(element);
    if (sought.size > 0) this.#sought.set(element, sought);
    for (const document of sought) {
      const seekers = this.#seekers.get(document);
      if (seekers) seekers.add(element);
      else this.#seekers.set(document, new Set([element]));
    }
  }

  delete(element: string): void {
    this.#forget(element);
    this.#flawed.delete(element);
  }

  #forget(element: string): void {
    for (const document of this.#sought.get(element) ?? []) {
      const seekers = this.#seekers.get(document);
      seekers?.delete(element);
      if (seekers?.size === 0) this.#seekers.delete(document);
    }
    this.#sought.delete(element);
  }

  /** The elements that looked for a document. */
  dependentsOf(document: string): Iterable<string> {
    return this.#seekers.get(document) ?? [];
  }

  /** The elements that something is missing for, or that could not be made. */
  get flawed(): Iterable<Provenance> {
    return this.#flawed.values();
  }
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}
