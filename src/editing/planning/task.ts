import { type BasePayload, type Config, JobCancelledError, type Payload, type TaskConfig } from 'payload';
import { AS_PLANNED } from '../../audit/index.ts';
import { claim, raiseCounter, release } from '../../database/counter.ts';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { giveBackJobs, leaveJob } from '../../payload/jobs.ts';
import { causesOf } from '../../system/logging/describeError.ts';
import { changeOf } from '../dryRun.ts';
import { notify } from '../notices/notify.ts';
import { forecast, prepare, refusalOf, refusalText } from './forecast.ts';
import { actionOf, inWords, JOBS, keepReason, LATE, PUBLICATION, plannedFor } from './plans.ts';
import type { PlannedAction, PlannedInput } from './words.ts';

/** Temporary failures are retried after 1, 2, 4 and 8 minutes. */
const RETRIES = { attempts: 4, backoff: { type: 'exponential', delay: 60_000 } } as const;

/** A change takes seconds. If its server dies, another one may have it after this many milliseconds. */
const LONGEST = 60_000;

/** Without details of the database or the network, which are in the log. */
const FAULT = bilingual(
  'Σφάλμα του διακομιστή, όχι του εγγράφου. Αν επαναληφθεί, ενημερώστε τον διαχειριστή.',
  'This is a server fault, not a problem with the document. If it happens again, tell the administrator.',
);

/**
 * What was taken up after this time, in milliseconds since 1970, may still be somebody's. An SQLite file has one server: what was taken
 * up before that started is nobody's.
 */
const heldSince = ({ db }: BasePayload, longest: number): number =>
  Math.max(Date.now() - longest, db.name === 'sqlite' ? performance.timeOrigin : 0);

type Task = TaskConfig<{ input: PlannedInput; output: object }>;
type TaskArgs = Parameters<Exclude<Task['handler'], string>>[0];

/** Carries out the planned changes of list documents, with the present rights of the planner. */
const publicationTask: Task = {
  slug: PUBLICATION,
  retries: RETRIES,
  handler: async ({ job, req }) => {
    const action = actionOf(job as never);
    try {
      if (!(await isItsTurn(req.payload, action))) throw leaveJob(job);
      const key = `plan-${action.id}`;
      // Payload may give a job to two runs that start at one moment.
      const lease = Date.now() - heldSince(req.payload, LONGEST);
      if (!(await claim(req, key, lease))) throw leaveJob(job);
      await carryOut(req, action).finally(() => release(req.payload, [key], undefined));
    } catch (error) {
      throw error instanceof JobCancelledError ? error : await failure(req, action, error);
    }
    return { output: {} };
  },
};

/** False for a change that has to wait for one before it for its document, and is put off, or that somebody has done or cancelled. */
async function isItsTurn(payload: Payload, action: PlannedAction): Promise<boolean> {
  const { collection, document, id } = action;
  const plans = await plannedFor(payload, { collection, ids: [document] });
  const [first] = plans.filter(({ state }) => state !== 'failed');
  if (first?.id === id) return true;
  if (first && plans.some((each) => each.id === id)) {
    await write(payload, id, { processing: false, waitUntil: first.nextAttempt ?? new Date().toISOString() });
    payload.logger.info(`${inWords(payload, action)}: waits for what comes before it.`);
  }
  return false;
}

const write = ({ db }: Payload, id: PlannedAction['id'], data: Record<string, unknown>) =>
  db.updateOne({ collection: JOBS, id, data, returning: false });

async function carryOut(req: TaskArgs['req'], action: PlannedAction): Promise<void> {
  const { payload } = req;
  const prepared = await prepare(req, action);
  if (prepared)
    await payload.update({
      ...changeOf(prepared.change),
      context: { [AS_PLANNED]: true },
      depth: 0,
      overrideAccess: false,
      user: prepared.planner as never,
    });
  payload.logger.info(`${inWords(payload, action)}: ${prepared ? 'done' : 'nothing to do'}.`);
  // Before others may have it. Payload writes it later.
  await write(payload, action.id, { completedAt: new Date().toISOString() });
}

/**
 * Logs and stores why a planned change failed.
 * @returns an error that ends the job if the change was refused, otherwise one that makes Payload retry
 */
