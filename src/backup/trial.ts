import { rm } from 'node:fs/promises';
import path from 'node:path';
import { FolderStore } from '../system/files/index.ts';
import { workFolder } from './backup.ts';
import type { Installation } from './Installation.ts';
import { type RestoreReport, restore } from './restore.ts';

/**
 * Restores an archive into an empty place, where every list is compared with it, and removes that again: a folder within that of the
 * installation, and on MongoDB the database `NAME_check`. A server may run meanwhile.
 *
 * @throws BackupError if there can be no such place, or what a restore throws
 */
export async function tryRestore(installation: Installation, file: string): Promise<RestoreReport> {
  const folder = await workFolder(installation.folder);
  try {
    const { database, remove } = await installation.database.trial(folder);
    const uploads = new Map(
      [...installation.uploads.keys()].map((slug) => [
        slug,
        new FolderStore(path.join(folder, 'files', slug)),
      ]),
    );
    try {
      return await restore({ ...installation, database, uploads, folder }, { file, keptLists: [] });
    } finally {
      await remove();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
