import { createWriteStream, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SanitizedConfig } from 'payload';
import { recordAction } from '../audit/index.ts';
import { deliverAgain } from '../changes/webhooks/state.ts';
import { DATA_VERSION } from '../database/dataVersions.ts';
import { FolderStore } from '../system/files/index.ts';
import { beginRestore, cancelRestore, endRestore, unfinishedRestore } from '../system/settings/dataDir.ts';
import { existingFolder, freeBytes, makeFolder } from '../system/settings/folders.ts';
import { hashing, readArchive, wholeArchive } from './archive.ts';
import { type Progress, workFolder } from './backup.ts';
import { BackupError } from './Database.ts';
import type { Installation } from './Installation.ts';
import { type ArchivedFile, FOLDERS, filesOf, type Manifest, slugOf, stampOf } from './manifest.ts';
import { type ComparedList, compareLists } from './servedLists.ts';
import {
  namedFiles,
  placeUploads,
  removeStaged,
  stageUploads,
  stagingOf,
  type UploadStores,
} from './uploads.ts';

export interface RestoreOptions {
  /** The archive. */
  file: string;
  /** How a restore of it is begun anew, where it is no file that stays. @default the file */
  archive?: string | undefined;
  /** Restores in the place of what is there, which is kept under another name. */
  replace?: boolean | undefined;
  /** The lists that the server keeps on disk, which are those of the former database. */
  keptLists: readonly string[];
  onProgress?: Progress;
}

export interface RestoreReport {
  manifest: Manifest;
  /** Every list and ordering of the archive; all are the same. */
  lists: ComparedList[];
  /** How many uploaded files there are. */
  files: number;
  /** Files that documents name and that the archive does not have, as `files/SLUG/FILE`; none of an archive without files. */
  missing: string[];
  /** Of an archive without files: those that are in their folders by now, and that no document names. */
  surplus: string[];
  /** Of an archive without files: those that documents name, and that are not in their folders. */
  absent: string[];
  /** Where what was there before is now. */
  kept: string[];
}

/**
 * Restores an archive, and proves it: every list and ordering is compared byte for byte with the archive's. Nothing of what is
 * there changes before everything is unpacked and checked. If it is killed, no server starts there until it is run again, which
 * starts over.
 *
 * @throws BackupError if the archive is broken or of another kind, something is there or in use, or a list differs
 */
export async function restore(installation: Installation, options: RestoreOptions): Promise<RestoreReport> {
  const { database, uploads, folder } = installation;
  const { file, onProgress = () => {} } = options;
  onProgress({ title: 'Checking the archive', done: 0, total: 1 });
  const manifest = await wholeArchive(file, options.archive);
  refuseOther(installation, manifest);
  await database.refuseInUse();
  const goesOn = unfinishedRestore(folder) !== undefined;
  if (!goesOn && !options.replace) await refuseFull(installation, manifest);
  refuseSmallDisk(installation, manifest);
  beginRestore(folder, options.archive ?? path.resolve(file));
  let isChanging = goesOn;
  try {
    await unpack(installation, { file, manifest, onProgress });
    onProgress({ title: 'Database and lists', done: 0, total: 1 });
    return await place(installation, manifest, {
      keptLists: options.keptLists,
      onChange: () => {
        isChanging = true;
      },
    });
  } catch (error) {
    await rm(database.staging, { recursive: true, force: true });
    await removeStaged(uploads, folder);
    if (!isChanging) cancelRestore(folder);
    throw error;
  }
}

interface PlaceOptions extends Pick<RestoreOptions, 'keptLists'> {
  /** Called before anything of what is there is changed. */
  onChange(): void;
}

/** Puts what was unpacked into its place, and proves it. */
async function place(
  installation: Installation,
  manifest: Manifest,
  { keptLists, onChange }: PlaceOptions,
): Promise<RestoreReport> {
  const { database, uploads, folder } = installation;
  const stamp = stampOf(new Date());
  let proved: RestoreProof = { lists: [], missing: [], surplus: [], absent: [] };
  const kept = await database.place({
    stamp,
    async begin() {
      await database.refuseInUse();
      onChange();
    },
    async prove(config) {
      proved = await prove(installation, config, manifest);
    },
  });
  for (const [slug, store] of manifest.uploads ? uploads : []) {
    const before = await placeUploads(store, stagingOf(slug, store, folder), stamp);
    if (before) kept.push(before);
  }
  await removeStaged(uploads, folder);
  for (const each of keptLists) await rm(each, { recursive: true, force: true });
  endRestore(folder);
  return { manifest, ...proved, files: filesOf(manifest, FOLDERS.files).length, kept };
}

interface Unpacking {
  file: string;
  manifest: Manifest;
  onProgress: Progress;
}

