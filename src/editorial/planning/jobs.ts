import type { BasePayload, Config, Payload } from 'payload';
import { raiseCounter } from '../../database/counter.ts';
import { giveBackJobs } from '../../payload/jobs/giveBackJobs.ts';
import { PUBLICATION } from './plannedFor.ts';
import { publicationTask } from './task.ts';

const COUNTER = 'jobs-turn';
const EVERY_MINUTE = '* * * * *';

/** A publication takes seconds; one that began this many milliseconds ago lost its server. */
const FORGOTTEN = 5 * 60_000;

/**
 * Whether this server runs the jobs this time: for `jobs.shouldAutoRun` where several servers share one database, so
 * that only one of them, whichever comes first, runs them in each minute. It also gives back publications
 * that a server left undone when it was killed.
 * @param period how often `jobs.autoRun` runs, in milliseconds; clocks of servers may differ by less than half of it
 * @example jobs: { autoRun: [{ cron: '0 * * * *' }], shouldAutoRun: (payload) => claimJobs(payload, 60 * 60_000) }
 */
export async function claimJobs(payload: Payload, period = 60_000): Promise<boolean> {
  // Rounded, since timers fire a little early or late.
  const turn = Math.round(Date.now() / period);
  if (!(await raiseCounter(payload, COUNTER, turn))) return false;
  // Only publications: how long a host's own tasks may take is not known here.
  await giveBackJobs(payload, PUBLICATION, Date.now() - FORGOTTEN);
  return true;
}

/**
 * The jobs of a config with the task that carries out what is planned. Where they run by themselves once a minute, they do so
 * on one server at a time, unless the config says otherwise.
 */
export function withPublications(jobs: Config['jobs']): NonNullable<Config['jobs']> {
  const { autoRun, shouldAutoRun } = jobs ?? {};
  const [run, ...more] = Array.isArray(autoRun) ? autoRun : [];
  const isEveryMinute = run && more.length === 0 && (run.cron ?? EVERY_MINUTE) === EVERY_MINUTE;
  return {
    ...jobs,
    tasks: [...(jobs?.tasks ?? []), publicationTask as never],
    ...(isEveryMinute && { shouldAutoRun: shouldAutoRun ?? ((payload) => claimJobs(payload)) }),
  };
}

/** Says so where nothing in the config carries out what editors plan. */
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
