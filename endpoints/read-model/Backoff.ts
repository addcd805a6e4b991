/** How long to wait before what failed is tried again: twice as long after each failure in a row. */
export class Backoff {
  readonly #first: number;
  #failures = 0;

  /** @param first the milliseconds after the first failure */
  constructor(first = 250) {
    this.#first = first;
  }

  /** How many there were in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Counts a failure; gives the milliseconds to wait, `longest` at most. */
  fail(longest: number): number {
    this.#failures += 1;
    return Math.min(this.#first * 2 ** (this.#failures - 1), longest);
  }

  /** It works again. */
  reset(): void {
    this.#failures = 0;
  }
}
