import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj } from 'payload';
import { connectingWith } from './connectingWith.ts';

/**
 * Payload's adapter for SQLite, which gives its file back. That of Payload 3.90 leaves the file open when it is ended, and
 * does not open it again when it is to connect once more. A connection that fails it also says beside the call, as a
 * promise without a handler: Node ends a process over that.
 *
 * Depends on it: backups and files that take the place of another after a stop, commands, and messages for who cannot connect.
 */
export function ownFile(adapter: DatabaseAdapterObj<SQLiteAdapter>): DatabaseAdapterObj<SQLiteAdapter> {
  const init: typeof adapter.init = (args) => {
    const database = adapter.init(args);
    const { destroy } = database;
    database.initializing.catch(() => {});
    database.destroy = async () => {
      // SQLite would leave the last saves in the log, and a file that is put in place of this one would get them. Where it
      // fails, they stay there, and the next start reads them.
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
