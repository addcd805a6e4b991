import { access, constants, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** What has to be free, in bytes; the whole suite takes less than half of it at a time. */
const ENOUGH = 4 * 1024 ** 3;

/**
 * Where temporary files go: into memory where there is enough of it, since databases write each change through to a disk and
 * wait for that. `TMPDIR` has its way.
 */
export async function temporaryFolder(): Promise<string> {
  if (process.env.TMPDIR) return process.env.TMPDIR;
  try {
    await access(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(IN_MEMORY);
    if (bavail * bsize > ENOUGH && freemem() > ENOUGH) return IN_MEMORY;
  } catch {
    // There is no such folder, or not for us.
  }
  return tmpdir();
}
