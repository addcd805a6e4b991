import type { Kind, List, StoredDocument } from '../lists/index.ts';
import { Changed, type Find } from './Changed.ts';
import { Dependencies } from './Dependencies.ts';
import { Documents } from './Documents.ts';
import { Embedded } from './Embedded.ts';
import { keyOf, type Lookup, referenceOf } from './encodeWith.ts';
import { ListState } from './ListState.ts';
import { makeElement } from './makeElement.ts';
import { OrderingCache } from './OrderingCache.ts';
import { documentOf } from './packedDocuments.ts';
import { type Replaced, Row, type RowChange } from './Row.ts';
import type { Work } from './Slices.ts';
import { isSameOrder, listOrder } from './sortKeys.ts';
import type { Change, PortalSettings, ReadModelStatus, Snapshot } from './types.ts';
import { writeApart, writeTogether } from './Writer.ts';

/** How much a change touches. */
export interface Extent {
  elements: number;
  /** Of the elements' JSON. */
  bytes: number;
}

export interface StateOptions {
  lists: readonly List[];
  otherOrderingsBytes: number;
  blockBytes: number;
}

/** A {@link RowChange} that is being worked out. */
type Rows = { [K in keyof RowChange]: RowChange[K][number][] };

/** Everything that one load has brought, with the changes since. */
export class State {
  readonly lists: ReadonlyMap<string, ListState>;
  readonly cache: OrderingCache;
  /** Published documents that are no rows, or whose rows don't tell them. */
  readonly #documents = new Documents();
  /** Last values of documents that are gone; after each change only those that an element still needs. */
  readonly #departed = new Map<string, StoredDocument>();
  readonly #dependencies = new Dependencies();
  #settings: PortalSettings = { collation: 'el', lists: {} };

