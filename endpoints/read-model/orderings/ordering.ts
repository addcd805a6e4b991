import { decoded } from '../../lists/definition/texts.ts';
import { type Element, KeptJson, type List } from '../../lists/index.ts';
import { type Collation, textOrder } from './collations.ts';

type Compare = (a: string, b: string) => number;

const compareUnits: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** A timestamp in a form whose text order is that of the instants: nine digits of a second, always. */
function instantOf(timestamp: string): string {
  const [seconds = '', fraction = ''] = timestamp.replace(/Z$/, '').split('.');
  return `${seconds}.${fraction.padEnd(9, '0')}`;
}

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

/** How the values of a list sort. */
export interface ValueOrder {
  collation: Collation;
  /** Keys that sort by another one. @default none */
  collations?: Readonly<Record<string, Collation>> | undefined;
  /**
   * Keys whose empty values come before all others ascending, after them descending: an empty image is `''` in the database of a
   * Django portal, and null in its lists. @default none: null is greater than everything, as PostgreSQL has it
   */
  emptyFirst?: readonly string[] | undefined;
}

/** One term of an ordering, ready to compare. */
export interface Criterion<T> {
  valueOf(item: T): SortValue;
  compareText: Compare;
  /** Of null. */
  isEmptyFirst: boolean;
  sign: 1 | -1;
}

/** The criteria of an ordering. @param found what of an item stands under a key */
export function criteriaOf<T>(
  list: Pick<List, 'timestamps' | 'fields'>,
  terms: readonly Term[],
  order: ValueOrder,
  found: (item: T, term: Term) => unknown,
): Criterion<T>[] {
  return terms.map((term) => {
    const isTimestamp = list.timestamps.includes(term.field);
    const isImage = list.fields?.[term.field]?.type === 'image';
    const { keyOf: textKey, compare } = isTimestamp
      ? { keyOf: instantOf, compare: compareUnits }
      : textOrder(order.collations?.[term.field] ?? order.collation);
    // A legacy database has the name of the file, which the address shows percent-encoded.
    const textOf = isImage ? (text: string) => textKey(decoded(text)) : textKey;
    return {
      valueOf: (item) => sortValueOf(found(item, term), textOf),
      compareText: compare,
      isEmptyFirst: order.emptyFirst?.includes(term.field) === true,
      sign: term.descending ? -1 : 1,
    };
  });
}

function sortValueOf(value: unknown, textKey: (text: string) => string): SortValue {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return textKey(value);
  return value instanceof KeptJson ? value.text : null;
}

/** What an item sorts by. */
export function keyOf<T>(criteria: readonly Criterion<T>[], item: T): SortValue[] {
  return criteria.map((criterion) => criterion.valueOf(item));
}

/** Compares two by their keys; 0 is a tie. */
export function compareKeys(
  criteria: readonly Omit<Criterion<never>, 'valueOf'>[],
  a: readonly SortValue[],
  b: readonly SortValue[],
): number {
  for (let index = 0; index < criteria.length; index += 1) {
    const criterion = criteria[index] as Criterion<never>;
    const difference = compareValues(a[index] as SortValue, b[index] as SortValue, criterion);
    if (difference !== 0) return criterion.sign * difference;
  }
  return 0;
}

export interface ElementOrder extends ValueOrder {
  /** As in the query. Without a known name every two elements tie. */
  ordering: string;
}

/**
 * Compares two elements as an ordering of that list does; 0 is a tie, which the legacy system leaves in any order.
 *
 * An array of links counts as null when it is empty; else all are equal, since the ids that they sort by are hidden.
 */
export function elementComparator(
  list: Pick<List, 'orderable' | 'timestamps' | 'fields' | 'perLink'>,
  { ordering, ...order }: ElementOrder,
): (a: Element, b: Element) => number {
  const links = list.perLink?.field;
  const criteria = criteriaOf(list, parseOrdering(list, ordering), order, (element: Element, { field }) => {
    const value = element[field];
    if (field !== links) return value;
    return Array.isArray(value) && value.length > 0 ? 0 : null;
  });
  return (a, b) => compareKeys(criteria, keyOf(criteria, a), keyOf(criteria, b));
}

function compareValues(
  a: SortValue,
  b: SortValue,
  { compareText, isEmptyFirst }: Omit<Criterion<never>, 'valueOf' | 'sign'>,
): number {
  if (a === b) return 0;
  if (a === null || b === null) return (a === null) === isEmptyFirst ? -1 : 1;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return typeof a === 'number' ? -1 : 1;
}
