import type { List } from '../../../endpoints/lists/index.ts';
import {
  collations as allCollations,
  type Collation,
  collationsByKey,
  type ElementOrder,
  type PortalSettings,
  parseOrdering,
  type ValueOrder,
} from '../../../endpoints/read-model/index.ts';
import type { ReadList } from './contents.ts';
import { explainDefault, type KnownSteps, keysOf, type OrderEvidence } from './explainDefault.ts';
import { discoverRepetition, type Repetition } from './linkRows.ts';
import {
  commonCollation,
  type EmptyEvidence,
  type EmptyPlaces,
  type KeyCollations,
  keysWithEmptyFirst,
  type TextEvidence,
  valueOrdersOf,
} from './valueOrders.ts';

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
  /** Undefined when no text was sorted, or nothing tells the collations apart, or none explains the texts. */
  collation: Collation | undefined;
  /** Keys that have another collation, such as `news-posts.title=C`. */
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
  /** How well the collations explain the texts of keys. */
  texts: TextEvidence[];
}

/** Finds out the settings under which the legacy system gave these responses. */
export function discoverSettings(read: ReadList[]): Discovery {
  const known = read.filter(({ standard }) => standard !== undefined);
  const orders = known.map(valueOrdersOf);
  const empties = orders.flatMap((each) => each.empties);
  const places = Object.fromEntries(empties.flatMap(({ key, place }) => (place ? [[key, place]] : [])));
  const collations: KeyCollations = Object.assign({}, ...orders.map((each) => each.collations));
  const shown = { collations, emptyFirst: keysWithEmptyFirst(places) };
  // What the first pass learns of the collation from default orders counts for all lists in the second.
  for (const each of known) explain(each, shown, commonCollation(collations) ?? 'el');
  const collation = commonCollation(collations);
  const explained = known.map((each) => explain(each, shown, collation ?? 'el'));
  return {
    settings: {
      ...collationsOf(collations, collation),
      ...(Object.keys(places).length > 0 && { empties: places }),
      lists: Object.fromEntries(explained.map(({ list, settings }) => [list.key, settings])),
    },
    evidence: Object.fromEntries(
      explained
        .filter(({ evidence }) => evidence.length > 1)
        .map(({ list, evidence }) => [list.key, evidence]),
    ),
    empties,
    // Of several that explain a key equally well, the common one.
    texts: orders
      .flatMap((each) => each.texts)
      .map(({ best, ...text }) => {
        const isCommon = collation !== undefined && collations[text.key]?.includes(collation);
        return { ...text, best: isCommon ? { ...best, collation } : best };
      }),
  };
}

/** The settings that follow from what keys show. */
export function collationsOf(
  shown: KeyCollations,
  collation = commonCollation(shown),
): Pick<FoundSettings, 'collation' | 'otherCollation' | 'shown'> {
  const otherCollation = Object.entries(shown)
    .flatMap(([name, equal]) => (equal.includes(collation ?? 'el') ? [] : `${name}=${equal[0]}`))
    .sort();
  return {
    collation,
    ...(otherCollation.length > 0 && { otherCollation }),
    ...(Object.keys(shown).length > 0 && { shown }),
  };
}

/** What captures show of keys. What explains a default order is added. */
interface Shown {
  collations: KeyCollations;
  /** Keys such as `news-posts.post_image`. */
  emptyFirst: readonly string[];
}

interface ListFinding {
  list: List;
  settings: FoundListSettings;
  evidence: OrderEvidence;
}

/** From as many places on, an order that only one collation explains is no chance. */
const MIN_EVIDENCE = 8;

/** @param likely the collation of texts that nothing shows */
function explain(read: ReadList, shown: Shown, likely: Collation): ListFinding {
  const { list } = read;
  const isTextKey = (key: string) => isText(read, key);
  const known: KnownSteps = new Map();
  const first = { collation: likely, ...bestUnder(read, shown, likely, known) };
  const keys = keysOf(first.evidence.found?.ordering ?? '');
  // Without texts, what tells every place apart is so by every collation.
  const isSettled = placesOf(first.evidence) === read.standard?.rows.length && !keys.some(isTextKey);
  const others = isSettled ? [] : allCollations;
  const tried = others.map((collation) => ({ collation, ...bestUnder(read, shown, collation, known) }));
  const most = Math.max(...tried.map(({ evidence }) => placesOf(evidence)), placesOf(first.evidence));
  const equal = tried.filter(({ evidence }) => placesOf(evidence) === most);
  const isBettered = most >= MIN_EVIDENCE && placesOf(first.evidence) < most;
  const best = (isBettered && equal[0]) || first;
  const names = equal.map(({ collation }) => collation);
  if (most >= MIN_EVIDENCE && names.length < tried.length) {
    for (const key of keysOf(best.evidence.found?.ordering ?? '').filter(isTextKey))
      shown.collations[`${list.key}.${key}`] ??= names;
  }
  const { elementPerLink, defaultRepeats } = best.repetition;
  const ordering = best.evidence.length < 2 ? undefined : (best.evidence.found?.ordering ?? '');
  return { list, settings: { ordering, elementPerLink, defaultRepeats }, evidence: best.evidence };
}

const placesOf = ({ found }: OrderEvidence) => found?.apart ?? 0;

interface Explanation {
  repetition: Repetition;
  evidence: OrderEvidence;
}

/** The fewest equal documents, unless no order explains that they are so few. */
function bestUnder(read: ReadList, shown: Shown, collation: Collation, known: KnownSteps): Explanation {
  const texts = valueOrder(read.list, shown, collation);
  const tried = discoverRepetition(read)
    .map((repetition) => ({ repetition, evidence: explainDefault(read, repetition, texts, known) }))
    .sort((a, b) => a.repetition.surplus - b.repetition.surplus);
  const best =
    tried.find(({ repetition, evidence }) => !repetition.defaultRepeats || evidence.found) ?? tried[0];
  if (!best) throw new Error(`${read.list.key} has no default response`);
  return best;
}

/** How the values of a list sort, where texts that nothing shows have this collation. */
function valueOrder(list: List, { collations, emptyFirst }: Shown, collation: Collation): ValueOrder {
  const nameOf = (key: string) => `${list.key}.${key}`;
  const others = list.orderable.flatMap((key) => {
    const equal = collations[nameOf(key)] ?? [collation];
    return equal[0] && !equal.includes(collation) ? [[key, equal[0]] as const] : [];
  });
  return {
    collation,
    collations: Object.fromEntries(others),
    emptyFirst: list.orderable.filter((key) => emptyFirst.includes(nameOf(key))),
  };
}

function isText({ list, standard }: ReadList, key: string): boolean {
  const isOfText = !list.timestamps.includes(key) && list.orderable.includes(key);
  return isOfText && (standard?.rows.some((row) => typeof row?.element[key] === 'string') ?? false);
}

/** The settings as they are going to be: what was found, and for the rest the defaults of the lists. */
export function settledSettings(lists: readonly List[], found: FoundSettings): PortalSettings {
  const settled = lists.map((list) => {
    const own = found.lists[list.key];
    const ordering = own?.ordering ?? list.defaultOrdering;
    const ofList = (names: readonly string[] = []) =>
      names.filter((name) => name.startsWith(`${list.key}.`)).map((name) => name.slice(list.key.length + 1));
    const keys = {
      collations: collationsByKey(found.otherCollation ?? [], list.key),
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
  return { ordering, collation, collations: own?.collations, emptyFirst: own?.emptyFirst };
}
