import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SUFFIX = '.unfinished';

/** Bytes of a file that are read into one piece of memory: as long as any of it is in use, all of it stays. */
const BLOCK = 1024 * 1024;

/**
 * Puts `blocks` in place of a file, whole or not at all, for this user alone; it is on the disk when this resolves.
 *
 * @param time what the file gives as the time of its last change
 * @throws Error of the file system; the file is as it was then, unless the folder alone could not be synchronized
 */
export async function replaceFile(file: string, blocks: Iterable<Buffer>, time: Date): Promise<void> {
  const unfinished = `${file}.${process.pid}${SUFFIX}`;
  try {
    // An earlier process of the same number may have left one, with another mode.
    await rm(unfinished, { force: true });
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await writeFile(handle, blocks);
      await handle.utimes(time, time);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    // Where not even this works, the next writing or the next start removes it; the first error says more.
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** Has a new name in a folder outlive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // fsync(2): what "does not support synchronization" says EINVAL, as folders do on some network file systems.
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Removes what {@link replaceFile} was writing to when its process was killed. Nothing of a process that lives, whoever
 * it is, and nothing of this one: its next writing takes that name again.
 */
export async function clearUnfinished(file: string): Promise<void> {
  const folder = path.dirname(file);
  const before = `${path.basename(file)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(before)) continue;
    const [, pid] = /^([1-9]\d{0,8})\.unfinished$/.exec(name.slice(before.length)) ?? [];
    if (pid && !lives(Number(pid))) await rm(path.join(folder, name), { force: true });
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * A file in blocks, and the time of its last change in milliseconds since 1970.
 *
 * @param check is given its beginning before the rest is read; what it throws ends the reading
 * @throws Error of the file system
 */
export async function readBlocks(
  file: string,
  check: (beginning: Buffer) => void,
): Promise<{ blocks: Buffer[]; time: number }> {
  const stats = await stat(file);
  // Opening a named pipe would wait for its writer.
  if (!stats.isFile()) throw new Error('it is no file');
  const blocks: Buffer[] = [];
  for await (const block of createReadStream(file, { highWaterMark: BLOCK })) {
    if (blocks.length === 0) check(block);
    blocks.push(block);
  }
  if (blocks.length === 0) check(Buffer.alloc(0));
  return { blocks, time: Math.round(stats.mtimeMs) };
}
