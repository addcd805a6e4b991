import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { backupsFinding } from '../../src/commands/backup/doctor.ts';
import { noteBackup } from '../../src/system/settings/dataDir.ts';
import { readEnvironment } from '../../src/system/settings/env.ts';
import { freshFolder } from '../support/databases.ts';

const FILES = { made: 'last-backup', proved: 'last-backup-proved', failed: 'last-backup-failed' };
const NOW = new Date('2026-11-26T12:00:00Z');

let DATA_DIR: string;
beforeEach(async () => {
  DATA_DIR = await freshFolder();
});

async function note(kind: keyof typeof FILES, text: string, at: string): Promise<void> {
  noteBackup(DATA_DIR, kind, text);
  await utimes(join(DATA_DIR, FILES[kind]), new Date(at), new Date(at));
}

const says = (env: Record<string, string> = { BACKUP_AT: '03:30' }) =>
  backupsFinding(readEnvironment({ DATA_DIR, ...env }), NOW);

it('nothing is said where nobody makes backups', async () => {
  expect(await says({})).toBe(undefined);
});

it('those of a server are named with their time', async () => {
  expect(await says()).toEqual({ says: "none was made here so far; each night at 03:30, in Athens' time" });
  await note('failed', 'The disk was full.', '2026-11-25T01:30:00Z');
  await note('made', '/b/portal-1.tar.gz', '2026-11-26T01:31:00Z');
  await note('proved', '/b/portal-0.tar.gz', '2026-11-22T01:31:00Z');
  const last =
    'the last one is of 2026-11-26T01:31Z (/b/portal-1.tar.gz), the last one that was proved by a restore of 2026-11-22T01:31Z';
  expect(await says()).toEqual({ says: `${last}; each night at 03:30, in Athens' time` });
  expect(await says({})).toEqual({ says: last });
});

it('one that has failed is a warning with its reason, until one succeeds', async () => {
  await note('made', '/b/portal-1.tar.gz', '2026-11-25T01:31:00Z');
  await note('failed', 'The disk was full.\nNo backup was made.', '2026-11-26T01:30:00Z');
  expect(await says()).toEqual({
    is: 'warning',
    says: 'that of 2026-11-26T01:30Z is not as it should be:\n  The disk was full.\n  No backup was made.',
  });
});

it('one that is older than two nights is a warning', async () => {
  await note('made', '/b/portal-1.tar.gz', '2026-11-24T01:31:00Z');
  expect(await says()).toMatchObject({
    is: 'warning',
    says: expect.stringMatching(/^the last one is of 2026-11-24T01:31Z\. Was the server stopped at 03:30\?/),
  });
});

it('a folder that cannot be one is wrong', async () => {
  const file = join(DATA_DIR, 'a-file');
  await writeFile(file, '');
  expect(await says({ BACKUP_AT: '03:30', BACKUP_TO: join(file, 'backups') })).toMatchObject({
    is: 'wrong',
    says: expect.stringContaining('Example: BACKUP_TO=/mnt/backups'),
  });
});
