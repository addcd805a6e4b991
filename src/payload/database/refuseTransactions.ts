import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj } from 'payload';
import { connectingWith } from './connectingWith.ts';

/**
 * Refuses to connect an SQLite adapter with `transactionOptions`. With transactions in Payload 3.90, parallel saves fail, or
 * report success and store nothing, and migrations delete rows.
 *
 * Needed for: a host's SQLite.
 */
export function refuseTransactions(adapter: DatabaseAdapterObj): DatabaseAdapterObj {
  return connectingWith(adapter, async (database, connect) => {
    const { transactionOptions } = database as unknown as Partial<SQLiteAdapter>;
    if (database.name === 'sqlite' && transactionOptions) {
      throw new Error(
        'portalContent: with transactionOptions, @payloadcms/db-sqlite loses what is saved at the same time. Remove ' +
          'transactionOptions from sqliteAdapter({…}): every statement is durable by itself then. If a save has to ' +
          'be one transaction, use PostgreSQL or a MongoDB replica set.',
      );
    }
    await connect();
  });
}
