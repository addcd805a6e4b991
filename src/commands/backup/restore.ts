import type { Command } from 'commander';
import { type RestoreReport, restore } from '../../backup/index.ts';
import { listed, MAX_NAMED, reports } from '../output.ts';
import { atHand, localInstallation } from './archives.ts';
import { missingLines } from './backup.ts';

const HELP = `
FILE is one that backup has made, of this machine or another, or in a bucket (s3://BUCKET/FOLDER/NAME, reached by the variables S3_…), or an import before its first write: that has no uploaded files, so
their folders stay as they are, and the files that are there since are named. It goes into the database and the folders that are configured
here, whatever they were called there; SERVER_URL may be another. The server has to be stopped, and all others that use the
database. An archive of an older release is brought up to date.

Every list and documented ordering is then compared with the archive, byte for byte; only the address of this server may be
another. If it is killed, run it again.

Exit status: 0 restored, and the same; 1 not restored, and why; or restored, and the archive lacks files, which are named.`;

interface Options {
  config?: string;
  replace?: boolean;
}

/** Adds `portal-content restore FILE`. */
export function registerRestore(program: Command): void {
  const command = program
    .command('restore <file>')
    .description('bring back what backup has written, and compare the lists with it')
    .option('--replace', 'put it in the place of what is there, which is kept under another name')
    .addHelpText('after', HELP);
  reports<Options>(command, 1, async ({ config, replace }, { show: onProgress }, release, archive = '') => {
    const local = await localInstallation(config, release, { restores: true });
    const { disk, keptLists } = local;
    const report = await atHand(
      archive,
      (file) =>
        restore(local, { file, ...(file !== archive && { archive }), replace, keptLists, onProgress }),
      disk,
    );
    return { says: summary(report, archive), wrong: missingLines(report.missing) };
  });
}

function summary({ manifest, lists, files, kept, surplus, absent }: RestoreReport, file: string): string[] {
  const what = manifest.uploads
    ? `the database and ${files} uploaded files`
    : 'the database, without uploaded files';
  return [
    `Restored ${file}, made ${manifest.time} at ${manifest.serverUrl}: ${what}.`,
    ...(manifest.uploads ? [] : ['The folders of uploaded files are as they were.']),
    ...listed(
      `Added since, and named by no document (${surplus.length}); nothing needs them, and they may be removed:`,
      surplus,
    ),
    ...listed(
      `Named by documents, and not in their folder (${absent.length}); take them from a backup with uploaded files, or replace them in the admin:`,
      absent,
      MAX_NAMED,
    ),
    ...kept.map((each) => `What was there is kept as ${each}`),
    ...lists.map((list) => `${list.file}: same`),
    `The same: ${lists.length} of ${lists.length} lists and orderings are byte for byte as in the archive, addresses of this server aside.`,
  ];
}
