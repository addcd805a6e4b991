import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/freePort.ts';
import { startCommand } from '../test/support/startCommand.ts';
import { writeCaptures } from './captures.ts';
import type { SizeName } from './portal.ts';
import { runNode, script, startNode, stop } from './processes.ts';

/** Who the benchmark signs in as. */
export const EDITOR = { email: 'bench@portal.example', password: 'only for the benchmark' };

const folder = mkdtempSync(path.join(tmpdir(), 'portal-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const TIMEOUT = 180_000;
/** The database of the generated portal. */
const PORTAL = 'portal';

export interface Server {
  /** Its address without a trailing slash. */
  url: string;
  child: ChildProcess;
}

/** What the server and its commands read from the environment. */
function environment(dataDir: string, database: string): Record<string, string> {
  return {
    DATABASE_URI: `file:${path.join(folder, `${database}.db`)}`,
    PAYLOAD_SECRET: 'a secret for the benchmark only',
    DATA_DIR: dataDir,
    SERVER_URL: 'http://127.0.0.1:3000',
  };
}

/** Imports a generated portal into an SQLite database, and makes a user. */
export async function fillDatabase(size: SizeName): Promise<void> {
  const captures = path.join(folder, 'captures');
  await writeCaptures(size, captures);
  console.error('Importing the portal into a database.');
  await onDatabase(PORTAL, ['bin/portal-content.js', 'import', '--from', captures, '--no-backup']);
  await createUser(PORTAL);
}

export function createUser(database: string): Promise<void> {
  const args = ['bin/portal-content.js', 'create-admin', '--email', EDITOR.email, '--password-stdin'];
  return onDatabase(database, args, EDITOR.password);
}

/** Runs `node` with these arguments on a database. */
export function onDatabase(database: string, args: string[], input?: string): Promise<void> {
  const env = environment(path.join(folder, 'data'), database);
  return runNode(args, { env, isShown: false, ...(input !== undefined && { input }) });
}

/** Starts a script of the benchmark on a database. It sends messages. */
export function startOnDatabase(database: string, name: string): ChildProcess {
  const env = environment(path.join(folder, 'data'), database);
  return startNode(['--conditions=production', script(name)], { env, isShown: false, hasMessages: true });
}

/** Starts the built server as `npm start` does, and waits for its lists and its administration. */
export async function startServer(database = PORTAL): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...environment(await mkdtemp(path.join(folder, 'data-')), database),
    HOST: '127.0.0.1',
    PORT: String(port),
    SERVER_URL: url,
  };
  const child = startNode(startCommand(), { env, isShown: false });
  for (const began = performance.now(); performance.now() - began < TIMEOUT; await sleep(50)) {
    if (child.exitCode !== null) break;
    if ((await answers(`${url}/readyz`)) && (await answers(`${url}/admin/login`))) return { url, child };
  }
  await stop(child);
  throw new Error('The server did not start.');
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok ?? false;
}
