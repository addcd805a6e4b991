import type { Block, Keeper } from './Block.ts';
import type { Column } from './Column.ts';
import type { CompareEntries } from './Draft.ts';
import { OrderedRows } from './OrderedRows.ts';
import type { Cached, OrderingCache } from './OrderingCache.ts';
import type { ListResponse } from './types.ts';

/** An ordering that is no default one: held, with as much of its body as fits, while the cache has room for it. */
export class OtherOrdering implements Cached, Keeper {
  readonly ordering: OrderedRows;
  readonly columns: readonly CachedColumn[];
  used = 0;
  readonly #cache: OrderingCache;
  readonly #onDrop: () => void;
  #joined = 0;
  #isHeld = false;

  constructor(options: {
    compare: CompareEntries;
    perLink: boolean;
    blockBytes: number;
    columns: readonly CachedColumn[];
    cache: OrderingCache;
    onDrop: () => void;
  }) {
    this.ordering = new OrderedRows({ ...options, keeper: this });
    this.columns = options.columns;
    this.#cache = options.cache;
    this.#onDrop = options.onDrop;
  }

  get size(): number {
    return this.ordering.size + this.#joined;
  }

  hold(): void {
    this.#isHeld = true;
    this.ordering.own();
    for (const column of this.columns) column.users.add(this);
    this.used = this.#cache.tick();
    this.recount();
  }

  response(): ListResponse {
    this.used = this.#cache.tick();
    return this.ordering.response;
  }

  /** To be called after a change. */
  recount(): void {
    const { blocks } = this.ordering;
    this.#joined = blocks.reduce((bytes, { isJoined, length }) => bytes + (isJoined ? length : 0), 0);
    this.#cache.count(this);
  }

  /** Nothing of what is read once only, as most are by whoever asks for all there are, nor of what would take a quarter of the cache. */
  keeps(wasRead: boolean): boolean {
    return wasRead && this.#isHeld && 4 * this.ordering.response.length <= this.#cache.limit;
  }

  joined(block: Block): void {
    this.#joined += block.length;
    this.#cache.count(this);
    this.#cache.fit();
  }

  drop(): void {
    this.#isHeld = false;
    for (const column of this.columns) column.users.delete(this);
    this.#cache.forget(this);
    this.ordering.retire();
    this.#onDrop();
  }
}

/** A column that only other orderings need. */
export class CachedColumn implements Cached {
  readonly column: Column;
  readonly users = new Set<OtherOrdering>();
  isPinned = false;
  /** When an ordering was last made by it, held or not. */
  lastSort = 0;
  readonly #onDrop: () => void;

  constructor(column: Column, onDrop: () => void) {
    this.column = column;
    this.#onDrop = onDrop;
  }

  get size(): number {
    return this.column.size;
  }

  get used(): number {
    let used = this.lastSort;
    for (const user of this.users) if (user.used > used) used = user.used;
    return used;
  }

  /** What is sorted by it could not take a change without it. */
  drop(): void {
    for (const user of [...this.users]) user.drop();
    this.#onDrop();
  }
}
