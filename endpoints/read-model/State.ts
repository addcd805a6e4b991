import type { Element, Kind, List, StoredDocument } from '../lists/index.ts';
import { type Encoding, encodeWith, keyOf, type Lookup, serializeWith } from './encodeWith.ts';
import { ListState } from './ListState.ts';
import { OrderingCache } from './OrderingCache.ts';
import { Row } from './Row.ts';
import type { Change, Failure, Missing, PortalSettings, ReadModelStatus } from './types.ts';

/** A listed document whose element depends on others or is in trouble. */
interface Made {
  readonly list: ListState;
  readonly id: string;
  readonly asked: ReadonlySet<string>;
  readonly lent: ReadonlySet<string>;
  readonly missing: readonly Missing[];
  readonly failed: readonly Failure[];
}

/** Everything that one load has brought, with the changes since. */
export class State {
  readonly #lists: ReadonlyMap<string, ListState>;
  readonly #documents = new Map<Kind, Map<string, StoredDocument>>();
  /** Last values of documents that are gone; after each change only those that an element still needs. */
  readonly #departed = new Map<string, StoredDocument>();
  readonly #made = new Map<string, Made>();
  /** By document, the elements that have asked for it. */
  readonly #dependents = new Map<string, Set<string>>();
  /** The elements with something missing or failed. */
  readonly #troubled = new Set<string>();
  readonly #lookup: Lookup = {
    published: (kind, id) => this.#documents.get(kind)?.get(id),
    departed: (key) => this.#departed.get(key),
  };
  #settings: PortalSettings = { collation: 'el', lists: {} };

  constructor(lists: readonly List[], otherOrderingsBytes: number) {
    const cache = new OrderingCache(otherOrderingsBytes);
    const options = {
      settings: this.#settings,
      cache,
      elementOf: (list: List, row: Row) => this.#elementOf(list, row),
    };
    this.#lists = new Map(lists.map((list) => [list.slug, new ListState(list, options)]));
  }

  list(slug: string): ListState | undefined {
    return this.#lists.get(slug);
  }

  /** Takes documents and settings without making elements: a load may bring a post before its category. */
  store(changes: readonly Change[]): void {
    for (const change of changes) {
      if ('settings' in change) this.#use(change.settings);
      else this.#keep(change.kind, change.id, change.document);
    }
  }

  /** Makes all elements after a load, one per step. What is missing now but was in `previous` is taken from there. */
  *makeAll(previous: State): Generator<void> {
    for (const [key, document] of previous.#lastValues()) {
      if (!this.#has(key)) this.#departed.set(key, document);
    }
    for (const list of this.#lists.values()) {
      for (const id of this.#documents.get(list.list.slug)?.keys() ?? []) {
        this.#make(list, id, previous);
        yield;
      }
      list.response(undefined);
      yield;
    }
    this.#prune();
  }

  /** Takes changes and makes anew the elements that they touch, no others. */
  apply(changes: readonly Change[]): void {
    const touched = new Map<string, { list: ListState; id: string }>();
    this.store(changes);
    for (const change of changes) {
      if ('settings' in change) continue;
      const key = keyOf(change.kind, change.id);
      const list = this.#lists.get(change.kind);
      if (list) touched.set(key, { list, id: change.id });
      for (const dependent of this.#dependents.get(key) ?? []) {
        const made = this.#made.get(dependent);
        if (made) touched.set(dependent, made);
      }
    }
    for (const { list, id } of touched.values()) this.#make(list, id);
    this.#prune();
  }

  status(): Omit<ReadModelStatus, 'loaded' | 'state' | 'since'> {
    const troubled = [...this.#troubled].flatMap((key) => this.#made.get(key) ?? []);
    return {
      lists: Object.fromEntries([...this.#lists].map(([slug, { rows }]) => [slug, rows.size])),
      missing: troubled.flatMap(({ missing }) => missing),
      failed: troubled.flatMap(({ failed }) => failed),
    };
  }

  #use(settings: PortalSettings): void {
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return;
    this.#settings = settings;
    for (const list of this.#lists.values()) list.settings = settings;
  }

  #keep(kind: Kind, id: string, document: StoredDocument | null): void {
    let documents = this.#documents.get(kind);
    if (!documents) {
      documents = new Map();
      this.#documents.set(kind, documents);
    }
    const key = keyOf(kind, id);
    const last = documents.get(id);
    if (document) {
      documents.set(id, document);
      this.#departed.delete(key);
    } else if (last) {
      documents.delete(id);
      this.#departed.set(key, last);
    }
  }

  #make(list: ListState, id: string, previous?: State): void {
    const { slug } = list.list;
    const key = keyOf(slug, id);
    const document = this.#documents.get(slug)?.get(id);
    this.#forget(key);
    if (!document || document.listed === false) {
      list.remove(id);
      return;
    }
    const encoding = serializeWith(list.list, document, this.#lookup);
    const { json, element } = encoding;
    const last = list.rows.get(id) ?? previous?.list(slug)?.rows.get(id);
    const bytes = json === undefined ? last?.bytes : Buffer.from(json);
    if (bytes) {
      const links = list.list.perLink && document[list.list.perLink.field];
      list.put(new Row(list.slotOf(id), document, bytes, links), element ?? JSON.parse(bytes.toString()));
    }
    this.#remember(key, list, document, encoding, bytes !== undefined);
  }

  #remember(key: string, list: ListState, document: StoredDocument, encoding: Encoding, isServed: boolean) {
    const { asked, lent, failure } = encoding;
    const about = { list: list.list.slug, document: document.id, api_id: document.api_id };
    const instead = isServed ? 'last element' : 'nothing';
    const served = encoding.element === undefined ? instead : 'last value';
    const missing = encoding.missing.map(
      ({ field, kind, id }) => ({ ...about, field, kind, id, served }) as const,
    );
    const failed = failure === undefined ? [] : [{ ...about, reason: failure, served: instead } as const];
    if (asked.size + missing.length + failed.length === 0) return;
    this.#made.set(key, { list, id: document.id, asked, lent, missing, failed });
    if (missing.length + failed.length > 0) this.#troubled.add(key);
    for (const other of asked) {
      const dependents = this.#dependents.get(other);
      if (dependents) dependents.add(key);
      else this.#dependents.set(other, new Set([key]));
    }
  }

  #forget(key: string): void {
    for (const other of this.#made.get(key)?.asked ?? []) {
      const dependents = this.#dependents.get(other);
      dependents?.delete(key);
      if (dependents?.size === 0) this.#dependents.delete(other);
    }
    this.#made.delete(key);
    this.#troubled.delete(key);
  }

  #prune(): void {
    if (this.#departed.size === 0) return;
    const needed = new Set([...this.#troubled].flatMap((key) => [...(this.#made.get(key)?.lent ?? [])]));
    for (const key of this.#departed.keys()) if (!needed.has(key)) this.#departed.delete(key);
  }

  *#lastValues(): Iterable<[string, StoredDocument]> {
    yield* this.#departed;
    for (const [kind, documents] of this.#documents) {
      for (const [id, document] of documents) yield [keyOf(kind, id), document];
    }
  }

  #has(key: string): boolean {
    const at = key.indexOf('/');
    return this.#documents.get(key.slice(0, at))?.has(key.slice(at + 1)) ?? false;
  }

  /** The element of a row, for a column that is made later than the row. */
  #elementOf(list: List, row: Row): Element {
    const document = this.#documents.get(list.slug)?.get(row.documentId);
    const element = document && encodeWith(list, document, this.#lookup).element;
    return element ?? JSON.parse(row.bytes.toString());
  }
}
