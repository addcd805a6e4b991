import type { Config, PayloadRequest } from 'payload';

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
