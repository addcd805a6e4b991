import { type Command, InvalidArgumentError } from 'commander';
import { checkArchive } from '../../backup/index.ts';
import { reported } from '../output.ts';
import { atHand } from './buckets.ts';
import { localInstallation } from './installation.ts';
import { backupOfNight } from './nightly.ts';
import { makeBackup, missingLines, NOT_MADE } from './report.ts';

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

/** Adds `portal-content backup`. */
export function registerBackup(program: Command): void {
  program
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
    .addHelpText('after', HELP)
    .action(async (_: Options, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const release = program.version() ?? '';
      if (options.check !== undefined) process.exitCode = await check(options.check);
      else if (options.nightly) process.exitCode = await backupOfNight(options, release);
      else process.exitCode = await make(options, release);
    });
}

function positive(value: string): number {
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It has to be a whole number above 0.');
}

function make({ config, keep, prove = false, to }: Options, release: string): Promise<0 | 1> {
  return reported({ status: 1, says: NOT_MADE }, async (progress) => {
    const local = await localInstallation(config, release, { restores: false });
    const archives = to ?? local.archives;
    return makeBackup({ ...local, archives, keep, proves: prove, onProgress: progress.show });
  });
}

function check(file: string): Promise<0 | 1> {
  return reported({ status: 1 }, async () => {
    const { problems, manifest } = await atHand(file, (there) => checkArchive(there, file));
    if (problems.length > 0 || !manifest) return { says: [], wrong: problems };
    const { time, release, database, serverUrl, files, missing, uploads } = manifest;
    const without = uploads ? '' : ', without uploaded files: an import has made it before its first write';
    const about = `${time}, release ${release}, ${database}, ${serverUrl}, ${files.length} files${without}`;
    return { says: [`${file} is as it was made: ${about}.`], wrong: missingLines(missing) };
  });
}
