import type { List } from '../../../endpoints/lists/index.ts';
import type { Collation } from '../../../endpoints/read-model/index.ts';
import { commonCollation, type KeyCollations, othersThan, ShownCollations } from './collations.ts';
import type { ReadList } from './contents.ts';
import {
  type EmptyEvidence,
  type EmptyPlaces,
  emptyValues,
  keysWithEmptyFirst,
  placesOfEmpties,
} from './empties.ts';
import { explainDefault, type OrderEvidence } from './explainDefault.ts';
import { discoverRepetition, type Repetition } from './repetition.ts';
import { keysOf } from './usualOrders.ts';

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
  /** What the capture shows of keys; of an earlier version, nothing is known. */
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

interface Explained {
  list: List;
  settings: FoundListSettings;
  evidence: OrderEvidence;
}

/** From as many places on, an order that only one collation explains is no chance. */
const SURE = 8;

/** @param likely the collation of texts that nothing shows */
function explain(read: ReadList, shown: ShownCollations, likely: Collation): Explained {
  const { list } = read;
  const first = bestUnder(read, shown, likely);
  const unlikely = likely === 'el' ? 'C' : 'el';
  const second = bestUnder(read, shown, unlikely);
  const [a, b] = [placesOf(first.evidence), placesOf(second.evidence)];
  const [best, collation]: [Best, Collation] = b > a && b >= SURE ? [second, unlikely] : [first, likely];
  if (a !== b && placesOf(best.evidence) >= SURE) {
    for (const key of keysOf(best.evidence.found?.ordering ?? '')) {
      if (best.texts.has(key) && !shown.isShown(list, key)) shown.show(list, key, collation);
    }
  }
  const { elementPerLink, defaultRepeats } = best.repetition;
  const ordering = best.evidence.length < 2 ? undefined : (best.evidence.found?.ordering ?? '');
  return { list, settings: { ordering, elementPerLink, defaultRepeats }, evidence: best.evidence };
}

const placesOf = ({ found }: OrderEvidence) => found?.apart ?? 0;

interface Best {
  repetition: Repetition;
  evidence: OrderEvidence;
  /** The keys that hold texts. */
  texts: ReadonlySet<string>;
}

/** The fewest equal documents, unless no order explains that they are so few. */
function bestUnder(read: ReadList, shown: ShownCollations, collation: Collation): Best {
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
