import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { backupsFinding } from '../../src/commands/doctor.ts';
import { readEnvironment } from '../../src/system/settings/env.ts';
import { freshFolder } from '../support/databases.ts';

const NOW = new Date('2026-11-26T12:00:00Z');

let DATA_DIR: string;
beforeEach(async () => {
  DATA_DIR = await freshFolder();
});

const says = (notes: Parameters<typeof backupsFinding>[1], env: Record<string, string> = {}) =>
  backupsFinding(readEnvironment({ DATA_DIR, ...env }), notes, NOW);

const made = { at: '2026-11-26T01:31:00.123Z', text: '/b/portal-1.tar.gz' };
const proved = { at: '2026-11-22T01:31:00.123Z', text: '/b/portal-0.tar.gz' };
const failed = { at: '2026-11-25T01:30:00.123Z', text: 'The disk was full.\nNo backup was made.' };

it('nothing is said where nobody makes backups', () => {
  expect(says({})).toBe(undefined);
});

it('they are named with their time', () => {
  expect(says({}, { BACKUP_TO: DATA_DIR })).toEqual({ says: 'none was made so far' });
  expect(says({ failed, made, proved })).toEqual({
    says: 'the last one is of 2026-11-26T01:31Z (/b/portal-1.tar.gz), the last one that was proved by a restore of 2026-11-22T01:31Z',
  });
});

it('one that has failed is a warning with its reason, until one succeeds', () => {
  expect(says({ made: { ...made, at: '2026-11-24T01:31:00.123Z' }, failed })).toEqual({
    is: 'warning',
    says: 'that of 2026-11-25T01:30Z is not as it should be:\n  The disk was full.\n  No backup was made.',
  });
});

it('one that is older than two nights, or that cannot be proved, is a warning', () => {
  expect(says({ made: { ...made, at: '2026-11-24T01:31:00.123Z' } })).toMatchObject({
    is: 'warning',
    says: expect.stringMatching(
      /^the last one is of 2026-11-24T01:31Z\. Does anything start backup --nightly/,
    ),
  });
  const unproved = { at: made.at, text: 'The user of DATABASE_URI may not make the database portal_check.' };
  expect(says({ made, proved, unproved })).toEqual({
    is: 'warning',
    says: `the last one is of 2026-11-26T01:31Z (/b/portal-1.tar.gz), and is not proved by a restore. ${unproved.text}`,
  });
});

it('a folder that cannot be one is wrong', async () => {
  const file = join(DATA_DIR, 'a-file');
  await writeFile(file, '');
  expect(says({ made }, { BACKUP_TO: join(file, 'backups') })).toMatchObject({
    is: 'wrong',
    says: expect.stringContaining('Example: BACKUP_TO=/mnt/backups'),
  });
});
