import type { Config, PayloadRequest } from 'payload';

type IsAdmin = (args: { req: PayloadRequest }) => boolean | Promise<boolean>;

/**
 * Jobs that administrators alone run, queue and cancel. Payload 3.90 lets anybody who has signed in, unless `jobs.access` says
 * otherwise.
 *
 * Depends on it: that authors don't publish by a job.
 */
export function jobsOfAdmins(jobs: Config['jobs'], isAdmin: IsAdmin): NonNullable<Config['jobs']> {
  const admins = async ({ req }: { req: PayloadRequest }) => isAdmin({ req });
  return { ...jobs, access: { cancel: admins, queue: admins, run: admins, ...jobs?.access } };
}
