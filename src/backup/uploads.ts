import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SanitizedConfig } from 'payload';
import { UPLOADING } from '../../collections/media/index.ts';
import { makeFolder } from '../settings/folders.ts';

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
    const folder = path.resolve(upload.staticDir ?? slug);
    if (![...folders.values()].includes(folder)) folders.set(slug, folder);
  }
  const outer = [...folders].filter(
    ([, folder]) => ![...folders.values()].some((each) => isWithin(folder, each)),
  );
  return new Map(outer);
}

const isWithin = (folder: string, other: string) => folder.startsWith(`${other}${path.sep}`);

/** The files of a folder, by their paths in it. */
export async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const { name, ...entry } of await entriesOf(folder)) {
    if (entry.isDirectory) {
      const nested = await filesIn(path.join(folder, name));
      files.push(...nested.map((each) => `${name}/${each}`));
    } else if (entry.isFile) files.push(name);
  }
  return files.sort();
}

async function entriesOf(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter(({ name }) => !isOfRestore(name))
    .map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory(), isFile: entry.isFile() }));
}

/** An empty folder for files that a restore brings. */
export async function stagedUploads(folder: string): Promise<string> {
  const staged = path.join(folder, RESTORING);
  await rm(staged, { recursive: true, force: true });
  makeFolder(staged);
  return staged;
}

/**
 * Puts what was staged into the place of what is there, which is kept.
 * @returns the folder that keeps it; undefined if there was nothing
 */
export async function placeUploads(folder: string, stamp: string): Promise<string | undefined> {
  const before = await entriesOf(folder);
  const kept = path.join(folder, `${REPLACED}${stamp}`);
  if (before.length > 0) await mkdir(kept, { recursive: true, mode: 0o700 });
  for (const { name } of before) await rename(path.join(folder, name), path.join(kept, name));
  const staged = path.join(folder, RESTORING);
  for (const name of await readdir(staged)) await rename(path.join(staged, name), path.join(folder, name));
  await rm(staged, { recursive: true });
  return before.length > 0 ? kept : undefined;
}
