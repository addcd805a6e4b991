import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bounded, type Environment } from './bounded.ts';
import { isExecutable, onPath } from './cache.ts';
import { freePort } from './freePort.ts';

/** The folder of PostgreSQL's programs, or the reasons why none was found. */
export type FoundPostgres = { bin: string; version: string } | { missing: string };

/** The oldest PostgreSQL that can drop a database with connections. */
const OLDEST = 13;

/** Where Debian and its derivatives install the server, one folder per major version. */
const DEBIAN = '/usr/lib/postgresql';

/** The time limit of a program, in milliseconds. */
const BOUNDS = { version: { total: 15_000 }, initdb: { total: 120_000 } };

/** Users for the server if the tests run as root, which PostgreSQL refuses. */
const OTHER_USERS = ['postgres', 'nobody'];

/** Options for a server whose data is not needed after the run. */
const WITHOUT_DURABILITY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Finds a PostgreSQL server: only in `POSTGRES_BIN` if it is set; otherwise on the PATH, or where Debian installs it. */
export async function findPostgres(env: Environment = process.env): Promise<FoundPostgres> {
  const bins = env.POSTGRES_BIN ? [env.POSTGRES_BIN] : [...(await pathBins(env)), ...(await debianBins())];
  const reasons: string[] = [];
  for (const bin of bins) {
    try {
      if (!(await isExecutable(join(bin, 'initdb')))) throw new Error(`${bin} has no initdb`);
      const output = await bounded(join(bin, 'postgres'), ['--version'], BOUNDS.version);
      const version = /PostgreSQL\) (\S+)/.exec(output)?.[1];
      if (!version) throw new Error(`${bin} has no PostgreSQL`);
      if (Number.parseInt(version, 10) >= OLDEST) return { bin, version };
      reasons.push(`PostgreSQL ${version} in ${bin} is too old`);
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  return { missing: reasons.join('; ') || `none in POSTGRES_BIN, on the PATH or in ${DEBIAN}` };
}

async function pathBins(env: Environment): Promise<string[]> {
  return (await onPath(['postgres'], env)).map(dirname);
}

/** Newest first. */
async function debianBins(): Promise<string[]> {
  const versions = await readdir(DEBIAN).catch(() => []);
  return versions.sort((one, other) => Number(other) - Number(one)).map((each) => join(DEBIAN, each, 'bin'));
}

/** A separate, empty PostgreSQL server. */
export interface PostgresServer {
  /** The address of its database `postgres`, for a superuser. */
  uri: string;
  /** Ends it despite open connections, and removes its data. */
  stop(): Promise<void>;
}

/** Starts a server on 127.0.0.1 with its data in the temporary folder. */
export async function startPostgres(bin: string): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-content-postgres-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const user = await otherUser();
    if (user) await chown(folder, user.uid, user.gid);
    const data = join(folder, 'data');
    const access = ['--username=postgres', '--auth=trust'];
    const texts = ['--encoding=UTF8', '--locale=C'];
    const options = { ...user, cwd: folder };
    await bounded(
      join(bin, 'initdb'),
      [...access, ...texts, '--no-sync', '-D', data],
      BOUNDS.initdb,
      options,
    );
    const port = await freePort();
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings(port)], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await ready(server);
    return {
      uri: `postgres://postgres@127.0.0.1:${port}/postgres`,
      async stop() {
        // "Immediate", because nothing needs to be flushed.
        if (server.exitCode === null && server.kill('SIGQUIT')) await once(server, 'exit');
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function settings(port: number): string[] {
  const network = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  return [...network, ...WITHOUT_DURABILITY, 'max_connections=300', 'autovacuum=off'].flatMap((each) => [
    '-c',
    each,
  ]);
}

async function ready(server: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said.trim()}`)));
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Read until it ends, since a full pipe would block it.
      said = (said + text).slice(-10_000);
      if (said.includes('ready to accept connections')) resolve();
    });
  });
}

/** Undefined unless the tests run as root. */
async function otherUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = OTHER_USERS.map((name) => users.find(([each]) => each === name)).find(Boolean);
  if (!found)
    throw new Error(`PostgreSQL refuses to run as root, and there is no ${OTHER_USERS.join(' or ')}`);
  return { uid: Number(found[2]), gid: Number(found[3]) };
}
