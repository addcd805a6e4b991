/** Backups: one archive with the database, the uploaded files and the lists; and restores that are proved by these lists. */
export { ArchiveWriter } from './ArchiveWriter.ts';
export { BackupError } from './BackupError.ts';
export { type BackupReport, backup } from './backup.ts';
export { type Installation, installationOf } from './Installation.ts';
export { unchanged } from './mongodb.ts';
export { checkArchive } from './readArchive.ts';
export { type RestoreReport, restore } from './restore.ts';
export { copyInto, inFile } from './sqlite.ts';
