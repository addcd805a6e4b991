import type { Element, List } from '../../../endpoints/lists/index.ts';
import { parseOrdering } from '../../../endpoints/read-model/index.ts';
import type { Content, ReadResponse } from './contents.ts';

/** One link of an element, as the lists show it. */
export interface Link {
  text: string;
  link: string;
}

/** The links of an element, of a list that has such; none otherwise. */
export function linksOf(list: List, element: Element): Link[] {
  const value = list.perLink && element[list.perLink.field];
  return Array.isArray(value) ? value : [];
}

/** How often an element stands in a list that repeats it per link. */
export const repetitions = (content: Content) => Math.max(1, linksOf(content.list, content.element).length);

/** True when there is a link that stands in all: rows of that one link tie. */
export function shareLink(linkLists: Link[][]): boolean {
  const [first, ...others] = linkLists.map((links) => links.map(linkKey));
  return first?.some((link) => others.every((links) => links.includes(link))) ?? false;
}

const linkKey = ({ text, link }: Link) => JSON.stringify([text, link]);

/** A response that is ordered by its links. */
export interface LinkOrder {
  /** The elements that have links, the highest link first. */
  fromTheTop: Content[];
  /** The direction it was captured in. */
  descending: boolean;
  /** Nothing was sorted before the links. */
  pure: boolean;
}

/** The responses that are ordered by links, those that tell most of it first. */
export function linkOrders(
  list: List,
  responses: ReadResponse[],
  defaultOrdering: string | undefined,
): LinkOrder[] {
  const orders = responses.flatMap(({ response, rows }): LinkOrder[] => {
    const terms = parseOrdering(list, response.ordering ?? defaultOrdering ?? '');
    const place = terms.findIndex(({ field }) => field === list.perLink?.field);
    const term = terms[place];
    if (!term) return [];
    const linked = rows
      .filter((row) => row !== undefined)
      .filter((row) => linksOf(list, row.element).length > 0);
    const fromTheTop = term.descending ? linked : linked.reverse();
    return [{ fromTheTop, descending: term.descending, pure: place === 0 }];
  });
  const worth = ({ pure, descending }: LinkOrder) => (pure ? 2 : 0) + (descending ? 1 : 0);
  return orders.sort((a, b) => worth(b) - worth(a));
}

/**
 * The documents behind a default response, each with its position. Where the list repeats an element once per link, its
 * rows together are one document, which stands where the first of them does.
 */
export function documentRows(
  { rows }: ReadResponse,
  repeatsPerLink: boolean,
): { content: Content; position: number }[] {
  const left = new Map<Content, number>();
  for (const content of rows) if (content) left.set(content, (left.get(content) ?? 0) + 1);
  if (repeatsPerLink) {
    for (const [content, count] of left)
      left.set(content, Math.max(1, Math.round(count / repetitions(content))));
  }
  return rows.flatMap((content, position) => {
    const count = content && left.get(content);
    if (!content || !count) return [];
    left.set(content, count - 1);
    return [{ content, position }];
  });
}
