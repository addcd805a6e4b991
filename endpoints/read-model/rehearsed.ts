import type { RowChange } from './orderings/Sorter.ts';
import { keyOf } from './rows/encodeWith.ts';
import type { MadeRow, Row } from './rows/Row.ts';
import type { DocumentChange, Rehearsal } from './types.ts';

/** Of the other elements, as many are named. */
const MAX_NAMED = 20;

interface WorkedOut {
  /** The document's row as it is served. */
  before: Row | undefined;
  /** The elements that would be made anew, by key. */
  made: ReadonlyMap<string, MadeRow | undefined>;
  /** The rows that would change, by list. */
  changes: ReadonlyMap<string, RowChange>;
}

/** What would become of the elements. */
export function rehearsed(
  { kind, id }: DocumentChange,
  { before, made, changes }: WorkedOut,
): Omit<Rehearsal, 'orderings'> {
  const key = keyOf(kind, id);
  const own = made.get(key);
  const after = made.has(key) ? own?.row : before;
  return {
    before: textOf(before),
    after: textOf(after),
    missing: own?.missing ?? [],
    failed: own?.failed ?? [],
    others: [...changes].flatMap(([list, change]) => {
      const documents = changedIn(change).filter((each) => list !== kind || each !== id);
      return documents.length === 0
        ? []
        : { list, count: documents.length, first: documents.slice(0, MAX_NAMED) };
    }),
  };
}

const textOf = (row: Row | undefined) => (row ? String(row.bytes) : null);

/** The documents whose elements have other bytes, or are new or gone. */
function changedIn({ removed, added }: RowChange): string[] {
  const before = new Map(removed.map((row) => [row.documentId, row.digest]));
  const after = new Map(added.map((row) => [row.documentId, row.digest]));
  const documents = new Set([...before.keys(), ...after.keys()]);
  return [...documents].filter((each) => before.get(each) !== after.get(each));
}
