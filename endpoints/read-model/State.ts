import { isDeepStrictEqual } from 'node:util';
import type { List, StoredDocument } from '../lists/index.ts';
import { ListState } from './ListState.ts';
import { OrderingCache } from './orderings/OrderingCache.ts';
import type { RowChange } from './orderings/Sorter.ts';
import { InTurn, type Pace, type Steps } from './retry.ts';
import { keyOf, type Lookup, referenceOf } from './rows/encodeWith.ts';
import { Dependencies, isSameRow, type MadeRow, makeRow, type Row } from './rows/Row.ts';
import type {
  Change,
  DocumentChange,
  ListVersions,
  PortalSettings,
  ReadModelStatus,
  Rehearsal,
  RehearsedOrdering,
  Snapshot,
} from './types.ts';

export interface StateOptions {
  lists: readonly List[];
  /** See `ReadModelOptions`. */
  otherOrderingsBytes: number;
  /** @default those of a new portal */
  settings?: PortalSettings;
}

/** What some changes come to. Documents are named by their keys. */
interface Changed {
  settings: PortalSettings;
  /** Null for what is no longer published. */
  documents: Map<string, StoredDocument | null>;
  /** The last values of what is no longer published. */
  departed: Map<string, StoredDocument>;
}

interface Made {
  changed: Changed;
  /** The elements that are made anew; undefined for those that are no longer listed. */
  made: ReadonlyMap<string, MadeRow | undefined>;
  lookup: Lookup;
}

/** Changes that are worked out. */
interface Prepared extends Made {
  showLists(): void;
}

/** What the changes of one list come to. */
interface ListChange extends RowChange {
  /** Rows that stay, with what their elements are made of now. */
  same: { before: Row; after: Row }[];
}

const isEmpty = ({ removed, added }: RowChange) => removed.length + added.length === 0;

/** Everything that one load has brought, with the changes since. */
export class State {
  readonly lists: ReadonlyMap<string, ListState>;
  readonly #cache: OrderingCache;
  readonly #documents = new Map<string, StoredDocument>();
  /** Last values of documents that are gone, as long as an element needs them. */
  readonly #departed = new Map<string, StoredDocument>();
  readonly #dependencies = new Dependencies();
  #settings: PortalSettings;

  constructor({ lists, otherOrderingsBytes, settings = { collation: 'el', lists: {} } }: StateOptions) {
    const cache = new OrderingCache(otherOrderingsBytes);
    this.#cache = cache;
    this.#settings = settings;
    const options = { settings, cache, joins: new InTurn() };
    this.lists = new Map(lists.map((list) => [list.key, new ListState(list, options)]));
  }

  /** Rows alone, without the documents behind them: enough to serve, and to replace elements that a load can't make. */
  static restore({ settings, lists }: Snapshot, options: Omit<StateOptions, 'settings'>): State {
    const state = new State({ ...options, settings });
    for (const list of lists) state.lists.get(list.list)?.restore(list);
    return state;
  }

