import type { List } from '../lists/index.ts';
import type { Block } from './Block.ts';
import type { Column } from './Column.ts';
import { BlockResponse, type OrderedRows } from './OrderedRows.ts';
import type { OrderingCache } from './OrderingCache.ts';
import { CachedColumn, OtherOrdering } from './OtherOrdering.ts';
import { parseOrdering } from './ordering.ts';
import { HeldRanks, RankedRows } from './RankedRows.ts';
import type { Row, RowChange } from './Row.ts';
import { finish, type Work } from './Slices.ts';
import type { Slots } from './Slots.ts';
import { compareBy, type ListOrder, type SortPlan, sortPlan } from './sortKeys.ts';
import type { ListResponse } from './types.ts';

export interface OtherOrderingsOptions {
  list: List;
  slots: Slots;
  cache: OrderingCache;
  blockBytes: number;
  rows: () => readonly Row[];
  standard: () => { order: ListOrder; columns: ReadonlyMap<string, Column> };
  newColumn: (key: string) => Column;
}

/** What changes while something is made of the rows as they were. */
interface Watch {
  readonly changes: RowChange[];
  /** Too much to be caught up with. */
  isBroken: boolean;
}

/** An ordering that is being made. */
interface Making {
  key: string;
  plan: SortPlan;
  columns: ReadonlyMap<string, Column>;
  /** Those that no default order needs. */
  own: readonly CachedColumn[];
  askers: () => number;
}

const MOST_TO_CATCH_UP = 100;

/** The orderings of one list that are held besides its default one. */
export class OtherOrderings {
  readonly #options: OtherOrderingsOptions;
  readonly #held = new Map<string, OtherOrdering>();
  readonly #columns = new Map<string, CachedColumn>();
  readonly #watches = new Set<Watch>();
  readonly #ranks = new HeldRanks();

  constructor(options: OtherOrderingsOptions) {
    this.#options = options;
  }

  held(key: string): ListResponse | undefined {
    return this.#held.get(key)?.response();
  }

  /**
   * Undefined if too much changed meanwhile.
   *
   * @param askers how many have asked for it by now
   */
  *make(key: string, askers: () => number): Work<ListResponse | undefined> {
    const { list, slots, cache, standard } = this.#options;
    const release = slots.hold();
    const pinned: CachedColumn[] = [];
    try {
      const { order } = standard();
      const plan = sortPlan(list, parseOrdering(list, key), order.elementPerLink);
      const columns = new Map(standard().columns);
      for (const { column: name } of plan.keys) {
        if (name === undefined || columns.has(name)) continue;
        const cached = this.#columns.get(name) ?? (yield* this.#fill(name));
        if (!cached) return undefined;
        cached.isPinned = true;
        cached.lastSort = cache.tick();
        pinned.push(cached);
        columns.set(name, cached.column);
      }
      // Settings that changed since have other columns.
      if (standard().order !== order || pinned.some((cached) => !this.#isHeld(cached))) return undefined;
      return yield* this.#arrange({ key, plan, columns, own: pinned, askers });
    } finally {
      for (const cached of pinned) cached.isPinned = false;
      release();
      cache.fit();
    }
  }

  /** Everything held takes these changes. */
  change(change: RowChange): void {
    const { cache } = this.#options;
    const { removed, added } = change;
    this.#ranks.drop();
    for (const { column } of this.#columns.values()) finish(column.add(added));
    for (const other of this.#held.values()) {
      other.ordering.adopt(finish(other.ordering.change(change)));
      other.recount();
    }
    for (const cached of this.#columns.values()) {
      cached.column.remove(removed);
      cache.count(cached);
    }
    for (const watch of this.#watches) {
      watch.changes.push(change);
      if (watch.changes.length > MOST_TO_CATCH_UP) watch.isBroken = true;
    }
    cache.fit();
  }

  /** Everything held is given up: to make it anew costs less than so many changes. */
  clear(): void {
    this.#ranks.drop();
    for (const cached of [...this.#columns.values()]) {
      this.#options.cache.forget(cached);
      cached.drop();
    }
    for (const other of [...this.#held.values()]) other.drop();
    for (const watch of this.#watches) watch.isBroken = true;
  }

  *#fill(name: string): Work<CachedColumn | undefined> {
    const { cache, newColumn, rows } = this.#options;
    const column = newColumn(name);
    const watch = this.#watch();
    try {
      yield* column.fill(rows());
      if (watch.isBroken) return undefined;
      for (const { removed, added } of watch.changes) {
        column.remove(removed);
        finish(column.add(added));
      }
    } finally {
      this.#watches.delete(watch);
    }
    const cached = new CachedColumn(column, () => this.#columns.delete(name));
    this.#columns.set(name, cached);
    cache.count(cached);
    return cached;
  }

  *#arrange({ key, plan, columns, own, askers }: Making): Work<ListResponse | undefined> {
    const { list, blockBytes, cache } = this.#options;
    const other = new OtherOrdering({
      compare: compareBy(plan, columns),
      perLink: plan.perLink,
      columns: own,
      blockBytes,
      cache,
      onDrop: () => this.#held.delete(key),
    });
    const watch = this.#watch();
    const numberings = () => [...columns.values()].map(({ numbering }) => numbering).join();
    const before = numberings();
    try {
      const blocks = yield* this.#sort(other.ordering, plan, columns);
      const response = new BlockResponse(blocks);
      yield* response.tag();
      // A row that has left a column kept its number when the others got new ones: it would not be found.
      if (watch.isBroken || (watch.changes.length > 0 && numberings() !== before)) return undefined;
      other.ordering.adopt(blocks, response);
      catchUp(other.ordering, watch);
    } finally {
      this.#watches.delete(watch);
    }
    if (cache.admits(`${list.key} ${key}`, other.size, askers())) {
      this.#held.set(key, other);
      other.hold();
    }
    return other.ordering.response;
  }

  *#sort(
    ordering: OrderedRows,
    plan: SortPlan,
    columns: ReadonlyMap<string, Column>,
  ): Work<readonly Block[]> {
    const ranks = this.#ranks;
    if (plan.perLink) return yield* ordering.sort(this.#options.rows());
    const ranked = ranks.rows ?? (yield* this.#rank());
    ranks.used = this.#options.cache.tick();
    ranks.isPinned = true;
    try {
      return yield* ordering.divide(yield* ranked.sort(plan.keys, columns));
    } finally {
      ranks.isPinned = false;
    }
  }

  *#rank(): Work<RankedRows> {
    const { list, rows, cache } = this.#options;
    const watch = this.#watch();
    try {
      const ranked = yield* RankedRows.from(rows());
      // What has changed meanwhile is not in it: it serves for now only.
      if (!watch.isBroken && watch.changes.length === 0) {
        this.#ranks.rows = ranked;
        // The lowest and the highest rank of its links are keys of their own.
        this.#ranks.size = ranked.size(list.orderable.length + (list.perLink ? 1 : 0));
        cache.count(this.#ranks);
      }
      return ranked;
    } finally {
      this.#watches.delete(watch);
    }
  }

  #isHeld(cached: CachedColumn): boolean {
    return [...this.#columns.values()].includes(cached);
  }

  #watch(): Watch {
    const watch: Watch = { changes: [], isBroken: false };
    this.#watches.add(watch);
    return watch;
  }
}

function catchUp(ordering: OrderedRows, { changes }: Watch): void {
  for (const change of changes) ordering.adopt(finish(ordering.change(change)));
}
