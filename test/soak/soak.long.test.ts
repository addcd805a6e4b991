import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyDatabase } from '../support/copyDatabase.ts';
import { preparedDatabaseUri } from '../support/databases.ts';
import { ADMIN, command } from '../support/portal.ts';
import { startReplicaSet } from '../support/replicaSet.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Fault, failover, fullDisk, mayMount, smallDisk } from './faults.ts';
import { growthPerHour } from './measuring.ts';
import { reportOf, type Soaked, soak } from './soak.ts';

/** `npm run soak` sets it. Without it nothing is done to the machine. */
const minutes = Number(process.env.SOAK_MINUTES ?? 0.5);
const isLong = process.env.SOAK_MINUTES !== undefined;
const MINUTE = 60_000;

interface Subject {
  name: string;
  server: TestServer;
  cause?: Fault;
}

async function onSqlite(): Promise<Subject> {
  const prepared = await preparedDatabaseUri('captured');
  if (!isLong)
    return { name: 'SQLite', server: await startServer({ databaseUri: prepared, until: 'saves' }) };
  if (!mayMount) process.stdout.write('No disk is filled: only root may mount one for it.\n');
  const disk = mayMount ? await smallDisk() : undefined;
  const databaseUri = disk ? `file:${join(disk, 'portal.db')}` : prepared;
  if (disk) await copyDatabase(prepared, databaseUri);
  const DATA_DIR = disk && join(disk, 'data');
  if (DATA_DIR) mkdirSync(DATA_DIR);
  const server = await startServer({
    databaseUri,
    until: 'saves',
    ...(DATA_DIR && { env: { DATA_DIR } }),
  });
  return { name: 'SQLite', server, ...(disk && { cause: fullDisk(disk) }) };
}

async function onReplicaSet(): Promise<Subject> {
  const set = await startReplicaSet();
  const databaseUri = set.uri('portal');
  await command(['create-admin', '--email', ADMIN.email, '--password-stdin'], {
    databaseUri,
    input: ADMIN.password,
  });
  const server = await startServer({ databaseUri, until: 'saves' });
  return { name: 'MongoDB', server, cause: failover(set) };
}

async function soakOne({ name, server, cause }: Subject): Promise<Soaked> {
  const milliseconds = minutes * MINUTE;
  const every = Math.max(MINUTE, Math.min(5 * MINUTE, milliseconds / 4));
  const soaked = await soak(server, { milliseconds, fault: cause && { cause, every } });
  if (isLong) process.stdout.write(reportOf(name, soaked));
  return soaked;
}

it('reads, saves, plans and aborted clients: no read fails or is stale, and every descriptor is given back', {
  timeout: (minutes + 5) * MINUTE,
}, async () => {
  const subjects = isLong ? await Promise.all([onSqlite(), onReplicaSet()]) : [await onSqlite()];
  for (const soaked of await Promise.all(subjects.map(soakOne))) {
    const { reads, saves, samples } = soaked;
    expect(reads).toMatchObject({ failed: [], stale: [] });
    expect(reads.reads).toBeGreaterThan(100 * minutes);
    expect(reads.aborted).toBeGreaterThan(50 * minutes);
    expect(saves).toMatchObject({ failed: [], late: [] });
    expect(saves.acknowledged).toBeGreaterThan(20 * minutes);
    expect(saves.planned).toBeGreaterThan(0);
    // Half of the time is enough to warm up; connections come and go by some dozens.
    const descriptors = samples.map((sample) => sample.descriptors);
    const half = descriptors.length / 2;
    expect(Math.min(...descriptors.slice(half))).toBeLessThan(Math.max(...descriptors.slice(0, half)) + 20);
    if (minutes >= 30) expect(growthPerHour(samples, 'descriptors')).toBeLessThan(20);
  }
});
