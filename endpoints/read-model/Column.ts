import type { Compare } from './collation.ts';
import { mergeSort } from './mergeSort.ts';
import type { SortValue } from './ordering.ts';
import type { Row } from './Row.ts';
import type { Work } from './Slices.ts';

export interface ColumnOptions {
  /** How the texts of the key compare. */
  compare: Compare;
  /** Read from the element's JSON, each time. */
  readFrom(row: Row): SortValue;
  rowAt(slot: number): Row;
  /** The texts that are held while a column is made, in bytes; those beyond are read again for each comparison. */
  textBytes?: number;
}

/**
 * One key of a list as numbers that sort like its values, by the row's slot. Texts get ranks when the column is made, so
 * that no sort asks the collator; a text that comes later finds its place by binary search, and gets a rank between its
 * neighbours'. The texts themselves stay in the elements' JSON.
 */
export class Column {
  /** Null is Infinity: last ascending, first descending. */
  values = new Float64Array(0);
  readonly #options: ColumnOptions;
  /** The slots with a text, in the texts' order. */
  #ranked = new Uint32Array(0);
  #count = 0;

  constructor(options: ColumnOptions) {
    this.#options = options;
  }

  /** In bytes. */
  get size(): number {
    return this.values.byteLength + this.#ranked.byteLength + 300;
  }

  /** Makes it for these rows; what it says of others stays as long as it takes. */
  *fill(rows: readonly Row[]): Work<void> {
    const { compare, readFrom, textBytes = 16 * 1024 * 1024 } = this.#options;
    const values = new Float64Array(capacity(rows)).fill(Infinity);
    const withText: Row[] = [];
    const texts: (string | undefined)[] = [];
    let held = 0;
    for (const row of rows) {
      const value = readFrom(row);
      if (typeof value === 'string') {
        withText.push(row);
        held += 2 * value.length;
        texts.push(held <= textBytes ? value : undefined);
      } else {
        values[row.slot] = value ?? Infinity;
      }
      yield;
    }
    const textAt = (index: number) => texts[index] ?? String(readFrom(withText[index] as Row));
    const order = yield* mergeSort(withText.keys(), (a, b) => compare(textAt(a), textAt(b)));
    const ranked = new Uint32Array(order.length);
    let rank = 0;
    let last: string | undefined;
    for (const [place, index] of order.entries()) {
      const text = textAt(index);
      if (last !== undefined && text !== last) rank += 1;
      last = text;
      const { slot } = withText[index] as Row;
      ranked[place] = slot;
      values[slot] = rank;
      yield;
    }
    this.values = values;
    this.#ranked = ranked;
    this.#count = ranked.length;
  }

  /** @param all if it may be made anew where that is less work: every row whose number is in use, these included */
  *add(rows: readonly Row[], all?: () => readonly Row[]): Work<void> {
    const searches = rows.length * Math.log2(this.#count + 2);
    if (all && searches > this.#count) return yield* this.fill(all());
    for (const row of rows) {
      const value = this.#options.readFrom(row);
      this.#set(row.slot, typeof value === 'string' ? this.#rank(value, row.slot) : (value ?? Infinity));
      yield;
    }
  }

  remove(rows: readonly Row[]): void {
    if (this.#count === 0) return;
    if (rows.length === 1) {
      const [{ slot }] = rows as [Row];
      const from = this.#lowerBound((other) => (this.values[other] ?? 0) < (this.values[slot] ?? 0));
      const place = this.#ranked.indexOf(slot, from);
      if (place < 0 || place >= this.#count) return;
      this.#ranked.copyWithin(place, place + 1, this.#count);
      this.#count -= 1;
      return;
    }
    const gone = new Set(rows.map(({ slot }) => slot));
    const stay = this.#ranked.subarray(0, this.#count).filter((slot) => !gone.has(slot));
    this.#ranked = stay;
    this.#count = stay.length;
  }

  #set(slot: number, value: number): void {
    if (slot >= this.values.length) {
      const values = new Float64Array(slot + 1 + (slot >> 3)).fill(Infinity);
      values.set(this.values);
      this.values = values;
    }
    this.values[slot] = value;
  }

  #rank(text: string, slot: number): number {
    const { compare, readFrom, rowAt } = this.#options;
    const textOf = (other: number) => String(readFrom(rowAt(other)));
    const place = this.#lowerBound((other) => compare(textOf(other), text) < 0);
    const rankAt = (at: number) => this.values[this.#ranked[at] ?? 0] ?? 0;
    const before = place > 0 ? rankAt(place - 1) : undefined;
    const after = place < this.#count ? rankAt(place) : undefined;
    const isKnown = after !== undefined && textOf(this.#ranked[place] ?? 0) === text;
    const rank = isKnown ? after : between(before, after);
    if (!isKnown && (rank === before || rank === after)) {
      this.#renumber();
      return this.#rank(text, slot);
    }
    this.#insert(place, slot);
    return rank;
  }

  #insert(place: number, slot: number): void {
    if (this.#count === this.#ranked.length) {
      const ranked = new Uint32Array(this.#count + 16 + (this.#count >> 3));
      ranked.set(this.#ranked);
      this.#ranked = ranked;
    }
    this.#ranked.copyWithin(place + 1, place, this.#count);
    this.#ranked[place] = slot;
    this.#count += 1;
  }

  /** The first place whose slot is not less. */
  #lowerBound(isLess: (slot: number) => boolean): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isLess(this.#ranked[middle] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whole numbers again, after some 50 halvings of the same gap. No order changes. */
  #renumber(): void {
    let rank = -1;
    let last: number | undefined;
    for (const slot of this.#ranked.subarray(0, this.#count)) {
      const value = this.values[slot];
      if (value !== last) rank += 1;
      last = value;
      this.values[slot] = rank;
    }
  }
}

function capacity(rows: readonly Row[]): number {
  let needed = 0;
  for (const { slot } of rows) if (slot >= needed) needed = slot + 1;
  return needed + (needed >> 4);
}

function between(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return (after ?? 1) - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}
