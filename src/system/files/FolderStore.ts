import type { Stats } from 'node:fs';
import { mkdir, open, readdir, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileHead, type Files, isAside, type OpenFile, type Part } from './Files.ts';

/** Uploaded files in a folder, which is made when the first one comes. */
export class FolderStore implements Files {
  readonly kind = 'folder';
  readonly folder: string;

  constructor(folder: string) {
    this.folder = path.resolve(folder);
  }

  get place(): string {
    return this.folder;
  }

  list(): Promise<string[]> {
    return filesIn(this.folder);
  }

  async head(name: string): Promise<FileHead | undefined> {
    const found = await stat(this.#path(name)).catch(ifThere);
    return found?.isFile() ? headOf(found) : undefined;
  }

  async open(name: string, part?: Part): Promise<OpenFile | undefined> {
    const handle = await open(this.#path(name)).catch(ifThere);
    const found = await handle?.stat();
    if (!handle || !found?.isFile()) return void (await handle?.close());
    return { ...headOf(found), body: handle.createReadStream(part) };
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    await mkdir(path.dirname(this.#path(name)), { recursive: true });
    await writeFile(this.#path(name), bytes, { flush: true });
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
    const folder = path.dirname(this.#path(name));
    // Others may be in it.
    if (folder !== this.folder) await rmdir(folder).catch(() => {});
  }

  #path(name: string): string {
    return path.join(this.folder, name);
  }
}

function headOf({ mtime, mtimeMs, size }: Stats): FileHead {
  return { bytes: size, entityTag: `"${size.toString(16)}-${mtimeMs.toString(16)}"`, modified: mtime };
}

/** @throws the error of a file, unless it is not there */
function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

/** The files of a folder, by their paths in it. Links are followed, so that what is kept elsewhere is not left out. */
async function filesIn(folder: string, within: readonly string[] = []): Promise<string[]> {
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

/** What is in a folder that need not be there, without what is aside. */
export async function entriesOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(ifThere)) ?? [];
  return names.filter((name) => !isAside(name));
}
