import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, MongoClient } from 'mongodb';
import { onFileEnd } from './cleanup.ts';
import { freshFolder } from './databases.ts';
import { freePort } from './freePort.ts';
import { mongoClient } from './mongoClient.ts';
import { findMongod, WITHOUT_DIAGNOSTICS } from './mongod.ts';

const NAME = 'faults';

/** The time limit for the start of a member or for a new primary, in milliseconds. */
const TIMEOUT = 60_000;

/** Milliseconds without a heartbeat after which a primary is replaced. MongoDB's default is ten seconds. */
const ELECTION_TIMEOUT = 2000;

/** A mongod process. It keeps its address and its data when it is killed and restarted. */
export interface Member {
  /** Its port on 127.0.0.1. */
  readonly port: number;
  /** Starts it if it is not running, and waits until it answers. */
  start(): Promise<void>;
  /** Kills it (SIGKILL) and waits for its end. */
  kill(): Promise<void>;
  /** Suspends it (SIGSTOP): connections stay open without answers. */
  pause(): void;
  /** Resumes it (SIGCONT). */
  resume(): void;
}

/** A replica set whose members can be killed, stopped and started again. */
export interface ReplicaSet {
  readonly members: readonly Member[];
  /** The address of a database of the set, with additional driver options. */
  uri(database: string, options?: Record<string, string | number>): string;
  /** The address of a database on one member, for a direct connection. */
  directUri(member: Member, database: string): string;
  /** The primary, once the set has elected one. @throws Error after a minute without one */
  primary(): Promise<Member>;
  /** Makes the primary step down in favour of another member. */
  stepDown(): Promise<void>;
  /** A database on one member in any state, to cause faults and to inspect its data. */
  on(member: Member, database?: string): Promise<Db>;
}

export interface ReplicaSetOptions {
  /** The number of members. @default 3 */
  count?: number;
  /** Gives the port that the set and its clients use for a member's port. @default the same */
  reachedThrough?: (port: number) => Promise<number>;
}

/**
 * Starts a replica set and waits for its primary. When the test file ends, its members and their data are removed. The members
 * support MongoDB's `failCommand`, which makes commands fail or breaks their connections.
 */
export async function startReplicaSet({
  count = 3,
  reachedThrough = async (port: number) => port,
}: ReplicaSetOptions = {}): Promise<ReplicaSet> {
  const found = await findMongod();
  if ('missing' in found) throw new Error(found.missing);
  const members = await Promise.all(
    Array.from({ length: count }, async () => mongod(found.binary, await freePort(), await freshFolder())),
  );
  const [first] = members;
  if (!first) throw new Error('a replica set has at least one member');
  await Promise.all(members.map((member) => member.start()));
  const clients = new Map<Member, MongoClient>();
  onFileEnd(async () => {
    for (const client of clients.values()) await client.close();
  });

  async function on(member: Member, database = 'admin'): Promise<Db> {
    const client = clients.get(member) ?? (await direct(member.port));
    clients.set(member, client);
    return client.db(database);
  }

  async function isPrimary(member: Member): Promise<boolean> {
    try {
      const client = await direct(member.port);
      try {
        return (await client.db('admin').command({ hello: 1 })).isWritablePrimary === true;
      } finally {
        await client.close();
      }
    } catch {
      return false;
    }
  }

  async function primary(): Promise<Member> {
    for (const deadline = Date.now() + TIMEOUT; Date.now() < deadline; await sleep(100)) {
      const standing = await Promise.all(members.map(isPrimary));
      const found = members[standing.indexOf(true)];
      if (found) return found;
    }
    throw new Error(`no primary within ${TIMEOUT / 1000} s`);
  }

  const hosts = await Promise.all(members.map(async ({ port }) => `127.0.0.1:${await reachedThrough(port)}`));
  await (await on(first)).command({
    replSetInitiate: {
      _id: NAME,
      members: hosts.map((host, _id) => ({ _id, host })),
      settings: { electionTimeoutMillis: ELECTION_TIMEOUT, heartbeatIntervalMillis: 500 },
    },
  });
  await primary();

  return {
    members,
    on,
    primary,
    uri(database, options = {}) {
      const query = new URLSearchParams({ replicaSet: NAME });
      for (const [name, value] of Object.entries(options)) query.set(name, String(value));
      return `mongodb://${hosts.join(',')}/${database}?${query}`;
    },
    directUri: ({ port }, database) =>
      `mongodb://127.0.0.1:${port}/${database}?replicaSet=${NAME}&directConnection=true`,
    async stepDown() {
      await (await on(await primary())).command({ replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 });
    },
  };
}

/** A connection to one member, with a short timeout. */
function direct(port: number): Promise<MongoClient> {
  return mongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 2000,
    connectTimeoutMS: 2000,
  });
}

function mongod(binary: string, port: number, folder: string): Member {
  const args = ['--replSet', NAME, '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder];
  const small = ['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '64', '--nounixsocket', '--quiet'];
  const faults = ['--setParameter', 'enableTestCommands=1'];
  let child: ChildProcess | undefined;
  let output = '';

  async function kill(): Promise<void> {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }
  // In case the test process ends early.
  const abandon = (): boolean | undefined => child?.kill('SIGKILL');
  process.once('exit', abandon);
  onFileEnd(async () => {
    process.off('exit', abandon);
    await kill();
  });

  return {
    port,
    kill,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async start() {
      if (child?.exitCode === null && !child.signalCode) return;
      const started = spawn(binary, [...args, ...small, ...faults, ...WITHOUT_DIAGNOSTICS], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      child = started;
      output = '';
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-10_000);
      });
      for (const deadline = Date.now() + TIMEOUT; Date.now() < deadline; await sleep(50)) {
        if (started.exitCode !== null) break;
        const client = await direct(port).catch(() => undefined);
        if (client) return client.close();
      }
      throw new Error(`mongod on port ${port} did not start:\n${output}`);
    },
  };
}
