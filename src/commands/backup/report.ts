import { type BackupReport, type Installation, tryRestore } from '../../backup/index.ts';
import { noteBackup } from '../../system/settings/dataDir.ts';

/** Restores an archive into an empty place, where every list has to be the same. @throws BackupError if one is not */
export async function proveArchive(
  installation: Installation,
  file: string,
  dataDir: string | undefined,
): Promise<void> {
  const { lists } = await tryRestore(installation, file);
  if (dataDir !== undefined) noteBackup(dataDir, 'proved', file);
  console.log(
    `Proved: restored into an empty place, ${lists.length} of ${lists.length} lists and orderings are byte for byte as in the archive.`,
  );
}

export const notProved = (file: string) =>
  `The backup ${file} was made and is whole, but it was not proved by a restore.`;

export function summary({ file, bytes, manifest: { files }, removed }: BackupReport): string {
  const count = (folder: string) => files.filter(({ name }) => name.startsWith(folder)).length;
  // One is the manifest of the capture.
  const lists = count('lists/') - 1;
  return [
    ...removed.map((each) => `Removed ${each}`),
    `Backed up into ${file}: the database, ${lists} lists and orderings, ${count('files/')} uploaded files; ${Math.ceil(bytes / 1024)} KB.`,
  ].join('\n');
}
