import { mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Payload, SanitizedConfig } from 'payload';
import { UPLOADING } from '../../collections/media/index.ts';
import { makeFolder } from '../system/settings/folders.ts';

/** The folders of uploaded files, by the slugs of their collections. */
export type UploadFolders = ReadonlyMap<string, string>;

/** What a restore keeps within such a folder, so that it may be a file system of its own. */
const RESTORING = '.restoring';
const REPLACED = '.replaced-';
export const isOfRestore = (name: string) =>
  name === RESTORING || name === UPLOADING || name.startsWith(REPLACED);

/** The folders of a config, none within another. Two collections may share one; files in other storage are not here. */
export function uploadFolders({ collections }: SanitizedConfig): UploadFolders {
  const folders = new Map<string, string>();
  for (const { slug, upload } of collections) {
    if (!upload || upload.disableLocalStorage) continue;
    const folder = folderOf(slug, upload);
    if (![...folders.values()].includes(folder)) folders.set(slug, folder);
  }
  const outer = [...folders].filter(
    ([, folder]) => ![...folders.values()].some((each) => isWithin(folder, each)),
  );
  return new Map(outer);
}

const isWithin = (folder: string, other: string) => folder.startsWith(`${other}${path.sep}`);

const folderOf = (slug: string, { staticDir }: { staticDir?: string }) => path.resolve(staticDir ?? slug);

/** The files of a folder, by their paths in it. Links are followed, so that what is kept elsewhere is not left out. */
export async function filesIn(folder: string, within: readonly string[] = []): Promise<string[]> {
  const entries = await entriesOf(folder);
  if (entries.length === 0) return [];
  const real = await realpath(folder);
  // A link to a folder above it.
  if (within.includes(real)) return [];
  const files: string[] = [];
  for (const name of entries) {
    // A link that leads nowhere has no file. If a document names it, it is missing.
    const entry = await stat(path.join(folder, name)).catch(() => undefined);
    if (entry?.isDirectory()) {
      const nested = await filesIn(path.join(folder, name), [...within, real]);
      files.push(...nested.map((each) => `${name}/${each}`));
    } else if (entry?.isFile()) files.push(name);
  }
  return files.sort();
}

async function entriesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => !isOfRestore(name));
}

interface Upload {
  filename?: string | null;
  sizes?: Record<string, { filename?: string | null } | null> | null;
}

/** The files that documents of upload collections name, as `SLUG/FILE`, where {@link uploadFolders} has the slug of the folder. */
export async function namedFiles(
  { config, db }: Pick<Payload, 'config' | 'db'>,
  uploads: UploadFolders,
): Promise<string[]> {
  const named = new Set<string>();
  for (const { slug: collection, upload } of config.collections) {
    if (!upload) continue;
    const own = folderOf(collection, upload);
    const [slug, folder] = [...uploads].find(([, each]) => own === each || isWithin(own, each)) ?? [];
    if (upload.disableLocalStorage || slug === undefined || folder === undefined) continue;
    const { docs } = await db.find<Upload>({ collection, limit: 0, pagination: false });
    for (const { filename, sizes } of docs)
      for (const file of [filename, ...Object.values(sizes ?? {}).map((size) => size?.filename)])
        if (file)
          named.add([slug, ...path.relative(folder, own).split(path.sep), file].filter(Boolean).join('/'));
  }
  return [...named].sort();
}

/** An empty folder for files that a restore brings. */
export async function stagedUploads(folder: string): Promise<string> {
  const staged = path.join(folder, RESTORING);
  await removeStaged(folder);
  makeFolder(staged);
  return staged;
}

export function removeStaged(folder: string): Promise<void> {
  return rm(path.join(folder, RESTORING), { recursive: true, force: true });
}

/**
 * Puts what was staged into the place of what is there, which is kept.
 * @returns the folder that keeps it; undefined if there was nothing
 */
export async function placeUploads(folder: string, stamp: string): Promise<string | undefined> {
  const before = await entriesOf(folder);
  const kept = path.join(folder, `${REPLACED}${stamp}`);
  if (before.length > 0) await mkdir(kept, { recursive: true, mode: 0o700 });
  for (const name of before) await rename(path.join(folder, name), path.join(kept, name));
  const staged = path.join(folder, RESTORING);
  for (const name of await readdir(staged)) await rename(path.join(staged, name), path.join(folder, name));
  await rm(staged, { recursive: true });
  return before.length > 0 ? kept : undefined;
}
