import { readJson } from '../lists/definition/parse.ts';
import type { Element, List } from '../lists/index.ts';
import { entityTag, joinBody } from './joinBody.ts';
import type { OrderingCache } from './orderings/OrderingCache.ts';
import { formatOrdering, parseOrdering } from './orderings/ordering.ts';
import { isSameOrder, type ListOrder, listOrder, type RowChange, Sorter } from './orderings/Sorter.ts';
import { type Pace, runAtOnce } from './Pace.ts';
import { placesIn } from './rehearsed.ts';
import type { Entry, Row } from './rows/Row.ts';
import type { ListResponse, PortalSettings, RehearsedOrdering, SnapshotList } from './types.ts';

/** An ordering that takes every change of its list. */
interface HeldOrdering {
  readonly sorter: Sorter;
  readonly entries: readonly Entry[];
  readonly response: ListResponse;
}

/** The default ordering, under '', and the documented ones under their shortest spelling. */
type HeldOrderings = ReadonlyMap<string, HeldOrdering>;

/** One list: its rows, and its orderings. */
export class ListState {
  readonly list: List;
  readonly rows = new Map<string, Row>();
  readonly #cache: OrderingCache;
  #order: ListOrder;
  #held: HeldOrderings;

  constructor(list: List, { settings, cache }: { settings: PortalSettings; cache: OrderingCache }) {
    this.list = list;
    this.#cache = cache;
    this.#order = listOrder(list, settings);
    this.#held = this.#emptyOrderings(this.#order);
  }

  /** The shortest spelling of an ordering; '' for the default one. */
  keyOf(ordering: string | undefined): string {
    if (!ordering) return '';
    const key = formatOrdering(parseOrdering(this.list, ordering));
    return key === formatOrdering(this.#order.terms) ? '' : key;
  }

  /** @param key as {@link keyOf} gives it */
  response(key: string): ListResponse | undefined {
    return this.#held.get(key)?.response ?? this.#cache.get(this.list.key, key);
  }

  /** The first element of the default order that has an id. It is looked for: an index would take memory in every portal. */
  record(id: number): ListResponse | undefined {
    const row = this.#held.get('')?.entries.find(({ row: { apiId } }) => apiId === id)?.row;
    return row && { body: row.bytes, length: row.bytes.length, etag: `"${row.digest}"` };
  }

  /** Whether a body is that of an ordering that stays until the list changes. */
  holds(body: Buffer): boolean {
    return [...this.#held.values()].some(({ response }) => response.body === body);
  }

  /**
   * Makes an ordering and caches it. All rows must have been read. At once: a change that came between two steps would have it
   * begin again, and lasting changes would keep it from ever being made.
   */
  make(key: string): ListResponse {
    const response = runAtOnce(joinBody(this.#sorter(key, this.#order).sort(this.rows.values())));
    this.#cache.set(this.list.key, key, response);
    return response;
  }

  /** Reads the elements of rows that a checkpoint brought: an ordering needs them. */
  async readRows(pace: Pace): Promise<void> {
    for (const row of this.rows.values()) {
      if (row.element) continue;
      row.element = readJson(String(row.bytes), this.list.keptKeys) as Element;
      if (pace.isDue) await pace.breathe();
    }
  }

  isOrderedBy(settings: PortalSettings): boolean {
    return isSameOrder(this.#order, listOrder(this.list, settings));
  }

  /** Works out a change. Nothing shows until the returned function is called. */
  async prepare(change: RowChange, settings: PortalSettings, pace: Pace): Promise<() => void> {
    const order = listOrder(this.list, settings);
    const held = new Map<string, HeldOrdering>();
    for await (const [key, { sorter, entries }] of this.#ordered(change, order, pace)) {
      held.set(key, { sorter, entries, response: await pace.run(joinBody(entries)) });
    }
    return () => {
      this.#order = order;
      this.#held = held;
      for (const row of change.removed) this.rows.delete(row.documentId);
      for (const row of change.added) this.rows.set(row.documentId, row);
      this.#cache.drop(this.list.key);
    };
  }

  /**
   * The held orderings now and after a change, which does not show.
   * @param document whose places to name
   */
  async rehearse(
    change: RowChange,
    settings: PortalSettings,
    pace: Pace,
    document: string | undefined,
  ): Promise<RehearsedOrdering[]> {
    const order = listOrder(this.list, settings);
    const rehearsed: RehearsedOrdering[] = [];
    for await (const [key, { entries }] of this.#ordered(change, order, pace)) {
      const held = this.#held.get(key) as HeldOrdering;
      const before = placesIn(held.entries, held.response.etag, document);
      if (pace.isDue) await pace.breathe();
      const after = placesIn(entries, entityTag(entries), document);
      rehearsed.push({ list: this.list.key, ordering: key, before, after });
      if (pace.isDue) await pace.breathe();
    }
    return rehearsed;
  }

  /** Takes a list as it was served. Other orderings are made when they are asked for. */
  restore({ entries, body }: SnapshotList): void {
    const rows = new Map(entries.map(({ row }) => [row, { ...row, element: undefined }]));
    const restored = entries.map(({ row, linkRank }) => ({ row: rows.get(row) as Row, linkRank }));
    const response = { body, length: body.length, etag: entityTag(entries) };
    for (const row of rows.values()) this.rows.set(row.documentId, row);
    this.#held = new Map([['', { sorter: this.#sorter('', this.#order), entries: restored, response }]]);
  }

  snapshot(): SnapshotList {
    const { entries, response } = this.#held.get('') as HeldOrdering;
    return { list: this.list.key, entries, body: response.body };
  }

  /** The held orderings after a change. */
  async *#ordered(
    change: RowChange,
    order: ListOrder,
    pace: Pace,
  ): AsyncGenerator<[string, Pick<HeldOrdering, 'entries' | 'sorter'>]> {
    const stays = isSameOrder(this.#order, order);
    const before = stays ? this.#held : this.#emptyOrderings(order);
    const update = stays ? change : { removed: [], added: this.#rowsAfter(change) };
    for (const [key, { sorter, entries: previous }] of before) {
      yield [key, { sorter, entries: await pace.run(sorter.update(previous, update)) }];
    }
  }

  #emptyOrderings(order: ListOrder): HeldOrderings {
    const standard = formatOrdering(order.terms);
    const documented = this.list.documentedOrderings.map((ordering) =>
      formatOrdering(parseOrdering(this.list, ordering)),
    );
    const keys = ['', ...documented.filter((key) => key !== standard)];
    return new Map(
      keys.map((key) => [
        key,
        { sorter: this.#sorter(key, order), entries: [], response: runAtOnce(joinBody([])) },
      ]),
    );
  }

  #sorter(key: string, order: ListOrder): Sorter {
    const terms = key === '' ? order.terms : parseOrdering(this.list, key);
    return new Sorter(this.list, terms, order);
  }

  #rowsAfter({ removed, added }: RowChange): Row[] {
    const gone = new Set(removed);
    return [...[...this.rows.values()].filter((row) => !gone.has(row)), ...added];
  }
}
