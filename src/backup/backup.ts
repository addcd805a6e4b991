import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open as openFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Payload } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';
import { dataVersionOf } from '../database/dataVersion.ts';
import { isFull } from '../database/sqliteFile.ts';
import { type BucketStore, copyTo, entriesOf, type FileStore } from '../system/files/index.ts';
import { isRunning } from '../system/processes.ts';
import { makeFolder } from '../system/settings/folders.ts';
import { ArchiveWriter, digestOf, wholeArchive } from './archive.ts';
import { BackupError } from './Database.ts';
import type { Installation } from './Installation.ts';
import { archiveName, FOLDERS, isArchiveName, type Manifest } from './manifest.ts';
import { captureLists } from './servedLists.ts';
import { namedFiles } from './uploads.ts';

/** Where a backup or a restore stands. */
export type Progress = (step: { title: string; done: number; total: number }) => void;

export interface BackupOptions {
  /** Where the archive goes. */
  to: FileStore;
  /** A folder on this machine in which an archive for a bucket is made. */
  disk?: string;
  /** How many archives stay there, the new one included. @default all */
  keep?: number | undefined;
  /** Whether the uploaded files are in it. @default true */
  withUploads?: boolean;
  onProgress?: Progress;
}

export interface BackupReport {
  /** With its place. */
  file: string;
  bytes: number;
  manifest: Manifest;
  /** The archives that were removed. */
  removed: string[];
}

const UNFINISHED = '.unfinished-backup-';

/**
 * Writes one archive: the database at one moment, the lists at that moment, and the uploaded files. It can run beside a server.
 * The archive gets its name when it is whole and has been read again, in a bucket once more from there.
 *
 * @throws BackupError if the folder cannot be written, its disk is full, or the archive is not as it was made
 */
