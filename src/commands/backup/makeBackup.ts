import { recordAction } from '../../audit/index.ts';
import { backup, type Installation, TrialRefused, tryRestore } from '../../backup/index.ts';
import { noteBackup } from '../../database/backupNotes.ts';
import { explain, listed, MAX_NAMED, type ProgressDisplay, type Report } from '../output.ts';
import { atHand, type LocalInstallation, placeAt } from './archives.ts';

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

export interface Making {
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
export async function makeBackup(options: Making): Promise<Report & { wrong: string[] }> {
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
