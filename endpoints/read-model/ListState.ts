import type { Element, List } from '../lists/index.ts';
import { Column } from './Column.ts';
import { HeldOrdering, type SortKey } from './HeldOrdering.ts';
import type { OrderingCache } from './OrderingCache.ts';
import {
  comparatorOf,
  formatOrdering,
  parseOrdering,
  type SortValue,
  sortValueOf,
  type Term,
} from './ordering.ts';
import type { Entry, Row } from './Row.ts';
import type { ListResponse, PortalSettings } from './types.ts';

/** The elements of one list and the orderings of them that are held. */
export class ListState {
  readonly list: List;
  readonly rows = new Map<string, Row>();
  readonly #elementOf: (list: List, row: Row) => Element;
  readonly #cache: OrderingCache;
  readonly #columns = new Map<string, Column>();
  readonly #held = new Map<string, HeldOrdering>();
  readonly #freeSlots: number[] = [];
  #slots = 0;
  #settings: PortalSettings;

  constructor(
    list: List,
    options: { settings: PortalSettings; elementOf: (list: List, row: Row) => Element; cache: OrderingCache },
  ) {
    this.list = list;
    this.#settings = options.settings;
    this.#elementOf = options.elementOf;
    this.#cache = options.cache;
  }

  /** New settings make every order another one. */
  set settings(settings: PortalSettings) {
    this.#settings = settings;
    this.#columns.clear();
    for (const held of this.#held.values()) this.#cache.forget(held);
    this.#held.clear();
  }

  /** The slot for a document's row: its own one, or a free one. */
  slotOf(documentId: string): number {
    return this.rows.get(documentId)?.slot ?? this.#freeSlots.pop() ?? this.#slots++;
  }

  /** Puts a row in the place of the one that its document had. */
  put(row: Row, element: Element): void {
    const before = this.rows.get(row.documentId);
    if (before?.isSameAs(row)) return;
    this.rows.set(row.documentId, row);
    for (const [key, column] of this.#columns) {
      column.set(row.slot, this.#valueFor(key, row, element));
      // Texts that nothing holds any more are given up before they outnumber the others.
      if (column.size > 2 * this.rows.size + 1000) column.refill(this.#columnEntries(key));
    }
    for (const held of this.#held.values()) held.change(before, row);
  }

  remove(documentId: string): void {
    const row = this.rows.get(documentId);
    if (!row) return;
    this.rows.delete(documentId);
    this.#freeSlots.push(row.slot);
    for (const held of this.#held.values()) held.change(row, undefined);
  }

  response(ordering: string | undefined): ListResponse {
    const asked = ordering ? parseOrdering(this.list, ordering) : [];
    const standard = this.#defaultTerms;
    const terms = asked.length > 0 ? asked : standard;
    const key = formatOrdering(terms);
    const isDefault = key === formatOrdering(standard);
    let held = this.#held.get(key);
    if (!held) {
      held = this.#hold(terms, isDefault);
      this.#held.set(key, held);
      if (!isDefault) this.#cache.add(held, () => this.#held.delete(key));
    }
    const response = held.response();
    if (!isDefault) this.#cache.touch(held);
    return response;
  }

  get #defaultTerms(): Term[] {
    const ordering = this.#settings.lists[this.list.slug]?.ordering ?? this.list.defaultOrdering;
    return parseOrdering(this.list, ordering);
  }

  #hold(terms: readonly Term[], isDefault: boolean): HeldOrdering {
    const linkField = this.list.perLink?.field;
    const perLink =
      this.#settings.lists[this.list.slug]?.elementPerLink === true &&
      terms.some(({ field }) => field === linkField);
    return new HeldOrdering({
      keys: terms.map((term) => this.#sortKey(term, perLink)),
      rows: () => this.rows.values(),
      perLink,
      onJoin: (held, entries, body) => (isDefault ? shareBytes(entries, body) : this.#cache.touch(held)),
    });
  }

  #sortKey({ field, descending }: Term, perLink: boolean): SortKey {
    const isLinks = field === this.list.perLink?.field;
    if (isLinks && perLink) return { valueFor: (entry) => entry.linkRank, descending };
    const column = this.#column(isLinks ? (descending ? HIGHEST : LOWEST) : field);
    return { valueFor: ({ row }) => column.values[row.slot] ?? Infinity, descending };
  }

  #column(key: string): Column {
    let column = this.#columns.get(key);
    if (!column) {
      const compare = comparatorOf(this.list, key, this.#settings.collation);
      column = new Column(compare, this.#columnEntries(key));
      this.#columns.set(key, column);
    }
    return column;
  }

  *#columnEntries(key: string): Iterable<readonly [number, SortValue]> {
    for (const row of this.rows.values()) yield [row.slot, this.#valueFor(key, row)];
  }

  #valueFor(key: string, row: Row, element?: Element): SortValue {
    if (key === LOWEST) return row.linkRanks.length > 0 ? Math.min(...row.linkRanks) : null;
    if (key === HIGHEST) return row.linkRanks.length > 0 ? Math.max(...row.linkRanks) : null;
    return sortValueOf(this.list, key, (element ?? this.#elementOf(this.list, row))[key]);
  }
}

// A list that does not repeat its elements stands at the lowest link ascending, at the highest descending. Spaces keep
// these apart from names of keys that `ordering` could give.
const LOWEST = 'links, lowest rank';
const HIGHEST = 'links, highest rank';

/** The rows keep their bytes in the joined body, so that the default list is in memory once. */
function shareBytes(entries: readonly Entry[], body: Buffer): void {
  let at = 1;
  for (const { row } of entries) {
    const end = at + row.bytes.length;
    row.bytes = body.subarray(at, end);
    at = end + 1;
  }
}
