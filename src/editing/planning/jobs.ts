import type { BasePayload, CollectionSlug, Config, Payload } from 'payload';
import { raiseCounter } from '../../database/counter.ts';
import { giveBackJobs } from '../../payload/jobs.ts';
import { LATE, PUBLICATION } from './plannedFor.ts';
import { publicationTask } from './task.ts';

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
  await giveBackJobs(payload, PUBLICATION, Date.now() - LATE);
  await payload.db.deleteMany({
    collection: 'payload-jobs' as CollectionSlug,
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
 * Adds the publication task to the jobs of a config. If they run once a minute, only one server at a time runs them, unless the
 * config has its own `shouldAutoRun`.
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
