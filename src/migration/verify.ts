import { otherCollationOf } from '../../collections/PortalSettings.ts';
import type { List } from '../../endpoints/lists/index.ts';
import {
  type Change,
  createReadModel,
  type ElementOrder,
  type PortalSettings,
} from '../../endpoints/read-model/index.ts';
import {
  bodyRows,
  type Comparison,
  compareRows,
  effectiveOrdering,
  type FoundSettings,
  isSame,
} from './discover/index.ts';
import type { ImportPlan } from './plan.ts';

/** A captured response that the planned documents do not give again. */
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
    const otherCollation = otherCollationOf(found.otherCollation, list.key);
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
 * Serves the plan from memory, and compares it with every captured response up to ties. Refused elements are missing of
 * course, and not counted.
 */
export async function verifyPlan(plan: ImportPlan): Promise<NotReproduced[]> {
  const settings = settledSettings(plan.lists, plan.settings);
  const readModel = createReadModel({ lists: plan.lists });
  await readModel.replace([[{ settings }], changesOf(plan)]);
  const failures: NotReproduced[] = [];
  for (const { list, standard, ordered } of plan.read) {
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

function changesOf(plan: ImportPlan): Change[] {
  return [...plan.documents.values()].map(({ id, kind, document, listed }) => ({
    kind,
    id,
    document: { ...document, id, listed },
  }));
}
