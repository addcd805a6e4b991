import type { BasePayload, PayloadRequest } from 'payload';
import { type PlannedPublication, portalOf, slugOf } from '../../../collections/portal/portal.ts';

/** The collection of Payload's jobs. A job is the one record of what is planned. */
export const JOBS = 'payload-jobs';

/** What Payload calls the task of a scheduled publication. Under this name, what version 0.1.0 planned is carried out too. */
export const PUBLICATION = 'schedulePublish';

/** How long after its time something planned, or being carried out, counts as late, in milliseconds. */
const LATE = 5 * 60_000;

export type PlannedChange = 'publish' | 'unpublish';

/**
 * How it stands with something planned. `waiting`: for its time. `running`: being carried out. `retrying`: it failed, and
 * is tried again. `failed`: it is not tried again; it stays until somebody has seen it. `late`: its time has passed, and
 * no server carries it out.
 */
export type PlannedState = 'waiting' | 'running' | 'retrying' | 'failed' | 'late';

/** A document that is to be published or unpublished. */
export interface PlannedAction {
  /** Of the job. */
  id: number | string;
  /** The slug of the document's collection. */
  collection: string;
  /** The id of the document, as a text. */
  document: string;
  /** What the document was called when this was planned. */
  title: string | undefined;
  change: PlannedChange;
  /** When it is to be done (ISO 8601). */
  at: string;
  /** The name of the user who planned it. */
  by: string | undefined;
  state: PlannedState;
  /** How often it has been tried. */
  attempts: number;
  /** When it is tried again, for `retrying` (ISO 8601). */
  nextAttempt: string | undefined;
  /** Why it failed the last time, if it did, in the language that the admin falls back to. */
  reason: string | undefined;
}

/** The input of a planned job. That of version 0.1.0 has neither `at` nor `by` nor `title`. */
export interface PlannedInput {
  type?: PlannedChange | null;
  doc?: { relationTo: string; value: number | string } | null;
  user?: { relationTo: string; value: number | string } | number | string | null;
  locale?: string | null;
  at?: string;
  by?: string;
  title?: string;
}

/** How Payload notes that an attempt failed. */
interface Failure {
  message?: string;
  /** It ended the job. */
  cancelled?: boolean;
}

/** A job, as far as it matters here. */
export interface PlannedJob {
  id: number | string;
  input?: PlannedInput | null;
  waitUntil?: Date | string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
  processing?: boolean | null;
  hasError?: boolean | null;
  totalTried?: number | null;
  error?: Failure | null;
  log?: { error?: Failure }[] | null;
}

/** Of which documents to ask what is planned. */
export interface PlannedOf {
  collection: string;
  /** @default every document of the collection */
  ids?: readonly (number | string)[];
  /** Whose transaction to read in, from a hook. @default none */
  req?: PayloadRequest;
}

/**
 * What is planned for documents of the lists, being carried out, or has failed and not been seen, by time.
 * @param of some documents. @default all of them
 */
export async function plannedFor(payload: BasePayload, of?: PlannedOf): Promise<PlannedAction[]> {
  return (await plannedJobs(payload, of)).map(({ action }) => action);
}

/** The same, with the jobs. */
export async function plannedJobs(
  payload: BasePayload,
  of?: PlannedOf,
): Promise<{ job: PlannedJob; action: PlannedAction }[]> {
  const { docs } = await payload.db.find<PlannedJob>({
    collection: JOBS,
    ...(of?.req && { req: of.req }),
    limit: 0,
    pagination: false,
    where: { and: [{ taskSlug: { equals: PUBLICATION } }, { completedAt: { exists: false } }] },
  });
  const portal = portalOf(payload.config);
  const collections = portal.lists.map(({ key }) => String(slugOf(portal, key)));
  const ids = of?.ids?.map(String);
  return docs
    .flatMap((job) => {
      const action = plannedAction(job);
      return action ? [{ job, action }] : [];
    })
    .filter(({ action: { collection } }) => collections.includes(collection))
    .filter(({ action: { collection } }) => !of || collection === of.collection)
    .filter(({ action: { document } }) => !ids || ids.includes(document))
    .sort((one, other) => one.action.at.localeCompare(other.action.at));
}

/** What is still to be published in a collection, or of some of its documents. */
export async function plannedToPublish(
  req: PayloadRequest,
  collection: string,
  ids?: PlannedOf['ids'],
): Promise<PlannedPublication[]> {
  const planned = await plannedFor(req.payload, { collection, req, ...(ids && { ids }) });
  return planned.filter(({ change, state }) => change === 'publish' && state !== 'failed');
}

/** The change that a job makes; undefined where it is of no document. */
export function plannedAction(job: PlannedJob): PlannedAction | undefined {
  const { doc, type, at, by, title } = job.input ?? {};
  if (!doc) return undefined;
  const state = stateOf(job);
  const waitUntil = job.waitUntil ? isoTime(job.waitUntil) : undefined;
  return {
    id: job.id,
    collection: doc.relationTo,
    document: String(doc.value),
    title,
    change: type === 'unpublish' ? 'unpublish' : 'publish',
    at: at ?? waitUntil ?? isoTime(job.createdAt),
    by,
    state,
    // Payload counts no attempt that ends a job.
    attempts: (job.totalTried ?? 0) + (job.error?.cancelled ? 1 : 0),
    nextAttempt: state === 'retrying' ? waitUntil : undefined,
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

const isoTime = (time: Date | string) => new Date(time).toISOString();
