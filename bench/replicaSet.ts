import { MongoMemoryReplSet } from 'mongodb-memory-server-core';
import { findMongod } from '../test/support/mongod.ts';
import { progress } from './print.ts';

/** A MongoDB replica set of one member, for the figures of several servers; or why there is none. */
export async function startReplicaSet(): Promise<
  { uri: string; stop(): Promise<void> } | { missing: string }
> {
  const found = await findMongod(process.env, progress);
  if ('missing' in found) return found;
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary: found.binary, version: found.version },
    instanceOpts: [{ args: ['--wiredTigerCacheSizeGB', '0.5', '--quiet'] }],
    replSet: { count: 1, storageEngine: 'wiredTiger' },
  });
  return {
    uri: replicaSet.getUri('bench'),
    stop: async () => {
      await replicaSet.stop({ doCleanup: true, force: true });
    },
  };
}
