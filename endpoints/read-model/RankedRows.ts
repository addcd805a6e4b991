import type { Column } from './Column.ts';
import { RowsInOrder } from './Entries.ts';
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

/** What a sort needs for a while. */
interface Scratch {
  places: Uint32Array<ArrayBuffer>;
  otherPlaces: Uint32Array<ArrayBuffer>;
  /** One for each bucket, and one. */
  next: Uint32Array<ArrayBuffer>;
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
  /** Undefined while it is in use. */
  #scratch: Scratch | undefined;

  private constructor(rows: readonly Row[]) {
    this.#rows = rows;
  }

  static *from(rows: readonly Row[]): Work<RankedRows> {
    return new RankedRows(yield* mergeSort(rows, compareTied));
  }

  /** In bytes, once this many keys have been sorted by. */
  size(keys: number): number {
    return 1000 + this.#rows.length * (8 + 4 * keys + 12);
  }

  /** The rows in the order of these keys, which all have a column. */
  *sort(keys: readonly SortKey[], columns: ReadonlyMap<string, Column>): Work<RowsInOrder> {
    const { length } = this.#rows;
    const passes: { ranks: Ranks; descending: boolean }[] = [];
    for (const { column: name = '', descending } of keys) {
      const ranks = this.#ranks.get(name) ?? (yield* this.#rank(name, columns.get(name)));
      passes.push({ ranks, descending });
      // It sets all apart: nothing after it decides anything.
      if (ranks.distinct === length) break;
    }
    const scratch = this.#scratch ?? newScratch(length);
    this.#scratch = undefined;
    let { places, otherPlaces } = scratch;
    for (let place = 0; place < length; place += 1) places[place] = place;
    for (const { ranks, descending } of passes.reverse()) {
      yield* countingSort({ from: places, to: otherPlaces, next: scratch.next, ranks, descending });
      [places, otherPlaces] = [otherPlaces, places];
    }
    const sorted = new RowsInOrder(this.#rows, length > 65536 ? places.slice() : Uint16Array.from(places));
    this.#scratch = scratch;
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

function newScratch(length: number): Scratch {
  const [places, otherPlaces] = [new Uint32Array(length), new Uint32Array(length)];
  return { places, otherPlaces, next: new Uint32Array(length + 1) };
}

interface Pass {
  from: Uint32Array;
  to: Uint32Array;
  next: Uint32Array;
  ranks: Ranks;
  descending: boolean;
}

/** Sorts places by one key; what is equal stays as it is. */
function* countingSort({ from, to, next, ranks: { byPlace, distinct }, descending }: Pass): Work<void> {
  const { length } = from;
  const bucketOf = (place: number) => {
    const rank = byPlace[place] as number;
    return descending ? distinct - 1 - rank : rank;
  };
  // Where the next of each bucket goes.
  next.fill(0, 0, distinct + 1);
  for (let at = 0; at < length; at += 1) {
    const after = bucketOf(from[at] as number) + 1;
    next[after] = (next[after] as number) + 1;
    if (at % STEP === 0) yield;
  }
  for (let bucket = 1; bucket <= distinct; bucket += 1) {
    next[bucket] = (next[bucket] as number) + (next[bucket - 1] as number);
    if (bucket % STEP === 0) yield;
  }
  for (let at = 0; at < length; at += 1) {
    const place = from[at] as number;
    const bucket = bucketOf(place);
    to[next[bucket] as number] = place;
    next[bucket] = (next[bucket] as number) + 1;
    if (at % STEP === 0) yield;
  }
}
