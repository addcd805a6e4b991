import { access, constants, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** The required free space in bytes. The suite uses less than half of it at a time. */
const ENOUGH = 4 * 1024 ** 3;

/**
 * The folder for temporary files: in memory if there is enough of it, because databases flush each change to a disk and
 * wait for it. `TMPDIR` takes precedence.
 */
export async function temporaryFolder(): Promise<string> {
  if (process.env.TMPDIR) return process.env.TMPDIR;
  try {
    await access(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(IN_MEMORY);
    if (bavail * bsize > ENOUGH && freemem() > ENOUGH) return IN_MEMORY;
  } catch {
    // The folder does not exist, or this user may not use it.
  }
  return tmpdir();
}
