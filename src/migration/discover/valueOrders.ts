import type { Element, List } from '../../../endpoints/lists/index.ts';
import {
  type Collation,
  elementComparator,
  formatOrdering,
  parseOrdering,
} from '../../../endpoints/read-model/index.ts';
import type { ReadList, ReadResponse } from './contents.ts';

/** What captured orderings show of how the values of each key sort: by which collation, and where empty ones stand. */

/** Collations by keys, such as `news-posts.title`. */
export type KeyCollations = Record<string, Collation>;

/** Where empty values stand ascending, by keys such as `news-posts.post_image`. */
export type EmptyPlaces = Record<string, 'first' | 'last'>;

/** Where the empty values of one key stand, and what shows it. */
export interface EmptyEvidence {
  /** Such as `news-posts.post_image`. */
  key: string;
  /** Undefined where no captured ordering shows it, or where some stand first and some last. */
  place: 'first' | 'last' | undefined;
  /** The captured ordering that shows it. */
  file: string | undefined;
  /** How many elements of the list are empty there, and how many are not. */
  empty: number;
  others: number;
}

/** Two neighbours in a captured ordering, with the first key of it that tells them apart. */
interface Neighbours {
  key: string;
  descending: boolean;
  before: Element;
  now: Element;
  /** Whether they stand the wrong way round. */
  isWrong: Record<Collation, boolean>;
}

function neighboursIn(list: List, { response, rows }: ReadResponse): Neighbours[] {
  const terms = parseOrdering(list, response.ordering ?? '');
  const links = terms.findIndex(({ field }) => field === list.perLink?.field);
  // What stands behind the links is told apart by their hidden ids first.
  const known = (links < 0 ? terms : terms.slice(0, links)).map((term) => {
    const ordering = formatOrdering([term]);
    const compare = (collation: Collation) => elementComparator(list, { ordering, collation });
    return { ...term, el: compare('el'), C: compare('C') };
  });
  const elements = elementsOf(rows);
  return elements.slice(1).flatMap((now, at) => {
    const before = elements[at];
    const telling = before && known.find(({ C }) => C(before, now) !== 0);
    if (!telling) return [];
    const { field: key, descending, el, C } = telling;
    return [{ key, descending, before, now, isWrong: { el: el(before, now) > 0, C: C(before, now) > 0 } }];
  });
}

const elementsOf = (rows: ReadResponse['rows']): Element[] =>
  rows.filter((row) => row !== undefined).map(({ element }) => element);

/** What the orderings of a list show. */
export function valueOrdersOf(read: ReadList): { collations: KeyCollations; empties: EmptyEvidence[] } {
  const { list, standard, ordered } = read;
  const shown = ordered.map((response) => {
    const neighbours = neighboursIn(list, response);
    return {
      file: response.response.file,
      byKey: (key: string) => neighbours.filter((each) => each.key === key),
    };
  });
  const elements = elementsOf(standard?.rows ?? []);
  const collations: KeyCollations = {};
  const empties: EmptyEvidence[] = [];
  for (const key of list.orderable.filter((each) => each !== list.perLink?.field)) {
    const name = `${list.key}.${key}`;
    // A key has the collation under which fewer elements stand out of their place.
    const wrong = wrongOf(shown.flatMap(({ byKey }) => byKey(key)));
    if (wrong.el !== wrong.C) collations[name] = wrong.el < wrong.C ? 'el' : 'C';
    const empty = elements.filter((element) => element[key] === null).length;
    const others = elements.length - empty;
    if (empty === 0 || others === 0) continue;
    const places = shown.flatMap(({ file, byKey }) =>
      emptyPlaces(byKey(key)).map((place) => ({ place, file })),
    );
    const [first] = places;
    const isSure = first && places.every(({ place }) => place === first.place);
    // Of images it is said, too, that nothing shows it.
    if (!isSure && list.fields?.[key]?.type !== 'image') continue;
    const { place, file } = isSure ? first : {};
    empties.push({ key: name, place, file, empty, others });
  }
  return { collations, empties };
}

function wrongOf(neighbours: readonly Neighbours[]): Record<Collation, number> {
  const count = (collation: Collation) => neighbours.filter(({ isWrong }) => isWrong[collation]).length;
  return { el: count('el'), C: count('C') };
}

/** Of an ordering that the legacy system does not know, about half of the neighbours stand the wrong way round. */
const MAX_WRONG = 0.25;

/**
 * Where a response has empty values of a key, which a list shows as null: last ascending in PostgreSQL and first in MySQL, and an
 * empty image of a Django portal is `''`, which is first in both.
 */
function emptyPlaces(neighbours: readonly Neighbours[]): ('first' | 'last')[] {
  const full = neighbours.filter(({ key, before, now }) => before[key] !== null && now[key] !== null);
  const wrong = wrongOf(full);
  if (Math.min(wrong.el, wrong.C) > full.length * MAX_WRONG) return [];
  return neighbours.flatMap(({ key, descending, before, now }) => {
    if (before[key] === null) return descending ? 'last' : 'first';
    return now[key] === null ? (descending ? 'first' : 'last') : [];
  });
}

/** The keys whose empty values stand first. */
export function keysWithEmptyFirst(places: EmptyPlaces = {}): string[] {
  return Object.keys(places)
    .filter((key) => places[key] === 'first')
    .sort();
}

/** The collation that most keys have; undefined when no key shows any. */
export function commonCollation(shown: KeyCollations): Collation | undefined {
  const collations = Object.values(shown);
  const byCode = collations.filter((each) => each === 'C').length;
  if (collations.length === 0) return undefined;
  return byCode * 2 > collations.length ? 'C' : 'el';
}