/** Unpacks everything beside what is there. */
async function unpack(
  { database, uploads, folder: ofServer }: Installation,
  { file, manifest, onProgress }: Unpacking,
): Promise<void> {
  await rm(database.staging, { recursive: true, force: true });
  makeFolder(database.staging);
  const staged = await stageUploads(manifest.uploads ? uploads : new Map(), ofServer);
  const known = new Map(manifest.files.map((each) => [each.name, each]));
  let done = 0;
  await readArchive(file, async (entry) => {
    const { name } = entry.header;
    const archived = known.get(name);
    if (!archived) {
      entry.resume();
      return;
    }
    onProgress({ title: 'Unpacking', done: done++, total: known.size });
    const isUpload = name.startsWith(FOLDERS.files);
    const [folder = database.staging, rest] = isUpload
      ? [staged.get(slugOf(name)), name.split('/').slice(2).join('/')]
      : [database.staging, name];
    const to = path.join(folder, rest);
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    await writeWhole(entry, to, archived);
  });
}

/**
 * Writes a file that is not there yet: on some disks, names that differ by case alone are one file.
 *
 * @throws BackupError if the bytes are others than when the archive was checked
 */
async function writeWhole(entry: NodeJS.ReadableStream, to: string, { name, sha256 }: ArchivedFile) {
  const { stream, digest } = hashing();
  await pipeline(entry, stream, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  if (digest().sha256 !== sha256) throw new BackupError(`${name} has changed while it was unpacked.`);
}

type RestoreProof = Pick<RestoreReport, 'absent' | 'lists' | 'missing' | 'surplus'>;

/** What the restored documents name, beside the files of the archive or, where it has none, those that are there. */
async function filesBeside(
  uploads: UploadStores,
  named: readonly string[],
  { files, uploads: hasUploads }: Manifest,
): Promise<Omit<RestoreProof, 'lists'>> {
  if (hasUploads) {
    const archived = new Set(files.map(({ name }) => name));
    const missing = named.map((name) => FOLDERS.files + name).filter((name) => !archived.has(name));
    return { missing, surplus: [], absent: [] };
  }
  const there: string[] = [];
  for (const [slug, store] of uploads) there.push(...(await store.list()).map((name) => `${slug}/${name}`));
  const [wanted, found] = [new Set(named), new Set(there)];
  const pathOf = (name: string) =>
    [uploads.get(slugOf(`/${name}`))?.place ?? '', ...name.split('/').slice(1)].join('/');
  return {
    missing: [],
    surplus: there.filter((name) => !wanted.has(name)).map(pathOf),
    absent: named.filter((name) => !found.has(name)).map(pathOf),
  };
}

/** @throws BackupError that names each list that is another */
async function prove(
  { database, open, isServer, uploads }: Installation,
  config: SanitizedConfig,
  manifest: Manifest,
): Promise<RestoreProof> {
  const proved = await open(
    config,
    async (payload) => {
      const from = path.join(database.staging, FOLDERS.lists);
      const lists = await compareLists(payload, from, manifest.serverUrl);
      await deliverAgain(payload);
      if (lists.every(({ difference }) => difference === undefined))
        await recordAction(
          { payload },
          { action: 'databaseRestored', note: `${manifest.time} ${manifest.serverUrl}` },
        );
      return { lists, ...(await filesBeside(uploads, await namedFiles(payload, uploads), manifest)) };
    },
    { runsOnInit: isServer },
  );
  const { lists } = proved;
  const different = lists.filter(({ difference }) => difference !== undefined);
  if (different.length === 0) return proved;
  throw new BackupError(
    [
      `NOT RESTORED: ${different.length} of ${lists.length} lists and orderings are not as in the archive:`,
      ...different.map(({ file, difference }) => `  ${file} ${difference}`),
    ].join('\n'),
  );
}

const KINDS = { sqlite: 'SQLite', mongodb: 'MongoDB' };

/** @throws BackupError if an archive is of another kind of database, of a later release, or of another config */
function refuseOther({ database, uploads, release }: Installation, manifest: Manifest): void {
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
async function refuseFull({ database, uploads }: Installation, manifest: Manifest): Promise<void> {
  const full = (await database.isEmpty()) ? [] : [`the database ${database.name}`];
  for (const store of manifest.uploads ? uploads.values() : [])
    if ((await store.list()).length > 0) full.push(`files in ${store.place}`);
  if (full.length === 0) return;
  throw new BackupError(
    `Something is there: ${full.join(', ')}. With --replace it is kept under another name, and the archive takes its place.`,
  );
}

/** A restored SQLite file is copied once more before it takes its place. */
const COPIES_OF_DATABASE = 2;

/** @throws BackupError if a disk has no room for what is unpacked */
function refuseSmallDisk({ database, uploads, folder: ofServer }: Installation, manifest: Manifest): void {
  const bytesOf = (folder: string) => filesOf(manifest, folder).reduce((sum, { bytes }) => sum + bytes, 0);
  const needs: [folder: string, bytes: number][] = [
    [database.staging, COPIES_OF_DATABASE * bytesOf(FOLDERS.database) + bytesOf(FOLDERS.lists)],
    ...[...uploads].map(([slug, store]): [string, number] => [
      stagingOf(slug, store, ofServer),
      bytesOf(`${FOLDERS.files}${slug}/`),
    ]),
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
