import {
  elementComparator,
  formatOrdering,
  parseOrdering,
  type ValueOrder,
} from '../../../endpoints/read-model/index.ts';
import { swappedStretches, tieOf } from './comparison.ts';
import type { Content, ReadList } from './contents.ts';
import { linkOrders, linksOf, shareLink } from './linkRows.ts';

/**
 * Steps by the links' hidden ids: known from a response that was asked for in that order, else only that elements without
 * links stand at one end. Rows that share a link may be rows of that one link and are taken for a tie here; whether all of
 * them can be is for `agreesWithLinks` to say.
 */
export function linkSteps(read: ReadList, rows: Content[], descending: boolean): Int8Array {
  const links = rows.map(({ list, element }) => linksOf(list, element));
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
  return Int8Array.from(rows, (_, at) => (descending ? -upwards(at) : upwards(at)));
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
export function agreesWithLinks(
  read: ReadList,
  rows: Content[],
  { ordering, texts }: { ordering: string; texts: ValueOrder },
): boolean {
  const order = { ordering, ...texts };
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
