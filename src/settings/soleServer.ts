import { createHash } from 'node:crypto';
import { existsSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EnvironmentError } from './env.ts';

/** The longest path of a Unix socket, in bytes, on every system (sockaddr_un). */
const LONGEST_PATH = 103;

/**
 * The socket on which the server of an SQLite file listens: beside the file, or in the system's folder for temporary files if
 * that path is too long for a socket.
 */
export function socketOf(databaseFile: string): string {
  const folder = path.dirname(path.resolve(databaseFile));
  const real = path.join(existsSync(folder) ? realpathSync(folder) : folder, path.basename(databaseFile));
  const socket = `${real}-server`;
  if (Buffer.byteLength(socket) <= LONGEST_PATH) return socket;
  return path.join(tmpdir(), `portal-${createHash('sha256').update(real).digest('hex').slice(0, 16)}-server`);
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
  return new Promise((resolve) => {
    const client = connect(socketOf(databaseFile));
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
