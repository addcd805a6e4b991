import type { Config } from 'payload';
import { describe, expect, it } from 'vitest';
import { withPublications } from '../../../src/editing/planning/task.ts';

type Jobs = NonNullable<Config['jobs']>;

describe('jobs that are', () => {
  it.each<[string, Jobs['autoRun'], boolean]>([
    ['run every minute: by one server at a time', [{ cron: '* * * * *', allQueues: true }], true],
    ['run as often as Payload has it: likewise', [{}], true],
    [
      'run in several ways: as the host has it, or one way would have the turn of the others',
      [{}, { queue: 'nightly' }],
      false,
    ],
    ['run at other times: as the host has it', [{ cron: '0 * * * *' }], false],
    ['run by something else: likewise', [], false],
    ['not said to run: likewise', undefined, false],
  ])('%s', (_how, autoRun, isClaimed) => {
    const jobs = withPublications(autoRun ? { autoRun } : undefined);
    expect(jobs.shouldAutoRun !== undefined).toBe(isClaimed);
  });
});

it("whether a host runs its jobs, and its tasks, stay the host's", () => {
  const shouldAutoRun = () => false;
  const task = { slug: 'own', handler: async () => ({ output: {} }) } as never;
  const jobs = withPublications({ autoRun: [{}], shouldAutoRun, tasks: [task] });
  expect(jobs).toMatchObject({ autoRun: [{}], shouldAutoRun, tasks: [task, { slug: 'portalPublication' }] });
});
