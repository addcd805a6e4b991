import type { Compare } from './collation.ts';
import type { SortValue } from './ordering.ts';

/**
 * One key of a list as numbers that sort like its values, one per row. Texts get ranks when the column is made, so that
 * no sort ever asks the collator; a text that comes later finds its place by binary search and gets a rank between its
 * neighbours'.
 */
export class Column {
  /** By the row's slot. Null is Infinity: last ascending, first descending. */
  values: number[] = [];
  /** The distinct texts in order, and the rank of each. */
  #texts: string[] = [];
  #ranks: number[] = [];
  readonly #compare: Compare;

  constructor(compare: Compare, entries: Iterable<readonly [slot: number, value: SortValue]>) {
    this.#compare = compare;
    this.#fill([...entries]);
  }

  set(slot: number, value: SortValue): void {
    this.values[slot] = typeof value === 'string' ? this.#rank(value) : (value ?? Infinity);
  }

  /** How many distinct texts it holds, those included that no row has any more. */
  get size(): number {
    return this.#texts.length;
  }

  /** Forgets the texts that no row has any more. */
  refill(entries: Iterable<readonly [slot: number, value: SortValue]>): void {
    this.#fill([...entries]);
  }

  #fill(entries: readonly (readonly [number, SortValue])[]): void {
    const distinct = new Set<string>();
    for (const [, value] of entries) if (typeof value === 'string') distinct.add(value);
    this.#texts = [...distinct].sort(this.#compare);
    this.#ranks = this.#texts.map((_, index) => index);
    const rankOf = new Map(this.#texts.map((text, index) => [text, index]));
    for (const [slot, value] of entries) {
      // Gaps would make the array a slow one.
      while (this.values.length <= slot) this.values.push(Infinity);
      this.values[slot] = typeof value === 'string' ? (rankOf.get(value) ?? Infinity) : (value ?? Infinity);
    }
  }

  #rank(text: string): number {
    const at = this.#place(text);
    if (this.#texts[at] === text) return this.#ranks[at] ?? Infinity;
    const before = this.#ranks[at - 1];
    const after = this.#ranks[at];
    const rank =
      before === undefined ? (after ?? 1) - 1 : after === undefined ? before + 1 : (before + after) / 2;
    if (rank === before || rank === after) {
      this.#renumber();
      return this.#rank(text);
    }
    this.#texts.splice(at, 0, text);
    this.#ranks.splice(at, 0, rank);
    return rank;
  }

  /** The place of the first text that is not less. */
  #place(text: string): number {
    let low = 0;
    let high = this.#texts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#texts[middle] ?? '', text) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whole numbers again, after some 50 halvings of the same gap. No order changes. */
  #renumber(): void {
    const renumbered = new Map(this.#ranks.map((rank, index) => [rank, index]));
    this.values = this.values.map((value) => renumbered.get(value) ?? value);
    this.#ranks = this.#ranks.map((_, index) => index);
  }
}
