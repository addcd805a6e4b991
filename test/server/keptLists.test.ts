import { existsSync } from 'node:fs';
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import type { ReadModelStatus, Snapshot } from '../../endpoints/read-model/index.ts';
import { checkpointFile, keptLists } from '../../src/server/keptLists.ts';
import { freshFolder } from '../support/databases.ts';
import { snapshotOf } from './checkpoint/snapshots.ts';

/** The kept lists of a read model that has `snapshot` and stands as `status` says, in `folder`. */
function kept(folder: string, snapshot: Snapshot | undefined, status: Partial<ReadModelStatus> = {}) {
  const file = join(folder, 'checkpoint');
  const log: string[] = [];
  const restored: { snapshot: Snapshot; current: number }[] = [];
  const model = {
    snapshot: () => snapshot,
    status: () => ({ state: 'live', since: 1, ...status }) as ReadModelStatus,
    async restore(given: Snapshot, current: number) {
      restored.push({ snapshot: given, current });
      return true;
    },
  };
  const kept = keptLists({ file, lists, readModel: model, log: (line) => log.push(line), renewal: 20 });
  onTestFinished(kept.close);
  return { ...kept, file, log, restored };
}

/** A folder with the lists of an hour ago. */
async function anHourAgo(snapshot: Snapshot) {
  const folder = await freshFolder();
  const before = kept(folder, snapshot);
  before.keep();
  before.loaded();
  await before.close();
  const time = new Date(Date.now() - 3_600_000);
  await utimes(before.file, time, time);
  return { folder, file: before.file, time };
}

it('the lists of the last time are served with their age, until there are others', async () => {
  const snapshot = snapshotOf(3);
  const { folder, time } = await anHourAgo(snapshot);
  const now = kept(folder, undefined);
  expect(now.age()).toBeUndefined();
  expect(await now.restore()).toBe(true);
  expect(now.restored).toEqual([{ snapshot, current: time.getTime() }]);
  expect(now.log).toEqual([`The lists of ${time.toISOString()} are served until the cms gives today's.`]);
  expect(now.age()).toBeGreaterThanOrEqual(3600);
  expect(now.age()).toBeLessThan(3660);
  now.loaded();
  expect(now.age()).toBeUndefined();
});

it('without a checkpoint nothing is served, and nothing is said', async () => {
  const now = kept(await freshFolder(), undefined);
  expect({ restored: await now.restore(), age: now.age(), log: now.log }).toEqual({
    restored: false,
    age: undefined,
    log: [],
  });
});

it('a front that does not keep them writes nothing; one that takes over writes what it has', async () => {
  const now = kept(await freshFolder(), snapshotOf(1));
  now.loaded();
  now.taken();
  await now.close();
  expect(existsSync(now.file)).toBe(false);
  const next = kept(await freshFolder(), snapshotOf(1));
  next.loaded();
  next.keep();
  await next.close();
  expect(existsSync(next.file)).toBe(true);
});

it('nothing of a checkpoint is written again before there has been a load', async () => {
  const { folder, file, time } = await anHourAgo(snapshotOf(1));
  const now = kept(folder, snapshotOf(1), { state: 'checkpoint' });
  await now.restore();
  now.keep();
  await now.close();
  expect((await stat(file)).mtime).toEqual(time);
});

it('their time is renewed while they are live', async () => {
  const { folder, file, time } = await anHourAgo(snapshotOf(1));
  const now = kept(folder, snapshotOf(1));
  now.keep();
  now.loaded();
  const modified = async () => (await stat(file)).mtimeMs;
  await expect.poll(modified, { timeout: 10_000 }).toBeGreaterThan(time.getTime());
  await utimes(file, time, time);
  await expect.poll(modified, { timeout: 10_000 }).toBeGreaterThan(time.getTime());
});

it('each database has a file of its own, whatever its password and options', () => {
  const file = (databaseUri: string) => checkpointFile({ dataDir: '/data', databaseUri });
  const one = file('mongodb://me:secret@a.example,b.example/portal?replicaSet=rs0');
  expect(one).toMatch(/^\/data\/checkpoint-[0-9a-f]{12}$/);
  expect(file('mongodb://you:other@a.example,b.example/portal?replicaSet=rs0&retryWrites=true')).toBe(one);
  const others = [
    'mongodb://a.example,b.example/other',
    'mongodb://a.example/portal',
    'file:/data/portal.db',
  ];
  expect(new Set([one, ...others.map(file)]).size).toBe(4);
});
