import type { List, NewDocument } from '../../../endpoints/lists/index.ts';
import type { Content, ReadResponse } from './contents.ts';
import type { FoundListSettings } from './discoverSettings.ts';
import { countOf, type LinkOrder, linkKey, linkOrders, linksOf } from './linkRows.ts';

/** A planned document of a list with links, and the content it was made of. */
export interface LinkedDocument {
  planned: { id: string; document: NewDocument };
  content: Content;
}

/** One row of a document's links; the rank is what this module finds. */
interface LinkRow {
  rank: number | null;
}

/**
 * Gives every link of the planned documents its hidden rank: the higher, the nearer to the top of
 * `ordering=-section_two_links`.
 *
 * The lists never show the links' own ids, only rows in their order. Which of a section's links a row stands for follows
 * from the links that sections share, where it can be told at all; else the last link gets the section's topmost row, which
 * no list shows. Links that no response ranks come below all others, in the order of the default list.
 */
export function rankLinks(
  list: List,
  documents: LinkedDocument[],
  responses: ReadResponse[],
  found: FoundListSettings | undefined,
): void {
  if (!list.perLink) return;
  const { field } = list.perLink;
  const orders = linkOrders(list, responses, found?.ordering);
  const claims = new Claims(documents, field);
  const ranked = found?.elementPerLink
    ? claims.perLink(orders[0]?.fromTheTop ?? [])
    : claims.perDocument(orders);
  const fallback = documents.flatMap(({ planned }) => rowsOf(planned, field)).reverse();
  const fromTheTop = [...new Set([...ranked, ...fallback])];
  fromTheTop.forEach((row, index) => {
    row.rank = fromTheTop.length - index;
  });
}

const rowsOf = ({ document }: LinkedDocument['planned'], field: string) => document[field] as LinkRow[];

/** Who a row of a response stands for. */
class Claims {
  readonly #documents = new Map<Content, LinkRow[][]>();

  constructor(documents: LinkedDocument[], field: string) {
    for (const { planned, content } of documents) {
      const rows = rowsOf(planned, field);
      this.#documents.set(content, [...(this.#documents.get(content) ?? []), rows]);
    }
  }

  /** One row per link: equal documents take turns. */
  perLink(fromTheTop: Content[]): LinkRow[] {
    const read = readLinks(fromTheTop);
    const taken = new Map<string, number>();
    return fromTheTop.flatMap((content, at) => {
      const documents = this.#documents.get(content) ?? [];
      const link = read?.[at];
      const key = `${content.digest} ${link}`;
      const turn = taken.get(key) ?? 0;
      taken.set(key, turn + 1);
      const rows = documents[turn % documents.length];
      return rows?.at(link ?? -1 - Math.floor(turn / documents.length)) ?? [];
    });
  }

  /** One row per document: at its highest link when descending, at its lowest when ascending. */
  perDocument(orders: LinkOrder[]): LinkRow[] {
    const highest = this.#inOrder(orders.find(({ descending }) => descending) ?? orders[0]);
    const lowest = this.#inOrder(orders.find(({ descending }) => !descending) ?? orders[0]);
    return merged(highest, lowest) ?? highest.flatMap((rows) => rows.toReversed());
  }

  #inOrder(order: LinkOrder | undefined): LinkRow[][] {
    const taken = new Map<Content, number>();
    return (order?.fromTheTop ?? []).flatMap((content) => {
      const turn = taken.get(content) ?? 0;
      taken.set(content, turn + 1);
      const rows = this.#documents.get(content)?.[turn];
      return rows ? [rows] : [];
    });
  }
}

/**
 * Ranks that give both orders: `highest` has the documents by their highest link, `lowest` by their lowest, each from the top.
 * Documents with one link stand in both and hold the two together. Undefined when the orders contradict each other.
 */
function merged(highest: LinkRow[][], lowest: LinkRow[][]): LinkRow[] | undefined {
  const order: LinkRow[] = [];
  const begun = new Set<LinkRow[]>();
  let nextHighest = 0;
  let nextLowest = 0;
  while (nextHighest < highest.length || nextLowest < lowest.length) {
    const top = highest[nextHighest];
    const bottom = lowest[nextLowest];
    if (top && top.length > 1) {
      begun.add(top);
      order.push(...top.slice(1).reverse());
      nextHighest++;
    } else if (bottom && bottom.length > 1 && begun.has(bottom)) {
      order.push(...bottom.slice(0, 1));
      nextLowest++;
    } else if (top && top === bottom) {
      order.push(...top);
      nextHighest++;
      nextLowest++;
    } else {
      return undefined;
    }
  }
  return order;
}

/** How many choices are tried; real portals need one or two per link. */
const MAX_STEPS = 10_000;

/**
 * Finds out which of its element's links each row of a list that repeats per link stands for, as an index into them, from
 * the elements in the order of their links' hidden ids.
 *
 * The rows of one link stand together, one for each element that has it, and every link of an element has one row. That
 * leaves mostly one way to read the order. Undefined when there is none: links of equal text and address may be different
 * links all the same.
 */
function readLinks(fromTheTop: Content[]): number[] | undefined {
  const counts = countOf(fromTheTop);
  const holders = holdersOfLinks(counts);
  const read: number[] = [];
  const used = new Set<string>();
  let steps = 0;

  function from(at: number): boolean {
    const first = fromTheTop[at];
    if (!first) return true;
    for (const key of linksOf(first.list, first.element).map(linkKey)) {
      const rows = holders.get(key) ?? 0;
      const run = fromTheTop.slice(at, at + rows);
      if (used.has(key) || run.length < rows || ++steps > MAX_STEPS) continue;
      const links = run.map(({ list, element }) => linksOf(list, element).map(linkKey).indexOf(key));
      if (links.includes(-1) || !isOncePerDocument(run, counts)) continue;
      used.add(key);
      links.forEach((link, index) => {
        read[at + index] = link;
      });
      if (from(at + rows)) return true;
      used.delete(key);
    }
    return false;
  }
  return from(0) ? read : undefined;
}

/** For each link how many rows it has: one for every document that holds it. */
function holdersOfLinks(counts: Map<Content, number>): Map<string, number> {
  const holders = new Map<string, number>();
  for (const [content, count] of counts) {
    const keys = linksOf(content.list, content.element).map(linkKey);
    for (const key of keys) holders.set(key, (holders.get(key) ?? 0) + count / keys.length);
  }
  return holders;
}

/** Equal documents have a row each, no element has more. */
function isOncePerDocument(run: Content[], counts: Map<Content, number>): boolean {
  return [...countOf(run)].every(([content, count]) => {
    const documents = (counts.get(content) ?? 0) / linksOf(content.list, content.element).length;
    return count === documents;
  });
}
