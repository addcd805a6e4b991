import type { List } from '../../../endpoints/lists/index.ts';
import {
  type Collation,
  elementComparator,
  formatOrdering,
  parseOrdering,
  type ValueOrder,
} from '../../../endpoints/read-model/index.ts';
import type { ReadList, ReadResponse } from './contents.ts';

/** Collations by keys, such as `news-posts.title`. */
export type KeyCollations = Record<string, Collation>;

/** The collation that most keys have, and those that have the other one; undefined when no key shows any. */
export function commonCollation(shown: KeyCollations): Collation | undefined {
  const collations = Object.values(shown);
  const byCode = collations.filter((each) => each === 'C').length;
  if (collations.length === 0) return undefined;
  return byCode * 2 > collations.length ? 'C' : 'el';
}

/** Keys that have another collation. */
export function othersThan(collation: Collation | undefined, shown: KeyCollations): string[] {
  return Object.keys(shown)
    .filter((name) => shown[name] !== collation)
    .sort();
}

/** The collations of keys, as far as captures show them. */
export class ShownCollations {
  /** By list and key. */
  readonly #shown = new Map<string, Collation>();
  readonly #emptyFirst: readonly string[];

  /** @param emptyFirst keys such as `news-posts.post_image` */
  constructor(read: ReadList[], emptyFirst: readonly string[]) {
    this.#emptyFirst = emptyFirst;
    for (const { list, ordered } of read) this.#learn(list, ordered);
  }

  /** By key. */
  get all(): KeyCollations {
    return Object.fromEntries(this.#shown);
  }

  isShown(list: List, key: string): boolean {
    return this.#shown.has(`${list.key}.${key}`);
  }

  show(list: List, key: string, collation: Collation): void {
    this.#shown.set(`${list.key}.${key}`, collation);
  }

  /** How the values of a list sort, where texts that nothing shows have this collation. */
  valueOrder(list: List, collation: Collation): ValueOrder {
    const otherCollation = list.orderable.filter((key) => {
      const shown = this.#shown.get(`${list.key}.${key}`);
      return shown !== undefined && shown !== collation;
    });
    const emptyFirst = list.orderable.filter((key) => this.#emptyFirst.includes(`${list.key}.${key}`));
    return { collation, otherCollation, emptyFirst };
  }

  /** A key has the collation under which fewer elements stand out of their place. */
  #learn(list: List, responses: ReadResponse[]): void {
    const wrong = { el: new Map<string, number>(), C: new Map<string, number>() };
    for (const response of responses) countWrong(list, response, wrong);
    for (const key of new Set([...wrong.el.keys(), ...wrong.C.keys()])) {
      const [greek, byCode] = [wrong.el.get(key) ?? 0, wrong.C.get(key) ?? 0];
      if (greek !== byCode) this.show(list, key, greek < byCode ? 'el' : 'C');
    }
  }
}

type Wrong = Record<Collation, Map<string, number>>;

/** Counts neighbours that stand the wrong way round, by the key that tells them apart. */
function countWrong(list: List, { response, rows }: ReadResponse, wrong: Wrong): void {
  const terms = parseOrdering(list, response.ordering ?? '');
  const links = terms.findIndex(({ field }) => field === list.perLink?.field);
  // What stands behind the links is told apart by their hidden ids first.
  const known = (links < 0 ? terms : terms.slice(0, links)).map((term) => {
    const ordering = formatOrdering([term]);
    const compare = (collation: Collation) => elementComparator(list, { ordering, collation });
    return { field: term.field, compare: { el: compare('el'), C: compare('C') } };
  });
  const elements = rows.filter((row) => row !== undefined).map(({ element }) => element);
  elements.forEach((element, at) => {
    const before = elements[at - 1];
    const telling = before && known.find(({ compare }) => compare.C(before, element) !== 0);
    if (!telling) return;
    for (const collation of ['el', 'C'] as const) {
      const count = wrong[collation];
      if (telling.compare[collation](before, element) > 0)
        count.set(telling.field, (count.get(telling.field) ?? 0) + 1);
    }
  });
}
