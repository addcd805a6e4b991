import type { BasePayload, PayloadRequest, Where } from 'payload';
import { portalOf } from '../../../collections/portal/portal.ts';
import type { Bilingual } from '../../payload/i18n/bilingual.ts';
import { formatTime } from '../../payload/i18n/zonedTime.ts';
import type { PlannedAction, PlannedInput, PlannedState } from './words.ts';

/** The slug of Payload's collection of jobs. Planned changes are stored nowhere else. */
export const JOBS = 'payload-jobs';

/** The slug of the task of planned changes. */
export const PUBLICATION = 'portalPublication';

/** Milliseconds after which an overdue or a running change counts as late. It takes seconds: the server of one that runs has died. */
export const LATE = 5 * 60_000;

/** The relevant fields of a job. */
interface PlannedJob {
  id: number | string;
  input: PlannedInput;
  waitUntil?: Date | string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
  processing?: boolean | null;
  hasError?: boolean | null;
  totalTried?: number | null;
  /** The error that ended it. */
  error?: { cancelled?: boolean } | null;
}

/** Which plans to read. */
export interface PlannedOf {
  /** @default all */
  collection?: string;
  /** @default every document of the collection */
  ids?: readonly (number | string)[];
  /** @default both */
  change?: PlannedAction['change'];
  /** A request whose transaction to use, in a hook. @default none */
  req?: PayloadRequest;
}

/** PostgreSQL takes no other characters in a query of JSON. */
const ASKABLE = /^[\w.:-]*$/;

/**
 * The planned changes of list documents by time: waiting, running, and failed ones that nobody has seen.
 * @param of limits it to some documents. @default all
 */
export async function plannedFor(payload: BasePayload, of: PlannedOf = {}): Promise<PlannedAction[]> {
  const { change, collection, req } = of;
  const ids = of.ids?.map(String);
  if (ids?.length === 0) return [];
  const where: Where[] = [{ taskSlug: { equals: PUBLICATION } }, { completedAt: { exists: false } }];
  if (change) where.push({ 'input.change': { equals: change } });
  if (collection) where.push({ 'input.collection': { equals: collection } });
  if (ids?.every((id) => ASKABLE.test(id))) where.push({ 'input.document': { in: ids } });
  const { docs } = await payload.db.find<PlannedJob>({
    collection: JOBS,
    ...(req && { req }),
    limit: 0,
    pagination: false,
    // Of those at one time, the one that was planned first.
    sort: ['createdAt', 'id'],
    where: { and: where },
  });
  return docs
    .filter(({ input: { document } }) => !ids || ids.includes(document))
    .map(actionOf)
    .sort((one, other) => one.at.localeCompare(other.at));
}

/** Whether a planned change is a publication that has not failed. */
export const isToPublish = ({ change, state }: PlannedAction) => change === 'publish' && state !== 'failed';

/** The pending publications in a collection, or of some of its documents. */
export async function plannedToPublish(
  req: PayloadRequest,
  collection: string,
  ids?: PlannedOf['ids'],
): Promise<PlannedAction[]> {
  const of = { change: 'publish', collection, req, ...(ids && { ids }) } as const;
  return (await plannedFor(req.payload, of)).filter(isToPublish);
}

/** The planned change of a job. */
export function actionOf(job: PlannedJob): PlannedAction {
  const state = stateOf(job);
  return {
    ...job.input,
    id: job.id,
    state,
    // Payload does not count an attempt that cancels the job.
    attempts: (job.totalTried ?? 0) + (job.error?.cancelled ? 1 : 0),
    ...(state === 'retrying' && job.waitUntil && { nextAttempt: new Date(job.waitUntil).toISOString() }),
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

/** Stores why a planned change has failed, or would; undefined if it would not. */
export async function keepReason(
  { db }: BasePayload,
  { attempts, id, nextAttempt, reason: _, state, ...input }: PlannedAction,
  reason: Bilingual | undefined,
): Promise<void> {
  const data = { input: { ...input, ...(reason && { reason }) } };
  await db.updateOne({ collection: JOBS, data, returning: false, where: { id: { equals: id } } });
}

/** A planned change, as text for the log. */
export function inWords({ config }: Pick<BasePayload, 'config'>, action: PlannedAction): string {
  const { at, by, change, collection, document, title } = action;
  const time = formatTime(at, { timeZone: portalOf(config).timeZone, language: 'en' });
  return `Planned for ${time} by ${by}: ${change} ${collection} ${document} "${title}"`;
}

/** What the audit log says of a planned change. */
export const entryOf = ({ at, change, collection, document, title }: PlannedAction) => ({
  collection,
  document,
  title,
  note: `${change}, ${at}`,
});
