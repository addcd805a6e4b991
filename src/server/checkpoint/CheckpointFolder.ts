import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { List } from '../../../endpoints/lists/index.ts';
import type { Snapshot } from '../../../endpoints/read-model/index.ts';
import { decodeIndex, encodeIndex, hexDigest, restoreList } from './format.ts';

const INDEX = 'index.json';
/** Files that may be removed if the index does not name them: bodies, and unfinished files, whose names end in a UUID. */
const REMOVABLE = /\.json(\.[0-9a-f-]{36})?$/;

/**
 * A snapshot in a folder: each list's body in a file named by its SHA-256, and `index.json`. The modification time of the
 * index says when the lists were last known to be current.
 *
 * Each file is renamed into place when it is complete, and the index after its bodies. So a killed process leaves either
 * this snapshot or the previous one. If two processes write by mistake, one may remove bodies of the other's index; then
 * there is no checkpoint until the next change or renewal.
 */
export class CheckpointFolder {
  readonly #folder: string;
  readonly #lists: readonly List[];
  /** Of bodies that have been written: most lists stay as they are. */
  readonly #digests = new WeakMap<Buffer, string>();
  /** The body files of this process's last write. */
  #bodies: ReadonlySet<string> = new Set();
  /** The modification time of the index after this process's last write. */
  #time: number | undefined;

  constructor(folder: string, lists: readonly List[]) {
    this.#folder = folder;
    this.#lists = lists;
  }

  /** @throws Error of the file system; the folder then holds the previous snapshot or already the new one */
  async write(snapshot: Snapshot, current: Date): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const before = new Set(await readdir(this.#folder));
    const digests: string[] = [];
    const bodies = new Map<string, Buffer>();
    for (const { body } of snapshot.lists) {
      const digest = this.#digests.get(body) ?? (await hexDigest(body));
      this.#digests.set(body, digest);
      digests.push(digest);
      bodies.set(`${digest}.json`, body);
    }
    const index = await encodeIndex(snapshot, digests, this.#lists);
    const changed = [...bodies].filter(([name]) => !this.#bodies.has(name) || !before.has(name));
    await this.#place([...changed, [INDEX, index]], current, before);
    this.#bodies = new Set(bodies.keys());
    for (const name of before) {
      const isNamed = name === INDEX || bodies.has(name);
      if (!isNamed && REMOVABLE.test(name)) await rm(this.#path(name), { recursive: true, force: true });
    }
  }

  /**
   * Writes all files to disk, then renames them, the index last. The packages write-file-atomic and atomically are not used:
   * on a full disk they replace a complete file with a truncated one. Node's `writeFile` writes everything or rejects.
   */
  async #place(
    files: [string, Buffer | Buffer[]][],
    current: Date,
    before: ReadonlySet<string>,
  ): Promise<void> {
    const suffix = `.${randomUUID()}`;
    try {
      for (const [name, data] of files) {
        await writeFile(this.#path(name + suffix), data, { mode: 0o600, flush: true });
      }
      await utimes(this.#path(INDEX + suffix), current, current);
      const { mtimeMs } = await stat(this.#path(INDEX + suffix));
      for (const [name] of files) await rename(this.#path(name + suffix), this.#path(name));
      this.#time = mtimeMs;
    } catch (error) {
      // Otherwise each attempt would fill the disk further. A failed removal is ignored, because `error` says more.
      const made = files.flatMap(([name]) => [name + suffix, name]).filter((name) => !before.has(name));
      for (const name of made) await rm(this.#path(name), { force: true }).catch(() => {});
      throw error;
    }
  }

  /** Renews the time of this process's last write. @throws Error if a file is missing or another process has replaced it */
  async renew(current: Date): Promise<void> {
    if (this.#time === undefined) return;
    const index = this.#path(INDEX);
    if ((await stat(index)).mtimeMs !== this.#time) throw new Error('Another process has written the index.');
    for (const name of this.#bodies) await access(this.#path(name));
    await utimes(index, current, current);
    this.#time = (await stat(index)).mtimeMs;
  }

  /**
   * Reads the snapshot and its time in milliseconds since 1970. Gives undefined if there is no index.
   *
   * @throws Error that says why it cannot be read
   */
  async read(): Promise<{ snapshot: Snapshot; current: number } | undefined> {
    const stats = await stat(this.#path(INDEX)).catch((error) => {
      if (!isMissing(error)) throw error;
    });
    if (!stats) return undefined;
    const { settings, lists } = await decodeIndex((await this.#readFile(INDEX)).toString(), this.#lists);
    const restored = [];
    for (const list of lists) {
      const body = await this.#readFile(`${list.sha256}.json`);
      if ((await hexDigest(body)) !== list.sha256) throw new Error(`the list ${list.list} has other bytes`);
      restored.push(restoreList(list, body));
    }
    return { snapshot: { settings, lists: restored }, current: Math.round(stats.mtimeMs) };
  }

  async #readFile(name: string): Promise<Buffer<ArrayBuffer>> {
    // Opening a named pipe would block until somebody writes to it.
    if (!(await stat(this.#path(name))).isFile()) throw new Error(`${name} is no file`);
    return readFile(this.#path(name));
  }

  #path(name: string): string {
    return path.join(this.#folder, name);
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
