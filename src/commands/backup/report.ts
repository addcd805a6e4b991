import { recordAction } from '../../audit/index.ts';
import { type BackupReport, type Installation, tryRestore } from '../../backup/index.ts';
import { noteBackup } from '../../database/backupNotes.ts';
import { explain } from '../output.ts';

/** Notes in the database what has become of a backup; a host's app has nobody who reads that. A backup is as good without. */
export async function keepNote(
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

/** Restores an archive into an empty place, where every list has to be the same. @throws BackupError if one is not */
export async function proveArchive(installation: Installation, file: string): Promise<void> {
  const { lists } = await tryRestore(installation, file);
  await keepNote(installation, 'proved', file);
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

/** So many are named. */
export const MAX_NAMED = 20;

/**
 * Names uploaded files that are not in an archive.
 * @param more what else there is to say
 */
export function missingLines(missing: readonly string[], more = ''): string[] {
  if (missing.length === 0) return [];
  const others = missing.length - MAX_NAMED;
  return [
    `${missing.length} uploaded files are not in the archive, because they were missing when it was made:`,
    ...missing.slice(0, MAX_NAMED).map((name) => `  ${name}`),
    ...(others > 0 ? [`  and ${others} more, which manifest.json in the archive names`] : []),
    `Take them from an older backup, or replace these images and files in the admin. ${more}`.trim(),
  ];
}
