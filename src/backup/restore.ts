import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SanitizedConfig } from 'payload';
import { DATA_VERSION } from '../database/dataVersion.ts';
import { makeFolder } from '../settings/folders.ts';
import { beginRestore, endRestore, unfinishedRestore } from '../settings/index.ts';
import { BackupError } from './BackupError.ts';
import type { Progress } from './backup.ts';
import type { Installation } from './Installation.ts';
import { type ArchivedFile, FOLDERS, type Manifest, stampOf } from './manifest.ts';
import { readArchive, wholeArchive } from './readArchive.ts';
import { type ComparedList, compareLists } from './servedLists.ts';
import { filesIn, placeUploads, stagedUploads } from './uploads.ts';

export interface RestoreOptions {
  /** The archive. */
  file: string;
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
  /** Where what was there before is now. */
  kept: string[];
}

/**
 * Restores an archive, and proves it: every list and ordering is compared byte for byte with the archive's. Nothing of what is
 * there changes before everything is unpacked and checked. If it is killed, running it again starts over.
 *
 * @throws BackupError if the archive is broken or of another kind, something is there or in use, or a list differs
 */
export async function restore(installation: Installation, options: RestoreOptions): Promise<RestoreReport> {
  const { database, uploads, folder } = installation;
  const { file, keptLists, onProgress = () => {} } = options;
  onProgress({ title: 'Checking the archive', done: 0, total: 1 });
  const manifest = await wholeArchive(file);
  refuseOther(installation, manifest);
  await database.refuseInUse();
  const goesOn = unfinishedRestore(folder) !== undefined;
  if (!goesOn && !options.replace) await refuseFull(installation);
  await unpack(installation, { file, manifest, onProgress });
  onProgress({ title: 'Database and lists', done: 0, total: 1 });
  const stamp = stampOf(new Date());
  let lists: ComparedList[] = [];
  const kept = await database.place({
    stamp,
    async begin() {
      await database.refuseInUse();
      beginRestore(folder, path.resolve(file));
    },
    async prove(config) {
      lists = await prove(installation, config, manifest);
    },
  });
  for (const target of uploads.values()) {
    const before = await placeUploads(target, stamp);
    if (before) kept.push(before);
  }
  for (const each of keptLists) await rm(each, { recursive: true, force: true });
  endRestore(folder);
  return { manifest, lists, files: filesOf(manifest, FOLDERS.files).length, kept };
}

const filesOf = ({ files }: Manifest, folder: string): ArchivedFile[] =>
  files.filter(({ name }) => name.startsWith(folder));

/** The slug of the collection of an uploaded file. */
const slugOf = (name: string) => name.split('/')[1] ?? '';

const KINDS = { sqlite: 'SQLite', mongodb: 'MongoDB' };

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

async function refuseFull({ database, uploads }: Installation): Promise<void> {
  const full = (await database.isEmpty()) ? [] : [`the database ${database.name}`];
  for (const folder of uploads.values())
    if ((await filesIn(folder)).length > 0) full.push(`files in ${folder}`);
  if (full.length === 0) return;
  throw new BackupError(
    `Something is there: ${full.join(', ')}. With --replace it is kept under another name, and the archive takes its place.`,
  );
}

interface Unpacking {
  file: string;
  manifest: Manifest;
  onProgress: Progress;
}

/** Unpacks everything beside what is there. */
async function unpack(
  { database, uploads }: Installation,
  { file, manifest, onProgress }: Unpacking,
): Promise<void> {
  await rm(database.staging, { recursive: true, force: true });
  makeFolder(database.staging);
  const staged = new Map<string, string>();
  for (const [slug, folder] of uploads) staged.set(slug, await stagedUploads(folder));
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
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(entry, hashing, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  if (hash.digest('hex') !== sha256) throw new BackupError(`${name} has changed while it was unpacked.`);
}

/** @throws BackupError that names each list that is another */
async function prove(
  { database, open, isServer }: Installation,
  config: SanitizedConfig,
  { serverUrl }: Manifest,
): Promise<ComparedList[]> {
  const lists = await open(
    config,
    (payload) => compareLists(payload, path.join(database.staging, FOLDERS.lists), serverUrl),
    { runsOnInit: isServer },
  );
  const different = lists.filter(({ difference }) => difference !== undefined);
  if (different.length === 0) return lists;
  throw new BackupError(
    [
      `NOT RESTORED: ${different.length} of ${lists.length} lists and orderings are not as in the archive:`,
      ...different.map(({ file, difference }) => `  ${file} ${difference}`),
    ].join('\n'),
  );
}
