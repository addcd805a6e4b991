import { type Element, ElementRefused, type List } from '../../../endpoints/lists/index.ts';
import {
  digestOf,
  type ElementOrder,
  elementComparator,
  formatOrdering,
  parseOrdering,
} from '../../../endpoints/read-model/index.ts';
import { type ElementSlice, elementSlices } from '../../capture/elementSlices.ts';
import { looseElement } from './contents.ts';
import { linksOf, shareLink } from './linkRows.ts';

/** One element of a body. */
export interface BodyRow extends ElementSlice {
  /** Equal for equal bytes. */
  digest: string;
  bytes: Buffer;
}

/** Two bodies of one list, compared element by element. Numbers are places in the two arrays, from 0. */
export interface Comparison {
  /** Elements that only the expected body has. */
  missing: number[];
  /** Elements that only the actual body has. */
  surplus: number[];
  /** Elements that both have under the same id, with other bytes. */
  changed: { expected: number; actual: number }[];
  /** Stretches of the expected body (end exclusive) that stand in another order for another reason than a tie. */
  moved: {
    start: number;
    end: number;
    /** Its elements share a link, and tie under the ordering as far as the links. */
    isOfOneLink: boolean;
  }[];
}

/** The elements of a body. @throws NotAnArray */
export function bodyRows(body: Buffer): BodyRow[] {
  return elementSlices(body).map(({ start, end }) => {
    const bytes = body.subarray(start, end);
    return { start, end, bytes, digest: digestOf(bytes) };
  });
}

/** True when nothing differs but the order within ties. */
export function isSame({ missing, surplus, changed, moved }: Comparison): boolean {
  return missing.length + surplus.length + changed.length + moved.length === 0;
}

/**
 * Compares two bodies of one list up to ties (contract: Ordering): where elements tie under the order, any order of theirs
 * is as good. Without a known order nothing ties.
 */
export function compareRows(
  list: List,
  order: ElementOrder,
  expected: BodyRow[],
  actual: BodyRow[],
): Comparison {
  const { changed, missing, surplus } = pairedById(expected, actual);
  return { missing, surplus, changed, moved: movedStretches() };

  function movedStretches(): Comparison['moved'] {
    const renamed = new Map(changed.map((pair) => [pair.actual, expected[pair.expected]?.digest ?? '']));
    const inExpected = indexesWithout(expected, missing);
    const inActual = indexesWithout(actual, surplus);
    const tokens = inActual.map((index) => renamed.get(index) ?? actual[index]?.digest ?? '');
    const stretches = swappedStretches(
      inExpected.map((index) => expected[index]?.digest ?? ''),
      tokens,
    );
    const tie = tieOf(list, order);
    const tieAtLinks = tieOf(list, { ...order, ordering: upToLinks(list, order.ordering) });
    return stretches.flatMap(({ start, end }) => {
      const places = inExpected.slice(start, end);
      const elements = places.map((index) => elementOf(list, expected[index]));
      const [first, last] = [places[0] ?? 0, places.at(-1) ?? 0];
      if (tie(elements)) return [];
      return [{ start: first, end: last + 1, isOfOneLink: tieAtLinks(elements) }];
    });
  }
}

function indexesWithout(rows: unknown[], left: number[]): number[] {
  const out = new Set(left);
  return rows.map((_, index) => index).filter((index) => !out.has(index));
}

/** What only one of the two has; of equal ids it is one element that changed. */
function pairedById(expected: BodyRow[], actual: BodyRow[]): Omit<Comparison, 'moved'> {
  const partners = new Map<unknown, number[]>();
  for (const index of unmatched(actual, expected)) {
    const id = idOf(actual[index]);
    partners.set(id, [...(partners.get(id) ?? []), index]);
  }
  const changed: Comparison['changed'] = [];
  const missing = unmatched(expected, actual).filter((index) => {
    const id = idOf(expected[index]);
    const partner = id === undefined ? undefined : partners.get(id)?.shift();
    if (partner !== undefined) changed.push({ expected: index, actual: partner });
    return partner === undefined;
  });
  const surplus = [...partners.values()].flat().sort((a, b) => a - b);
  return { missing, surplus, changed };
}

/** Places of rows that the other side has less often. */
function unmatched(rows: BodyRow[], others: BodyRow[]): number[] {
  const stock = new Map<string, number>();
  for (const { digest } of others) stock.set(digest, (stock.get(digest) ?? 0) + 1);
  return rows.flatMap(({ digest }, index) => {
    const left = stock.get(digest) ?? 0;
    stock.set(digest, left - 1);
    return left > 0 ? [] : [index];
  });
}

/** The shortest stretches that hold the same on both sides, in another order. Both sides hold the same on the whole. */
export function swappedStretches(expected: string[], actual: string[]): { start: number; end: number }[] {
  const stretches: { start: number; end: number }[] = [];
  const balance = new Map<string, number>();
  const add = (token: string, by: number) => {
    const next = (balance.get(token) ?? 0) + by;
    if (next === 0) balance.delete(token);
    else balance.set(token, next);
  };
  let start: number | undefined;
  expected.forEach((token, at) => {
    const other = actual[at] ?? '';
    if (token !== other) start ??= at;
    add(token, 1);
    add(other, -1);
    if (start === undefined || balance.size > 0) return;
    stretches.push({ start, end: at + 1 });
    start = undefined;
  });
  return stretches;
}

/** A test whether all of some elements tie. The links' ids are hidden: only elements that share a link may have the same. */
export function tieOf(list: List, order: ElementOrder): (elements: Element[]) => boolean {
  const terms = parseOrdering(list, order.ordering);
  const namesLinks = terms.some(({ field }) => field === list.perLink?.field);
  const compare = elementComparator(list, order);
  return (elements) => {
    const [first, ...others] = elements;
    if (!first || terms.length === 0 || others.some((other) => compare(first, other) !== 0)) return false;
    if (!namesLinks || linksOf(list, first).length === 0) return true;
    return shareLink(elements.map((element) => linksOf(list, element)));
  };
}

/** An ordering without what comes after the links; '' where it does not name them. */
function upToLinks(list: List, ordering: string): string {
  const terms = parseOrdering(list, ordering);
  return formatOrdering(terms.slice(0, terms.findIndex(({ field }) => field === list.perLink?.field) + 1));
}

/** An element as the list reads it; one that the list refuses, as JSON reads it. */
function elementOf(list: List, row: BodyRow | undefined): Element {
  const text = row?.bytes.toString() ?? '{}';
  try {
    return list.parse(text);
  } catch (error) {
    if (!(error instanceof ElementRefused)) throw error;
    return looseElement(text);
  }
}

const idOf = (row: BodyRow | undefined) => row && looseElement(row.bytes.toString()).id;
