import type { Element, List } from '../../../endpoints/lists/index.ts';
import {
  collations as allCollations,
  type Collation,
  elementComparator,
  formatOrdering,
  parseOrdering,
} from '../../../endpoints/read-model/index.ts';
import type { ReadList, ReadResponse } from './contents.ts';

/** What captured orderings show of how the values of each key sort: by which collation, and where empty ones stand. */

/** The collations that explain keys equally well, by keys such as `news-posts.title`. */
export type KeyCollations = Record<string, Collation[]>;

/** How well a collation goes along with the texts of one key, as captured. */
interface Fit {
  collation: Collation;
  /** How many neighbours stand as it has them. */
  explained: number;
}

/** What the captured orderings show of the texts of one key. */
export interface TextEvidence {
  /** Such as `news-posts.title`. */
  key: string;
  /** How many neighbours the key tells apart. */
  neighbours: number;
  best: Fit;
  /** Best of those that explain less. */
  next: Fit;
  /** Enough is explained to be no chance. */
  isFound: boolean;
}

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
  /** By each collation, whether they stand the wrong way round. */
  isWrong: boolean[];
}

function neighboursIn(list: List, { response, rows }: ReadResponse): Neighbours[] {
  const terms = parseOrdering(list, response.ordering ?? '');
  const links = terms.findIndex(({ field }) => field === list.perLink?.field);
  // What stands behind the links is told apart by their hidden ids first.
  const known = (links < 0 ? terms : terms.slice(0, links + 1)).map((term) => {
    const ordering = formatOrdering([term]);
    const compare = (collation: Collation) => elementComparator(list, { ordering, collation });
    return { ...term, compare: compare('C'), all: allCollations.map(compare) };
  });
  const elements = elementsOf(rows);
  return elements.slice(1).flatMap((now, at) => {
    const before = elements[at];
    const telling = before && known.find(({ compare }) => compare(before, now) !== 0);
    if (!telling) return [];
    const { field: key, descending, all } = telling;
    return [{ key, descending, before, now, isWrong: all.map((compare) => compare(before, now) > 0) }];
  });
}

const elementsOf = (rows: ReadResponse['rows']): Element[] =>
  rows.filter((row) => row !== undefined).map(({ element }) => element);

/** What the orderings of a list show. */
export function valueOrdersOf(read: ReadList): { texts: TextEvidence[]; empties: EmptyEvidence[] } & {
  collations: KeyCollations;
} {
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
  const texts: TextEvidence[] = [];
  const empties: EmptyEvidence[] = [];
  for (const key of list.orderable) {
    const name = `${list.key}.${key}`;
    const evidence = textEvidence(
      name,
      shown.flatMap(({ byKey }) => byKey(key)),
    );
    if (evidence) texts.push(evidence.text);
    if (evidence?.text.isFound) collations[name] = evidence.equal;
    const empty = elements.filter((element) => isEmpty(element[key])).length;
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
  return { collations, texts, empties };
}

/** Of a list of links, that it has none. */
const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/** A collation that leaves more than these open is not the one of the legacy system. */
const MAX_OPEN = 0.05;

/** Undefined where nothing tells the collations apart. */
function textEvidence(
  key: string,
  neighbours: readonly Neighbours[],
): { text: TextEvidence; equal: Collation[] } | undefined {
  const wrong = wrongOf(neighbours);
  const fits = allCollations.map((collation, at) => ({
    collation,
    explained: neighbours.length - (wrong[at] ?? 0),
  }));
  const sorted = fits.toSorted((a, b) => b.explained - a.explained);
  const [best] = sorted;
  const equal = sorted.filter(({ explained }) => explained === best?.explained);
  const next = sorted[equal.length];
  if (!best || !next) return undefined;
  const isFound = best.explained >= neighbours.length * (1 - MAX_OPEN);
  return {
    text: { key, neighbours: neighbours.length, best, next, isFound },
    equal: equal.map(({ collation }) => collation),
  };
}

/** How many stand the wrong way round by each collation. */
function wrongOf(neighbours: readonly Neighbours[]): number[] {
  return allCollations.map((_, at) => neighbours.filter(({ isWrong }) => isWrong[at]).length);
}

/** Of an ordering that the legacy system does not know, about half of the neighbours stand the wrong way round. */
const MAX_WRONG = 0.25;

/**
 * Where a response has empty values of a key, which a list shows as null: last ascending in PostgreSQL and first in MySQL, and an
 * empty image of a Django portal is `''`, which is first in both.
 */
function emptyPlaces(neighbours: readonly Neighbours[]): ('first' | 'last')[] {
  const full = neighbours.filter(({ key, before, now }) => !isEmpty(before[key]) && !isEmpty(now[key]));
  if (Math.min(...wrongOf(full)) > full.length * MAX_WRONG) return [];
  return neighbours.flatMap(({ key, descending, before, now }) => {
    if (isEmpty(before[key])) return descending ? 'last' : 'first';
    return isEmpty(now[key]) ? (descending ? 'first' : 'last') : [];
  });
}

/** The keys whose empty values stand first. */
export function keysWithEmptyFirst(places: EmptyPlaces = {}): string[] {
  return Object.keys(places)
    .filter((key) => places[key] === 'first')
    .sort();
}

/**
 * The collation that explains most keys; undefined when none tells letters from code points.
 * @param preferred of several
 */
export function commonCollation(shown: KeyCollations, preferred?: unknown): Collation | undefined {
  const keys = Object.values(shown);
  const keysOf = (collation: Collation) => keys.filter((each) => each.includes(collation)).length;
  const most = Math.max(...allCollations.map(keysOf));
  const equal = allCollations.filter((collation) => keysOf(collation) === most);
  if (equal.includes('el') && keys.every((each) => each.includes('el') === each.includes('C')))
    return undefined;
  return equal.find((collation) => collation === preferred) ?? equal[0];
}
