import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ABANDONED, type Files, isAside, UPLOADING } from './Files.ts';

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

  async has(name: string): Promise<boolean> {
    return existsSync(this.#path(name));
  }

  read(name: string): Promise<Buffer | undefined> {
    return readFile(this.#path(name)).catch(ifThere);
  }

  async copyTo(name: string, file: string): Promise<boolean> {
    const copied = await copyFile(this.#path(name), file)
      .then(() => true)
      .catch(ifThere);
    return copied ?? false;
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    await this.move(await this.stage(bytes), name);
  }

  async stage(bytes: Buffer): Promise<string> {
    const name = `${UPLOADING}/${randomUUID()}`;
    await mkdir(this.#path(UPLOADING), { recursive: true });
    try {
      const handle = await open(this.#path(name), 'wx');
      // A rename may reach the disk before the bytes do.
      await handle
        .writeFile(bytes)
        .then(() => handle.sync())
        .finally(() => handle.close());
    } catch (error) {
      await this.remove(name);
      throw error;
    }
    return name;
  }

  move(from: string, to: string): Promise<void> {
    return rename(this.#path(from), this.#path(to));
  }

  remove(name: string): Promise<void> {
    return rm(this.#path(name), { force: true });
  }

  async removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.#path(UPLOADING)).catch(() => [])) {
      const found = await stat(this.#path(`${UPLOADING}/${name}`)).catch(() => undefined);
      if (found && found.mtimeMs < Date.now() - ABANDONED) await this.remove(`${UPLOADING}/${name}`);
    }
  }

  #path(name: string): string {
    return path.join(this.folder, name);
  }
}

/** @throws the error of a file, unless it is not there */
function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
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
