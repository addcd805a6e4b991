import { type Content, type Link, linksOf } from './discover/index.ts';

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
export function readLinks(fromTheTop: Content[]): number[] | undefined {
  const counts = countOf(fromTheTop);
  const holders = holdersOfLinks(counts);
  const read: number[] = [];
  const used = new Set<string>();
  let steps = 0;

  function from(at: number): boolean {
    const first = fromTheTop[at];
    if (!first) return true;
    for (const key of linksOf(first.list, first.element).map(keyOf)) {
      const rows = holders.get(key) ?? 0;
      const run = fromTheTop.slice(at, at + rows);
      if (used.has(key) || run.length < rows || ++steps > MAX_STEPS) continue;
      const links = run.map(({ list, element }) => linksOf(list, element).map(keyOf).indexOf(key));
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
    const keys = linksOf(content.list, content.element).map(keyOf);
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

function countOf(rows: Content[]): Map<Content, number> {
  const counts = new Map<Content, number>();
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}

const keyOf = ({ text, link }: Link) => JSON.stringify([text, link]);
