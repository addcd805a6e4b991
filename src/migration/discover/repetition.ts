import { parseOrdering } from '../../../endpoints/read-model/index.ts';
import type { Content, ReadList, ReadResponse } from './contents.ts';
import { repetitions } from './linkRows.ts';

/** A way to understand why elements stand in a list more than once. */
export interface Repetition {
  /** The list repeats an element per link wherever an ordering names its links; undefined when nothing shows it. */
  elementPerLink: boolean | undefined;
  /** The default response itself names the links in its order. */
  defaultRepeats: boolean;
  /** Rows that the default response has beyond one for each distinct element: documents with the same content. */
  surplus: number;
}

const ONCE: Repetition = { elementPerLink: undefined, defaultRepeats: false, surplus: 0 };

/**
 * The ways that explain best how often each element stands in each response; more than one where counting alone does not
 * tell (every section with two links is twice in the list: repeated per link, or made twice?).
 */
export function discoverRepetition({ list, standard, ordered }: ReadList): Repetition[] {
  if (!standard) return [];
  const counts = countRows(standard);
  const surplus = standard.rows.filter((row) => row !== undefined).length - counts.size;
  if (!list.perLink) return [{ ...ONCE, surplus }];

  const { field } = list.perLink;
  const others = ordered.map((response) => ({
    counts: countRows(response),
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

function countRows({ rows }: ReadResponse): Map<Content, number> {
  const counts = new Map<Content, number>();
  for (const row of rows) if (row) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}