  async snapshot(): Promise<Snapshot> {
    const lists = [...this.lists.values()].map((list) => list.snapshot());
    return { settings: this.#settings, lists: await Promise.all(lists) };
  }

  versions(): ListVersions {
    const { collation, lists } = this.#settings;
    const all = [...this.lists].map(([key, list]) => {
      const settings = JSON.stringify([collation, lists[key] ?? null]);
      return [key, { etag: list.tag(), settings }] as const;
    });
    return Object.fromEntries(all);
  }

  servesRecords(list: string): boolean {
    return this.#settings.lists[list]?.records === true;
  }

  /** Whether a body is in memory anyway. */
  holds(body: Buffer): boolean {
    return this.#cache.holds(body) || [...this.lists.values()].some((list) => list.holds(body));
  }

  status(): Pick<ReadModelStatus, 'lists' | 'missing' | 'failed'> {
    const flawed = [...this.#dependencies.flawed];
    return {
      lists: Object.fromEntries([...this.lists].map(([key, { rows }]) => [key, rows.size])),
      missing: flawed.flatMap(({ missing }) => missing),
      failed: flawed.flatMap(({ failed }) => failed),
    };
  }

  /**
   * Works out changes: makes the elements that they affect anew, no others. Nothing shows until the returned steps are done:
   * at once, where this state is served. Only one call at a time.
   *
   * @param previous what was served before a load: it gives what an element needs and the load lacks
   * @throws if something went wrong; nothing has changed then
   */
  async prepare(changes: readonly Change[], pace: Pace, previous?: State): Promise<Steps<void>> {
    const { changed, made, lookup } = await this.#make(changes, pace, previous);
    const showLists = await this.#prepareLists(made, changed.settings, pace);
    return this.#commit({ changed, made, lookup, showLists });
  }

  /**
   * Works out the change of one document, and shows nothing of it. No change may be shown meanwhile.
   * @throws if something went wrong
   */
  async rehearse(change: DocumentChange, pace: Pace): Promise<Rehearsal> {
    const { changed, made } = await this.#make([change], pace);
    const changes = this.#rowChanges(made);
    const orderings: RehearsedOrdering[] = [];
    for (const [key, rowChange] of changes) {
      const document = key === change.kind ? change.id : undefined;
      if (document === undefined && isEmpty(rowChange)) continue;
      const list = this.lists.get(key) as ListState;
      orderings.push(...(await list.rehearse(rowChange, changed.settings, pace, document)));
    }
    const before = this.lists.get(change.kind)?.rows.get(change.id);
    return { ...rehearsed(change, { before, made, changes }), orderings };
  }

  async #make(changes: readonly Change[], pace: Pace, previous?: State): Promise<Made> {
    const changed = await pace.run(this.#collect(changes));
    const lookup: Lookup = {
      published: (key) => {
        const document = changed.documents.get(key);
        return document === undefined ? this.#documents.get(key) : (document ?? undefined);
      },
      departed: (key) => changed.departed.get(key) ?? this.#departed.get(key) ?? previous?.lastValue(key),
    };
    const made = new Map<string, MadeRow | undefined>();
    for (const key of this.#affectedBy(changed.documents.keys())) {
      const { kind, id } = referenceOf(key);
      const { list, rows } = this.lists.get(kind) as ListState;
      const loaded = previous?.lists.get(kind)?.rows.get(id);
      const document = lookup.published(key);
      const isListed = document && document.listed !== false;
      const element = isListed && makeRow(list, document, { lookup, last: rows.get(id) ?? loaded });
      made.set(key, element ? sharing(element, loaded) : undefined);
      if (pace.isDue) await pace.breathe();
    }
    return { changed, made, lookup };
  }

  *#collect(changes: readonly Change[]): Steps<Changed> {
    const changed: Changed = { settings: this.#settings, documents: new Map(), departed: new Map() };
    for (const change of changes) {
      yield;
      if ('settings' in change) {
        changed.settings = change.settings;
        continue;
      }
      const key = keyOf(change.kind, change.id);
      const last = changed.documents.get(key) ?? this.#documents.get(key);
      // Told twice, as a write of this process that the database tells of, too.
      if (last && !changed.documents.has(key) && isDeepStrictEqual(change.document, last)) continue;
      if (!change.document && last) changed.departed.set(key, last);
      changed.documents.set(key, change.document);
    }
    return changed;
  }

  /** The elements to make anew: those of the documents, and those that looked for them. */
  #affectedBy(documents: Iterable<string>): Set<string> {
    const affected = new Set<string>();
    for (const key of documents) {
      if (this.lists.has(referenceOf(key).kind)) affected.add(key);
      for (const dependent of this.#dependencies.dependentsOf(key)) affected.add(dependent);
    }
    return affected;
  }

  #rowChanges(made: ReadonlyMap<string, MadeRow | undefined>): Map<string, ListChange> {
    const changes = new Map<string, ListChange>();
    for (const key of this.lists.keys()) changes.set(key, { removed: [], added: [], same: [] });
    for (const [key, element] of made) {
      const { kind, id } = referenceOf(key);
      const { removed, added, same } = changes.get(kind) as ListChange;
      const before = this.lists.get(kind)?.rows.get(id);
      const after = element?.row;
      if (before && after && isSameRow(before, after)) {
        same.push({ before, after });
      } else {
        if (before) removed.push(before);
        if (after) added.push(after);
      }
    }
    return changes;
  }

  async #prepareLists(
    made: ReadonlyMap<string, MadeRow | undefined>,
    settings: PortalSettings,
    pace: Pace,
  ): Promise<() => void> {
    const changes = this.#rowChanges(made);
    const shows: (() => void)[] = [];
    for (const [key, list] of this.lists) {
      const change = changes.get(key) as ListChange;
      if (isEmpty(change) && list.isOrderedBy(settings)) continue;
      shows.push(await list.prepare(change, settings, pace));
    }
    return () => {
      for (const show of shows) show();
      // The strings of the old document can go.
      for (const { same } of changes.values())
        for (const { before, after } of same) before.element = after.element;
    };
  }

