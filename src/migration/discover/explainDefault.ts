import type { List } from '../../../endpoints/lists/index.ts';
import {
  elementComparator,
  formatOrdering,
  parseOrdering,
  type ValueOrder,
} from '../../../endpoints/read-model/index.ts';
import { swappedStretches, tieOf } from './comparison.ts';
import type { Content, ReadList } from './contents.ts';
import { linkOrders, linksOf, type Repetition, shareLink } from './linkRows.ts';

/** How an order goes along with a list as it was captured. */
interface Attempt {
  ordering: string;
  /** How many elements do not stand before one that the order puts before them; all, where it explains the list. */
  explained: number;
  /** How many places it tells apart: elements beyond that tie. */
  apart: number;
}

/** Why a list is said to have its default order. */
export interface OrderEvidence {
  /** How many elements the list has. */
  length: number;
  /** Undefined where no usual order explains the list, which then keeps its positions. */
  found: Attempt | undefined;
  /** The order that explains most of it otherwise. */
  next: Attempt | undefined;
}

/** With fewer elements nearly every order fits by chance: only the list's own is believed then. */
const MIN_ELEMENTS = 3;

/**
 * Tries the usual orders on the default response of a list, given how it repeats elements. An order explains the list when
 * sorting by it changes nothing but the order within ties; of several, the one that leaves the fewest ties is said.
 */
export function explainDefault(
  read: ReadList,
  repetition: Repetition,
  texts: ValueOrder,
  known: KnownSteps,
): OrderEvidence {
  const { list } = read;
  const rows = (read.standard?.rows ?? []).filter((row) => row !== undefined);
  const columns = new Columns(read, rows, texts, known);
  const orders = candidates(list, repetition);
  // An order by links may tell nothing else apart, and yet be why elements are repeated.
  const isLikely = (ordering: string) => repetition.defaultRepeats || ordering === list.defaultOrdering;
  // A key that is the same everywhere is no part of an explanation.
  const isTelling = (ordering: string) => !keysOf(ordering).some((key) => columns.isConstant(key));
  const tried = orders
    .filter((ordering) => isLikely(ordering) || isTelling(ordering))
    .map((ordering) => columns.tried(ordering));
  const isBelieved = ({ ordering, explained, apart }: Attempt) =>
    explained === rows.length &&
    (isLikely(ordering) || apart >= MIN_ELEMENTS) &&
    agreesWithLinks(read, rows, { ordering, texts });
  const found = most(tried.filter(isBelieved));
  const others = tried.filter(({ ordering }) => !found || !isPartOf(ordering, found.ordering));
  return { length: rows.length, found, next: most(others) };
}

function candidates(list: List, { elementPerLink, defaultRepeats }: Repetition): string[] {
  const field = list.perLink?.field;
  if (!field) return usualOrders(list);
  if (defaultRepeats) return ordersByLinks(field);
  // Where the list repeats per link, an order with every element once cannot name the links.
  return elementPerLink === true ? usualOrders(list) : [...usualOrders(list), ...ordersByLinks(field)];
}

/** The first of those that explain most and tell most apart. */
function most(tried: Attempt[]): Attempt | undefined {
  return tried.reduce<Attempt | undefined>((best, each) => {
    const gain = best ? each.explained - best.explained || each.apart - best.apart : 1;
    return gain > 0 ? each : best;
  }, undefined);
}

const isPartOf = (a: string, b: string) => `${a},`.startsWith(`${b},`) || `${b},`.startsWith(`${a},`);

/** Steps from one element of a list to the next, 1 onwards, 0 a tie, -1 backwards, by keys and collations. */
export type KnownSteps = Map<string, Int8Array>;

/** For each key how the list goes along with it. */
class Columns {
  readonly #read: ReadList;
  readonly #rows: Content[];
  readonly #texts: ValueOrder;
  readonly #steps: KnownSteps;

  constructor(read: ReadList, rows: Content[], texts: ValueOrder, known: KnownSteps) {
    this.#read = read;
    this.#rows = rows;
    this.#texts = texts;
    this.#steps = known;
  }

