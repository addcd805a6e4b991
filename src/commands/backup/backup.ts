import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { recordAction } from '../../audit/index.ts';
import {
  backup,
  checkArchive,
  type Installation,
  newestArchive,
  TrialRefused,
  tryRestore,
} from '../../backup/index.ts';
import { backupNotes, noteBackup } from '../../database/backupNotes.ts';
import { commandLine } from '../../system/logging/commandLine.ts';
import { readEnvironment } from '../../system/settings/env.ts';
import { ConfigError } from '../hostConfig.ts';
import { explain, listed, MAX_NAMED, type ProgressDisplay, type Report, reported, runs } from '../output.ts';
import { atHand, type LocalInstallation, localInstallation, placeAt } from './archives.ts';

const HELP = `
One file, portal-TIME.tar.gz, gets the database at one moment, the lists as they are served at that moment, and the uploaded
files, each with its SHA-256. The server may run meanwhile, and be written to. The file has its name when it is whole and has
been read again. It has the hashes of passwords, so only this user may read it (mode 0600).

--prove also restores it into an empty place, a folder or on MongoDB the database NAME_check, compares every list with it, and removes
that again.

--check FILE reads an archive, of any machine and database, and changes nothing.

The folder may be one of a bucket, s3://BUCKET/FOLDER, which is reached by the variables S3_…; so may FILE, s3://BUCKET/FOLDER/NAME. The
archive is on the disk meanwhile, in the default folder, or for --check in TMPDIR.

Links among the uploaded files are followed. A file that a document names and that is not there is named, and the rest is backed up.

--nightly is for a timer, on one machine: it also reads the newest archive there again, first, and removes none where that is damaged
or gone; and it proves the new one where that was not done for a week. What fails is noted in the database, for metrics and the doctor.

Exit status: 0 made, and with --prove proved, or with --check as it was made; 1 not, or with files missing, with a line for each thing that is wrong.`;

interface Options {
  check?: string;
  config?: string;
  keep?: number;
  nightly?: boolean;
  prove?: boolean;
  to?: string;
}

const NOT_MADE = 'No backup was made.';

/** Adds `portal-content backup`. */
export function registerBackup(program: Command): void {
  const command = program
    .command('backup')
    .description('write the database, the uploaded files and the lists into one file')
    .option(
      '--to <dir>',
      'the folder for the file, or s3://BUCKET/FOLDER (default: BACKUP_TO, or backups in DATA_DIR; with --config, ./backups)',
    )
    .option(
      '--keep <count>',
      'remove older backups in the folder, so that this many are left (default: all; with --nightly BACKUP_KEEP, or 14)',
      positive,
    )
    .option('--prove', 'also restore it into an empty place, and compare every list')
    .option('--nightly', 'as a timer starts it each night: also look at the one before, and prove one a week')
    .option('--check <file>', 'only say whether a backup is as it was made')
    .addHelpText('after', HELP);
  runs<Options>(command, 1, ({ check, ...options }, release) => {
    if (check !== undefined) return reported({ status: 1 }, () => checked(check));
    return reported({ status: 1, says: NOT_MADE }, async ({ show }) => {
      if (options.nightly) return madeAtNight(options, release);
      const { config, keep, prove: proves = false } = options;
      const local = await localInstallation(config, release, { restores: false });
      return makeBackup({ local, to: options.to ?? local.archives, keep, proves, onProgress: show });
    });
  });
}

function positive(value: string): number {
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It has to be a whole number above 0.');
}

async function checked(file: string): Promise<Report> {
  const { problems, manifest } = await atHand(file, (there) => checkArchive(there, file));
  if (problems.length > 0 || !manifest) return { says: [], wrong: problems };
  const { time, release, database, serverUrl, files, missing, uploads } = manifest;
  const without = uploads ? '' : ', without uploaded files: an import has made it before its first write';
  const about = `${time}, release ${release}, ${database}, ${serverUrl}, ${files.length} files${without}`;
  return { says: [`${file} is as it was made: ${about}.`], wrong: missingLines(missing) };
}

/** Milliseconds after which a backup is proved by a restore again: a week, less the time that one takes. */
const PROVED_FOR = 6.5 * 24 * 60 * 60 * 1000;

/**
 * Makes the backup of this night: reads the one before again, and once a week proves the new one by a restore. What is not as it
 * should be is noted in the database, too.
 */
async function madeAtNight({ config, keep, to }: Options, release: string): Promise<Report> {
  if (config !== undefined)
    throw new ConfigError(
      '--nightly is for the database of the server; of your own app, a timer starts: backup --keep 14 --prove',
    );
  const local = await localInstallation(undefined, release, { restores: false });
  const making = { local, to: to ?? local.archives, tolerates: true };
  const wrong: string[] = [];
  let says: readonly string[] = [];
  try {
    const notes = await local.database.open(backupNotes);
    wrong.push(...(await damageOf(making, notes?.made?.text)));
    const proves = Date.now() - Date.parse(notes?.proved?.at ?? '1970-01-01') > PROVED_FOR;
    // Older ones may be needed then.
    const kept = wrong.length > 0 ? undefined : (keep ?? readEnvironment().backup.keep);
    const made = await makeBackup({ ...making, keep: kept, proves });
    says = made.says;
    wrong.push(...made.wrong);
  } catch (error) {
    wrong.push(explain(error), NOT_MADE);
  }
  if (wrong.length > 0) await keepNote(local, 'failed', wrong.join('\n'));
  return { says, wrong };
}

