import { readJson } from '../lists/definition/parse.ts';
import type { Element, List } from '../lists/index.ts';
import { OrderedEntries } from './orderings/OrderedEntries.ts';
import type { OrderingCache } from './orderings/OrderingCache.ts';
import { formatOrdering, parseOrdering } from './orderings/ordering.ts';
import { isSameOrder, type ListOrder, listOrder, type RowChange, Sorter } from './orderings/Sorter.ts';
import type { InTurn } from './retry.ts';
import { Pace, runAtOnce } from './retry.ts';
import { Row } from './rows/Row.ts';
import type {
  ListResponse,
  OrderingPlaces,
  PortalSettings,
  RehearsedOrdering,
  SnapshotList,
  SnapshotRow,
} from './types.ts';

/** An ordering that takes every change of its list. */
interface HeldOrdering {
  readonly sorter: Sorter;
  readonly ordering: OrderedEntries;
  /** Its body, while that is being joined. */
  joining?: Promise<ListResponse> | undefined;
}

/** The default ordering, under '', and the documented ones under their shortest spelling. */
type HeldOrderings = ReadonlyMap<string, HeldOrdering>;

interface ListStateOptions {
  settings: PortalSettings;
  cache: OrderingCache;
  /** Bodies are joined one at a time. */
  joins: InTurn;
}

/** One list: its rows, and its orderings. */
export class ListState {
  readonly list: List;
  readonly rows = new Map<string, Row>();
  readonly #cache: OrderingCache;
  readonly #joins: InTurn;
  #order: ListOrder;
  #held: HeldOrderings;

  constructor(list: List, { settings, cache, joins }: ListStateOptions) {
    this.list = list;
    this.#cache = cache;
    this.#joins = joins;
    this.#order = listOrder(list, settings);
    this.#held = this.#emptyOrderings(this.#order);
  }

  /** The shortest spelling of an ordering; '' for the default one. */
  keyOf(ordering: string | undefined): string {
    if (!ordering) return '';
    const key = formatOrdering(parseOrdering(this.list, ordering));
    return key === formatOrdering(this.#order.terms) ? '' : key;
  }

  /** Of the default ordering's body, in bytes. */
  get length(): number {
    return this.#standard.length;
  }

  /** The entity tag of the default ordering. */
  tag(): string {
    return runAtOnce(this.#standard.tag());
  }

  /**
   * A body is joined when it is first asked for after a change.
   * @param key as {@link keyOf} gives it
   */
  response(key: string): ListResponse | Promise<ListResponse> | undefined {
    const held = this.#held.get(key);
    if (!held) return this.#cache.get(this.list.key, key);
    const { ordering } = held;
    return ordering.response ?? (ordering.isShort ? runAtOnce(ordering.join()) : this.#join(key, held));
  }

  #join(key: string, held: HeldOrdering): Promise<ListResponse> {
    // Meanwhile there may be a newer one: it is joined instead.
    held.joining ??= this.#joins
      .run(() => new Pace().run((this.#held.get(key) ?? held).ordering.join()))
      .finally(() => {
        held.joining = undefined;
      });
    return held.joining;
  }

  get #standard(): OrderedEntries {
    return (this.#held.get('') as HeldOrdering).ordering;
  }

  /** The first element of the default order that has an id. It is looked for: an index would take memory in every portal. */
  record(id: number): ListResponse | undefined {
    for (const { row } of this.#standard.entries()) {
      if (row.apiId === id) return { body: row.bytes, length: row.length, etag: `"${row.digest}"` };
    }
    return undefined;
  }

  /** Whether a body is that of an ordering that stays until the list changes. */
  holds(body: Buffer): boolean {
    return [...this.#held.values()].some(({ ordering }) => ordering.response?.body === body);
  }

  /**
   * Makes an ordering and caches it. All rows must have been read. At once: a change that came between two steps would have it
   * begin again, and lasting changes would keep it from ever being made.
   */
  make(key: string): ListResponse {
    const entries = this.#sorter(key, this.#order).sort(this.rows.values());
    const response = runAtOnce(OrderedEntries.of(entries, { keepsRows: false }).join());
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
    for await (const [key, ordered] of this.#ordered(change, order, pace)) held.set(key, ordered);
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
    const rowBefore = document === undefined ? undefined : this.rows.get(document);
    const isRemoved = change.removed.some((row) => row === rowBefore);
    const added = change.added.find(({ documentId }) => documentId === document);
    const rowAfter = added ?? (isRemoved ? undefined : rowBefore);
    for await (const [key, after] of this.#ordered(change, order, pace)) {
      const before = this.#held.get(key) as HeldOrdering;
      rehearsed.push({
        list: this.list.key,
        ordering: key,
        before: await placesIn(before, rowBefore, pace),
        after: await placesIn(after, rowAfter, pace),
      });
      if (pace.isDue) await pace.breathe();
    }
    return rehearsed;
  }

  /** Takes a list as it was served. Other orderings are made when they are asked for. */
  restore({ entries, body }: SnapshotList): void {
    const rows = new Map<SnapshotRow, Row>();
    let at = 1;
    for (const { row } of entries) {
      const bytes = body.subarray(at, at + row.length);
      if (!rows.has(row)) rows.set(row, new Row({ ...row, bytes, element: undefined }));
      at += row.length + 1;
    }
    const restored = entries.map(({ row, linkRank }) => ({ row: rows.get(row) as Row, linkRank }));
    for (const row of rows.values()) this.rows.set(row.documentId, row);
    const ordering = OrderedEntries.of(restored, { keepsRows: true });
    ordering.restore(body);
    this.#held = new Map([['', { sorter: this.#sorter('', this.#order), ordering }]]);
  }

  /** As it is served when it is asked for. */
  async snapshot(): Promise<SnapshotList> {
    const { ordering } = this.#held.get('') as HeldOrdering;
    const { body } = await this.#joins.run(() => new Pace().run(ordering.join()));
    return { list: this.list.key, entries: ordering.chunks.flatMap(({ entries }) => entries), body };
  }

  /** The held orderings after a change. */
  async *#ordered(change: RowChange, order: ListOrder, pace: Pace): AsyncGenerator<[string, HeldOrdering]> {
    const stays = isSameOrder(this.#order, order);
    const before = stays ? this.#held : this.#emptyOrderings(order);
    const update = stays ? change : { removed: [], added: this.#rowsAfter(change) };
    for (const [key, { sorter, ordering }] of before) {
      const chunks = await pace.run(sorter.update(ordering.chunks, update));
      yield [key, { sorter, ordering: new OrderedEntries(chunks, { keepsRows: key === '' }) }];
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
        {
          sorter: this.#sorter(key, order),
          ordering: new OrderedEntries([], { keepsRows: key === '' }),
        },
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

async function placesIn(
  { sorter, ordering }: HeldOrdering,
  row: Row | undefined,
  pace: Pace,
): Promise<OrderingPlaces> {
  const etag = await pace.run(ordering.tag());
  return { etag, count: ordering.count, places: sorter.placesOf(ordering.chunks, row) };
}
