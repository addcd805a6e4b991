import type { BasePayload, PayloadRequest } from 'payload';
import { type PlannedPublication, portalOf, slugOf } from '../../../collections/portal/portal.ts';

/** The slug of Payload's collection of jobs. Planned changes are stored nowhere else. */
export const JOBS = 'payload-jobs';

/** Payload's name of the task for scheduled publications: what a host schedules for its other collections goes through it, too. */
export const PUBLICATION = 'schedulePublish';

/** Milliseconds after which an overdue or a running change counts as late. It takes seconds: the server of one that runs has died. */
export const LATE = 5 * 60_000;

export type PlannedChange = 'publish' | 'unpublish';

/**
 * The state of a planned change. `waiting`: not yet due. `running`: being carried out. `retrying`: failed, will be tried again.
 * `failed`: failed for good, kept until an editor has seen it. `late`: overdue, and no server carries it out.
 */
export type PlannedState = 'waiting' | 'running' | 'retrying' | 'failed' | 'late';

/** A planned change of a document. */
export interface PlannedAction {
  /** The id of the job. */
  id: number | string;
  /** The slug of the document's collection. */
  collection: string;
  /** The id of the document, as a string. */
  document: string;
  /** The document's title when the change was planned. */
  title: string;
  change: PlannedChange;
  /** The planned time (ISO 8601). */
  at: string;
  /** The name of the user who planned it. */
  by: string;
  state: PlannedState;
  /** The number of attempts. */
  attempts: number;
  /** The time of the next attempt, for `retrying` (ISO 8601). */
  nextAttempt: string | undefined;
  /** The last error, in the admin's fallback language. */
  reason: string | undefined;
}

/** The input of a planned job. */
export interface PlannedInput {
  type: PlannedChange;
  doc: { relationTo: string; value: number | string };
  user: { relationTo: string; value: number | string };
  at: string;
  by: string;
  title: string;
  /** A digest of what was to be published. */
  seen: string;
}

/** Payload's record of a failed attempt. */
interface Failure {
  message?: string;
  /** Whether it ended the job. */
  cancelled?: boolean;
}

/** The relevant fields of a job. */
export interface PlannedJob {
  id: number | string;
  input?: PlannedInput;
  waitUntil?: Date | string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
  processing?: boolean | null;
  hasError?: boolean | null;
  totalTried?: number | null;
  error?: Failure | null;
  log?: { error?: Failure }[] | null;
}

/** The documents whose plans to read. */
export interface PlannedOf {
  collection: string;
  /** @default every document of the collection */
  ids?: readonly (number | string)[];
  /** A request whose transaction to use, in a hook. @default none */
  req?: PayloadRequest;
}

/**
 * The planned changes of list documents by time: waiting, running, and failed ones that nobody has seen.
 * @param of limits it to some documents. @default all
 */
export async function plannedFor(payload: BasePayload, of?: PlannedOf): Promise<PlannedAction[]> {
  return (await plannedJobs(payload, of)).map(({ action }) => action);
}

/** {@link plannedFor}, with what each was planned as. */
export async function plannedJobs(
  payload: BasePayload,
  of?: PlannedOf,
): Promise<{ action: PlannedAction; input: PlannedInput }[]> {
  const { docs } = await payload.db.find<PlannedJob>({
    collection: JOBS,
    ...(of?.req && { req: of.req }),
    limit: 0,
    pagination: false,
    // Of those at one time, the one that was planned first.
    sort: ['createdAt', 'id'],
    where: { and: [{ taskSlug: { equals: PUBLICATION } }, { completedAt: { exists: false } }] },
  });
  const portal = portalOf(payload.config);
  const collections = portal.lists.map(({ key }) => String(slugOf(portal, key)));
  const ids = of?.ids?.map(String);
  return docs
    .flatMap((job) => {
      const action = plannedAction(job);
      return action && job.input ? [{ action, input: job.input }] : [];
    })
    .filter(({ action: { collection } }) => collections.includes(collection))
    .filter(({ action: { collection } }) => !of || collection === of.collection)
    .filter(({ action: { document } }) => !ids || ids.includes(document))
    .sort((one, other) => one.action.at.localeCompare(other.action.at));
}

/** The pending publications in a collection, or of some of its documents. */
export async function plannedToPublish(
  req: PayloadRequest,
  collection: string,
  ids?: PlannedOf['ids'],
): Promise<PlannedPublication[]> {
  const planned = await plannedFor(req.payload, { collection, req, ...(ids && { ids }) });
  return planned.filter(({ change, state }) => change === 'publish' && state !== 'failed');
}

/** The planned change of a job; undefined for a job that no form of ours has planned. */
export function plannedAction(job: PlannedJob): PlannedAction | undefined {
  // Payload's own plans have neither a time nor a state.
  if (!job.input?.seen) return undefined;
  const { doc, type, at, by, title } = job.input;
  const state = stateOf(job);
  return {
    id: job.id,
    collection: doc.relationTo,
    document: String(doc.value),
    title,
    change: type,
    at,
    by,
    state,
    // Payload does not count an attempt that cancels the job.
    attempts: (job.totalTried ?? 0) + (job.error?.cancelled ? 1 : 0),
    nextAttempt: state === 'retrying' && job.waitUntil ? new Date(job.waitUntil).toISOString() : undefined,
    reason: (job.error ?? job.log?.at(-1)?.error)?.message,
  };
}

function stateOf({
  hasError,
  processing,
  totalTried,
  updatedAt,
  waitUntil,
  createdAt,
}: PlannedJob): PlannedState {
  if (hasError) return 'failed';
  const due = processing ? updatedAt : (waitUntil ?? createdAt);
  if (new Date(due).getTime() + LATE < Date.now()) return 'late';
  if (processing) return 'running';
  return totalTried ? 'retrying' : 'waiting';
}
