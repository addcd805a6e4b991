import path from 'node:path';
import { type BackupNotes, backupNotes } from '../../database/backupNotes.ts';
import type { Environment } from '../../system/settings/env.ts';
import { existingFolder, trialProblem } from '../../system/settings/folders.ts';
import { isBucket } from '../../system/settings/values.ts';
import { localInstallation } from './installation.ts';

const HOUR = 60 * 60 * 1000;

/** Milliseconds after which the last backup is old: two nights. */
const OLD = 48 * HOUR;

/** What is noted of backups in the database of the server; undefined where there is none yet. */
export async function notedBackups(): Promise<BackupNotes | undefined> {
  const { installation } = await localInstallation(undefined, '', { restores: true, writes: false });
  return installation.database.open(backupNotes);
}

/** What the doctor says of backups; undefined where none are made. */
export function backupsFinding(
  { backup: { to }, dataDir }: Pick<Environment, 'backup' | 'dataDir'>,
  { made, proved, unproved, failed }: BackupNotes,
  now = new Date(),
): { is?: 'warning' | 'wrong'; says: string } | undefined {
  if (to === undefined && !made && !failed) return undefined;
  // An archive for a bucket is made on the disk first.
  const folder = path.resolve(to === undefined || isBucket(to) ? path.join(dataDir, 'backups') : to);
  const problem = trialProblem(existingFolder(folder));
  if (problem)
    return {
      is: 'wrong',
      says: `nothing can be written to ${folder}: ${problem}. Make room, give this user the folder, or name another. Example: BACKUP_TO=/mnt/backups`,
    };
  if (failed && failed.at >= (made?.at ?? ''))
    return {
      is: 'warning',
      says: `that of ${shown(failed.at)} is not as it should be:\n  ${failed.text.replaceAll('\n', '\n  ')}`,
    };
  if (!made) return { says: 'none was made so far' };
  const last = `the last one is of ${shown(made.at)}`;
  if (now.getTime() - Date.parse(made.at) > OLD)
    return {
      is: 'warning',
      says: `${last}. Does anything start backup --nightly, and what did it say? Make one: npx portal-content backup --prove`,
    };
  if (unproved && unproved.at > (proved?.at ?? ''))
    return {
      is: 'warning',
      says: `${last} (${made.text}), and is not proved by a restore. ${unproved.text}`,
    };
  const restored = proved ? `, the last one that was proved by a restore of ${shown(proved.at)}` : '';
  return { says: `${last} (${made.text})${restored}` };
}

const shown = (time: string) => `${time.slice(0, 16)}Z`;
