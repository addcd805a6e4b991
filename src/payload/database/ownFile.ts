import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj } from 'payload';
import { connectingWith } from './connectingWith.ts';

/**
 * Payload's adapter for SQLite, which releases its file. The adapter of Payload 3.90 leaves the file open when it is destroyed,
 * and does not reopen it when it connects again. It also reports a failed connection a second time, as a promise without a
 * handler, which ends the process.
 *
 * Needed for: backups, replacing the file after a stop, commands, and messages about failed connections.
 */
export function ownFile(adapter: DatabaseAdapterObj<SQLiteAdapter>): DatabaseAdapterObj<SQLiteAdapter> {
  const init: typeof adapter.init = (args) => {
    const database = adapter.init(args);
    const { destroy } = database;
    database.initializing.catch(() => {});
    database.destroy = async () => {
      // Otherwise SQLite would leave the last saves in the write-ahead log, and apply them to a file that replaces this one. If
      // the checkpoint fails, they stay in the log and the next start reads them.
      await database.client?.execute('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => {});
      await destroy?.call(database);
      database.client?.close();
    };
    return database;
  };
  return connectingWith({ ...adapter, init }, async (database, connect) => {
    if (database.client?.closed) delete (database as Partial<SQLiteAdapter>).client;
    await connect();
  });
}
