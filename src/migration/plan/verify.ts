import { type Change, createReadModel } from '../../../endpoints/read-model/index.ts';
import {
  bodyRows,
  type Comparison,
  compareRows,
  isSame,
  orderUnder,
  settledSettings,
} from '../discover/index.ts';
import type { Captured, ReadCapture } from './captured.ts';

/** A captured response that the captured documents do not give again. */
export interface NotReproduced {
  file: string;
  list: string;
  comparison: Comparison;
}

/**
 * Serves what a capture says from memory, and compares it with every captured response up to ties. Refused elements are missing of
 * course, and not counted.
 */
export async function verifyCaptured(captured: ReadCapture): Promise<NotReproduced[]> {
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
