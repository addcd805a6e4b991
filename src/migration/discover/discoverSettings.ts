import type { List } from '../../../endpoints/lists/index.ts';
import {
  type Collation,
  type ElementOrder,
  elementComparator,
  formatOrdering,
  type PortalSettings,
  parseOrdering,
  type ValueOrder,
} from '../../../endpoints/read-model/index.ts';
import type { ReadList, ReadResponse } from './contents.ts';
import {
  type EmptyEvidence,
  type EmptyPlaces,
  emptyValues,
  keysWithEmptyFirst,
  placesOfEmpties,
} from './empties.ts';
import { explainDefault, keysOf, type OrderEvidence } from './explainDefault.ts';
import { discoverRepetition, type Repetition } from './linkRows.ts';

/** What a capture says of the settings of one list. */
export interface FoundListSettings {
  /** The default order; '' when it is the order of import. Undefined when fewer than two elements were there to tell. */
  ordering: string | undefined;
  /** One element per link; undefined when no response shows it. */
  elementPerLink: boolean | undefined;
  /** The default response itself repeats elements per link. */
  defaultRepeats: boolean;
  /** Elements can be asked for by their ids; undefined when nobody has asked. */
  records?: boolean;
}

/** What a capture says of the settings. */
export interface FoundSettings {
  /** Undefined when no text was sorted, or when both explain all there is. */
  collation: Collation | undefined;
  /** Keys that have the other collation, such as `news-posts.title`. */
  otherCollation?: string[];
  /** What the capture shows of keys. */
  shown?: KeyCollations;
  /** Where empty values of keys stand, as far as captures show. */
  empties?: EmptyPlaces;
  /** Per list that has a default response. */
  lists: Record<string, FoundListSettings>;
}

/** The settings, and why. */
export interface Discovery {
  settings: FoundSettings;
  /** Per list of which the default order was found out. */
  evidence: Record<string, OrderEvidence>;
  /** Where empty values stand, or that nothing shows it. */
  empties: EmptyEvidence[];
}

/** Finds out the settings under which the legacy system gave these responses. */
export function discoverSettings(read: ReadList[]): Discovery {
  const known = read.filter(({ standard }) => standard !== undefined);
  const empties = known.flatMap(emptyValues);
  const shownEmpties = placesOfEmpties(empties);
  const shown = new ShownCollations(known, keysWithEmptyFirst(shownEmpties));
  // What the first pass learns of the collation from default orders counts for all lists in the second.
  for (const each of known) explain(each, shown, commonCollation(shown.all) ?? 'el');
  const collation = commonCollation(shown.all);
  const explained = known.map((each) => explain(each, shown, collation ?? 'el'));
  return {
    settings: {
      ...collationsOf(shown.all, collation),
      ...(empties.some(({ place }) => place) && { empties: shownEmpties }),
      lists: Object.fromEntries(explained.map(({ list, settings }) => [list.key, settings])),
    },
    evidence: Object.fromEntries(
      explained
        .filter(({ evidence }) => evidence.length > 1)
        .map(({ list, evidence }) => [list.key, evidence]),
    ),
    empties,
  };
}

/** The settings that follow from what keys show. */
export function collationsOf(
  shown: KeyCollations,
  collation = commonCollation(shown),
): Pick<FoundSettings, 'collation' | 'otherCollation' | 'shown'> {
  const otherCollation = othersThan(collation, shown);
  return {
    collation,
    ...(otherCollation.length > 0 && { otherCollation }),
    ...(Object.keys(shown).length > 0 && { shown }),
  };
}

interface ListFinding {
  list: List;
  settings: FoundListSettings;
  evidence: OrderEvidence;
}

/** From as many places on, an order that only one collation explains is no chance. */
const MIN_EVIDENCE = 8;

