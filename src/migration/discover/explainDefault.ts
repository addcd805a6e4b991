import type { List } from '../../../endpoints/lists/index.ts';
import { elementComparator, parseOrdering, type ValueOrder } from '../../../endpoints/read-model/index.ts';
import type { Content, ReadList } from './contents.ts';
import { agreesWithLinks, linkSteps } from './linkPlaces.ts';
import type { Repetition } from './repetition.ts';
import { keysOf, ordersByLinks, usualOrders } from './usualOrders.ts';

/** How an order goes along with a list as it was captured. */
interface Tried {
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
  found: Tried | undefined;
  /** The order that explains most of it otherwise. */
  next: Tried | undefined;
}

/** With fewer elements nearly every order fits by chance: only the list's own is believed then. */
const FEWEST = 3;

/**
 * Tries the usual orders on the default response of a list, given how it repeats elements. An order explains the list when
 * sorting by it changes nothing but the order within ties; of several, the one that leaves the fewest ties is said.
 */
export function explainDefault(read: ReadList, repetition: Repetition, texts: ValueOrder): OrderEvidence {
  const { list } = read;
  const rows = (read.standard?.rows ?? []).filter((row) => row !== undefined);
  const columns = new Columns(read, rows, texts);
  const orders = candidates(list, repetition);
  // An order by links may tell nothing else apart, and yet be why elements are repeated.
  const isLikely = (ordering: string) => repetition.defaultRepeats || ordering === list.defaultOrdering;
  // A key that is the same everywhere is no part of an explanation.
  const isTelling = (ordering: string) => !keysOf(ordering).some((key) => columns.isConstant(key));
  const tried = orders
    .filter((ordering) => isLikely(ordering) || isTelling(ordering))
    .map((ordering) => columns.tried(ordering));
  const isBelieved = ({ ordering, explained, apart }: Tried) =>
    explained === rows.length &&
    (isLikely(ordering) || apart >= FEWEST) &&
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
function most(tried: Tried[]): Tried | undefined {
  return tried.reduce<Tried | undefined>((best, each) => {
    const gain = best ? each.explained - best.explained || each.apart - best.apart : 1;
    return gain > 0 ? each : best;
  }, undefined);
}

const isPartOf = (a: string, b: string) => `${a},`.startsWith(`${b},`) || `${b},`.startsWith(`${a},`);

/** For each key how the list goes along with it: steps from one element to the next, 1 onwards, 0 a tie, -1 backwards. */
class Columns {
  readonly #read: ReadList;
  readonly #rows: Content[];
  readonly #texts: ValueOrder;
  readonly #steps = new Map<string, Int8Array>();

  constructor(read: ReadList, rows: Content[], texts: ValueOrder) {
    this.#read = read;
    this.#rows = rows;
    this.#texts = texts;
  }

  isConstant(key: string): boolean {
    return this.#stepsOf(key, false).every((step) => step === 0);
  }

  tried(ordering: string): Tried {
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
    const name = descending ? `-${key}` : key;
    const known = this.#steps.get(name);
    if (known) return known;
    const steps =
      key === this.#read.list.perLink?.field
        ? linkSteps(this.#read, this.#rows, descending)
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
