interface Held {
  readonly etag: string;
  readonly elements: readonly unknown[];
}

/** The last answer of each of so many addresses, those that were asked for last. */
export class HeldAnswers {
  readonly #most: number;
  readonly #answers = new Map<string, Held>();

  constructor(most: number) {
    this.#most = most;
  }

  get(url: string): Held | undefined {
    return this.#answers.get(url);
  }

  /** @param etag without one, nothing is held */
  set(url: string, elements: readonly unknown[], etag: string | null): void {
    // A map has its keys in the order in which they were added.
    this.#answers.delete(url);
    if (etag !== null) this.#answers.set(url, { etag, elements });
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size > this.#most) this.#answers.delete(oldest);
  }
}
