import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { List } from '../../../endpoints/lists/index.ts';
import type { Snapshot } from '../../../endpoints/read-model/index.ts';
import { decodeIndex, encodeIndex, hexDigest, restoreList } from './format.ts';

const INDEX = 'index.json';
/** What is left over, if the index does not name it: whole files, and those with a UUID that were never finished. */
const REMOVABLE = /\.json(\.[0-9a-f-]{36})?$/;

/**
 * A snapshot in a folder: each list's body in a file named by its SHA-256, then `index.json`. The time of the index is when
 * the lists were last known to be current.
 *
 * A file is whole once it has its name, and the index comes after the bodies that it names. So a process that is killed leaves
 * this snapshot or the one before. Of two that write by mistake, one may remove what the other's index names: then there is
 * no checkpoint until the next change or renewal.
 */
export class CheckpointFolder {
  readonly #folder: string;
  readonly #lists: readonly List[];
  /** The files of the bodies that this process has written last. */
  #bodies: ReadonlySet<string> = new Set();
  /** The time of the index, as this process left it. */
  #time: number | undefined;

  constructor(folder: string, lists: readonly List[]) {
    this.#folder = folder;
    this.#lists = lists;
  }

  /** @throws Error of the file system; what was there is still there then, or the new snapshot already is */
  async write(snapshot: Snapshot, current: Date): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const before = new Set(await readdir(this.#folder));
    const digests: string[] = [];
    const bodies = new Map<string, Buffer>();
    for (const { body } of snapshot.lists) {
      const digest = await hexDigest(body);
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
   * Puts files in place, the index last, once all are on the disk. (write-file-atomic and atomically write once, and
   * on a full disk put what fitted in place of a whole file; Node's `writeFile` goes on until all is written, or rejects.)
   */
  async #place(
    files: [string, Buffer | string][],
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
      // Else each attempt would leave a full disk fuller. This error says more than one of the removal.
      const made = files.flatMap(([name]) => [name + suffix, name]).filter((name) => !before.has(name));
      for (const name of made) await rm(this.#path(name), { force: true }).catch(() => {});
      throw error;
    }
  }

  /** Renews the time of what this process has written. @throws Error where that is gone or replaced */
  async renew(current: Date): Promise<void> {
    if (this.#time === undefined) return;
    const index = this.#path(INDEX);
    if ((await stat(index)).mtimeMs !== this.#time) throw new Error('Another process has written the index.');
    for (const name of this.#bodies) await access(this.#path(name));
    await utimes(index, current, current);
    this.#time = (await stat(index)).mtimeMs;
  }

  /**
   * The snapshot and its time in milliseconds since 1970; undefined where there is no index.
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
    // Opening a named pipe would wait for its writer.
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
