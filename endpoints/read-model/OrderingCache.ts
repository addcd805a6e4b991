import type { HeldOrdering } from './HeldOrdering.ts';

/**
 * Which of the other orderings (those that are no list's default) stay held. Anyone can ask for any ordering, so they
 * share a fixed number of bytes; the least recently used go first.
 */
export class OrderingCache {
  readonly #limit: number;
  /** In order of use, with what ends it and the size that it was counted with. */
  readonly #entries = new Map<HeldOrdering, { drop: () => void; size: number }>();
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What the held orderings take, in bytes. */
  get total(): number {
    return this.#total;
  }

  add(held: HeldOrdering, drop: () => void): void {
    this.#entries.set(held, { drop, size: 0 });
  }

  forget(held: HeldOrdering): void {
    this.#total -= this.#entries.get(held)?.size ?? 0;
    this.#entries.delete(held);
  }

  /** Notes a use, and makes room. */
  touch(held: HeldOrdering): void {
    const entry = this.#entries.get(held);
    if (!entry) return;
    this.#entries.delete(held);
    this.#entries.set(held, entry);
    // A body that would fill the cache alone is never kept; the order that it was made in may be.
    if (held.bodySize > this.#limit) held.dropBody();
    const { size } = held;
    this.#total += size - entry.size;
    entry.size = size;
    for (const [oldest, { drop, size: freed }] of this.#entries) {
      if (this.#total <= this.#limit) break;
      this.#entries.delete(oldest);
      this.#total -= freed;
      drop();
    }
  }
}
