import type { Payload } from 'payload';
import { lists } from '../../endpoints/lists/index.ts';
import type { ReadModel } from '../../endpoints/read-model/index.ts';
import { portalReadModel } from '../../src/index.ts';
import { readCapture } from '../../src/migration/capture.ts';
import { bodyRows, compareRows, effectiveOrdering, isSame } from '../../src/migration/comparison.ts';
import { planImport } from '../../src/migration/plan.ts';
import { settledSettings } from '../../src/migration/verify.ts';

/** The files of a capture that the lists of this Payload do not give again: the same bytes, up to ties. */
export async function notAsCaptured(payload: Payload, folder: string): Promise<string[]> {
  return filesThatDiffer(await portalReadModel(payload), folder);
}

async function filesThatDiffer(readModel: ReadModel, folder: string): Promise<string[]> {
  const slugs = lists.map(({ key }) => key);
  const plan = planImport(await readCapture(folder, slugs), lists);
  const { collation, lists: settings } = settledSettings(lists, plan.settings);
  const files: string[] = [];
  for (const { list, standard, ordered } of plan.read) {
    for (const { response } of standard ? [standard, ...ordered] : []) {
      const served = await readModel.response(list.key, response.ordering);
      const body = served ? served.body : Buffer.from('[]');
      if (body.equals(response.body)) continue;
      const ordering = effectiveOrdering(list, response.ordering, settings[list.key]?.ordering ?? '');
      const comparison = compareRows(list, { ordering, collation }, bodyRows(response.body), bodyRows(body));
      if (!isSame(comparison)) files.push(response.file);
    }
  }
  return files;
}
