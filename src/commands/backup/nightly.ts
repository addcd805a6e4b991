import path from 'node:path';
import { type BackupReport, checkArchive, type Installation, TrialRefused } from '../../backup/index.ts';
import { backupNotes } from '../../database/backupNotes.ts';
import { commandLine } from '../../system/logging/commandLine.ts';
import { readEnvironment } from '../../system/settings/env.ts';
import { isBucket } from '../../system/settings/values.ts';
import { explain } from '../output.ts';
import { atHand, backupInto, newestAt } from './buckets.ts';
import { localInstallation } from './installation.ts';
import { keepNote, missingLines, notProved, proveArchive, summary } from './report.ts';

/** Milliseconds after which a backup is proved by a restore again: a week, less the time that one takes. */
const PROVED_FOR = 6.5 * 24 * 60 * 60 * 1000;

interface Options {
  config?: string | undefined;
  /** @default BACKUP_KEEP */
  keep?: number | undefined;
  /** @default BACKUP_TO */
  to?: string | undefined;
}

/**
 * Makes the backup of this night: reads the one before again, and once a week proves the new one by a restore. What is not as it
 * should be is noted in the database, too.
 * @returns the exit status
 */
export async function backupOfNight(options: Options, release: string): Promise<0 | 1> {
  const problems: string[] = [];
  let installation: Installation | undefined;
  let made: BackupReport | undefined;
  try {
    const local = await localInstallation(options.config, release, { restores: false });
    installation = local.installation;
    const { disk, archives } = { ...local, ...(options.to && { archives: options.to }) };
    const notes = await installation.database.open(backupNotes);
    const damaged = await damageOf({ archives, last: notes?.made?.text, disk });
    problems.push(...damaged);
    // Older ones may be needed then.
    const keep = damaged.length > 0 ? undefined : (options.keep ?? readEnvironment().backup.keep);
    made = await backupInto(installation, archives, { keep, disk });
    console.log(summary(made));
    await keepNote(installation, 'made', made.file);
    if (Date.now() - Date.parse(notes?.proved?.at ?? '1970-01-01') > PROVED_FOR)
      await provedIfPossible(installation, made.file, disk);
    problems.push(...missingLines(made.manifest.missing, 'Older backups are left, which may have them.'));
  } catch (error) {
    problems.push(explain(error), made ? notProved(made.file) : 'No backup was made.');
  }
  if (problems.length === 0) return 0;
  console.error(problems.join('\n'));
  if (installation) await keepNote(installation, 'failed', problems.join('\n'));
  return 1;
}

/** Where no restore can be tried, the backup is as good as without; the doctor warns of it. */
async function provedIfPossible(installation: Installation, archive: string, disk: string): Promise<void> {
  try {
    await atHand(archive, (file) => proveArchive(installation, file), disk);
  } catch (error) {
    if (!(error instanceof TrialRefused)) throw error;
    console.log(`The backup is not proved by a restore. ${error.message}`);
    await keepNote(installation, 'unproved', error.message);
  }
}

/**
 * What is wrong with the backup of the night before.
 * @property last the archive that was made last, wherever that was
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
}): Promise<string[]> {
  const file = await newestAt(archives);
  const place = isBucket(archives) ? archives.replace(/\/$/, '') : path.resolve(archives);
  // Names begin with the time. Where there is a later one, somebody has made it by hand, and may have removed this one.
  if (path.posix.dirname(last) === place && last > (file ?? ''))
    return [
      `The backup ${last}, which was made last, is not there any more. Older backups are left. If nobody has removed it: is ` +
        'the folder mounted, and does a rule of the bucket remove objects?',
    ];
  if (file === undefined) return [];
  const { problems } = await atHand(file, (there) => checkArchive(there, file), disk);
  if (problems.length === 0) return [];
  return [
    ...problems,
    `The backup ${file} was damaged since it was made. Older backups are left; look at them (${commandLine('backup', '--check', 'FILE')}), ` +
      'look at the disk, and then remove the damaged one.',
  ];
}
