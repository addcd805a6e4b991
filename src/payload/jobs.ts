import {
  type BasePayload,
  type CollectionSlug,
  type Config,
  JobCancelledError,
  type PayloadRequest,
} from 'payload';

/**
 * Resets jobs of a task that were interrupted by the end of a server. Payload 3.90 marks a job as processing when it starts,
 * and never starts a marked job.
 *
 * Upstream: payloadcms/payload#17645; #17220 gives jobs leases in Payload 4.
 * Needed for: scheduled changes that are carried out after a crash.
 * @param startedBefore resets jobs that started before this time, in milliseconds since 1970
 */
export async function giveBackJobs(
  { db }: BasePayload,
  taskSlug: string,
  startedBefore: number,
): Promise<void> {
  await db.updateMany({
    collection: 'payload-jobs' as CollectionSlug,
    data: { processing: false },
    returning: false,
    where: {
      and: [
        { processing: { equals: true } },
        { taskSlug: { equals: taskSlug } },
        { updatedAt: { less_than: new Date(startedBefore).toISOString() } },
      ],
    },
  });
}

/**
 * Ends a running job and leaves its record as it is stored, so that it can be put off. Payload 3.90 knows jobs that are done and
 * ones that have failed, and counts each attempt; it does not write the record of a job that has been cancelled meanwhile.
 *
 * Needed for: planned changes of one document in the order of their times.
 * @returns the error that the task has to throw
 */
export function leaveJob(job: object): JobCancelledError {
  const cancelled = { cancelled: true };
  Object.assign(job, {
    completedAt: null,
    error: cancelled,
    hasError: true,
    processing: false,
    waitUntil: null,
  });
  return new JobCancelledError('The job is left as it is stored.');
}

type Policy = (req: PayloadRequest) => boolean | Promise<boolean>;

/**
 * Lets only administrators run, queue and cancel jobs. Payload 3.90 lets every signed-in user do so, unless `jobs.access` is
 * set.
 *
 * Needed for: authors who may not publish.
 */
export function jobsOfAdmins(jobs: Config['jobs'], mayRun: Policy): NonNullable<Config['jobs']> {
  const admins = async ({ req }: { req: PayloadRequest }) => mayRun(req);
  return { ...jobs, access: { cancel: admins, queue: admins, run: admins, ...jobs?.access } };
}
