import { existsSync, statSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import type { ReadModelStatus, Snapshot } from '../../endpoints/read-model/index.ts';
import { checkpointFolder, keptLists } from '../../src/server/checkpoint.ts';
import { freshFolder } from '../support/databases.ts';
import { until } from './checkpoint/checkpoints.ts';
import { snapshotOf } from './checkpoint/snapshots.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** The kept lists of a read model that has `snapshot` and stands as `status` says, in `dataDir`. */
function kept(dataDir: string, snapshot: Snapshot | undefined, status: Partial<ReadModelStatus> = {}) {
  const log: string[] = [];
  const restored: { snapshot: Snapshot; current: number }[] = [];
  const standing = { state: 'live', since: 1, ...status } as ReadModelStatus;
  const readModel = {
    snapshot: async () => snapshot,
    status: () => standing,
    async restore(given: Snapshot, current: number) {
      restored.push({ snapshot: given, current });
      return true;
    },
  };
  const folder = checkpointFolder({ dataDir, databaseUri: 'file:portal.db' });
  const kept = keptLists({ folder, lists, readModel, log: (line) => log.push(line) });
  onTestFinished(kept.close);
  return { ...kept, index: join(folder, 'index.json'), log, restored, standing };
}

/** A data folder with the lists of an hour ago. */
async function anHourAgo(snapshot: Snapshot) {
  const dataDir = await freshFolder();
  const before = kept(dataDir, snapshot);
  before.loaded();
  await before.close();
  const time = new Date(Date.now() - 3_600_000);
  await utimes(before.index, time, time);
  return { dataDir, index: before.index, time };
}

it('the lists of the last time are served with their age, until there are others', async () => {
  const snapshot = snapshotOf(3);
  const { dataDir, time } = await anHourAgo(snapshot);
  const now = kept(dataDir, undefined);
  expect(now.age()).toBeUndefined();
  expect(await now.restore()).toBe(true);
  expect(now.restored).toEqual([{ snapshot, current: time.getTime() }]);
  expect(now.log).toEqual([`The lists of ${time.toISOString()} are served until the cms gives today's.`]);
  expect(now.age()).toBeGreaterThanOrEqual(3600);
  expect(now.age()).toBeLessThan(3660);
  now.loaded();
  expect(now.age()).toBeUndefined();
});

it('nothing of a checkpoint is written again before there has been a load', async () => {
  const { dataDir, index, time } = await anHourAgo(snapshotOf(1));
  const now = kept(dataDir, snapshotOf(1), { state: 'checkpoint' });
  await now.restore();
  await now.close();
  expect(statSync(index).mtime).toEqual(time);
});

it('their time is renewed every half minute while they are live, and only then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const now = kept(await freshFolder(), snapshotOf(1));
  const time = () => statSync(now.index).mtimeMs;
  now.loaded();
  async function halfMinutesUntil(condition: () => boolean): Promise<void> {
    await until(() => {
      vi.advanceTimersByTime(30_000);
      return condition();
    });
  }
  // Timers of the first write alone: the first renewal is none of them.
  await until(() => {
    vi.advanceTimersByTime(100);
    return existsSync(now.index);
  });
  const { ino } = statSync(now.index);
  const later = Date.now() + 3_600_000;
  await halfMinutesUntil(() => time() >= later);
  // Renewed, not written.
  expect(statSync(now.index).ino).toBe(ino);

  now.standing.state = 'behind';
  const behind = Date.now();
  vi.advanceTimersByTime(3_600_000);
  await now.close();
  expect(time()).toBeLessThanOrEqual(behind);
});

it('each database has a folder of its own, whatever its password and options', () => {
  const folder = (databaseUri: string) => checkpointFolder({ dataDir: '/data', databaseUri });
  const one = folder('mongodb://me:secret@a.example,b.example/portal?replicaSet=rs0');
  expect(one).toMatch(/^\/data\/lists-[0-9a-f]{12}$/);
  expect(folder('mongodb://you:other@a.example,b.example/portal?replicaSet=rs0&retryWrites=true')).toBe(one);
  const others = [
    'mongodb://a.example,b.example/other',
    'mongodb://a.example/portal',
    'file:/data/portal.db',
  ];
  expect(new Set([one, ...others.map(folder)]).size).toBe(4);
});
