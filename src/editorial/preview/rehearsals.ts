import { Forbidden, NotFound, type PayloadRequest } from 'payload';
import type { RawDocument } from '../../../collections/portal/RawDocument.ts';
import { Refusal } from '../../payload/rest/Refusal.ts';
import { NO_RIGHT, prepare } from '../planning/outcome.ts';
import { plannedJobs } from '../planning/plannedFor.ts';
import { type Rehearser, rehearse, rehearseDraft, rehearseNew } from '../rehearsal/index.ts';

type Id = number | string;
type Data = Record<string, unknown>;

/**
 * A document as it would be stored if what is typed were published. Who may not publish, but may save it as a draft, gets what
 * an editor would publish.
 *
 * @param id undefined for a new document
 * @throws the error that the save would have
 */
export async function typedDocument(
  req: PayloadRequest,
  collection: string,
  id: Id | undefined,
  data: Data,
): Promise<RawDocument> {
  const publish = (options?: { overrideAccess: boolean }) =>
    id === undefined
      ? rehearseNew(req, collection, data, options)
      : rehearse(req, { collection, id, change: 'publish', data }, options);
  try {
    return await publish();
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
  }
  await rehearseDraft(req, { collection, id, data });
  return publish({ overrideAccess: true });
}

/**
 * A document as a planned change would store it, with the rights of the planner.
 *
 * @param job the id of the planned change
 * @returns undefined if the document has the planned status already
 * @throws NotFound if nothing waits under that id, or the error that the change would have
 */
export async function plannedDocument(
  { i18n, payload, t }: PayloadRequest,
  collection: string,
  id: Id,
  job: string,
): Promise<RawDocument | undefined> {
  const planned = await plannedJobs(payload, { collection, ids: [id] });
  const found = planned.find(({ action }) => String(action.id) === job && action.state !== 'failed');
  if (!found) throw new NotFound(t);
  const prepared = await prepare({ i18n, payload }, found.action, found.job.input ?? {});
  if (!prepared) return undefined;
  try {
    const planner = { i18n, payload, user: prepared.planner ?? null } as Rehearser;
    return await rehearse(planner, prepared.change);
  } catch (error) {
    throw error instanceof Forbidden ? new Refusal({ i18n }, NO_RIGHT, 403) : error;
  }
}
