import type { List } from '../../../endpoints/lists/index.ts';
import {
  type Change,
  createReadModel,
  type ElementOrder,
  type PortalSettings,
} from '../../../endpoints/read-model/index.ts';
import {
  bodyRows,
  type Comparison,
  compareRows,
  effectiveOrdering,
  type FoundSettings,
  isSame,
} from '../discover/index.ts';
import type { Captured } from './captured.ts';

/** A captured response that the captured documents do not give again. */
export interface NotReproduced {
  file: string;
  list: string;
  comparison: Comparison;
}

/** The settings as they are going to be: what was found, and for the rest the defaults of the lists. */
export function settledSettings(lists: readonly List[], found: FoundSettings): PortalSettings {
  const settled = lists.map((list) => {
    const own = found.lists[list.key];
    const ordering = own?.ordering ?? list.defaultOrdering;
    const otherCollation = (found.otherCollation ?? [])
      .filter((name) => name.startsWith(`${list.key}.`))
      .map((name) => name.slice(list.key.length + 1));
    return [list.key, { ordering, elementPerLink: own?.elementPerLink ?? false, otherCollation }] as const;
  });
  return { collation: found.collation ?? 'el', lists: Object.fromEntries(settled) };
}

/** The order that a request gets under these settings. */
export function orderUnder(
  { collation, lists }: PortalSettings,
  list: List,
  requested: string | undefined,
): ElementOrder {
  const own = lists[list.key];
  const ordering = effectiveOrdering(list, requested, own?.ordering ?? '');
  return { ordering, collation, otherCollation: own?.otherCollation };
}

/**
 * Serves what a capture says from memory, and compares it with every captured response up to ties. Refused elements are missing of
 * course, and not counted.
 */
export async function verifyCaptured(captured: Captured): Promise<NotReproduced[]> {
  const settings = settledSettings(captured.lists, captured.settings);
  const readModel = createReadModel({ lists: captured.lists });
  await readModel.replace([[{ settings }], changesOf(captured)]);
  const failures: NotReproduced[] = [];
  for (const { list, standard, ordered } of captured.read) {
    for (const { response, rows } of standard ? [standard, ...ordered] : []) {
      const served = await readModel.response(list.key, response.ordering);
      if (!served) throw new Error(`The read model has no list ${list.key}.`);
      const expected = bodyRows(response.body).filter((_, index) => rows[index] !== undefined);
      const order = orderUnder(settings, list, response.ordering);
      const comparison = compareRows(list, order, expected, bodyRows(served.body));
      if (!isSame(comparison)) failures.push({ file: response.file, list: list.key, comparison });
    }
  }
  return failures;
}

function changesOf({ documents }: Captured): Change[] {
  return [...documents.values()].map(({ id, kind, document, listed }) => ({
    kind,
    id,
    document: { ...document, id, listed },
  }));
}
