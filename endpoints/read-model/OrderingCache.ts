/** What an {@link OrderingCache} holds. */
export interface Cached {
  /** What it takes now, in bytes. */
  readonly size: number;
  /** When it was last used, as {@link OrderingCache.tick} counts. */
  readonly used: number;
  /** Whether something that is under way needs it. */
  readonly isPinned?: boolean;
  /** It is given up. */
  drop(): void;
}

/** How often an ordering has to be asked for while there is no room for it. */
const OFTEN = 16;
/** Names of such orderings that are remembered. */
const ASKED = 2000;

/**
 * Which of the other orderings (those that are no list's default), and of the columns and ranks that only they need, stay held.
 * Anyone can ask for any ordering, so they share a fixed number of bytes; the least recently used go first. Once these are
 * taken, an ordering has to be asked for {@link OFTEN} times to be held: who asks for whatever there is pushes out nothing
 * that others use, and what was made for him is young garbage.
 */
export class OrderingCache {
  /** In bytes. */
  readonly limit: number;
  readonly #most: number;
  readonly #sizes = new Map<Cached, number>();
  /** How often each was asked for. */
  readonly #asked = new Map<string, number>();
  #total = 0;
  #clock = 0;

  /** @param most how many may be held whatever their size, since every change visits each of them */
  constructor(limit: number, most = 256) {
    this.limit = limit;
    this.#most = most;
  }

  /** What everything held takes, in bytes. */
  get total(): number {
    return this.#total;
  }

  tick(): number {
    this.#clock += 1;
    return this.#clock;
  }

  /** Whether an ordering of so many bytes, made for so many, is to be held, if need be in the place of others. */
  admits(name: string, size: number, askers = 1): boolean {
    if (this.#total + size <= this.limit && this.#sizes.size < this.#most) return true;
    const before = this.#asked.get(name) ?? 0;
    const times = before + askers;
    if (times >= OFTEN) {
      this.#asked.delete(name);
      return true;
    }
    if (before === 0 && this.#asked.size >= ASKED) this.#halve();
    this.#asked.set(name, times);
    return false;
  }

  /** What was asked for once is forgotten, what was asked for often counts half. */
  #halve(): void {
    for (const [name, times] of this.#asked) {
      if (times > 1) this.#asked.set(name, times >> 1);
      else this.#asked.delete(name);
    }
  }

  /** Counts something, for the first time or as it is now. */
  count(cached: Cached): void {
    const { size } = cached;
    this.#total += size - (this.#sizes.get(cached) ?? 0);
    this.#sizes.set(cached, size);
  }

  forget(cached: Cached): void {
    this.#total -= this.#sizes.get(cached) ?? 0;
    this.#sizes.delete(cached);
  }

  /** Gives up what was not used for longest, until the rest fits. */
  fit(): void {
    while (this.#total > this.limit || this.#sizes.size > this.#most) {
      let oldest: Cached | undefined;
      for (const cached of this.#sizes.keys()) {
        if (!cached.isPinned && (!oldest || cached.used < oldest.used)) oldest = cached;
      }
      if (!oldest) return;
      this.forget(oldest);
      oldest.drop();
    }
  }
}
