import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EnvironmentError } from './env.ts';
import { LONGEST_SOCKET } from './folders.ts';

/**
 * The socket on which the server of an SQLite file listens; undefined for none. It is beside the file, or, if that path is too
 * long for a socket or anybody may write there, in a folder of the file's owner among the system's temporary files: a socket
 * that others could make would hold up starts and restores.
 */
export function socketOf(databaseFile: string): string | undefined {
  const folder = path.dirname(path.resolve(databaseFile));
  const real = path.join(existsSync(folder) ? realpathSync(folder) : folder, path.basename(databaseFile));
  const beside = `${real}-server`;
  const isOpen = existsSync(folder) && (statSync(folder).mode & 0o002) !== 0;
  if (!isOpen && Buffer.byteLength(beside) <= LONGEST_SOCKET) return beside;
  const owner = existsSync(real) ? statSync(real).uid : (process.getuid?.() ?? 0);
  const own = path.join(tmpdir(), `portal-content-${owner}`);
  const name = createHash('sha256').update(real).digest('hex').slice(0, 16);
  return isOwn(own, owner) ? path.join(own, name) : undefined;
}

/** Whether a folder is its owner's alone. It is made if it is this user's. */
function isOwn(folder: string, owner: number): boolean {
  try {
    if (owner === process.getuid?.() && !existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    // Not what a link leads to.
    const found = lstatSync(folder);
    return found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/**
 * Makes this process the only server of an SQLite file: a second one would neither hear of its saves nor keep to its locks. A
 * socket that a killed server has left is replaced.
 *
 * @throws EnvironmentError if another server answers
 */
export async function beSoleServer(databaseFile: string): Promise<void> {
  if (await isServed(databaseFile)) {
    throw new EnvironmentError(
      `Another server uses ${databaseFile} already. Stop it first, or name another database (DATABASE_URI, or DATA_DIR).`,
    );
  }
  const socket = socketOf(databaseFile);
  if (!socket) return;
  removeLeft(socket);
  const server = createServer((other) => other.destroy());
  // Where no socket can be made, as on some network file systems, the server starts all the same.
  if (await isListening(server, socket)) process.once('exit', () => removeLeft(socket));
}

/** Removes a socket that nobody answers on. If that fails, none can be made, either. */
function removeLeft(socket: string): void {
  try {
    rmSync(socket, { force: true });
  } catch {}
}

/** Whether a server has this SQLite file, also while its cms is down and nobody has the file open. */
export function isServed(databaseFile: string): Promise<boolean> {
  const socket = socketOf(databaseFile);
  if (!socket) return Promise.resolve(false);
  return new Promise((resolve) => {
    const client = connect(socket);
    client.once('error', () => resolve(false));
    client.once('connect', () => {
      client.destroy();
      resolve(true);
    });
  });
}

function isListening(server: Server, socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(socket, () => resolve(true));
    server.unref();
  });
}
