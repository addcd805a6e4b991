import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj } from 'payload';
import { connectingWith } from './connectingWith.ts';

/**
 * The adapter, refused before it connects if it is one for SQLite with transactions: with those of Payload 3.90 saves that come
 * at once fail, or seem to succeed and store nothing, and migrations empty tables.
 *
 * Depends on it: that a host's SQLite keeps what is saved.
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
