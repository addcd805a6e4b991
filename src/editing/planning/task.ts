import { JobCancelledError, type Payload, type PayloadRequest, type TaskConfig } from 'payload';
import { portalOf } from '../../../collections/portal/portal.ts';
import { AS_PLANNED } from '../../audit/index.ts';
import { claim, release } from '../../database/counter.ts';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime } from '../../payload/i18n/zonedTime.ts';
import { leaveJob } from '../../payload/jobs.ts';
import { causesOf } from '../../system/logging/describeError.ts';
import { changeOf } from '../dryRun.ts';
import { notify } from '../notices/notify.ts';
import { blockerOf, inTurn } from './inTurn.ts';
import { prepare, refusalOf, refusalText } from './outcome.ts';
import { JOBS, type PlannedAction, type PlannedInput, PUBLICATION, plannedAction } from './plannedFor.ts';

/** Temporary failures are retried after 1, 2, 4 and 8 minutes. */
const RETRIES = { attempts: 4, backoff: { type: 'exponential', delay: 60_000 } } as const;

/** A change takes seconds. If its server dies, another one may have it after this many milliseconds. */
const LONGEST = 60_000;

/** Without details of the database or the network, which are in the log. */
const FAULT = bilingual(
  'Σφάλμα του διακομιστή, όχι του εγγράφου. Αν επαναληφθεί, ενημερώστε τον διαχειριστή.',
  'This is a server fault, not a problem with the document. If it happens again, tell the administrator.',
);

type Task = TaskConfig<{ input: PlannedInput; output: object }>;
type TaskArgs = Parameters<Exclude<Task['handler'], string>>[0];

/** Carries out the planned changes of list documents, with the present rights of the planner. */
export const publicationTask: Task = {
  slug: PUBLICATION,
  retries: RETRIES,
  handler: async (args) => {
    const { job, req } = args;
    const action = plannedAction(job as never);
    if (!action || !isOfLists(req, action.collection)) return runPayloadTask(args);
    const { error } = await inTurn(req.payload, action, () => attempt(args, action));
    if (error) throw error;
    return { output: {} };
  },
};

interface Outcome {
  /** The error that the task throws. */
  error?: Error;
  again: boolean;
}

/** {@link perform}, unless another process does: Payload may give a job to two runs that start at one moment. */
async function attempt(args: TaskArgs, action: PlannedAction): Promise<Outcome> {
  const { input, job, req } = args;
  const key = keyOf(action);
  try {
    if (!(await claim(req, key, LONGEST))) return { error: leaveJob(job), again: true };
    return await perform(args, action).finally(() => release(req.payload, [key], undefined));
  } catch (error) {
    return failure(req, action, input, error);
  }
}

const keyOf = ({ id }: PlannedAction) => `plan-${id}`;

/** Carries out a planned change, or puts it off until those that come before it for its document are done. */
async function perform({ input, job, req }: TaskArgs, action: PlannedAction): Promise<Outcome> {
  const { payload } = req;
  const write = (data: Record<string, unknown>) =>
    payload.db.updateOne({ collection: JOBS, id: job.id, data, returning: false });
  const blocker = await blockerOf(payload, action);
  if (blocker && blocker.id !== action.id) {
    // First, since another run may take it up as soon as it is no longer running.
    await release(payload, [keyOf(action)], undefined);
    await write({ processing: false, waitUntil: blocker.nextAttempt ?? new Date().toISOString() });
    payload.logger.info(`${inWords(payload, action)}: waits for what comes before it.`);
    return { error: leaveJob(job), again: true };
  }
  const done = !blocker && (await carryOut(req, action, input));
  payload.logger.info(`${inWords(payload, action)}: ${done ? 'done' : 'nothing to do'}.`);
  if (blocker) return { error: leaveJob(job), again: false };
  // Before others may have it. Payload writes it later.
  await write({ completedAt: new Date().toISOString() });
  return { again: false };
}

/** A planned change, as text for the log. */
export function inWords({ config }: Pick<Payload, 'config'>, action: PlannedAction): string {
  const { at, by, change, collection, document, title } = action;
  const time = formatTime(at, { timeZone: portalOf(config).timeZone, language: 'en' });
  return `Planned for ${time} by ${by}: ${change} ${collection} ${document} "${title}"`;
}

function isOfLists({ payload }: PayloadRequest, collection: string): boolean {
  const { lists, slugs } = portalOf(payload.config);
  return lists.some(({ key }) => (slugs[key] ?? key) === collection);
}

/**
 * Runs Payload's own task of this name, which it adds if a host uses `schedulePublish` elsewhere. Payload runs the first
 * task.
 */
async function runPayloadTask(args: TaskArgs) {
  const tasks = args.req.payload.config.jobs.tasks as unknown as Task[];
  const others = tasks.find((task) => task.slug === PUBLICATION && task !== publicationTask);
  if (typeof others?.handler === 'function') return others.handler(args);
  throw new Error('Nothing in this config schedules what this job is for.');
}

/** @returns whether the status had to be changed */
async function carryOut(req: PayloadRequest, action: PlannedAction, input: PlannedInput): Promise<boolean> {
  const prepared = await prepare(req, action, input);
  if (!prepared) return false;
  const { change, planner } = prepared;
  await req.payload.update({
    ...changeOf(change),
    context: { [AS_PLANNED]: true },
    depth: 0,
    overrideAccess: false,
    user: planner as never,
  });
  return true;
}

/**
 * Logs why a planned change failed.
 * @returns an error that ends the job if the change was refused, otherwise one that makes Payload retry
 */
function failure(
  req: PayloadRequest,
  action: PlannedAction,
  { user }: PlannedInput,
  error: unknown,
): Outcome {
  const { payload } = req;
  const refusal = refusalOf(error);
  const language = payload.config.i18n.fallbackLanguage;
  const message = refusal ? refusalText(refusal, language) : translate(FAULT, language);
  const attempt = action.attempts + 1;
  const why = refusal ? message : causesOf(error).join(' ');
  const line = `${inWords(payload, action)}: attempt ${attempt} failed: ${why}`;
  const again = !refusal && attempt <= RETRIES.attempts;
  if (!again) {
    payload.logger.error(
      `${line} It is not tried again, and is shown in the admin until somebody has seen it.`,
    );
    const { collection, document, title } = action;
    void notify(req, { kind: 'planFailed', collection, document, title, note: message, to: [user.value] });
  } else payload.logger.warn(`${line} It is tried again.`);
  return { error: refusal ? new JobCancelledError(message) : new Error(message), again };
}
