import { type MongooseAdapter, mongooseAdapter } from '@payloadcms/db-mongodb';
import type { DatabaseAdapterObj } from 'payload';
import { EnvironmentError } from '../server/env.ts';
import { cause } from './cause.ts';

const EXAMPLE = 'DATABASE_URI=mongodb://127.0.0.1:27017/portal?replicaSet=rs0';

/** Payload's adapter, with transactions where the address names a replica set. */
export function mongodb(databaseUri: string): DatabaseAdapterObj {
  const connectOptions = concerns(databaseUri);
  return plainSpoken(mongooseAdapter({ url: databaseUri, connectOptions, ensureIndexes: true }));
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
function plainSpoken(adapter: DatabaseAdapterObj): DatabaseAdapterObj {
  return {
    ...adapter,
    init: (args) => {
      const database = adapter.init(args);
      const { connect } = database;
      database.connect = async (options) => {
        try {
          await connect?.call(database, options);
        } catch (error) {
          if (!MONGODB_REFUSALS.test(cause(error))) throw error;
          throw new EnvironmentError(`DATABASE_URI is refused: ${cause(error)}. Example: ${EXAMPLE}`);
        }
        if (!(database as MongooseAdapter).transactionOptions) {
          args.payload.logger.warn(
            `DATABASE_URI names no replica set, so a save is not one transaction. Example: ${EXAMPLE}`,
          );
        }
      };
      return database;
    },
  };
}