  *#commit({ changed, made, lookup, showLists }: Prepared): Steps<void> {
    showLists();
    this.#settings = changed.settings;
    for (const [key, element] of made) {
      yield;
      for (const departed of element?.departed ?? []) {
        this.#departed.set(departed, lookup.departed(departed) as StoredDocument);
      }
      if (element) this.#dependencies.set(key, element);
      else this.#dependencies.delete(key);
    }
    for (const [key, document] of changed.documents) {
      yield;
      if (document) this.#documents.set(key, document);
      else this.#documents.delete(key);
    }
    this.#prune();
  }

  #prune(): void {
    if (this.#departed.size === 0) return;
    const needed = new Set<string>();
    for (const { departed } of this.#dependencies.flawed) for (const key of departed) needed.add(key);
    for (const key of this.#departed.keys()) if (!needed.has(key)) this.#departed.delete(key);
  }

  /** A change with the document of this state, if it says the same: so the load that follows it has most documents only once. */
  known(change: Change): Change {
    if ('settings' in change) return change;
    const document = this.#documents.get(keyOf(change.kind, change.id));
    return document && isDeepStrictEqual(document, change.document) ? { ...change, document } : change;
  }

  /** What a document said last, for the load that follows this state. */
  lastValue(key: string): StoredDocument | undefined {
    return this.#departed.get(key) ?? this.#documents.get(key);
  }
}

/** With the row of before, if it is the same: its bytes are in memory already. */
function sharing(made: MadeRow, before: Row | undefined): MadeRow {
  if (!made.row || !before || !isSameRow(made.row, before)) return made;
  before.element = made.row.element;
  return { ...made, row: before };
}

/** Of the other elements, as many are named. */
const MAX_NAMED = 20;

interface WorkedOut {
  /** The document's row as it is served. */
  before: Row | undefined;
  /** The elements that would be made anew, by key. */
  made: ReadonlyMap<string, MadeRow | undefined>;
  /** The rows that would change, by list. */
  changes: ReadonlyMap<string, RowChange>;
}

/** What would become of the elements. */
function rehearsed(
  { kind, id }: DocumentChange,
  { before, made, changes }: WorkedOut,
): Omit<Rehearsal, 'orderings'> {
  const key = keyOf(kind, id);
  const own = made.get(key);
  const after = made.has(key) ? own?.row : before;
  return {
    before: textOf(before),
    after: textOf(after),
    missing: own?.missing ?? [],
    failed: own?.failed ?? [],
    others: [...changes].flatMap(([list, change]) => {
      const documents = changedIn(change).filter((each) => list !== kind || each !== id);
      return documents.length === 0
        ? []
        : { list, count: documents.length, first: documents.slice(0, MAX_NAMED) };
    }),
  };
}

const textOf = (row: Row | undefined) => (row ? String(row.bytes) : null);

/** The documents whose elements have other bytes, or are new or gone. */
function changedIn({ removed, added }: RowChange): string[] {
  const before = new Map(removed.map((row) => [row.documentId, row.digest]));
  const after = new Map(added.map((row) => [row.documentId, row.digest]));
  const documents = new Set([...before.keys(), ...after.keys()]);
  return [...documents].filter((each) => before.get(each) !== after.get(each));
}
