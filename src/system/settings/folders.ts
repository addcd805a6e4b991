import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Creates a folder with those above it. One by one: Node 20 makes no end of a folder that /proc refuses.
 *
 * @throws Error of the system
 */
export function makeFolder(folder: string): void {
  let made = existingFolder(folder);
  for (const name of path.relative(made, path.resolve(folder)).split(path.sep).filter(Boolean)) {
    made = path.join(made, name);
    mkdirSync(made);
  }
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file`);
}

/** The folder, or the nearest one above it that exists. */
export function existingFolder(folder: string): string {
  let above = path.resolve(folder);
  while (!existsSync(above)) above = path.dirname(above);
  return above;
}

/** Why nothing can be written to a folder, in the words of the system; undefined if it can. */
export function writeProblem(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Bytes that are written to find whether there is room for more. */
const TRIAL = 1024 ** 2;

/** Why files cannot be written into a folder now, as on a full disk, in the words of the system; undefined if they can. */
export function trialProblem(folder: string): string | undefined {
  const file = path.join(folder, `.trial-${process.pid}`);
  try {
    writeFileSync(file, Buffer.alloc(TRIAL, 1), { flush: true });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    if (existsSync(file)) rmSync(file);
  }
}

/** Bytes that this user may still write to the disk of a folder. @throws Error of the system */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** What is wrong with the system's folder for temporary files; undefined for nothing. */
export function temporaryProblem(): string | undefined {
  const folder = tmpdir();
  if (!existsSync(folder))
    return `TMPDIR is ${folder}, and there is no such folder. Create it. Example: TMPDIR=/tmp`;
  const problem = writeProblem(folder);
  return problem && `TMPDIR is ${folder}, and cannot be written to: ${problem}. Example: TMPDIR=/tmp`;
}

/** The longest path of a Unix socket, in bytes, on every system (sockaddr_un). */
export const LONGEST_SOCKET = 103;

/** The longest path that the server needs in that folder: a folder of mkdtemp with the sockets of the cms, which count up. */
const IN_TEMPORARY = '/portal-cms-XXXXXX/99999.sock';

/** What is wrong with the system's folder for temporary files for the sockets of a server; undefined for nothing. */
export function socketProblem(): string | undefined {
  const [bytes, most] = [Buffer.byteLength(tmpdir()), LONGEST_SOCKET - IN_TEMPORARY.length];
  if (bytes <= most) return temporaryProblem();
  return `TMPDIR is ${tmpdir()}, and that is too long for the sockets in it: ${bytes} bytes, and there may be ${most}. Example: TMPDIR=/tmp`;
}

/** The `file:` URI of a path. It escapes `%`, `?` and `#`, which libsql would parse as parts of the URI. */
export function fileUri(file: string): string {
  return `file:${file.replace(/[%?#]/g, encodeURIComponent)}`;
}

/** The path of a `file:` URI, without query and fragment. */
export function filePath(uri: string): string {
  const path = uri.slice('file:'.length).replace(/[?#].*$/s, '');
  return decodeURIComponent(path.replace(/^\/\/(localhost)?(?=\/)/i, ''));
}
