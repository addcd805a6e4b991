import { type MongooseAdapter, mongooseAdapter } from '@payloadcms/db-mongodb';
import type { DatabaseAdapterObj } from 'payload';
import { cause } from '../payload/database/cause.ts';
import { connectingWith } from '../payload/database/connectingWith.ts';
import { EnvironmentError } from '../settings/env.ts';
import { ofAnotherConfig } from './anotherConfig.ts';

const EXAMPLE = 'DATABASE_URI=mongodb://127.0.0.1:27017/portal?replicaSet=rs0';

/** Payload's adapter, with transactions where the address names a replica set. */
export function mongodb(databaseUri: string): DatabaseAdapterObj {
  const connectOptions = concerns(databaseUri);
  let refused: Error | undefined;
  const adapter = mongooseAdapter({
    url: databaseUri,
    // Nothing is made before the database is known to be ours; then `ensureIndexes` makes all that has indexes.
    connectOptions: { ...connectOptions, autoCreate: false, autoIndex: false },
    ensureIndexes: true,
    async afterOpenConnection(database) {
      refused = await refusal(database);
      if (refused) throw refused;
      await database.globals.createCollection();
    },
  });
  return plainSpoken(adapter, () => refused);
}

/** Payload's own collections, which every config has. */
const OF_PAYLOAD = 'payload-';

/** Why a database is refused that has collections of Payload, and some that this config does not know. */
async function refusal({
  collections,
  connection,
  globals,
  versions,
}: MongooseAdapter): Promise<EnvironmentError | undefined> {
  const models = [...Object.values(collections), ...Object.values(versions), globals];
  const known = new Set(models.map(({ collection }) => collection.name));
  const there = (await connection.db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
  const names = there.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  const unknown = names.filter((name) => !known.has(name) && !name.startsWith(OF_PAYLOAD));
  const isOfPayload = names.some((name) => name.startsWith(OF_PAYLOAD));
  return isOfPayload && unknown.length > 0 ? ofAnotherConfig(unknown.sort()) : undefined;
}

/** Messages of MongoDB's driver that no second try makes go away. */
const MONGODB_REFUSALS =
  /authentication|bad auth|cannot have|invalid|is not supported|must include|required in the uri|unable to parse|unescaped/i;

/**
 * A save is answered, and a document read, only when a majority of the replica set's members has it: a failover takes
 * back nothing that anybody has seen. An address that says otherwise (`w=`, `readConcernLevel=`) has its way.
 */
function concerns(uri: string) {
  return {
    ...(!/[?&]readConcernLevel=/i.test(uri) && { readConcern: { level: 'majority' as const } }),
    ...(!/[?&]w=/i.test(uri) && { writeConcern: { w: 'majority' as const } }),
  };
}

/** The MongoDB adapter, which says what an operator has to know or put right. */
function plainSpoken(adapter: DatabaseAdapterObj, refused: () => Error | undefined): DatabaseAdapterObj {
  return connectingWith(adapter, async (database, connect, { logger }) => {
    try {
      await connect();
    } catch (error) {
      const reason = refused();
      if (reason) throw reason;
      if (!MONGODB_REFUSALS.test(cause(error))) throw error;
      throw new EnvironmentError(`DATABASE_URI is refused: ${cause(error)}. Example: ${EXAMPLE}`);
    }
    if (!(database as MongooseAdapter).transactionOptions) {
      logger.warn(`DATABASE_URI names no replica set, so a save is not one transaction. Example: ${EXAMPLE}`);
    }
  });
}
