/** Backups: one archive with the database, the uploaded files and the lists; and restores that are proved by these lists. */
export { ArchiveWriter } from './ArchiveWriter.ts';
export { type BackupReport, backup } from './backup.ts';
export { type Installation, installationOf } from './Installation.ts';
export { checkArchive } from './readArchive.ts';
export { type RestoreReport, restore } from './restore.ts';
