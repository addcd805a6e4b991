import type { List } from '../../../endpoints/lists/index.ts';
import {
  type ElementOrder,
  type PortalSettings,
  parseOrdering,
} from '../../../endpoints/read-model/index.ts';
import type { FoundSettings } from './discoverSettings.ts';
import { keysWithEmptyFirst } from './empties.ts';

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
