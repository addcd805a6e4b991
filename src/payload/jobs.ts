import crypto from 'node:crypto';
import { promisify } from 'node:util';
import {
  type BasePayload,
  type CollectionSlug,
  type Config,
  type EmailAdapter,
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

/** Sends nothing. Payload warns at each start of a config without an adapter, and writes into the log what it would have sent. */
export const noEmail: EmailAdapter = () => ({
  name: 'none',
  defaultFromAddress: 'none@portal.invalid',
  defaultFromName: '',
  sendEmail: async () => undefined,
});

/** Whether a config has an adapter that sends e-mail. */
export function hasEmail({ email }: Pick<Config, 'email'>): boolean {
  return email !== undefined && email !== noEmail;
}

/** Whether a running Payload sends e-mail; `console` is the name of what Payload has without an adapter. */
export function sendsEmail({ email }: Pick<BasePayload, 'email'>): boolean {
  return email.name !== 'none' && email.name !== 'console';
}

/** The parameters of Payload's password hash. */
const HASH = { iterations: 600_000, length: 32, digest: 'sha256' };

/**
 * Makes a sign-in with an unknown address take as long as one with a known address. Payload 3.90 answers an unknown address at
 * once, so the response time would reveal who has an account.
 *
 * Needed for: accounts that cannot be enumerated.
 */
export async function workAsForUser(
  payload: BasePayload,
  collection: string,
  { email, password }: { email: string; password?: unknown },
): Promise<void> {
  if (typeof password !== 'string') return;
  const where = { email: { equals: email } };
  const { totalDocs } = await payload.count({ collection: collection as CollectionSlug, where });
  if (totalDocs > 0) return;
  const salt = crypto.randomBytes(32).toString('hex');
  await promisify(crypto.pbkdf2)(password, salt, HASH.iterations, HASH.length, HASH.digest);
}