  isConstant(key: string): boolean {
    return this.#stepsOf(key, false).every((step) => step === 0);
  }

  tried(ordering: string): Attempt {
    const terms = parseOrdering(this.#read.list, ordering).map(({ field, descending }) =>
      this.#stepsOf(field, descending),
    );
    let backwards = 0;
    let onwards = 0;
    for (let at = 1; at < this.#rows.length; at++) {
      const step = terms.find((steps) => steps[at] !== 0)?.[at] ?? 0;
      if (step < 0) backwards++;
      if (step > 0) onwards++;
    }
    return { ordering, explained: this.#rows.length - backwards, apart: onwards + 1 };
  }

  #stepsOf(key: string, descending: boolean): Int8Array {
    const { collation, collations } = this.#texts;
    const isText = this.#rows.some(({ element }) => typeof element[key] === 'string');
    const name = `${descending ? '-' : ''}${key} ${isText ? (collations?.[key] ?? collation) : ''}`;
    const known = this.#steps.get(name);
    if (known) return known;
    const steps =
      key === this.#read.list.perLink?.field
        ? linkSteps(this.#read, this.#rows, descending, this.#texts)
        : descending
          ? this.#stepsOf(key, false).map((step) => -step)
          : this.#ascending(key);
    this.#steps.set(name, steps);
    return steps;
  }

  #ascending(key: string): Int8Array {
    const compare = elementComparator(this.#read.list, { ordering: key, ...this.#texts });
    return Int8Array.from(this.#rows, ({ element }, at) => {
      const before = this.#rows[at - 1];
      return before ? Math.sign(compare(element, before.element)) : 0;
    });
  }
}

/** By what people order lists, the commoner first. */
const FIRST = [
  'id',
  '-id',
  'order',
  '-order',
  '-created_timestamp',
  'created_timestamp',
  '-modified_timestamp',
  'modified_timestamp',
  'title',
  '-title',
  'slug',
  '-slug',
  'service',
];
/** By what they order those that tie. */
const THEN = ['', ',id', ',-id', ',title'];
/** What they put on top. */
const ON_TOP = ['-featured_post', '-selected', '-active'];

/** The orders that are tried on a list, its own and then the commoner ones first. */
function usualOrders(list: List): string[] {
  const bases = FIRST.flatMap((first) => THEN.map((then) => `${first}${then}`));
  const flagged = ON_TOP.flatMap((flag) => FIRST.map((first) => `${flag},${first}`));
  const title = list.keys.find((key) => key.endsWith('title')) ?? 'title';
  const named = [...bases, ...flagged].map((order) => order.replace(/\btitle\b/, title));
  const known = named.filter((order) => keysOf(order).every((key) => list.orderable.includes(key)));
  const own = list.defaultOrdering === '' ? [] : [list.defaultOrdering];
  return [
    ...new Set([...own, ...known.filter((order) => new Set(keysOf(order)).size === keysOf(order).length)]),
  ];
}

/** The usual orders by links. */
function ordersByLinks(field: string): string[] {
  return [`-${field}`, field, `active,-${field}`, `-active,-${field}`];
}

/** The keys that an order names. */
export function keysOf(order: string): string[] {
  return order.split(',').map((name) => name.replace('-', ''));
}

/**
 * Steps by the links' hidden ids: known from a response that was asked for in that order, else only that elements without
 * links stand at one end. Rows that share a link may be rows of that one link and are taken for a tie here; whether all of
 * them can be is for `agreesWithLinks` to say.
 */
function linkSteps(
  read: ReadList,
  rows: Content[],
  descending: boolean,
  { emptyFirst }: ValueOrder,
): Int8Array {
  const emptyStep = emptyFirst?.includes(read.list.perLink?.field ?? '') ? -1 : 1;
  const links = rows.map(({ list, element }) => linksOf(list, element));
  const places = placesFromTheTop(read, rows, descending);
  const upwards = (at: number): number => {
    const [before, now] = [links[at - 1], links[at]];
    if (!before || !now) return 0;
    if (before.length === 0 || now.length === 0)
      return emptyStep * (Number(now.length === 0) - Number(before.length === 0));
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
function agreesWithLinks(
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
