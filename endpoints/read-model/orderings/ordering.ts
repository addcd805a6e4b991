import { type Element, KeptJson, type List } from '../../lists/index.ts';
import type { Collation } from '../types.ts';
import { type Compare, compareUnits, instantOf, textComparator } from './collation.ts';

/** One name of an ordering. */
export interface Term {
  readonly field: string;
  readonly descending: boolean;
}

/** What an element sorts by: numbers and booleans (0, 1) as numbers, timestamps as instants, everything else as text. */
export type SortValue = number | string | null;

type Orderable = Pick<List, 'orderable'>;

/**
 * Reads an `ordering` parameter (contract: Ordering). Names that the list does not have are dropped, and so is a name
 * that already stands before (it decides nothing); spaces around a name are ignored. None left: an empty array.
 */
export function parseOrdering(list: Orderable, ordering: string): Term[] {
  const terms: Term[] = [];
  // Anyone can give a name thousands of times.
  for (const part of new Set(ordering.split(','))) {
    const name = part.trim();
    const descending = name.startsWith('-');
    const field = descending ? name.slice(1) : name;
    if (list.orderable.includes(field) && !terms.some((term) => term.field === field)) {
      terms.push({ field, descending });
    }
  }
  return terms;
}

/** The shortest spelling of an ordering, equal for equal ones. */
export function formatOrdering(terms: readonly Term[]): string {
  return terms.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
}

export function sortValueOf(list: Pick<List, 'timestamps'>, field: string, value: unknown): SortValue {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return list.timestamps.includes(field) ? instantOf(value) : value;
  return value instanceof KeptJson ? value.text : null;
}

/** How the texts of one key compare. */
export function comparatorOf(list: Pick<List, 'timestamps'>, field: string, collation: Collation): Compare {
  return list.timestamps.includes(field) ? compareUnits : textComparator(collation);
}

export interface ElementOrder {
  /** As in the query. Without a known name every two elements tie. */
  ordering: string;
  collation: Collation;
}

/**
 * Compares two elements as an ordering of that list does; 0 is a tie, which the legacy system leaves in any order.
 *
 * An array of links counts as null when it is empty; else all are equal, since the ids that they sort by are hidden.
 */
export function elementComparator(
  list: Pick<List, 'orderable' | 'timestamps' | 'perLink'>,
  { ordering, collation }: ElementOrder,
): (a: Element, b: Element) => number {
  const terms = parseOrdering(list, ordering).map(({ field, descending }) => ({
    valueFor: (element: Element) => {
      const value = element[field];
      if (field === list.perLink?.field) return Array.isArray(value) && value.length > 0 ? 0 : null;
      return sortValueOf(list, field, value);
    },
    compareText: comparatorOf(list, field, collation),
    sign: descending ? -1 : 1,
  }));
  return (a, b) => {
    for (const { valueFor, compareText, sign } of terms) {
      const difference = compareValues(valueFor(a), valueFor(b), compareText);
      if (difference !== 0) return sign * difference;
    }
    return 0;
  };
}

/** The elements in that order, ties as they were given. Nothing is repeated per link. */
export function orderElements<E extends Element>(
  list: Pick<List, 'orderable' | 'timestamps' | 'perLink'>,
  elements: readonly E[],
  order: ElementOrder,
): E[] {
  return [...elements].sort(elementComparator(list, order));
}

/** Null is greater than everything, as PostgreSQL has it: last ascending, first descending. */
export function compareValues(a: SortValue, b: SortValue, compareText: Compare): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return typeof a === 'number' ? -1 : 1;
}
