import type { Column } from './Column.ts';
import { mergeSort } from './mergeSort.ts';
import type { Cached } from './OrderingCache.ts';
import { compareTied, type Row } from './Row.ts';
import type { Work } from './Slices.ts';
import type { SortKey } from './sortKeys.ts';

/** Rows that are gone through between two yields. */
const STEP = 1024;

/** One key of some rows: 0 for the least, the same for equal ones, without gaps. */
interface Ranks {
  of: Uint32Array;
  /** How many there are. */
  count: number;
}

export interface RankedRowsOptions {
  /** How many keys the list can be sorted by. */
  keys: number;
  onDrop: () => void;
}

/**
 * The rows of a list as they were at one moment, with their keys as ranks: to bring them into an order then takes one
 * counting pass per key (a radix sort, the last key first), and compares nothing. The ranks of a key are made when it is
 * first sorted by. After a change they are of no more use.
 */
export class RankedRows implements Cached {
  used = 0;
  /** As they stand where an ordering sets none apart. */
  readonly #rows: readonly Row[];
  readonly #ranks = new Map<string, Ranks>();
  /** Counted as if all keys had been sorted by, so that it takes no room later that others have had since. */
  readonly size: number;
  readonly #onDrop: () => void;

  private constructor(rows: readonly Row[], { keys, onDrop }: RankedRowsOptions) {
    this.#rows = rows;
    this.size = 1000 + rows.length * (8 + 4 * keys);
    this.#onDrop = onDrop;
  }

  static *of(rows: readonly Row[], options: RankedRowsOptions): Work<RankedRows> {
    return new RankedRows(yield* mergeSort(rows, compareTied), options);
  }

  drop(): void {
    this.#onDrop();
  }

  /** The rows in the order of these keys. */
  *sort(keys: readonly SortKey[], columns: ReadonlyMap<string, Column>): Work<Row[]> {
    const { length } = this.#rows;
    const passes: { ranks: Ranks; descending: boolean }[] = [];
    for (const { column: name, descending } of keys) {
      const column = name === undefined ? undefined : columns.get(name);
      if (name === undefined || !column) continue;
      const ranks = this.#ranks.get(name) ?? (yield* this.#rank(name, column));
      passes.push({ ranks, descending });
      // It sets all apart: nothing after it decides anything.
      if (ranks.count === length) break;
    }
    let order = new Uint32Array(length);
    for (let place = 0; place < length; place += 1) order[place] = place;
    for (const { ranks, descending } of passes.reverse()) {
      order = yield* countingPass(order, ranks, descending);
    }
    const sorted = new Array<Row>(length);
    for (let at = 0; at < length; at += 1) {
      sorted[at] = this.#rows[order[at] as number] as Row;
      if (at % STEP === 0) yield;
    }
    return sorted;
  }

  *#rank(name: string, column: Column): Work<Ranks> {
    // A column may number its values anew while they are sorted.
    const values = column.values.slice();
    const valueAt = (place: number) => values[this.#rows[place]?.slot ?? 0] as number;
    const order = yield* mergeSort(this.#rows.keys(), (a, b) => {
      const [x, y] = [valueAt(a), valueAt(b)];
      return x < y ? -1 : Number(x > y);
    });
    const of = new Uint32Array(order.length);
    let rank = -1;
    let last: number | undefined;
    for (const [index, place] of order.entries()) {
      const value = valueAt(place);
      if (value !== last) rank += 1;
      last = value;
      of[place] = rank;
      if (index % STEP === 0) yield;
    }
    const ranks = { of, count: rank + 1 };
    this.#ranks.set(name, ranks);
    return ranks;
  }
}

/** Sorts by one key; what is equal stays as it is. */
function* countingPass(
  order: Uint32Array<ArrayBuffer>,
  { of, count }: Ranks,
  descending: boolean,
): Work<Uint32Array<ArrayBuffer>> {
  const { length } = order;
  const bucketOf = (place: number) => {
    const rank = of[place] as number;
    return descending ? count - 1 - rank : rank;
  };
  /** Where the next of each rank goes. */
  const next = new Uint32Array(count + 1);
  for (let at = 0; at < length; at += 1) {
    const after = bucketOf(order[at] as number) + 1;
    next[after] = (next[after] as number) + 1;
    if (at % STEP === 0) yield;
  }
  for (let rank = 1; rank <= count; rank += 1) {
    next[rank] = (next[rank] as number) + (next[rank - 1] as number);
    if (rank % STEP === 0) yield;
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