  constructor({ lists, otherOrderingsBytes, blockBytes }: StateOptions) {
    this.cache = new OrderingCache(otherOrderingsBytes);
    const { cache } = this;
    this.lists = new Map(
      lists.map((list) => {
        const order = listOrder(list, this.#settings);
        return [list.key, new ListState(list, { order, cache, blockBytes })];
      }),
    );
  }

  /** Takes documents and settings without making elements: a load may bring a post before its category. */
  *store(changes: readonly Change[]): Work<void> {
    for (const change of changes) {
      yield;
      if ('settings' in change) {
        this.#settings = change.settings;
        continue;
      }
      const { kind, id, document } = change;
      const key = keyOf(kind, id);
      if (document) {
        this.#documents.set(kind, id, document);
        this.#departed.delete(key);
      } else {
        const last = this.#documents.get(kind, id);
        this.#documents.delete(kind, id);
        if (last) this.#departed.set(key, last);
      }
    }
  }

  /** Makes all elements after a load. What is missing now but was in `previous` is taken from there. */
  *makeAll(previous: State): Work<void> {
    const lookup: Lookup = {
      published: (kind, id) => this.#documents.get(kind, id),
      departed: (key) => this.#departed.get(key) ?? previous.#lastValue(key),
    };
    const write = writeTogether();
    const writeBeside = writeTogether();
    const told: [Kind, string][] = [];
    for (const list of this.lists.values()) {
      const { key: slug } = list.list;
      const added: Row[] = [];
      for (const id of this.#documents.ids(slug)) {
        const document = this.#documents.get(slug, id);
        if (!document || document.listed === false) continue;
        const last = previous.lists.get(slug)?.rows.get(id);
        const made = yield* makeElement(list.list, document, { lookup, write, writeBeside, last });
        this.#dependencies.note(keyOf(slug, id), made);
        for (const key of made.lent) this.#departed.set(key, lookup.departed(key) as StoredDocument);
        if (made.row) added.push(made.row);
        if (made.tellsDocument) told.push([slug, id]);
        yield;
      }
      yield* this.#fill(list, added);
    }
    for (const [kind, id] of told) {
      this.#documents.delete(kind, id);
      yield;
    }
    yield* this.#documents.settle();
    this.#prune();
  }

  /** Rows alone, without the documents behind them: enough to serve, and to give elements that a load can't make. */
  *restore({ settings, lists }: Snapshot): Work<void> {
    this.#settings = settings;
    for (const { slug, rows } of lists) {
      const list = this.lists.get(slug);
      if (!list) continue;
      const added: Row[] = [];
      for (const { documentId, apiId, position, linkRanks, bytes } of rows) {
        const json = { store: bytes, at: 0, length: bytes.length };
        added.push(new Row({ documentId, apiId, position, linkRanks, json, rest: undefined }));
        yield;
      }
      yield* this.#fill(list, added);
    }
  }

  snapshot(): Snapshot {
    const lists = [...this.lists].map(([slug, { rows }]) => ({ slug, rows: [...rows.values()] }));
    return { settings: this.#settings, lists };
  }

  /** Whether these changes touch about so many elements at most, with so many bytes as they are now. */
  areWithin({ elements, bytes }: Extent, changes: readonly Change[]): boolean {
    let elementsLeft = elements;
    let bytesLeft = bytes;
    for (const change of changes) {
      if ('settings' in change) return false;
      const changed = keyOf(change.kind, change.id);
      const dependents = this.#dependencies.dependentsOf(changed);
      elementsLeft -= 1 + dependents.size;
      if (elementsLeft < 0) return false;
      for (const key of [changed, ...dependents]) {
        const { kind, id } = referenceOf(key);
        bytesLeft -= this.lists.get(kind)?.rows.get(id)?.length ?? 0;
      }
      if (bytesLeft < 0) return false;
    }
    return true;
  }

  /**
   * Makes anew the elements that these changes touch, no others. Nothing shows until the returned function is called,
   * and then all at once. What that returns in turn tidies up, and has to be done before other changes are prepared.
   */
  *stage(changes: readonly Change[], isSmall: boolean): Work<() => Work<void>> {
    const find = isSmall ? remembering(this.#find.bind(this)) : this.#find.bind(this);
    const next = new Changed(changes, find);
    const { settings = this.#settings } = next;
    const lookup: Lookup = {
      published: (kind, id) => next.published(kind, id),
      departed: (key) => next.departed(key) ?? this.#departed.get(key),
    };
    const [write, writeBeside] = isSmall ? [writeApart, writeApart] : [writeTogether(), writeTogether()];
    const touched = this.#touchedBy(next);
    const embedded = new Embedded(find, lookup.published);
    const rows = new Map(
      Array.from(this.lists.values(), (list) => [list, { removed: [], added: [], replaced: [] } as Rows]),
    );
    const same: Replaced[] = [];
    for (const [key, only] of touched) {
      const { kind, id } = referenceOf(key);
      const list = this.lists.get(kind) as ListState;
      const { removed, added, replaced } = rows.get(list) as Rows;
      const before = list.rows.get(id);
      const isSimple = before && only !== undefined && !this.#dependencies.isTroubled(key);
      const inPlace = isSimple && (yield* embedded.replaceIn(list.list, before, only));
      yield;
      if (inPlace) {
        if (inPlace !== before) replaced.push({ before, after: inPlace });
        continue;
      }
      const document = lookup.published(kind, id);
      yield;
      const listed = document?.listed === false ? undefined : document;
      if (listed && isSmall) yield* this.#readAhead(key, lookup);
      const made =
        listed &&
        (yield* makeElement(list.list, listed, {
          lookup,
          write,
          writeBeside,
          last: before,
          keepsMade: isSmall,
        }));
      if (made) this.#dependencies.note(key, made);
      else this.#dependencies.forget(key);
      next.keep(key, made?.tellsDocument ? undefined : document);
      if (made?.row && before?.isSameAs(made.row)) {
        same.push({ before, after: made.row });
      } else {
        if (before) removed.push(before);
        if (made?.row) added.push(made.row);
      }
      yield;
    }
    const shows: (() => Work<void>)[] = [];
    for (const [list, change] of rows) {
      const order = listOrder(list.list, settings);
      const isTouched = Object.values(change).some(({ length }) => length > 0);
      if (!isTouched && isSameOrder(order, list.order)) continue;
      shows.push(yield* list.stage({ ...change, order, isSmall }));
    }
    return () => {
      this.#settings = settings;
      const tidying = shows.map((show) => show());
      for (const { before, after } of same) before.rest = after.rest;
      return this.#tidy(next, tidying);
    };
  }

  *#tidy(next: Changed, tidying: readonly Work<void>[]): Work<void> {
    yield* next.store(this.#documents, this.#departed);
    for (const work of tidying) yield* work;
    this.#prune();
  }

  /** One after the other, what an element asked for when it was made last. */
  *#readAhead(key: string, lookup: Lookup): Work<void> {
    for (const asked of this.#dependencies.askedBy(key)) {
      const { kind, id } = referenceOf(asked);
      lookup.published(kind, id);
      yield;
    }
  }

  status(): Omit<ReadModelStatus, 'loaded' | 'state' | 'since'> {
    const troubled = [...this.#dependencies.troubled];
    return {
      lists: Object.fromEntries([...this.lists].map(([slug, { rows }]) => [slug, rows.size])),
      missing: troubled.flatMap(({ missing }) => missing),
      failed: troubled.flatMap(({ failed }) => failed),
    };
  }

  /** Gives an empty list its rows. */
  *#fill(list: ListState, added: readonly Row[]): Work<void> {
    const order = listOrder(list.list, this.#settings);
    const show = yield* list.stage({ removed: [], added, replaced: [], order, isSmall: false });
    yield* show();
    yield* list.prepare();
  }

  /** The elements that are touched, each with the document by which it is, unless that is its own or there are several. */
  #touchedBy(next: Changed): Map<string, string | undefined> {
    const touched = new Map<string, string | undefined>();
    for (const key of next.keys) {
      if (this.lists.has(referenceOf(key).kind)) touched.set(key, undefined);
      for (const dependent of this.#dependencies.dependentsOf(key)) {
        touched.set(dependent, touched.has(dependent) ? undefined : key);
      }
    }
    return touched;
  }

  #find(kind: Kind, id: string): StoredDocument | undefined {
    const known = this.#documents.get(kind, id);
    if (known) return known;
    const row = this.lists.get(kind)?.rows.get(id);
    return row && documentOf(row);
  }

  #lastValue(key: string): StoredDocument | undefined {
    const { kind, id } = referenceOf(key);
    return this.#departed.get(key) ?? this.#find(kind, id);
  }

  #prune(): void {
    if (this.#departed.size === 0) return;
    const needed = new Set<string>();
    for (const { lent } of this.#dependencies.troubled) for (const key of lent) needed.add(key);
    for (const key of this.#departed.keys()) if (!needed.has(key)) this.#departed.delete(key);
  }
}

/** Reads each document once: a row has to be decoded for it. */
function remembering(find: Find): Find {
  const found = new Map<string, ReturnType<Find>>();
  return (kind, id) => {
    const key = keyOf(kind, id);
    if (!found.has(key)) found.set(key, find(kind, id));
    return found.get(key);
  };
}
