import type { Element, List } from '../../endpoints/lists/index.ts';
import {
  type Collation,
  type ElementOrder,
  elementComparator,
  formatOrdering,
  parseOrdering,
} from '../../endpoints/read-model/index.ts';
import { swappedStretches, tieOf } from './comparison.ts';

import type { Content, ReadList } from './contents.ts';
import { linkOrders, linksOf, shareLink } from './linkRows.ts';
import { type FoundOrdering, findOrdering, type SortColumn } from './orderingSearch.ts';
import type { Repetition } from './repetition.ts';

/** Orders that people give lists, the commoner first. */
const CONVENTIONAL = [
  'id',
  '-id',
  'order',
  'order,id',
  'order,-id',
  'order,title',
  '-order',
  '-created_timestamp',
  '-created_timestamp,id',
  '-created_timestamp,-id',
  'created_timestamp',
  '-modified_timestamp',
  'modified_timestamp',
  'title',
  'title,id',
  '-title',
  'slug',
];

/** What order the default response of a list is in, given how it repeats elements. */
export function explainDefault(
  read: ReadList,
  { elementPerLink, defaultRepeats }: Repetition,
  collation: Collation,
): FoundOrdering {
  const { list } = read;
  const rows = (read.standard?.rows ?? []).filter((row) => row !== undefined);
  const elements = rows.map(({ element }) => element);
  const field = list.perLink?.field;
  const fields = list.orderable.filter((key) => key !== field);
  const columns = fields.flatMap((key) => bothDirections(key, steps(list, elements, key, collation)));
  // Where the list repeats per link, an order with every element once cannot name the links.
  if (field && (defaultRepeats || elementPerLink !== true)) columns.push(...linkColumns(read, rows, field));
  const usual = defaultRepeats
    ? [`-${field}`, `${field}`, `active,-${field}`, `-active,-${field}`]
    : [list.defaultOrdering, ...CONVENTIONAL];
  return findOrdering({
    length: rows.length,
    columns,
    conventional: [...new Set(usual)],
    accept: (ordering) => agreesWithLinks(read, rows, { ordering, collation }),
    ...(defaultRepeats && field ? { required: field } : {}),
  });
}

function steps(list: List, elements: Element[], key: string, collation: Collation): Int8Array {
  const compare = elementComparator(list, { ordering: key, collation });
  return Int8Array.from(elements, (element, at) => {
    const before = elements[at - 1];
    return before ? Math.sign(compare(element, before)) : 0;
  });
}

function bothDirections(key: string, ascending: Int8Array): SortColumn[] {
  return [
    { name: key, steps: ascending },
    { name: `-${key}`, steps: ascending.map((step) => -step) },
  ];
}

/**
 * Steps by the links' hidden ids: known from a response that was asked for in that order, else only that elements without
 * links stand at one end. Rows that share a link may be rows of that one link and are taken for a tie here; whether all of
 * them can be is for `agreesWithLinks` to say.
 */
function linkColumns(read: ReadList, rows: Content[], field: string): SortColumn[] {
  const links = rows.map(({ list, element }) => linksOf(list, element));
  return [false, true].map((descending) => {
    const places = placesFromTheTop(read, rows, descending);
    const upwards = (at: number): number => {
      const [before, now] = [links[at - 1], links[at]];
      if (!before || !now) return 0;
      if (before.length === 0 || now.length === 0)
        return Number(now.length === 0) - Number(before.length === 0);
      const step = Math.sign((places?.[at - 1] ?? 0) - (places?.[at] ?? 0));
      const forward = descending ? step < 0 : step > 0;
      return forward || !shareLink([before, now]) ? step : 0;
    };
    const ascending = Int8Array.from(rows, (_, at) => upwards(at));
    return descending
      ? { name: `-${field}`, steps: ascending.map((step) => -step) }
      : { name: field, steps: ascending };
  });
}

/**
 * For each row of the default response its place from the top in the captured order by links: the n-th row of an element is
 * the n-th there, counted from where the direction begins. Undefined when there is no such capture.
 */
function placesFromTheTop(
  { list, ordered }: ReadList,
  rows: Content[],
  descending: boolean,
): number[] | undefined {
  const known = linkOrders(list, ordered, undefined).find(({ pure }) => pure);
  if (!known) return undefined;
  const places = new Map<Content, number[]>();
  known.fromTheTop.forEach((content, place) => {
    places.set(content, [...(places.get(content) ?? []), place]);
  });
  if (!descending) for (const all of places.values()) all.reverse();
  const used = new Map<Content, number>();
  return rows.map((content) => {
    const nth = used.get(content) ?? 0;
    used.set(content, nth + 1);
    return places.get(content)?.[nth] ?? known.fromTheTop.length;
  });
}

/** Whether an order that names the links gives the rows as captured, up to ties, with the links in their captured order. */
function agreesWithLinks(read: ReadList, rows: Content[], order: ElementOrder): boolean {
  const { list } = read;
  const field = list.perLink?.field;
  const terms = parseOrdering(list, order.ordering);
  const byLinks = terms.find((term) => term.field === field);
  const places = byLinks && placesFromTheTop(read, rows, byLinks.descending);
  if (!places) return true;

  const comparators = terms.map((term) => {
    const compare = elementComparator(list, { ...order, ordering: formatOrdering([term]) });
    const upwards = term.descending ? 1 : -1;
    return (a: number, b: number) => {
      const [one, other] = [rows[a], rows[b]];
      const difference = one && other ? compare(one.element, other.element) : 0;
      if (difference !== 0 || term !== byLinks) return difference;
      return upwards * ((places[a] ?? 0) - (places[b] ?? 0));
    };
  });
  const sorted = rows.map((_, index) => index);
  sorted.sort((a, b) => comparators.reduce((found, compare) => found || compare(a, b), 0));
  const digests = (indexes: number[]) => indexes.map((index) => rows[index]?.digest ?? '');
  const tie = tieOf(list, order);
  return swappedStretches(digests([...rows.keys()]), digests(sorted)).every(({ start, end }) =>
    tie(rows.slice(start, end).map(({ element }) => element)),
  );
}
