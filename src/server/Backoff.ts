/** Milliseconds before the first new try. */
const FIRST_PAUSE = 250;

/** How long to wait before what failed is tried again: twice as long after each failure in a row. */
export class Backoff {
  #failures = 0;

  /** How many there were in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Counts a failure; gives the milliseconds to wait, `longest` at most. */
  fail(longest: number): number {
    this.#failures += 1;
    return Math.min(FIRST_PAUSE * 2 ** (this.#failures - 1), longest);
  }

  /** It works again. */
  reset(): void {
    this.#failures = 0;
  }
}
