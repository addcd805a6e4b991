import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoMemoryReplSet } from 'mongodb-memory-server-core';
import type { TestProject } from 'vitest/node';
import { copyDatabase } from './copyDatabase.ts';
import type { Database } from './databases.ts';
import { findMongod, WITHOUT_DIAGNOSTICS } from './mongod.ts';
import { ADMIN, CAPTURE, command } from './portal.ts';
import { findPostgres, startPostgres } from './postgres.ts';

/**
 * Creates the shared resources of a run, each at its first use. They are created in vitest's main process, so that workers
 * need no coordination; workers request them over HTTP (`shared.ts`).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-content-shared-'));
  const ends: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  ];
  const made = new Map<string, Promise<string>>();

  function shared(thing: string): Promise<string> {
    const making = made.get(thing) ?? make(thing);
    made.set(thing, making);
    return making;
  }

  function make(thing: string): Promise<string> {
    if (thing === 'replica-set') return replicaSet();
    if (thing === 'postgres') return postgres();
    const [database, name] = thing.split('/') as [Database, 'administered' | 'captured' | 'import'];
    return makers[name](database);
  }

  /** A replica set with one member, on the storage engine with transactions. */
  async function replicaSet(): Promise<string> {
    const found = await findMongod();
    if ('missing' in found) throw new Error(found.missing);
    const started = await MongoMemoryReplSet.create({
      binary: { systemBinary: found.binary, version: found.version },
      instanceOpts: [
        {
          args: ['--wiredTigerCacheSizeGB', '0.5', '--quiet', ...WITHOUT_DIAGNOSTICS],
          // All files wait for it, and the machine may be busy with a build.
          launchTimeout: 60_000,
        },
      ],
      replSet: { count: 1, storageEngine: 'wiredTiger' },
    });
    ends.push(() => started.stop({ doCleanup: true, force: true }));
    return started.getUri('shared');
  }

  async function postgres(): Promise<string> {
    const found = await findPostgres();
    if ('missing' in found) throw new Error(found.missing);
    const started = await startPostgres(found.bin);
    ends.push(() => started.stop());
    return started.uri;
  }

  async function newDatabase(database: Database, name: string): Promise<string> {
    if (database === 'sqlite') return `file:${join(folder, `${name}.db`)}`;
    const uri = new URL(await shared('replica-set'));
    uri.pathname = `/shared_${name}`;
    return uri.href;
  }

  const makers = {
    async administered(database: Database): Promise<string> {
      const databaseUri = await newDatabase(database, 'administered');
      const args = ['create-admin', '--email', ADMIN.email, '--password-stdin'];
      await command(args, { databaseUri, input: ADMIN.password });
      return databaseUri;
    },
    async captured(database: Database): Promise<string> {
      await shared(`${database}/import`);
      return newDatabase(database, 'captured');
    },
    async import(database: Database): Promise<string> {
      const databaseUri = await newDatabase(database, 'captured');
      await copyDatabase(await shared(`${database}/administered`), databaseUri);
      return command(['import', '--from', CAPTURE, '--no-backup'], { databaseUri });
    },
  };

  const server = createServer(({ url = '' }, response) => {
    shared(url.slice(1)).then(
      (thing) => response.end(thing),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('sharedUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await Promise.allSettled(made.values());
    for (const end of ends.reverse()) await end();
  };
}
