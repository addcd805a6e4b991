interface Held {
  readonly etag: string;
  /** A list of elements, or a record. */
  readonly value: unknown;
}

/** Caches the last answers of the most recently used addresses. */
export class HeldAnswers {
  readonly #most: number;
  readonly #answers = new Map<string, Held>();

  constructor(most: number) {
    this.#most = most;
  }

  get(url: string): Held | undefined {
    return this.#answers.get(url);
  }

  /** @param etag if null, the answer is not cached */
  set(url: string, value: unknown, etag: string | null): void {
    // A Map iterates in insertion order, so the first key is the oldest.
    this.#answers.delete(url);
    if (etag !== null) this.#answers.set(url, { etag, value });
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size > this.#most) this.#answers.delete(oldest);
  }
}
