import type { Config } from 'payload';
import { expect, it } from 'vitest';
import { withPublications } from '../../src/scheduling/jobs.ts';

type Jobs = NonNullable<Config['jobs']>;

it.each<[string, Jobs['autoRun'], boolean]>([
  ['run every minute', [{ cron: '* * * * *', allQueues: true }], true],
  ['run as often as Payload has it', [{}], true],
  ['run in several ways, each of which must have its turn', [{}, { queue: 'nightly' }], false],
  ['run at other times', [{ cron: '0 * * * *' }], false],
  ['run by something else', [], false],
  ['not said to run', undefined, false],
])('jobs that are %s are run by one server at a time: %3$s', (_how, autoRun, isClaimed) => {
  const jobs = withPublications(autoRun ? { autoRun } : undefined);
  expect(jobs.shouldAutoRun !== undefined).toBe(isClaimed);
});

it("whether a host runs its jobs, and its tasks, stay the host's", () => {
  const shouldAutoRun = () => false;
  const task = { slug: 'own', handler: async () => ({ output: {} }) } as never;
  const jobs = withPublications({ autoRun: [{}], shouldAutoRun, tasks: [task] });
  expect(jobs).toMatchObject({ autoRun: [{}], shouldAutoRun, tasks: [task, { slug: 'schedulePublish' }] });
});
