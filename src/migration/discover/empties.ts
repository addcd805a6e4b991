import type { Element, List } from '../../../endpoints/lists/index.ts';
import { elementComparator, formatOrdering, parseOrdering } from '../../../endpoints/read-model/index.ts';
import type { ReadList, ReadResponse } from './contents.ts';

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

/** Of an ordering that the legacy system does not know, about half of the neighbours stand the wrong way round. */
const MAX_WRONG = 0.25;

/**
 * Where empty values stand that a list shows as null, by the orderings in which they were captured: null is last ascending in
 * PostgreSQL and first in MySQL, and an empty image of a Django portal is `''`, which is first in both. Of images it is said, too,
 * that nothing shows it.
 */
export function emptyValues({ list, standard, ordered }: ReadList): EmptyEvidence[] {
  const elements = elementsOf(standard?.rows ?? []);
  return list.orderable
    .filter((key) => key !== list.perLink?.field)
    .flatMap((key) => {
      const empty = elements.filter((element) => element[key] === null).length;
      const others = elements.length - empty;
      if (empty === 0 || others === 0) return [];
      const shown = ordered.flatMap((response) => {
        const places = emptyPlaces(list, response, key);
        return [...places].map((place) => ({ place, file: response.response.file }));
      });
      const [first] = shown;
      const isSure = first && shown.every(({ place }) => place === first.place);
      if (!isSure && list.fields?.[key]?.type !== 'image') return [];
      const { place, file } = isSure ? first : {};
      return [{ key: `${list.key}.${key}`, place, file, empty, others }];
    });
}

/** Where a response has empty values of a key next to others, as far as that key tells the neighbours apart. */
function emptyPlaces(list: List, { response, rows }: ReadResponse, key: string): Set<'first' | 'last'> {
  const all = parseOrdering(list, response.ordering ?? '');
  const at = all.findIndex(({ field }) => field === key);
  const term = all[at];
  const terms = all.slice(0, at);
  const places = new Set<'first' | 'last'>();
  // What stands behind the links is told apart by their hidden ids first.
  if (!term || terms.some(({ field }) => field === list.perLink?.field)) return places;
  const before = elementComparator(list, { ordering: formatOrdering(terms), collation: 'C' });
  const ordering = formatOrdering([term]);
  const greek = elementComparator(list, { ordering, collation: 'el' });
  const byCode = elementComparator(list, { ordering, collation: 'C' });
  const elements = elementsOf(rows);
  const pairs = elements.slice(1).flatMap((now, index) => {
    const last = elements[index];
    return last && before(last, now) === 0 && byCode(last, now) !== 0 ? [[last, now] as const] : [];
  });
  const full = pairs.filter(([one, other]) => one[key] !== null && other[key] !== null);
  const wrong = [greek, byCode].map((by) => full.filter(([one, other]) => by(one, other) > 0).length);
  if (Math.min(...wrong) > full.length * MAX_WRONG) return places;
  for (const [one, other] of pairs) {
    if (one[key] === null) places.add(term.descending ? 'last' : 'first');
    if (other[key] === null) places.add(term.descending ? 'first' : 'last');
  }
  return places;
}

const elementsOf = (rows: ReadResponse['rows']): Element[] =>
  rows.filter((row) => row !== undefined).map(({ element }) => element);

/** The keys whose empty values stand first. */
export function keysWithEmptyFirst(places: EmptyPlaces = {}): string[] {
  return Object.keys(places)
    .filter((key) => places[key] === 'first')
    .sort();
}

/** What is known. */
export function placesOfEmpties(evidence: readonly EmptyEvidence[]): EmptyPlaces {
  return Object.fromEntries(evidence.flatMap(({ key, place }) => (place ? [[key, place]] : [])));
}