/** @param likely the collation of texts that nothing shows */
function explain(read: ReadList, shown: ShownCollations, likely: Collation): ListFinding {
  const { list } = read;
  const first = bestUnder(read, shown, likely);
  const unlikely = likely === 'el' ? 'C' : 'el';
  const second = bestUnder(read, shown, unlikely);
  const [a, b] = [placesOf(first.evidence), placesOf(second.evidence)];
  const [best, collation]: [Explanation, Collation] =
    b > a && b >= MIN_EVIDENCE ? [second, unlikely] : [first, likely];
  if (a !== b && placesOf(best.evidence) >= MIN_EVIDENCE) {
    for (const key of keysOf(best.evidence.found?.ordering ?? '')) {
      if (best.texts.has(key) && !shown.isShown(list, key)) shown.show(list, key, collation);
    }
  }
  const { elementPerLink, defaultRepeats } = best.repetition;
  const ordering = best.evidence.length < 2 ? undefined : (best.evidence.found?.ordering ?? '');
  return { list, settings: { ordering, elementPerLink, defaultRepeats }, evidence: best.evidence };
}

const placesOf = ({ found }: OrderEvidence) => found?.apart ?? 0;

interface Explanation {
  repetition: Repetition;
  evidence: OrderEvidence;
  /** The keys that hold texts. */
  texts: ReadonlySet<string>;
}

/** The fewest equal documents, unless no order explains that they are so few. */
function bestUnder(read: ReadList, shown: ShownCollations, collation: Collation): Explanation {
  const texts = shown.valueOrder(read.list, collation);
  const tried = discoverRepetition(read)
    .map((repetition) => ({ repetition, evidence: explainDefault(read, repetition, texts) }))
    .sort((a, b) => a.repetition.surplus - b.repetition.surplus);
  const best =
    tried.find(({ repetition, evidence }) => !repetition.defaultRepeats || evidence.found) ?? tried[0];
  if (!best) throw new Error(`${read.list.key} has no default response`);
  return { ...best, texts: textKeys(read) };
}

function textKeys({ list, standard }: ReadList): Set<string> {
  const elements = (standard?.rows ?? []).filter((row) => row !== undefined).map(({ element }) => element);
  const isText = (key: string) =>
    !list.timestamps.includes(key) && elements.some((element) => typeof element[key] === 'string');
  return new Set(list.orderable.filter(isText));
}

/** Collations by keys, such as `news-posts.title`. */
type KeyCollations = Record<string, Collation>;

/** The collation that most keys have, and those that have the other one; undefined when no key shows any. */
function commonCollation(shown: KeyCollations): Collation | undefined {
  const collations = Object.values(shown);
  const byCode = collations.filter((each) => each === 'C').length;
  if (collations.length === 0) return undefined;
  return byCode * 2 > collations.length ? 'C' : 'el';
}

/** Keys that have another collation. */
function othersThan(collation: Collation | undefined, shown: KeyCollations): string[] {
  return Object.keys(shown)
    .filter((name) => shown[name] !== collation)
    .sort();
}

/** The collations of keys, as far as captures show them. */
class ShownCollations {
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

/** The settings as they are going to be: what was found, and for the rest the defaults of the lists. */
export function settledSettings(lists: readonly List[], found: FoundSettings): PortalSettings {
  const settled = lists.map((list) => {
    const own = found.lists[list.key];
    const ordering = own?.ordering ?? list.defaultOrdering;
    const ofList = (names: readonly string[] = []) =>
      names.filter((name) => name.startsWith(`${list.key}.`)).map((name) => name.slice(list.key.length + 1));
    const keys = {
      otherCollation: ofList(found.otherCollation),
      emptyFirst: ofList(keysWithEmptyFirst(found.empties)),
    };
    return [list.key, { ordering, elementPerLink: own?.elementPerLink ?? false, ...keys }] as const;
  });
  return { collation: found.collation ?? 'el', lists: Object.fromEntries(settled) };
}

/** The order that a request gets under these settings: that of the list where it names nothing that the list has. */
export function orderUnder(
  { collation, lists }: PortalSettings,
  list: List,
  requested: string | undefined,
): ElementOrder {
  const own = lists[list.key];
  const isNamed = requested !== undefined && parseOrdering(list, requested).length > 0;
  const ordering = isNamed ? requested : (own?.ordering ?? '');
  return { ordering, collation, otherCollation: own?.otherCollation, emptyFirst: own?.emptyFirst };
}
