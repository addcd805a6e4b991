import type { BasePayload, Payload, SanitizedConfig } from 'payload';
import { raiseCounter } from '../collections/hooks/counter.ts';

const COUNTER = 'jobs-turn';
const JOBS = 'payload-jobs';
/** What Payload calls the task of a scheduled publication. */
const PUBLICATION = 'schedulePublish';

/** A scheduled publication takes seconds; one that began this many milliseconds ago lost its server. */
const FORGOTTEN = 5 * 60_000;

/**
 * Whether this server runs the jobs this time: for `jobs.shouldAutoRun` where several servers share one database, so
 * that only one of them, whichever comes first, runs them in each minute. It also gives back scheduled publications
 * that a server left undone when it was killed; Payload itself would never take them up again.
 * @param period how often `jobs.autoRun` runs, in milliseconds; clocks of servers may differ by less than half of it
 * @example jobs: { autoRun: [{ cron: '* * * * *', allQueues: true }], shouldAutoRun: (payload) => claimJobs(payload) }
 */
export async function claimJobs(payload: Payload, period = 60_000): Promise<boolean> {
  // Rounded, since timers fire a little early or late.
  const turn = Math.round(Date.now() / period);
  if (!(await raiseCounter(payload, COUNTER, turn))) return false;
  await giveBack(payload, Date.now() - FORGOTTEN);
  return true;
}

/** Runs of the jobs, a minute apart, in which a publication that fails is tried again. */
const ATTEMPTS = 10;

/**
 * Has a scheduled publication that fails, because the database is away for a moment, tried again when the jobs next run;
 * Payload would give it up for good. What the config says of its own stays.
 */
export function retryPublications({ jobs }: SanitizedConfig): void {
  const publication = jobs.tasks?.find(({ slug }) => slug === PUBLICATION);
  if (publication) publication.retries ??= { attempts: ATTEMPTS };
}

/** Says so where editors can schedule publications and nothing in the config carries them out. */
export function warnOfIdleJobs({ config: { jobs }, logger }: BasePayload): void {
  if (jobs.autoRun !== undefined || !jobs.tasks?.some(({ slug }) => slug === PUBLICATION)) return;
  logger.warn(
    "portalContent: scheduled publications are not carried out, since the config has no jobs.autoRun. Add jobs: { autoRun: [{ cron: '* * * * *', allQueues: true }] } and start with getPayload({ config, cron: true }); or, where something else runs them (`payload jobs:run`, or the endpoint /api/payload-jobs/run), jobs: { autoRun: [] }.",
  );
}

/** Only publications: how long a host's own tasks may take is not known here. */
async function giveBack(payload: Payload, startedBefore: number): Promise<void> {
  await payload.db.updateMany({
    collection: JOBS,
    data: { processing: false },
    returning: false,
    where: {
      and: [
        { processing: { equals: true } },
        { taskSlug: { equals: PUBLICATION } },
        { updatedAt: { less_than: new Date(startedBefore).toISOString() } },
      ],
    },
  });
}
