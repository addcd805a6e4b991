import type { Failure, Missing } from './types.ts';

/** What is known of how an element was made. Documents are named by their keys. */
export interface Made {
  /** Every document that was looked for, found or not. */
  readonly asked: ReadonlySet<string>;
  /** The departed ones whose last value was used. */
  readonly lent: ReadonlySet<string>;
  readonly missing: readonly Missing[];
  readonly failed: readonly Failure[];
}

interface Asked {
  readonly key: string;
  /** The elements that have asked for it. */
  readonly by: Set<string>;
}

/** Which elements have to be made anew when a document changes, and which are in trouble. */
export class Dependencies {
  readonly #asked = new Map<string, Asked>();
  readonly #asks = new Map<string, readonly Asked[]>();
  readonly #troubled = new Map<string, Made>();

  note(key: string, made: Made): void {
    const before = this.#asks.get(key);
    if (!before || !isSame(before, made.asked)) {
      this.#unlink(key);
      if (made.asked.size > 0) this.#asks.set(key, this.#link(key, made.asked));
    }
    this.#troubled.delete(key);
    if (made.missing.length + made.failed.length > 0) this.#troubled.set(key, made);
  }

  forget(key: string): void {
    this.#unlink(key);
    this.#troubled.delete(key);
  }

  dependentsOf(key: string): ReadonlySet<string> {
    return this.#asked.get(key)?.by ?? new Set();
  }

  /** What an element has asked for. */
  askedBy(key: string): readonly string[] {
    return (this.#asks.get(key) ?? []).map(({ key: asked }) => asked);
  }

  isTroubled(key: string): boolean {
    return this.#troubled.has(key);
  }

  get troubled(): Iterable<Made> {
    return this.#troubled.values();
  }

  #link(key: string, asked: ReadonlySet<string>): Asked[] {
    return Array.from(asked, (other) => {
      let entry = this.#asked.get(other);
      if (!entry) {
        entry = { key: other, by: new Set() };
        this.#asked.set(other, entry);
      }
      entry.by.add(key);
      return entry;
    });
  }

  #unlink(key: string): void {
    for (const { key: other, by } of this.#asks.get(key) ?? []) {
      by.delete(key);
      if (by.size === 0) this.#asked.delete(other);
    }
    this.#asks.delete(key);
  }
}

function isSame(before: readonly Asked[], asked: ReadonlySet<string>): boolean {
  return before.length === asked.size && before.every(({ key }) => asked.has(key));
}