async function failure(req: TaskArgs['req'], action: PlannedAction, error: unknown): Promise<Error> {
  const { payload } = req;
  const refusal = refusalOf(error);
  const language = payload.config.i18n.fallbackLanguage;
  const message = refusal ? refusalText(refusal, language) : translate(FAULT, language);
  const attempt = action.attempts + 1;
  const why = refusal ? message : causesOf(error).join(' ');
  const line = `${inWords(payload, action)}: attempt ${attempt} failed: ${why}`;
  if (!refusal && attempt <= RETRIES.attempts) payload.logger.warn(`${line} It is tried again.`);
  else {
    payload.logger.error(
      `${line} It is not tried again, and is shown in the admin until somebody has seen it.`,
    );
    const { collection, document, planner, title } = action;
    void notify(req, { kind: 'planFailed', collection, document, title, note: message, to: [planner.id] });
  }
  const reason = refusal ? await forecast(payload, action) : FAULT;
  // The database may be what has failed: it must not take the place of the message, with its own.
  await keepReason(payload, action, reason ?? bilingual(message, message)).catch(() => undefined);
  return refusal ? new JobCancelledError(message) : new Error(message);
}

const COUNTER = 'jobs-turn';
const EVERY_MINUTE = '* * * * *';

/** What failed so many milliseconds ago is forgotten, if nobody has seen it: a year. */
const FAILURES_KEPT = 366 * 24 * 60 * 60_000;

/**
 * Decides whether this server runs the jobs now, for `jobs.shouldAutoRun`. If several servers share a database, only the first
 * one runs them in each period. It also resets publications that were interrupted by the end of a server, and removes those that
 * failed a year ago.
 * @param period the period of `jobs.autoRun` in milliseconds; the clocks of the servers may differ by less than half of it
 * @example jobs: { autoRun: [{ cron: '0 * * * *' }], shouldAutoRun: (payload) => claimJobs(payload, 60 * 60_000) }
 */
export async function claimJobs(payload: Payload, period = 60_000): Promise<boolean> {
  // Rounded, because timers fire slightly early or late.
  const turn = Math.round(Date.now() / period);
  if (!(await raiseCounter(payload, COUNTER, turn))) return false;
  // Only publications: a host's own tasks may take longer.
  await giveBackJobs(payload, PUBLICATION, heldSince(payload, LATE));
  await payload.db.deleteMany({
    collection: JOBS,
    where: {
      and: [
        { hasError: { equals: true } },
        { taskSlug: { equals: PUBLICATION } },
        { updatedAt: { less_than: new Date(Date.now() - FAILURES_KEPT).toISOString() } },
      ],
    },
  });
  return true;
}

/**
 * Adds the task of planned changes to the jobs of a config. If they run once a minute, only one server at a time runs them, unless
 * the config has its own `shouldAutoRun`. What waits longest comes first, unless the config says otherwise: a change that has to
 * wait for one before it takes nobody's turn.
 */
export function withPublications(jobs: Config['jobs']): NonNullable<Config['jobs']> {
  const { autoRun, shouldAutoRun } = jobs ?? {};
  const [run, ...more] = Array.isArray(autoRun) ? autoRun : [];
  const isEveryMinute = run && more.length === 0 && (run.cron ?? EVERY_MINUTE) === EVERY_MINUTE;
  return {
    processingOrder: 'waitUntil',
    ...jobs,
    tasks: [...(jobs?.tasks ?? []), publicationTask as never],
    ...(isEveryMinute && { shouldAutoRun: shouldAutoRun ?? ((payload) => claimJobs(payload)) }),
  };
}

/** Warns if no entry of `jobs.autoRun` runs the planned publications. */
export function warnOfIdleJobs({ config: { jobs }, logger }: BasePayload): void {
  if (runsPublications(jobs.autoRun)) return;
  logger.warn(
    "portalContent: what editors plan is not carried out, since the config has no jobs.autoRun for the queue 'default'. Add jobs: { autoRun: [{ cron: '* * * * *', allQueues: true }] } and start with getPayload({ config, cron: true }); or, where something else runs them (`payload jobs:run`, or the endpoint /api/payload-jobs/run), jobs: { autoRun: [] }.",
  );
}

function runsPublications(autoRun: NonNullable<Config['jobs']>['autoRun']): boolean {
  if (!Array.isArray(autoRun)) return autoRun !== undefined;
  return (
    autoRun.length === 0 ||
    autoRun.some(({ allQueues, queue = 'default' }) => allQueues || queue === 'default')
  );
}
