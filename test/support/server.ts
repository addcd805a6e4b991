import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { variableNames } from '../../src/system/settings/variables.ts';
import type { Environment } from './bounded.ts';
import { onFileEnd } from './cleanup.ts';
import { freshDatabaseUri, freshFolder } from './databases.ts';
import { freePort } from './freePort.ts';
import { type Printed, readOutput } from './printed.ts';
import { requireBuild } from './requireBuild.ts';
import { startCommand } from './startCommand.ts';

const ROOT = join(import.meta.dirname, '../..');

export const TEST_SECRET = 'a secret for tests only';

/** A server of this project in its own process, as `npm start` runs it. */
export interface TestServer extends Printed {
  /** Its address without a trailing slash. */
  readonly url: string;
  readonly databaseUri: string | undefined;
  /** The front's process id. */
  readonly pid: number;
  /** Asks it to stop (SIGTERM), waits for the end of all its processes, and gives the exit code. */
  stop(): Promise<number | null>;
}

export interface ServerOptions {
  /** Variables to add to those of a test server, or to remove from them (undefined). */
  env?: Environment;
  /** The database. `null`: not configured, as in a first start. @default a new, empty one of this run's kind */
  databaseUri?: string | null;
  /**
   * The condition for readiness: any answer (`/healthz`), the lists (`/readyz` is 200), saves too, or a page of the admin, which
   * takes a second of the processor the first time.
   * @default 'lists'
   */
  until?: 'answers' | 'lists' | 'saves' | 'administration';
  /** The time limit for readiness, in milliseconds. @default 180,000 */
  within?: number;
  /** @default a free port */
  port?: number;
  /** The Node that runs it. @default the current one */
  node?: string;
  /** The program with its options, after `node`. @default that of `npm start` */
  program?: string[];
  /** The working directory. @default the project's folder */
  cwd?: string;
  /** The user and the group that it runs as, by number. @default those of the tests */
  user?: number;
  /** Whether nothing of the tests' environment is passed on but the PATH. @default false */
  bare?: boolean;
}

/**
 * Starts the server on a free port and waits until it is ready. It is stopped when the test file ends.
 *
 * @throws Error if it is not built, and with all output if it ends or is not ready in time
 */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  requireBuild('dist', '.next');
  const databaseUri = options.databaseUri === undefined ? await freshDatabaseUri() : options.databaseUri;
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const configured = databaseUri ? { DATABASE_URI: databaseUri, PAYLOAD_SECRET: TEST_SECRET } : {};
  const env: Environment = {
    ...(options.bare ? { PATH: process.env.PATH } : inheritedEnvironment()),
    ...configured,
    HOST: '127.0.0.1',
    PORT: String(port),
    SERVER_URL: url,
    DATA_DIR: await freshFolder(),
    // Tests ask nobody outside.
    LINK_CHECKS: 'off',
    ...options.env,
  };
  const child = spawn(options.node ?? process.execPath, options.program ?? startCommand(), {
    cwd: options.cwd ?? ROOT,
    env: { ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.user !== undefined && { uid: options.user, gid: options.user }),
    // Its own process group, so that all its processes can be ended.
    detached: true,
  });
  const { output, printed, written } = readOutput(child, (text) => {
    if (process.env.TEST_LOG) process.stderr.write(text);
  });
  const stop = (): Promise<number | null> => stopGroup(child);
  // In case the test process ends early.
  const abandon = (): void => killGroup(child);
  process.once('exit', abandon);
  onFileEnd(async () => {
    await stop();
    process.off('exit', abandon);
  });
  const isReady = READY[options.until ?? 'lists'];
  await ready(child, () => isReady(url), options.within ?? 180_000, output);
  return { url, databaseUri: databaseUri ?? undefined, pid: child.pid ?? -1, output, printed, written, stop };
}

/** Variables of the machine that the server needs, without those that configure the server or vitest. */
export function inheritedEnvironment(): Environment {
  const ofServer: readonly string[] = variableNames;
  const isConfiguring = (name: string) =>
    ofServer.includes(name) || /^(?:VITEST|TEST|NODE_ENV|NODE_OPTIONS|PAYLOAD_)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isConfiguring(name)));
}

const READY = {
  answers: anyAnswer,
  lists: listsReady,
  saves: (url: string) => listsReady(url, '?edit'),
  administration: administrationReady,
};

async function anyAnswer(url: string): Promise<boolean> {
  const response = await fetch(`${url}/healthz`);
  await response.arrayBuffer();
  return response.status === 200;
}

async function listsReady(url: string, query = ''): Promise<boolean> {
  const response = await fetch(`${url}/readyz${query}`);
  await response.arrayBuffer();
  return response.status === 200;
}

async function administrationReady(url: string): Promise<boolean> {
  if (!(await listsReady(url))) return false;
  const response = await fetch(`${url}/admin/login`, { redirect: 'manual' });
  await response.arrayBuffer();
  return response.status === 200;
}

async function ready(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
  within: number,
  output: () => string,
): Promise<void> {
  const deadline = Date.now() + within;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode) {
      throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}:\n${output()}`);
    }
    if (await isReady().catch(() => false)) return;
    await sleep(100);
  }
  throw new Error(`the server was not ready within ${within / 1000} s:\n${output()}`);
}

async function stopGroup(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && !child.signalCode) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(20_000, undefined, { ref: false })]);
  }
  killGroup(child);
  return child.exitCode;
}

/** Servers of which no process is left. */
const gone = new WeakSet<ChildProcess>();

/** Ends all remaining processes of the server, once: afterwards its number may be that of another one. */
function killGroup(child: ChildProcess): void {
  if (gone.has(child)) return;
  if (child.exitCode !== null || child.signalCode) gone.add(child);
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // No process is left.
  }
}
