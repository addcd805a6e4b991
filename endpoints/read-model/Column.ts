import type { Compare } from './collation.ts';
import { mergeSort } from './mergeSort.ts';
import type { SortValue } from './ordering.ts';
import type { Row } from './Row.ts';
import type { Work } from './Slices.ts';
import { TextReader } from './TextReader.ts';

export interface ColumnOptions {
  /** How the texts of the key compare. */
  compare: Compare;
  /** Read from the element's JSON, each time. */
  readFrom(row: Row): SortValue;
  rowAt(slot: number): Row;
  /** The long texts that are held while a column is made, in bytes; others are read again for comparisons. */
  textBytes?: number;
}

/** A text up to this length (a timestamp, most slugs) is kept; a longer one is read again where it is compared. */
const SHORT = 40;

/**
 * One key of a list as numbers that sort like its values, by the row's slot. Texts get ranks when the column is made, so
 * that no sort asks the collator; a text that comes later finds its place by binary search, and gets a rank between its
 * neighbours'. Long texts stay in the elements' JSON alone.
 */
export class Column {
  /** Null is Infinity: last ascending, first descending. */
  values = new Float64Array(0);
  /** Grows when values get new numbers, in the same order; those of rows that were removed keep theirs. */
  numbering = 0;
  readonly #options: ColumnOptions;
  /** The slots with a text, in the texts' order. */
  #ranked = new Uint32Array(0);
  #count = 0;
  /** The short texts, by slot. */
  readonly #texts = new Map<number, string>();

  constructor(options: ColumnOptions) {
    this.#options = options;
  }

  /** In bytes; of a short text its longest form. */
  get size(): number {
    return this.values.byteLength + this.#ranked.byteLength + this.#texts.size * (2 * SHORT + 60) + 300;
  }

  /** Makes it for these rows; what it says of others stays as long as it takes. */
  *fill(rows: readonly Row[]): Work<void> {
    const { compare, textBytes } = this.#options;
    const values = new Float64Array(capacity(rows)).fill(Infinity);
    const reader = new TextReader((slot) => this.#textAt(slot), textBytes);
    const slots: number[] = [];
    for (const row of rows) {
      const { slot } = row;
      const value = this.#texts.get(slot) ?? this.#options.readFrom(row);
      if (typeof value === 'string') {
        slots.push(slot);
        reader.know(slot, this.#keepShort(slot, value));
      } else {
        values[slot] = value ?? Infinity;
      }
      yield;
    }
    const order = yield* mergeSort(slots, (a, b) => compare(reader.read(a), reader.read(b)));
    let rank = 0;
    let last: string | undefined;
    for (const slot of order) {
      const text = reader.read(slot);
      if (last !== undefined && text !== last) rank += 1;
      last = text;
      values[slot] = rank;
      yield;
    }
    this.values = values;
    this.#ranked = Uint32Array.from(order);
    this.#count = order.length;
  }

  /** @param all if it may be made anew where that is less work: every row whose slot is in use, these included */
  *add(rows: readonly Row[], all?: () => readonly Row[]): Work<void> {
    const searches = rows.length * Math.log2(this.#count + 2);
    if (all && this.#count > 0 && searches > this.#count) return yield* this.fill(all());
    for (const row of rows) {
      const value = this.#options.readFrom(row);
      this.#set(row.slot, typeof value === 'string' ? this.#rank(value, row.slot) : (value ?? Infinity));
      yield;
    }
  }

  remove(rows: readonly Row[]): void {
    for (const { slot } of rows) this.#texts.delete(slot);
    const [only] = rows;
    if (this.#count === 0 || !only) return;
    if (rows.length === 1) this.#removeOne(only.slot);
    else this.#removeAll(new Set(rows.map(({ slot }) => slot)));
  }

  #removeOne(slot: number): void {
    const from = this.#lowerBound((other) => (this.values[other] ?? 0) < (this.values[slot] ?? 0));
    const place = this.#ranked.indexOf(slot, from);
    if (place < 0 || place >= this.#count) return;
    this.#ranked.copyWithin(place, place + 1, this.#count);
    this.#count -= 1;
  }

  #removeAll(slots: ReadonlySet<number>): void {
    this.#ranked = this.#ranked.subarray(0, this.#count).filter((slot) => !slots.has(slot));
    this.#count = this.#ranked.length;
  }

  #textAt(slot: number): string {
    return this.#texts.get(slot) ?? String(this.#options.readFrom(this.#options.rowAt(slot)));
  }

  #keepShort(slot: number, text: string): string {
    if (text.length <= SHORT) this.#texts.set(slot, text);
    return text;
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
    const { compare } = this.#options;
    const place = this.#lowerBound((other) => compare(this.#textAt(other), text) < 0);
    const rankAt = (at: number) => this.values[this.#ranked[at] ?? 0] ?? 0;
    const before = place > 0 ? rankAt(place - 1) : undefined;
    const after = place < this.#count ? rankAt(place) : undefined;
    const isKnown = after !== undefined && this.#textAt(this.#ranked[place] ?? 0) === text;
    const rank = isKnown ? after : between(before, after);
    if (!isKnown && (rank === before || rank === after)) {
      this.#renumber();
      return this.#rank(text, slot);
    }
    this.#insert(place, slot);
    this.#keepShort(slot, text);
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
    this.numbering += 1;
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

function between(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return (after ?? 1) - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}

function capacity(rows: readonly Row[]): number {
  let needed = 0;
  for (const { slot } of rows) if (slot >= needed) needed = slot + 1;
  return needed + (needed >> 4);
}