export async function backup(
  installation: Installation,
  { to, disk = tmpdir(), keep, withUploads = true, onProgress = () => {} }: BackupOptions,
): Promise<BackupReport> {
  const begun = new Date();
  const name = archiveName(begun);
  const here = to.kind === 'folder' ? to.folder : disk;
  const folder = await workFolder(here);
  try {
    const unfinished = path.join(folder, name);
    await write(installation, { begun, folder, unfinished, withUploads, onProgress });
    onProgress({ title: 'Reading the archive again', done: 0, total: 1 });
    const manifest = await wholeArchive(unfinished);
    const { size: bytes } = await stat(unfinished);
    if (to.kind === 'bucket') {
      onProgress({ title: `Sending the archive to ${to.place}`, done: 0, total: 1 });
      await send(unfinished, to, name);
    } else {
      await rename(unfinished, path.join(to.folder, name));
      await flushFolder(to.folder);
    }
    // An older archive may have the files that are missing.
    const removes = keep !== undefined && manifest.missing.length === 0;
    const older = removes ? (await archivesIn(to)).slice(0, -keep) : [];
    for (const each of older) await to.remove(each);
    const at = (each: string) => `${to.place}/${each}`;
    return { file: at(name), bytes, manifest, removed: older.map(at) };
  } catch (error) {
    if (!isFull(error)) throw error;
    throw new BackupError(
      `The disk with ${path.resolve(here)} is full. Make room there: for the archive, and beside it for a copy of the database while it is made. ` +
        'Or name a folder on another disk: --to, or BACKUP_TO.',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function send(file: string, bucket: BucketStore, name: string): Promise<void> {
  await bucket.writeFile(name, file);
  const sent = await bucket.open(name);
  const isSame = async (body: Readable) =>
    (await digestOf(body)).sha256 === (await digestOf(createReadStream(file))).sha256;
  if (sent && (await isSame(sent.body))) return;
  await bucket.remove(name);
  throw new BackupError(
    `The archive has other bytes in ${bucket.place} than it was sent with. Run it again.`,
  );
}

/** The names of the archives in a place, oldest first: only what is named as archives are, and names begin with the time. */
async function archivesIn(place: FileStore): Promise<string[]> {
  const names = place.kind === 'folder' ? await entriesOf(place.folder) : await place.list();
  return names.filter(isArchiveName).sort();
}

/** The newest archive in a place; undefined for none. */
export async function newestArchive(place: FileStore): Promise<string | undefined> {
  const newest = (await archivesIn(place)).at(-1);
  return newest && `${place.place}/${newest}`;
}

/**
 * Fetches an archive from a bucket for `work`.
 * @param to a folder with room for it
 * @throws BackupError if there is none of that name
 */
export async function withArchiveOf<T>(
  bucket: BucketStore,
  name: string,
  to: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await workFolder(to);
  try {
    const file = path.join(folder, name);
    if (!(await copyTo(bucket, name, file))) throw new BackupError(`There is no ${bucket.place}/${name}.`);
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder for what is unfinished, on the same disk. What killed commands have left is removed. */
export async function workFolder(to: string): Promise<string> {
  try {
    // This user's alone, as everything that the commands make (keepToThisUser).
    makeFolder(to);
    for (const name of await readdir(to))
      if (name.startsWith(UNFINISHED)) await removeAbandoned(path.join(to, name));
    return await mkdtemp(path.join(to, `${UNFINISHED}${process.pid}-`));
  } catch (error) {
    if (error instanceof BackupError || !(error instanceof Error && 'syscall' in error)) throw error;
    throw new BackupError(`The folder ${to} cannot be written: ${error.message}. Name another with --to.`);
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  const pid = Number.parseInt(path.basename(folder).slice(UNFINISHED.length), 10);
  if (!isRunning(pid)) await rm(folder, { recursive: true, force: true });
}

interface Writing {
  begun: Date;
  folder: string;
  unfinished: string;
  withUploads: boolean;
  onProgress: Progress;
}

async function write(
  { database, uploads, release }: Installation,
  { begun, folder, unfinished, withUploads, onProgress }: Writing,
): Promise<void> {
  const archive = new ArchiveWriter(unfinished);
  const added = new Set<string>();
  const addUploads = async () => {
    for (const [slug, from] of withUploads ? uploads : [])
      await addFiles({ slug, from, folder, archive, added, onProgress });
  };
  try {
    // What is replaced while this runs is gone after the database, and what is uploaded is not there before.
    await addUploads();
    onProgress({ title: 'Backing up the database', done: 0, total: 1 });
    const add = (name: string, from: string) =>
      archive.add(name, from, (done, total) =>
        onProgress({ title: `Backing up ${name}, in MB`, done: megabytes(done), total: megabytes(total) }),
      );
    const { named, ...about } = await database.copy(folder, add, async (payload) => {
      onProgress({ title: 'Backing up the lists', done: 0, total: 1 });
      await addLists(payload, folder, archive);
      const { serverUrl } = portalOf(payload.config);
      const named = withUploads ? await namedFiles(payload, uploads) : [];
      return { serverUrl, dataVersion: await dataVersionOf(payload), named };
    });
    await addUploads();
    const missing = named.map((name) => FOLDERS.files + name).filter((name) => !added.has(name));
    const { kind } = database;
    const time = begun.toISOString();
    await archive.finish({ time, release, database: kind, ...about, uploads: withUploads, missing });
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);

async function addLists(payload: Payload, folder: string, archive: ArchiveWriter): Promise<void> {
  const lists = path.join(folder, 'lists');
  await mkdir(lists);
  for (const name of await captureLists(payload, lists))
    await archive.add(FOLDERS.lists + name, path.join(lists, name));
}

interface Files {
  slug: string;
  from: FileStore;
  folder: string;
  archive: ArchiveWriter;
  /** Gets the names of the files in the archive. */
  added: Set<string>;
  onProgress: Progress;
}

async function addFiles({ slug, from, folder, archive, added, onProgress }: Files): Promise<void> {
  const names = await from.list();
  // A file may be replaced while it is read, so a copy is.
  const copy = path.join(folder, 'file');
  for (const [done, name] of names.entries()) {
    const archived = `${FOLDERS.files}${slug}/${name}`;
    if (added.has(archived)) continue;
    onProgress({ title: `Files (${slug})`, done, total: names.length });
    // It may have been deleted meanwhile.
    if (!(await copyTo(from, name, copy))) continue;
    await archive.add(archived, copy);
    added.add(archived);
  }
}

/** So that the name is there after a power failure. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await openFile(folder);
  await handle.sync().finally(() => handle.close());
}
