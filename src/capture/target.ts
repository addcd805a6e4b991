import { chmod, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from '../system/processes.ts';
import { MANIFEST, NoCapture, readManifest } from './manifest.ts';

const UNFINISHED = '.unfinished-';

/**
 * The folder that a capture goes into. What is in it is replaced when the new capture is whole, file by file, so that a web
 * server can go on serving it; until then the new one grows in a folder inside of it.
 */
export class Target {
  readonly folder: string;
  readonly #unfinished: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#unfinished = path.join(folder, `${UNFINISHED}${process.pid}`);
  }

  /** @throws NoCapture when the folder holds something else than a capture, or another capture is going into it */
  static async open(folder: string): Promise<Target> {
    try {
      await mkdir(folder, { recursive: true });
      await removeAbandoned(folder);
      const target = new Target(folder);
      await mkdir(target.#unfinished);
      return target;
    } catch (error) {
      if (error instanceof NoCapture || !(error instanceof Error && 'syscall' in error)) throw error;
      throw new NoCapture(`${folder} cannot be written: ${error.message}`);
    }
  }

  /** An empty folder for one round. */
  async round(number: number): Promise<string> {
    const folder = path.join(this.#unfinished, String(number));
    await mkdir(folder);
    return folder;
  }

  /**
   * Puts what is another in a round into the place of what was there, each file by its name alone: a web server sees no half of one,
   * and what copies the folder has little to copy. What its manifest names and it does not have stays.
   */
  async keep(round: string): Promise<void> {
    const before = (await readManifest(this.folder))?.responses.map(({ file }) => file) ?? [];
    const named = (await readManifest(round))?.responses.map(({ file }) => file) ?? [];
    const files = (await readdir(round)).filter((file) => file !== MANIFEST);
    // Who may read the folder may read its files: a web server, say.
    const mode = (await stat(this.folder)).mode & 0o666;
    for (const file of [...files, MANIFEST]) {
      const [made, kept] = [path.join(round, file), path.join(this.folder, file)];
      const there = await readFile(kept).catch(() => undefined);
      const isKept = there?.equals(await readFile(made)) ?? false;
      await chmod(isKept ? kept : made, mode);
      if (!isKept) await rename(made, kept);
    }
    for (const file of before)
      if (!named.includes(file)) await rm(path.join(this.folder, file), { force: true });
  }

  /** Removes what is unfinished. */
  close(): Promise<void> {
    return rm(this.#unfinished, { recursive: true, force: true });
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.startsWith(UNFINISHED))) {
    const pid = Number(name.slice(UNFINISHED.length));
    if (pid !== process.pid && isRunning(pid))
      throw new NoCapture(`Another capture (process ${pid}) is going into ${folder}. Wait for its end.`);
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
  const others = names.filter((name) => !name.startsWith(UNFINISHED));
  if (others.length > 0 && !others.includes(MANIFEST)) {
    throw new NoCapture(
      `${folder} holds other files (${others[0]}). Name a new folder, or one with a capture.`,
    );
  }
}
