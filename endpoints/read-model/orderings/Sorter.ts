import type { Element, List } from '../../lists/index.ts';
import type { Steps } from '../Pace.ts';
import { compareTied, type Entry, type Row } from '../rows/Row.ts';
import type { PortalSettings } from '../types.ts';
import {
  type Criterion,
  compareKeys,
  criteriaOf,
  formatOrdering,
  keyOf,
  parseOrdering,
  type SortValue,
  type Term,
  type ValueOrder,
} from './ordering.ts';

/** What of the settings decides how one list is ordered. */
export interface ListOrder extends ValueOrder {
  /** The default order. */
  terms: readonly Term[];
  elementPerLink: boolean;
}

export function listOrder(list: List, { collation, lists }: PortalSettings): ListOrder {
  const own = lists[list.key];
  const terms = parseOrdering(list, own?.ordering ?? list.defaultOrdering);
  const { emptyFirst, otherCollation } = own ?? {};
  return { collation, otherCollation, emptyFirst, terms, elementPerLink: own?.elementPerLink === true };
}

export function isSameOrder(a: ListOrder, b: ListOrder): boolean {
  return (
    a.collation === b.collation &&
    String(a.otherCollation ?? '') === String(b.otherCollation ?? '') &&
    String(a.emptyFirst ?? '') === String(b.emptyFirst ?? '') &&
    a.elementPerLink === b.elementPerLink &&
    formatOrdering(a.terms) === formatOrdering(b.terms)
  );
}

/** How the rows of a list change. */
export interface RowChange {
  removed: Row[];
  added: Row[];
}

/** Rows that are sorted in one step: of a long list more, since each step goes over all. */
const LEAST_STEP = 500;
const MOST_STEPS = 10;

/** An entry with what it sorts by. */
interface Keyed {
  entry: Entry;
  values: readonly SortValue[];
}

/** Sorts the rows of one list by one ordering (contract: Ordering). All rows must have been read (`Row.element`). */
export class Sorter {
  readonly #criteria: readonly Criterion<Entry>[];
  /** Whether a row stands there once per link. */
  readonly #perLink: boolean;

  constructor(list: List, terms: readonly Term[], { elementPerLink, ...order }: Omit<ListOrder, 'terms'>) {
    const links = list.perLink?.field;
    this.#perLink = elementPerLink && terms.some(({ field }) => field === links);
    this.#criteria = criteriaOf(list, terms, order, (entry, { field, descending }) =>
      field === links ? this.#rankOf(entry, descending) : (entry.row.element as Element)[field],
    );
  }

  sort(rows: Iterable<Row>): Entry[] {
    const keyed = this.#keyed(rows);
    return keyed.sort(this.#compare).map(({ entry }) => entry);
  }

  /** A sorted order with a change. Many rows are added in several steps, since a sort is one. */
  *update(entries: readonly Entry[], { removed, added }: RowChange): Steps<Entry[]> {
    const gone = new Set(removed);
    let updated = entries.filter(({ row }) => !gone.has(row));
    const step = Math.max(LEAST_STEP, Math.ceil(added.length / MOST_STEPS));
    for (let from = 0; from < added.length; from += step) {
      yield;
      updated = this.#insert(updated, this.#keyed(added.slice(from, from + step)).sort(this.#compare));
    }
    return updated;
  }

  /** Each finds its place by binary search. */
  #insert(entries: readonly Entry[], added: readonly Keyed[]): Entry[] {
    const keys: Keyed[] = [];
    const keyAt = (index: number) => (keys[index] ??= this.#key(entries[index] as Entry));
    const inserted: Entry[] = [];
    let from = 0;
    for (const keyed of added) {
      const place = this.#placeOf(keyed, keyAt, { low: from, high: entries.length });
      for (; from < place; from += 1) inserted.push(entries[from] as Entry);
      inserted.push(keyed.entry);
    }
    for (; from < entries.length; from += 1) inserted.push(entries[from] as Entry);
    return inserted;
  }

  #placeOf(
    keyed: Keyed,
    keyAt: (index: number) => Keyed,
    { low, high }: { low: number; high: number },
  ): number {
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(keyAt(middle), keyed) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #keyed(rows: Iterable<Row>): Keyed[] {
    const keyed: Keyed[] = [];
    for (const row of rows) {
      const ranks = this.#perLink && row.linkRanks.length > 0 ? row.linkRanks : [null];
      for (const linkRank of ranks) keyed.push(this.#key({ row, linkRank }));
    }
    return keyed;
  }

  #key(entry: Entry): Keyed {
    return { entry, values: keyOf(this.#criteria, entry) };
  }

  readonly #compare = (a: Keyed, b: Keyed): number =>
    compareKeys(this.#criteria, a.values, b.values) || compareTied(a.entry.row, b.entry.row);

  /** A list that does not repeat its elements has them at their lowest link ascending, at the highest descending. */
  #rankOf({ linkRank, row: { linkRanks } }: Entry, descending: boolean): number | null {
    if (this.#perLink) return linkRank;
    if (linkRanks.length === 0) return null;
    return descending ? Math.max(...linkRanks) : Math.min(...linkRanks);
  }
}
