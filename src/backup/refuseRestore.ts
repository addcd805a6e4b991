import { statSync } from 'node:fs';
import { DATA_VERSION } from '../database/dataVersion.ts';
import { existingFolder, freeBytes } from '../settings/index.ts';
import { BackupError } from './BackupError.ts';
import type { Installation } from './Installation.ts';
import { FOLDERS, filesOf, type Manifest, slugOf } from './manifest.ts';
import { filesIn } from './uploads.ts';

const KINDS = { sqlite: 'SQLite', mongodb: 'MongoDB' };

/** @throws BackupError if an archive is of another kind of database, of a later release, or of another config */
export function refuseOther({ database, uploads, release }: Installation, manifest: Manifest): void {
  if (manifest.database !== database.kind) {
    throw new BackupError(
      `The archive is of ${KINDS[manifest.database]}, and the database here (${database.name}) is ${KINDS[database.kind]}. ` +
        'Restore it into a database of its kind. To move to another kind, import a capture (docs/migration.md).',
    );
  }
  if (manifest.dataVersion > DATA_VERSION.number) {
    throw new BackupError(
      `The archive was made by release ${manifest.release} with data version ${manifest.dataVersion}, and this is ` +
        `release ${release}, which knows ${DATA_VERSION.number} at most. Use release ${manifest.release} or later.`,
    );
  }
  const slugs = new Set(filesOf(manifest, FOLDERS.files).map(({ name }) => slugOf(name)));
  const unknown = [...slugs].filter((slug) => !uploads.has(slug));
  if (unknown.length > 0) {
    throw new BackupError(
      `The archive has files of ${unknown.join(', ')}, and this config keeps no such files on its disk. Use the config ` +
        'with which the backup was made.',
    );
  }
}

/** @throws BackupError if something is there of what the archive has */
export async function refuseFull({ database, uploads }: Installation, manifest: Manifest): Promise<void> {
  const full = (await database.isEmpty()) ? [] : [`the database ${database.name}`];
  for (const folder of manifest.uploads ? uploads.values() : [])
    if ((await filesIn(folder)).length > 0) full.push(`files in ${folder}`);
  if (full.length === 0) return;
  throw new BackupError(
    `Something is there: ${full.join(', ')}. With --replace it is kept under another name, and the archive takes its place.`,
  );
}

/** A restored SQLite file is copied once more before it takes its place. */
const COPIES_OF_DATABASE = 2;

/** @throws BackupError if a disk has no room for what is unpacked */
export function refuseSmallDisk({ database, uploads }: Installation, manifest: Manifest): void {
  const bytesOf = (folder: string) => filesOf(manifest, folder).reduce((sum, { bytes }) => sum + bytes, 0);
  const needs: [folder: string, bytes: number][] = [
    [database.staging, COPIES_OF_DATABASE * bytesOf(FOLDERS.database) + bytesOf(FOLDERS.lists)],
    ...[...uploads].map(
      ([slug, folder]) => [folder, bytesOf(`${FOLDERS.files}${slug}/`)] as [string, number],
    ),
  ];
  const disks = new Map<number, { folder: string; bytes: number }>();
  for (const [needing, bytes] of needs) {
    const folder = existingFolder(needing);
    const { dev } = statSync(folder);
    disks.set(dev, { folder, bytes: bytes + (disks.get(dev)?.bytes ?? 0) });
  }
  for (const { folder, bytes } of disks.values()) {
    const free = freeBytes(folder);
    if (free >= bytes) continue;
    throw new BackupError(
      `The disk with ${folder} has ${Math.floor(free / 1024 ** 2)} MB free, and this restore needs ${Math.ceil(bytes / 1024 ** 2)} MB there: ` +
        'what is there stays beside it. Make room, or name a folder on another disk (DATA_DIR, DATABASE_URI).',
    );
  }
}
