import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type BackupReport, backup, checkArchive } from '../../backup/index.ts';
import { noteBackup } from '../../system/settings/index.ts';
import { explain } from '../explain.ts';
import { progressDisplay } from '../progress.ts';
import { localInstallation, saysMissing } from './installation.ts';

const HELP = `
One file, portal-TIME.tar.gz, gets the database at one moment, the lists as they are served at that moment, and the uploaded
files, each with its SHA-256. The server may run meanwhile, and be written to. The file has its name when it is whole and has
been read again. It has the hashes of passwords, so only this user may read it (mode 0600).

--check FILE reads an archive, of any machine and database, and changes nothing.

Links among the uploaded files are followed. A file that a document names and that is not there is named, and the rest is backed up.

Exit status: 0 made, or with --check as it was made; 1 not, or with files missing, with a line for each thing that is wrong.`;

interface Options {
  check?: string;
  config?: string;
  keep?: number;
  to?: string;
}

/** Adds `portal-content backup`. */
export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('write the database, the uploaded files and the lists into one file')
    .option('--to <dir>', 'the folder for the file (default: backups in DATA_DIR; with --config, ./backups)')
    .option('--keep <count>', 'remove older backups in the folder, so that this many are left', positive)
    .option('--check <file>', 'only say whether a backup is as it was made')
    .addHelpText('after', HELP)
    .action(async (_: Options, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      process.exitCode = await (options.check === undefined
        ? make(options, program.version() ?? '')
        : check(options.check));
    });
}

function positive(value: string): number {
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It has to be a whole number above 0.');
}

async function make({ config, keep, to }: Options, release: string): Promise<0 | 1> {
  const progress = progressDisplay();
  try {
    const { installation, archives, dataDir } = await localInstallation(config, release, { restores: false });
    const folder = path.resolve(to ?? archives);
    const report = await backup(installation, { to: folder, keep, onProgress: progress.show });
    // For the server's metrics.
    if (dataDir !== undefined) noteBackup(dataDir, report.file);
    progress.stop();
    console.log(summary(report));
    return saysMissing(report.manifest.missing, 'Older backups are left, which may have them.');
  } catch (error) {
    progress.stop();
    console.error(`${explain(error)}\nNo backup was made.`);
    return 1;
  }
}

function summary({ file, bytes, manifest: { files }, removed }: BackupReport): string {
  const count = (folder: string) => files.filter(({ name }) => name.startsWith(folder)).length;
  // One is the manifest of the capture.
  const lists = count('lists/') - 1;
  return [
    ...removed.map((each) => `Removed ${each}`),
    `Backed up into ${file}: the database, ${lists} lists and orderings, ${count('files/')} uploaded files; ${Math.ceil(bytes / 1024)} KB.`,
  ].join('\n');
}

async function check(file: string): Promise<0 | 1> {
  const { problems, manifest } = await checkArchive(file);
  if (problems.length > 0 || !manifest) {
    console.error(problems.join('\n'));
    return 1;
  }
  const { time, release, database, serverUrl, files, uploads } = manifest;
  const without = uploads ? '' : ', without uploaded files: an import has made it before its first write';
  console.log(
    `${file} is as it was made: ${time}, release ${release}, ${database}, ${serverUrl}, ${files.length} files${without}.`,
  );
  return saysMissing(manifest.missing);
}
