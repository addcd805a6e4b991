/** Backups: one archive with the database, the uploaded files and the lists; and restores that are proved by these lists. */
export { ArchiveWriter, checkArchive } from './archive.ts';
export { backup, newestArchive, withArchiveOf } from './backup.ts';
export { BackupError, TrialRefused } from './Database.ts';
export { type Installation, installationOf } from './Installation.ts';
export { unchanged } from './mongodb.ts';
export { type RestoreReport, restore, tryRestore } from './restore.ts';
export { copyInto, inFile } from './sqlite.ts';
