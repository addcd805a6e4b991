import { type Change, createReadModel } from '../../endpoints/read-model/index.ts';
import {
  bodyRows,
  type Comparison,
  compareRows,
  isSame,
  orderUnder,
  settledSettings,
} from './discover/index.ts';
import type { ImportPlan } from './plan.ts';

/** A captured response that the planned documents do not give again. */
export interface NotReproduced {
  file: string;
  list: string;
  comparison: Comparison;
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
