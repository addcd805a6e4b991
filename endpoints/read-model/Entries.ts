import type { Entry, Row } from './Row.ts';

/** Entries in an order; an array is one such. */
export interface Entries {
  readonly length: number;
  at(index: number): Entry | undefined;
  slice(start?: number, end?: number): Entries;
}

type Places = Uint16Array | Uint32Array;

/**
 * Rows in an order that is told by their places among all of them: a quarter of an array's memory, and none of it where the
 * collector of old objects has to look. It keeps all the rows, so what is held for long takes its own as an array.
 */
export class RowsInOrder implements Entries {
  readonly #rows: readonly Row[];
  readonly #places: Places;

  constructor(rows: readonly Row[], places: Places) {
    this.#rows = rows;
    this.#places = places;
  }

  get length(): number {
    return this.#places.length;
  }

  at(index: number): Row | undefined {
    return this.#rows[this.#places[index] as number];
  }

  slice(start?: number, end?: number): RowsInOrder {
    return new RowsInOrder(this.#rows, this.#places.subarray(start, end));
  }
}

/** A copy. */
export function arrayOf(entries: Entries): Entry[] {
  const array = new Array<Entry>(entries.length);
  for (let index = 0; index < array.length; index += 1) array[index] = entries.at(index) as Entry;
  return array;
}
