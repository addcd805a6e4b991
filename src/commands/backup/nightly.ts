import path from 'node:path';
import { checkArchive } from '../../backup/index.ts';
import { backupNotes } from '../../database/backupNotes.ts';
import { commandLine } from '../../system/logging/commandLine.ts';
import { readEnvironment } from '../../system/settings/env.ts';
import { isBucket } from '../../system/settings/values.ts';
import { ConfigError } from '../hostConfig.ts';
import { explain, reported } from '../output.ts';
import { atHand, newestAt } from './buckets.ts';
import { localInstallation } from './installation.ts';
import { keepNote, type Making, makeBackup, NOT_MADE } from './report.ts';

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
export function backupOfNight({ config, keep, to }: Options, release: string): Promise<0 | 1> {
  return reported({ status: 1, says: NOT_MADE }, async () => {
    if (config !== undefined)
      throw new ConfigError(
        '--nightly is for the database of the server; of your own app, a timer starts: backup --keep 14 --prove',
      );
    const local = await localInstallation(undefined, release, { restores: false });
    const { installation } = local;
    const all = keep ?? readEnvironment().backup.keep;
    const report = await night({ ...local, archives: to ?? local.archives, keep: all });
    if (report.wrong.length > 0) await keepNote(installation, 'failed', report.wrong.join('\n'));
    return report;
  });
}

async function night(options: Omit<Making, 'proves'>): Promise<Awaited<ReturnType<typeof makeBackup>>> {
  const damaged: string[] = [];
  try {
    const notes = await options.installation.database.open(backupNotes);
    damaged.push(...(await damageOf(options, notes?.made?.text)));
    const proves = Date.now() - Date.parse(notes?.proved?.at ?? '1970-01-01') > PROVED_FOR;
    // Older ones may be needed then.
    const keep = damaged.length > 0 ? undefined : options.keep;
    const { says, wrong } = await makeBackup({ ...options, keep, proves, tolerates: true });
    return { says, wrong: [...damaged, ...wrong] };
  } catch (error) {
    return { says: [], wrong: [...damaged, explain(error), NOT_MADE] };
  }
}

/**
 * What is wrong with the backup of the night before.
 * @param last the archive that was made last, wherever that was
 */
async function damageOf({ archives, disk }: Pick<Making, 'archives' | 'disk'>, last = ''): Promise<string[]> {
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
