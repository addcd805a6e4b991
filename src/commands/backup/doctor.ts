import path from 'node:path';
import { trialRefusal } from '../../backup/index.ts';
import { readBackupNote } from '../../system/settings/dataDir.ts';
import type { Environment } from '../../system/settings/env.ts';
import { existingFolder, trialProblem } from '../../system/settings/folders.ts';
import { isBucket } from '../../system/settings/values.ts';

const HOUR = 60 * 60 * 1000;

/** Milliseconds after which the last backup is old: two nights. */
const OLD = 48 * HOUR;

const shown = (time: Date) => `${time.toISOString().slice(0, 16)}Z`;

/** What the doctor says of backups; undefined where none are made. */
export async function backupsFinding(
  { backup: { at, to }, dataDir, database, databaseUri }: Environment,
  now = new Date(),
): Promise<{ is?: 'warning' | 'wrong'; says: string } | undefined> {
  const [made, proved, failed] = [
    readBackupNote(dataDir, 'made'),
    readBackupNote(dataDir, 'proved'),
    readBackupNote(dataDir, 'failed'),
  ];
  if (at === undefined && !made) return undefined;
  if (at !== undefined) {
    // An archive for a bucket is made on the disk first.
    const folder = path.resolve(to === undefined || isBucket(to) ? path.join(dataDir, 'backups') : to);
    const problem = trialProblem(existingFolder(folder));
    if (problem)
      return {
        is: 'wrong',
        says: `nothing can be written to ${folder}: ${problem}. Make room, give this user the folder, or name another. Example: BACKUP_TO=/mnt/backups`,
      };
  }
  if (failed && failed.at >= (made?.at ?? 0))
    return {
      is: 'warning',
      says: `that of ${shown(failed.at)} is not as it should be:\n  ${failed.text.replaceAll('\n', '\n  ')}`,
    };
  const others = database === 'mongodb' ? ', unless another server of this database makes them' : '';
  if (made && at !== undefined && now.getTime() - made.at.getTime() > OLD)
    return {
      is: 'warning',
      says: `the last one is of ${shown(made.at)}${others}. Was the server stopped at ${at}? The log says why it made none. Make one: npx portal-content backup --prove`,
    };
  const refusal = at !== undefined && database === 'mongodb' ? await trialRefusal(databaseUri) : undefined;
  if (refusal) return { is: 'warning', says: refusal };
  const last = made
    ? `the last one is of ${shown(made.at)} (${made.text})`
    : `none was made here so far${others}`;
  const restored = proved ? `, the last one that was proved by a restore of ${shown(proved.at)}` : '';
  return { says: `${last}${restored}${at === undefined ? '' : `; each night at ${at}, in Athens' time`}` };
}
