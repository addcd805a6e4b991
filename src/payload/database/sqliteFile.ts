import type { SQLiteAdapter, sqliteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj, Migration } from 'payload';
import { withoutPassword } from '../../system/logging/hidden.ts';
import { connectingWith } from './connections.ts';

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

/** The migrations, as `payload migrate:create` writes them. */
export type Migrations = NonNullable<Parameters<typeof sqliteAdapter>[0]['prodMigrations']>;

/**
 * Runs all pending migrations of an SQLite database in one transaction. So an interrupted start leaves the old schema, and two
 * processes that start at once wait for each other. Foreign keys are off during the migrations, as SQLite prescribes for
 * changing tables: dropping a table to rebuild it would otherwise delete the rows that refer to it. Payload 3.90 does neither
 * without `transactionOptions`, and with them it leaves foreign keys on.
 *
 * Needed for: a start that migrates and may be interrupted.
 * @param isCurrent whether all migrations are done; called again inside the transaction
 */
export async function migrateAtOnce(
  database: SQLiteAdapter,
  migrations: Migrations,
  isCurrent: () => Promise<boolean>,
): Promise<void> {
  if (await isCurrent()) return;
  const run = (statement: string) => database.client.execute(statement);
  const foreignKeys = (await run('PRAGMA foreign_keys')).rows[0]?.foreign_keys;
  await run('PRAGMA foreign_keys = OFF');
  try {
    await run('BEGIN IMMEDIATE');
    try {
      if (!(await isCurrent())) {
        await database.migrate({ migrations: migrations as Migration[] });
      }
      await run('COMMIT');
    } catch (error) {
      await run('ROLLBACK');
      throw error;
    }
  } finally {
    await run(`PRAGMA foreign_keys = ${foreignKeys ? 'ON' : 'OFF'}`);
  }
}

/**
 * The cause of a failed connection, without passwords. Payload 3.90 puts its own text before it.
 *
 * Needed for: messages for operators.
 */
export function cause(error: unknown): string {
  const { message } = error as Error;
  return message
    .replace(/^(?:Error: cannot connect to \w+[.:] ?(?:Details: )?)+/, '')
    .replace(/\S+/g, withoutPassword);
}
