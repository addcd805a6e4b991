import { JobCancelledError } from 'payload';

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
