import path from 'node:path';
import { type BackupReport, checkArchive, TrialRefused } from '../../backup/index.ts';
import { commandLine } from '../../system/logging/commandLine.ts';
import { noteBackup, readBackupNote } from '../../system/settings/dataDir.ts';
import { readEnvironment } from '../../system/settings/env.ts';
import { isBucket } from '../../system/settings/values.ts';
import { explain } from '../output.ts';
import { atHand, backupInto, newestAt } from './buckets.ts';
import { localInstallation, saysMissing } from './installation.ts';
import { notProved, proveArchive, summary } from './report.ts';

/** Milliseconds after which a backup is proved by a restore again: a week, less the time that one takes. */
const PROVED_FOR = 6.5 * 24 * 60 * 60 * 1000;

/**
 * Makes the backup of this night, unless another server of the database does; reads the one before again; and once a week proves the
 * new one by a restore. Errors are lines of the server's log.
 * @param night a number such as 20261126
 * @returns the exit status
 */
export async function backupOfNight(night: number, release: string): Promise<0 | 1> {
  let made: BackupReport | undefined;
  try {
    const { installation, archives, dataDir, disk } = await localInstallation(undefined, release, {
      restores: false,
    });
    if (!(await installation.database.claim(night))) {
      console.log('Another server of this database makes the backup of this night.');
      return 0;
    }
    const { keep } = readEnvironment().backup;
    const last = dataDir === undefined ? undefined : readBackupNote(dataDir, 'made')?.text;
    const damaged = await damageOf({ archives, last, disk });
    if (damaged) console.error(damaged);
    // Older ones may be needed then.
    made = await backupInto(installation, archives, { keep: damaged ? undefined : keep, disk });
    if (dataDir !== undefined) noteBackup(dataDir, 'made', made.file);
    console.log(summary(made));
    const proved = dataDir === undefined ? undefined : readBackupNote(dataDir, 'proved');
    if (!proved || Date.now() - proved.at.getTime() > PROVED_FOR)
      await atHand(made.file, (file) => proveArchive(installation, file, dataDir), disk).catch(sayRefused);
    const status = saysMissing(made.manifest.missing, 'Older backups are left, which may have them.');
    return damaged ? 1 : status;
  } catch (error) {
    console.error(`${explain(error)}\n${made ? notProved(made.file) : 'No backup was made.'}`);
    return 1;
  }
}

/** Where no restore can be tried, the backup is as good as without; the doctor warns of it. */
function sayRefused(error: unknown): void {
  if (!(error instanceof TrialRefused)) throw error;
  console.log(`The backup is not proved by a restore. ${error.message}`);
}

/**
 * What is wrong with the backup of the night before.
 * @property last the archive that was made here last, wherever that was
 * @property disk a folder with room for one
 */
async function damageOf({
  archives,
  last = '',
  disk,
}: {
  archives: string;
  last: string | undefined;
  disk: string;
}): Promise<string | undefined> {
  const file = await newestAt(archives);
  const place = isBucket(archives) ? archives.replace(/\/$/, '') : path.resolve(archives);
  // Names begin with the time. Where there is a later one, another server has made it, and may have removed this one.
  if (path.posix.dirname(last) === place && last > (file ?? ''))
    return (
      `The backup ${last}, which was made here last, is not there any more. Older backups are left. If nobody has removed it: is ` +
      'the folder mounted, and does a rule of the bucket remove objects?'
    );
  if (file === undefined) return undefined;
  const { problems } = await atHand(file, (there) => checkArchive(there, file), disk);
  if (problems.length === 0) return undefined;
  return [
    ...problems,
    `The backup ${file} was damaged since it was made. Older backups are left; look at them (${commandLine('backup', '--check', 'FILE')}), ` +
      'look at the disk, and then remove the damaged one.',
  ].join('\n');
}
