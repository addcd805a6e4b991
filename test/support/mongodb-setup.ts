import { MongoMemoryReplSet } from 'mongodb-memory-server-core';
import type { TestProject } from 'vitest/node';
import { findMongod } from './mongod.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the replica set's database `test`. */
    mongodbUri: string;
  }
}

/** One replica set of one member for the whole project, on the storage engine that has transactions. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = await findMongod();
  if ('missing' in found) throw new Error(found.missing);
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary: found.binary, version: found.version },
    instanceOpts: [{ args: ['--wiredTigerCacheSizeGB', '0.5', '--quiet'] }],
    replSet: { count: 1, storageEngine: 'wiredTiger' },
  });
  project.provide('mongodbUri', replicaSet.getUri('test'));
  return async () => {
    await replicaSet.stop({ doCleanup: true, force: true });
  };
}
