import type { List } from '../lists/index.ts';
import type { Column } from './Column.ts';
import type { CompareEntries } from './Draft.ts';
import { formatOrdering, parseOrdering, type Term } from './ordering.ts';
import { compareTied } from './Row.ts';
import { HIGHEST, LOWEST } from './sortValues.ts';
import type { PortalSettings } from './types.ts';

/** What of the settings decides how one list is ordered. */
export interface ListOrder {
  collation: PortalSettings['collation'];
  /** The default order. */
  terms: readonly Term[];
  elementPerLink: boolean;
}

export function listOrder(list: List, { collation, lists }: PortalSettings): ListOrder {
  const own = lists[list.key];
  const terms = parseOrdering(list, own?.ordering ?? list.defaultOrdering);
  return { collation, terms, elementPerLink: own?.elementPerLink === true };
}

export function isSameOrder(a: ListOrder, b: ListOrder): boolean {
  return (
    a.collation === b.collation &&
    a.elementPerLink === b.elementPerLink &&
    formatOrdering(a.terms) === formatOrdering(b.terms)
  );
}

/** One term of an ordering, and the column that it sorts by; none where it is the rank of the entry's own link. */
export interface SortKey {
  readonly column: string | undefined;
  readonly descending: boolean;
}

export interface SortPlan {
  readonly keys: readonly SortKey[];
  /** Whether a row stands there once per link. */
  readonly perLink: boolean;
}

export function sortPlan(list: List, terms: readonly Term[], elementPerLink: boolean): SortPlan {
  const links = list.perLink?.field;
  const perLink = elementPerLink && terms.some(({ field }) => field === links);
  const keys = terms.map(({ field, descending }) => {
    if (field !== links) return { column: field, descending };
    return { column: perLink ? undefined : descending ? HIGHEST : LOWEST, descending };
  });
  return { keys, perLink };
}

/** Compares entries by the columns' numbers alone. */
export function compareBy(plan: SortPlan, columns: ReadonlyMap<string, Column>): CompareEntries {
  const keys = plan.keys.map(({ column, descending }) => ({
    column: column === undefined ? undefined : columns.get(column),
    sign: descending ? 1 : -1,
  }));
  return (a, b) => {
    for (const { column, sign } of keys) {
      const x = column ? (column.values[a.row.slot] as number) : a.linkRank;
      const y = column ? (column.values[b.row.slot] as number) : b.linkRank;
      if (x !== y) return x < y ? sign : -sign;
    }
    return compareTied(a.row, b.row);
  };
}
