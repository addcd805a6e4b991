import type { List } from '../../endpoints/lists/index.ts';
import type { Collation } from '../../endpoints/read-model/index.ts';
import { discoverCollation } from './collation.ts';
import type { ReadList } from './contents.ts';
import { explainDefault } from './explainDefault.ts';
import { discoverRepetition, type Repetition } from './repetition.ts';

/** What a capture says of the settings of one list. */
export interface FoundListSettings {
  /** The default order; '' when it is the order of import. Undefined when fewer than two elements were there to tell. */
  ordering: string | undefined;
  /** One element per link; undefined when no response shows it. */
  elementPerLink: boolean | undefined;
  /** The default response itself repeats elements per link. */
  defaultRepeats: boolean;
}

/** What a capture says of the settings. */
export interface FoundSettings {
  /** Undefined when no text was sorted, or when both explain all there is. */
  collation: Collation | undefined;
  /** Per list that has a default response. */
  lists: Record<string, FoundListSettings>;
}

/** Finds out the settings under which the legacy system gave these responses. */
export function discoverSettings(read: ReadList[]): FoundSettings {
  const known = read.filter(({ standard }) => standard !== undefined);
  const explained = (collation: Collation) =>
    known.map((each) => {
      const choices = discoverRepetition(each).map((repetition) => explain(each, repetition, collation));
      return best(choices);
    });
  const el = explained('el');
  const c = explained('C');
  const costs = { el: sum(el.map(({ cost }) => cost)), C: sum(c.map(({ cost }) => cost)) };
  const collation = discoverCollation(known, costs);
  const chosen = collation === 'C' ? c : el;
  return {
    collation,
    lists: Object.fromEntries(chosen.map(({ list, settings }) => [list.key, settings])),
  };
}

interface Explained {
  list: List;
  settings: FoundListSettings;
  cost: number;
}

function explain(read: ReadList, repetition: Repetition, collation: Collation): Explained {
  const { elementPerLink, defaultRepeats, surplus } = repetition;
  const found = explainDefault(read, repetition, collation);
  const length = read.standard?.rows.length ?? 0;
  // A surplus row says that an editor made the very same element once more, somewhere in the list.
  const cost = found.cost + surplus * (SURPLUS + Math.log(Math.max(1, length)));
  const ordering = length < 2 ? undefined : found.ordering;
  return { list: read.list, settings: { ordering, elementPerLink, defaultRepeats }, cost };
}

const SURPLUS = 3;

/** The first of those that cost least. */
function best(choices: Explained[]): Explained {
  return choices.reduce((least, choice) => (choice.cost < least.cost ? choice : least));
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
