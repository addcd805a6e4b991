import type { Column } from './Column.ts';
import { mergeSort } from './mergeSort.ts';
import type { Cached } from './OrderingCache.ts';
import { compareTied, type Row } from './Row.ts';
import type { Work } from './Slices.ts';
import type { SortKey } from './sortKeys.ts';

/** Rows that are gone through between two yields. */
const STEP = 1024;

/** One key of some rows as dense ranks: 0 for the least, the same for equal ones, without gaps. */
interface Ranks {
  /** By the row's place. */
  byPlace: Uint32Array;
  distinct: number;
}

/**
 * The rows of a list as they were at one moment, with their keys as dense ranks: to bring them into an order is then an LSD
 * radix sort, one counting sort per key, the last key first, and compares nothing. The ranks of a key are made when it is
 * first sorted by. After a change they are of no more use.
 */
export class RankedRows {
  /** As they stand where an ordering sets none apart. */
  readonly #rows: readonly Row[];
  readonly #ranks = new Map<string, Ranks>();

  private constructor(rows: readonly Row[]) {
    this.#rows = rows;
  }

  static *from(rows: readonly Row[]): Work<RankedRows> {
    return new RankedRows(yield* mergeSort(rows, compareTied));
  }

  /** In bytes, once this many keys have been sorted by. */
  size(keys: number): number {
    return 1000 + this.#rows.length * (8 + 4 * keys);
  }

  /** The rows in the order of these keys, which all have a column. */
  *sort(keys: readonly SortKey[], columns: ReadonlyMap<string, Column>): Work<Row[]> {
    const { length } = this.#rows;
    const passes: { ranks: Ranks; descending: boolean }[] = [];
    for (const { column: name = '', descending } of keys) {
      const ranks = this.#ranks.get(name) ?? (yield* this.#rank(name, columns.get(name)));
      passes.push({ ranks, descending });
      // It sets all apart: nothing after it decides anything.
      if (ranks.distinct === length) break;
    }
    let order = new Uint32Array(length);
    for (let place = 0; place < length; place += 1) order[place] = place;
    for (const { ranks, descending } of passes.reverse()) {
      order = yield* countingSort(order, ranks, descending);
    }
    const sorted = new Array<Row>(length);
    for (let at = 0; at < length; at += 1) {
      sorted[at] = this.#rows[order[at] as number] as Row;
      if (at % STEP === 0) yield;
    }
    return sorted;
  }

  *#rank(name: string, column: Column | undefined): Work<Ranks> {
    if (!column) throw new Error(`There is no column ${name}.`);
    // A column may number its values anew while they are sorted.
    const values = column.values.slice();
    const valueAt = (place: number) => values[(this.#rows[place] as Row).slot] as number;
    const order = yield* mergeSort(this.#rows.keys(), (a, b) => {
      const x = valueAt(a);
      const y = valueAt(b);
      return x < y ? -1 : Number(x > y);
    });
    const byPlace = new Uint32Array(order.length);
    let rank = -1;
    let last: number | undefined;
    for (const [index, place] of order.entries()) {
      const value = valueAt(place);
      if (value !== last) rank += 1;
      last = value;
      byPlace[place] = rank;
      if (index % STEP === 0) yield;
    }
    const ranks = { byPlace, distinct: rank + 1 };
    this.#ranks.set(name, ranks);
    return ranks;
  }
}

/**
 * The ranks of one list until its next change, and their room in the cache. That stays theirs while they have to be made
 * again, and is counted as if every key had been sorted by: nothing is let in meanwhile that others would have to leave for.
 */
export class HeldRanks implements Cached {
  rows: RankedRows | undefined;
  size = 0;
  used = 0;
  isPinned = false;

  drop(): void {
    this.rows = undefined;
  }
}

/** Sorts places by one key; what is equal stays as it is. */
function* countingSort(
  order: Uint32Array<ArrayBuffer>,
  { byPlace, distinct }: Ranks,
  descending: boolean,
): Work<Uint32Array<ArrayBuffer>> {
  const { length } = order;
  const bucketOf = (place: number) => {
    const rank = byPlace[place] as number;
    return descending ? distinct - 1 - rank : rank;
  };
  /** Where the next of each bucket goes. */
  const next = new Uint32Array(distinct + 1);
  for (let at = 0; at < length; at += 1) {
    const after = bucketOf(order[at] as number) + 1;
    next[after] = (next[after] as number) + 1;
    if (at % STEP === 0) yield;
  }
  for (let bucket = 1; bucket <= distinct; bucket += 1) {
    next[bucket] = (next[bucket] as number) + (next[bucket - 1] as number);
    if (bucket % STEP === 0) yield;
  }
  const sorted = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) {
    const place = order[at] as number;
    const bucket = bucketOf(place);
    sorted[next[bucket] as number] = place;
    next[bucket] = (next[bucket] as number) + 1;
    if (at % STEP === 0) yield;
  }
  return sorted;
}
