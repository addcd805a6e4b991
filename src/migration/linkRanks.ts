import type { List, NewDocument } from '../../endpoints/lists/index.ts';
import {
  type Content,
  type FoundListSettings,
  type LinkOrder,
  linkOrders,
  type ReadResponse,
} from './discover/index.ts';
import { readLinks } from './linkClasses.ts';

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
