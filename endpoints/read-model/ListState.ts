import type { List } from '../lists/index.ts';
import type { Keeper } from './Block.ts';
import { Column } from './Column.ts';
import { BlockResponse, OrderedRows } from './OrderedRows.ts';
import type { OrderingCache } from './OrderingCache.ts';
import { OtherOrderings } from './OtherOrderings.ts';
import { comparatorOf, formatOrdering, parseOrdering } from './ordering.ts';
import type { Row, RowChange } from './Row.ts';
import { finish, type Work } from './Slices.ts';
import { Slots } from './Slots.ts';
import { compareBy, isSameOrder, type ListOrder, sortPlan } from './sortKeys.ts';
import { sortValueReader } from './sortValues.ts';
import type { ListResponse } from './types.ts';

export interface ListChange extends RowChange {
  order: ListOrder;
  /** Few rows: what else is held takes the change too. */
  isSmall: boolean;
}

/** The default order, and what it sorts by. */
interface Standard {
  order: ListOrder;
  key: string;
  columns: ReadonlyMap<string, Column>;
  ordering: OrderedRows;
}

/** Rows keep their bytes in the joined default body, so that the list is in memory once. */
const SHARES_BYTES: Keeper = { keeps: () => true, joined: (block) => block.lendBytes() };
const NO_COLUMNS: Standard['columns'] = new Map();
/** Spellings of orderings that are remembered, and how long they may be. */
const SPELLINGS = 1000;
const LONGEST_SPELLING = 200;

/** The elements of one list, in their default order and in the others that are held. */
export class ListState {
  readonly list: List;
  readonly rows = new Map<string, Row>();
  readonly #blockBytes: number;
  readonly #slots = new Slots();
  readonly #others: OtherOrderings;
  readonly #spellings = new Map<string, string>();
  #standard: Standard;

  constructor(list: List, options: { order: ListOrder; cache: OrderingCache; blockBytes: number }) {
    this.list = list;
    this.#blockBytes = options.blockBytes;
    this.#standard = finish(this.#arrange(options.order, [])).standard;
    this.#others = new OtherOrderings({
      list,
      slots: this.#slots,
      cache: options.cache,
      blockBytes: options.blockBytes,
      rows: () => [...this.rows.values()],
      standard: () => this.#standard,
      newColumn: (key) => this.#newColumn(key, this.#standard.order),
    });
  }

  get order(): ListOrder {
    return this.#standard.order;
  }

  /** The response if there is no work to do for it. @param key as `keyOf` gives it */
  held(key: string): ListResponse | undefined {
    if (key === '' || key === this.#standard.key) return this.#standard.ordering.response;
    return this.#others.held(key);
  }

  /** The shortest spelling of an ordering; '' if it names nothing that the list has. */
  keyOf(ordering: string | undefined): string {
    if (!ordering) return '';
    const known = this.#spellings.get(ordering);
    if (known !== undefined) return known;
    const key = formatOrdering(parseOrdering(this.list, ordering));
    if (ordering.length <= LONGEST_SPELLING) {
      if (this.#spellings.size >= SPELLINGS) this.#spellings.clear();
      this.#spellings.set(ordering, key);
    }
    return key;
  }

  /** Makes an ordering for so many, and holds it if it fits; undefined if too much changed meanwhile. */
  *make(key: string, askers: () => number): Work<ListResponse | undefined> {
    return this.held(key) ?? (yield* this.#others.make(key, askers));
  }

  /**
   * Prepares a change, of which nothing shows until the returned function is called. What that returns in turn tidies up,
   * and has to be done before any other change is prepared.
   */
  *stage(change: ListChange): Work<() => Work<void>> {
    const { removed, added, replaced, order, isSmall } = change;
    for (const row of added) this.#slots.assign(row);
    for (const { before, after } of replaced) after.slot = before.slot;
    const before = this.#standard;
    const show = isSameOrder(order, before.order)
      ? yield* this.#stageRows(change)
      : yield* this.#stageOrder(order, this.#rowsAfter(change));
    return () => {
      const stays = show();
      for (const row of added) this.rows.set(row.documentId, row);
      for (const row of removed) {
        if (this.rows.get(row.documentId) === row) this.rows.delete(row.documentId);
      }
      for (const { after } of replaced) {
        this.rows.set(after.documentId, after);
        this.#slots.take(after);
      }
      if (stays && isSmall) this.#others.change(change);
      else this.#others.clear();
      for (const row of added) row.made = undefined;
      return this.#tidy(change, stays ? before.columns : NO_COLUMNS);
    };
  }

  /** Joins the body of the default order ahead of its first reader. */
  *prepare(): Work<void> {
    yield* this.#standard.ordering.response.prepare();
  }

  *#tidy({ removed, replaced, isSmall }: ListChange, columns: Standard['columns']): Work<void> {
    for (const column of columns.values()) column.remove(removed);
    for (const row of removed) {
      this.#slots.release(row);
      if (isSmall) row.detach();
      yield;
    }
    if (!isSmall) return;
    for (const { before } of replaced) before.detach();
  }

  *#stageRows(change: ListChange): Work<() => boolean> {
    const { columns, ordering } = this.#standard;
    const { added, isSmall } = change;
    for (const column of columns.values()) {
      yield* column.add(added, isSmall ? undefined : () => this.#slots.inUse);
      column.remove(this.#slots.leaving);
    }
    const blocks = yield* ordering.change(change);
    return () => {
      ordering.adopt(blocks);
      return true;
    };
  }

  *#stageOrder(order: ListOrder, rows: readonly Row[]): Work<() => boolean> {
    const { standard, blocks } = yield* this.#arrange(order, rows);
    const response = new BlockResponse(blocks);
    yield* response.prepare();
    standard.ordering.adopt(blocks, response);
    return () => {
      this.#standard.ordering.retire();
      this.#standard = standard;
      return false;
    };
  }

  *#arrange(order: ListOrder, rows: readonly Row[]) {
    const plan = sortPlan(this.list, order.terms, order.elementPerLink);
    const columns = new Map<string, Column>();
    for (const { column: key } of plan.keys) {
      if (key === undefined) continue;
      const column = this.#newColumn(key, order);
      yield* column.fill(rows);
      columns.set(key, column);
    }
    const ordering = new OrderedRows({
      compare: compareBy(plan, columns),
      perLink: plan.perLink,
      keeper: SHARES_BYTES,
      blockBytes: this.#blockBytes,
    });
    const standard: Standard = { order, key: formatOrdering(order.terms), columns, ordering };
    return { standard, blocks: yield* ordering.sort(rows) };
  }

  #newColumn(key: string, { collation }: ListOrder): Column {
    return new Column({
      compare: comparatorOf(this.list, key, collation),
      readFrom: sortValueReader(this.list, key),
      rowAt: (slot) => this.#slots.rowAt(slot),
    });
  }

  #rowsAfter({ removed, added, replaced }: RowChange): Row[] {
    const gone = new Set([...removed, ...replaced.map(({ before }) => before)]);
    const come = [...added, ...replaced.map(({ after }) => after)];
    return [...this.rows.values(), ...come].filter((row) => !gone.has(row));
  }
}
