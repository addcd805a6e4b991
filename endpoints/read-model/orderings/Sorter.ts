import type { Element, List } from '../../lists/index.ts';
import type { Steps } from '../retry.ts';
import { compareTied, type Entry, type Row } from '../rows/Row.ts';
import type { PortalSettings } from '../types.ts';
import { Chunk, cut, endsChunk } from './Chunk.ts';
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
  const { emptyFirst, collations } = own ?? {};
  return { collation, collations, emptyFirst, terms, elementPerLink: own?.elementPerLink === true };
}

export function isSameOrder(a: ListOrder, b: ListOrder): boolean {
  return (
    a.collation === b.collation &&
    JSON.stringify(a.collations ?? {}) === JSON.stringify(b.collations ?? {}) &&
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
  *update(chunks: readonly Chunk[], { removed, added }: RowChange): Steps<readonly Chunk[]> {
    let updated = chunks;
    const step = Math.max(LEAST_STEP, Math.ceil(added.length / MOST_STEPS));
    for (let from = 0; from === 0 || from < added.length; from += step) {
      const change = { removed: from === 0 ? removed : [], added: added.slice(from, from + step) };
      updated = yield* this.#change(updated, change);
    }
    return updated;
  }

  /** Makes the chunks anew that rows leave or enter, and what follows them up to the next cut. */
  *#change(chunks: readonly Chunk[], { removed, added }: RowChange): Steps<readonly Chunk[]> {
    const gone = new Set(removed);
    const leaving = this.#keyed(removed).sort(this.#compare);
    const entering = this.#keyed(added).sort(this.#compare);
    const changed: Chunk[] = [];
    let uncut: readonly Entry[] = [];
    let [left, entered] = [0, 0];
    for (const chunk of chunks) {
      const last = this.#key(chunk.last);
      const compareAt = (keyed: readonly Keyed[], at: number) =>
        at < keyed.length ? this.#compare(keyed[at] as Keyed, last) : 1;
      const isLeft = compareAt(leaving, left) <= 0;
      // What is equal to the last entry may go on in the next chunk.
      while (compareAt(leaving, left) < 0) left += 1;
      const from = entered;
      while (compareAt(entering, entered) < 0) entered += 1;
      if (uncut.length === 0 && !isLeft && from === entered) {
        changed.push(chunk);
        continue;
      }
      yield;
      const stay = isLeft ? chunk.entries.filter(({ row }) => !gone.has(row)) : chunk.entries;
      uncut = cut([...uncut, ...this.#insert(stay, entering.slice(from, entered))], changed);
    }
    const rest = entering.slice(entered).map(({ entry }) => entry);
    const last = changed.at(-1);
    if (rest.length > 0 && uncut.length === 0 && last && !endsChunk(last.last.row)) {
      changed.pop();
      uncut = last.entries;
    }
    uncut = cut([...uncut, ...rest], changed);
    if (uncut.length > 0) changed.push(new Chunk(uncut));
    return changed;
  }

  /** At which places a row stands in a sorted order, from 1. */
  placesOf(chunks: readonly Chunk[], row: Row | undefined): number[] {
    if (!row) return [];
    const places: number[] = [];
    const [first, last] = [
      this.#keyed([row]).sort(this.#compare).at(0),
      this.#keyed([row]).sort(this.#compare).at(-1),
    ];
    let before = 0;
    for (const { entries, last: end } of chunks) {
      const starts = entries[0] as Entry;
      if (
        this.#compare(this.#key(end), first as Keyed) >= 0 &&
        this.#compare(this.#key(starts), last as Keyed) <= 0
      ) {
        for (const [at, entry] of entries.entries()) if (entry.row === row) places.push(before + at + 1);
      }
      before += entries.length;
    }
    return places;
  }

  /** Each finds its place by binary search. */
  #insert(entries: readonly Entry[], added: readonly Keyed[]): readonly Entry[] {
    if (added.length === 0) return entries;
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
