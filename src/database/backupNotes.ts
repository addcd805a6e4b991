import type { BasePayload } from 'payload';

/** What is noted of backups: one was made, or proved by a restore, with its archive; or why it could not be proved, or has failed. */
type BackupNote = 'made' | 'proved' | 'unproved' | 'failed';

/** The last of each, with its time (ISO 8601). */
export type BackupNotes = Partial<Record<BackupNote, { at: string; text: string }>>;

const KEY = 'portal-backups';

/** What is noted of the backups of a database. It stands there, so that every server and doctor of the database knows it. */
export async function backupNotes({ kv }: BasePayload): Promise<BackupNotes> {
  return (await kv.get<BackupNotes & Record<string, unknown>>(KEY)) ?? {};
}

/** Takes the place of the last note of its kind. */
export async function noteBackup(payload: BasePayload, note: BackupNote, text: string): Promise<void> {
  const at = new Date().toISOString();
  await payload.kv.set(KEY, { ...(await backupNotes(payload)), [note]: { at, text } });
}