/**
 * What is wrong with the backup of the night before.
 * @param last the archive that was made last, wherever that was
 */
async function damageOf({ local, to }: Pick<Making, 'local' | 'to'>, last = ''): Promise<string[]> {
  const archives = await placeAt(to);
  const file = await newestArchive(archives);
  // Names begin with the time. Where there is a later one, somebody has made it by hand, and may have removed this one.
  if (path.posix.dirname(last) === archives.place && last > (file ?? ''))
    return [
      `The backup ${last}, which was made last, is not there any more. Older backups are left. If nobody has removed it: is ` +
        'the folder mounted, and does a rule of the bucket remove objects?',
    ];
  if (file === undefined) return [];
  const { problems } = await atHand(file, (there) => checkArchive(there, file), local.disk);
  if (problems.length === 0) return [];
  return [
    ...problems,
    `The backup ${file} was damaged since it was made. Older backups are left; look at them (${commandLine('backup', '--check', 'FILE')}), ` +
      'look at the disk, and then remove the damaged one.',
  ];
}

/** Notes in the database what has become of a backup; a host's app has nobody who reads that. A backup is as good without. */
async function keepNote(
  { database, isServer }: Installation,
  note: Parameters<typeof noteBackup>[1],
  text: string,
): Promise<void> {
  if (!isServer) return;
  try {
    await database.open(async (payload) => {
      await noteBackup(payload, note, text);
      if (note === 'made') await recordAction({ payload }, { action: 'backedUp', note: text });
    });
  } catch (error) {
    console.error(
      `This could not be noted in the database, where metrics and the doctor look: ${explain(error)}`,
    );
  }
}

/** Restores an archive into an empty place, where every list has to be the same. */
async function proofOf(archive: string, { local, tolerates }: Making): Promise<Report> {
  try {
    const { lists } = await atHand(archive, (file) => tryRestore(local, file), local.disk);
    await keepNote(local, 'proved', archive);
    const same = `${lists.length} of ${lists.length} lists and orderings are byte for byte as in the archive`;
    return { says: [`Proved: restored into an empty place, ${same}.`] };
  } catch (error) {
    const why = explain(error);
    if (!(tolerates && error instanceof TrialRefused)) {
      const what = `The backup ${archive} was made and is whole, but it was not proved by a restore.`;
      return { says: [], wrong: [why, what] };
    }
    await keepNote(local, 'unproved', why);
    return { says: [`The backup is not proved by a restore. ${why}`] };
  }
}

interface Making {
  local: LocalInstallation;
  /** The folder for archives, or one of a bucket. */
  to: string;
  keep: number | undefined;
  /** Whether it is proved by a restore. */
  proves: boolean;
  /** Whether nothing is wrong where no restore can be tried: the doctor warns of it. */
  tolerates?: boolean;
  onProgress?: ProgressDisplay['show'];
}

/** Makes a backup, and says what came of it. @throws BackupError if none was made */
async function makeBackup(options: Making): Promise<Report & { wrong: string[] }> {
  const { local, to, keep, proves, onProgress } = options;
  const where = { to: await placeAt(to), disk: local.disk };
  const { file, bytes, manifest, removed } = await backup(local, {
    ...where,
    keep,
    ...(onProgress && { onProgress }),
  });
  await keepNote(local, 'made', file);
  const proof = proves ? await proofOf(file, options) : undefined;
  const count = (folder: string) => manifest.files.filter(({ name }) => name.startsWith(folder)).length;
  // One is the manifest of the capture.
  const lists = count('lists/') - 1;
  return {
    says: [
      ...removed.map((each) => `Removed ${each}`),
      `Backed up into ${file}: the database, ${lists} lists and orderings, ${count('files/')} uploaded files; ${Math.ceil(bytes / 1024)} KB.`,
      ...(proof?.says ?? []),
    ],
    wrong: [
      ...(proof?.wrong ?? []),
      ...missingLines(manifest.missing, 'Older backups are left, which may have them.'),
    ],
  };
}

/** Names uploaded files that are not in an archive. @param more what else there is to say */
export function missingLines(missing: readonly string[], more = ''): string[] {
  const heading = `${missing.length} uploaded files are not in the archive, because they were missing when it was made:`;
  const advice = 'Take them from an older backup, or replace these images and files in the admin.';
  const lines = listed(heading, missing, MAX_NAMED, ', which manifest.json in the archive names');
  return lines.length > 0 ? [...lines, `${advice} ${more}`.trim()] : [];
}
