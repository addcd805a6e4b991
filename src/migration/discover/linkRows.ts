import type { Element, List } from '../../../endpoints/lists/index.ts';
import { parseOrdering } from '../../../endpoints/read-model/index.ts';
import type { Content, ReadList, ReadResponse } from './contents.ts';

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
const repetitions = (content: Content) => Math.max(1, linksOf(content.list, content.element).length);

/** True when there is a link that stands in all: rows of that one link tie. */
export function shareLink(linkLists: Link[][]): boolean {
  const [first, ...others] = linkLists.map((links) => links.map(linkKey));
  return first?.some((link) => others.every((links) => links.includes(link))) ?? false;
}

/** Equal for links of equal text and address. */
export const linkKey = ({ text, link }: Link) => JSON.stringify([text, link]);

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
  const left = countOf(rows);
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

/** A way to understand why elements stand in a list more than once. */
export interface Repetition {
  /** The list repeats an element per link wherever an ordering names its links; undefined when nothing shows it. */
  elementPerLink: boolean | undefined;
  /** The default response itself names the links in its order. */
  defaultRepeats: boolean;
  /** Rows that the default response has beyond one for each distinct element: documents with the same content. */
  surplus: number;
}

/**
 * The ways that explain best how often each element stands in each response; more than one where counting alone does not
 * tell (every section with two links is twice in the list: repeated per link, or made twice?).
 */
export function discoverRepetition({ list, standard, ordered }: ReadList): Repetition[] {
  if (!standard) return [];
  const counts = countOf(standard.rows);
  if (!list.perLink) {
    const surplus = standard.rows.filter((row) => row !== undefined).length - counts.size;
    return [{ elementPerLink: undefined, defaultRepeats: false, surplus }];
  }

  const { field } = list.perLink;
  const others = ordered.map((response) => ({
    counts: countOf(response.rows),
    namesLinks: parseOrdering(list, response.response.ordering ?? '').some((term) => term.field === field),
  }));
  const hypotheses = [
    { elementPerLink: false, defaultRepeats: false },
    { elementPerLink: true, defaultRepeats: false },
    { elementPerLink: true, defaultRepeats: true },
  ].map((hypothesis) => {
    let mismatches = 0;
    let documents = 0;
    for (const [content, count] of counts) {
      const times = repetitions(content);
      const copies = hypothesis.defaultRepeats ? count / times : count;
      documents += copies;
      if (!Number.isInteger(copies)) mismatches++;
      for (const other of others) {
        const expected = hypothesis.elementPerLink && other.namesLinks ? copies * times : copies;
        if ((other.counts.get(content) ?? 0) !== expected) mismatches++;
      }
    }
    return { ...hypothesis, mismatches, surplus: Math.max(0, Math.round(documents) - counts.size) };
  });
  const least = Math.min(...hypotheses.map(({ mismatches }) => mismatches));
  return withoutGuesses(hypotheses.filter(({ mismatches }) => mismatches === least));
}

/** Where off and on explain the same, nothing shows which it is. */
function withoutGuesses(hypotheses: (Repetition & { mismatches: number })[]): Repetition[] {
  const once = hypotheses.filter(({ defaultRepeats }) => !defaultRepeats);
  const repeats = hypotheses.filter(({ defaultRepeats }) => defaultRepeats);
  const [first] = once;
  const merged = first && once.length > 1 ? [{ ...first, elementPerLink: undefined }] : once;
  // Without a repeated row the two ways are one, and the simpler one is said.
  const telling = repeats.filter((each) => !first || each.surplus < first.surplus);
  return [...merged, ...telling].map(({ elementPerLink, defaultRepeats, surplus }) => ({
    elementPerLink,
    defaultRepeats,
    surplus,
  }));
}

/** How often each content stands in rows. */
export function countOf(rows: readonly (Content | undefined)[]): Map<Content, number> {
  const counts = new Map<Content, number>();
  for (const row of rows) if (row) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}
