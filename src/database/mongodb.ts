import { type MongooseAdapter, mongooseAdapter } from '@payloadcms/db-mongodb';
import type { DatabaseAdapterObj } from 'payload';
import { connectingWith } from '../payload/database/connections.ts';
import type { EnvironmentError } from '../system/settings/env.ts';
import { connectionOf } from './mongodbProblem.ts';
import { ofAnotherConfig } from './sqliteFile.ts';

const EXAMPLE = 'DATABASE_URI=mongodb://127.0.0.1:27017/portal?replicaSet=rs0';

/** Payload's adapter, with transactions if the address names a replica set. */
export function mongodb(databaseUri: string): DatabaseAdapterObj {
  const { url, options, withoutEffect } = connectionOf(databaseUri);
  let refused: Error | undefined;
  const adapter = mongooseAdapter({
    url,
    // Nothing is created before the database is checked. Then `ensureIndexes` creates the collections with indexes.
    connectOptions: { ...options, ...timeout(url), autoCreate: false, autoIndex: false },
    ensureIndexes: true,
    async afterOpenConnection(database) {
      refused = await refusal(database);
      if (refused) throw refused;
      if (database.ensureIndexes) await database.globals.createCollection();
    },
  });
  return withOperatorErrors(adapter, { refused: () => refused, withoutEffect });
}

/** The prefix of Payload's own collections, which every config has. */
const OF_PAYLOAD = 'payload-';

/** Refuses a database with Payload's collections and other collections that this config does not know. */
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

/**
 * How long the driver waits, in milliseconds, unless the address says otherwise. A primary that gives no sign of life is missed
 * after a heartbeat and its answer, and then another is waited for: a save fails after ten seconds. The driver's own defaults
 * make that more than half a minute, and editors do not wait so long.
 */
const TIMEOUT = { heartbeatFrequencyMS: 1_000, connectTimeoutMS: 4_000, serverSelectionTimeoutMS: 5_000 };

function timeout(uri: string): Partial<typeof TIMEOUT> {
  const given = Object.entries(TIMEOUT).filter(([name]) => !new RegExp(`[?&]${name}=`, 'i').test(uri));
  return Object.fromEntries(given);
}

interface About {
  refused(): Error | undefined;
  /** What `connectionOf` says of the address. */
  withoutEffect: string | undefined;
}

/** Gives the reason of a refusal in place of the driver's error, and warns of options without effect and a missing replica set. */
function withOperatorErrors(
  adapter: DatabaseAdapterObj,
  { refused, withoutEffect }: About,
): DatabaseAdapterObj {
  return connectingWith(adapter, async (database, connect, { logger }) => {
    try {
      await connect();
    } catch (error) {
      throw refused() ?? error;
    }
    if (withoutEffect) logger.warn(withoutEffect);
    if (!(database as MongooseAdapter).transactionOptions) {
      logger.warn(`DATABASE_URI names no replica set, so a save is not one transaction. Example: ${EXAMPLE}`);
    }
  });
}
