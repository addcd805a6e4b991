import type { SQLiteAdapter, sqliteAdapter } from '@payloadcms/db-sqlite';
import type { Migration } from 'payload';

/** The steps of the database's shape, as `payload migrate:create` writes them. */
export type Migrations = NonNullable<Parameters<typeof sqliteAdapter>[0]['prodMigrations']>;

/**
 * Brings an SQLite database to the shape of these steps: in one transaction, so that a start that is killed leaves the
 * shape it found, and two processes that start at once wait for each other. Foreign keys are off meanwhile (SQLite's
 * own procedure for changing tables): a table that is rebuilt would empty those that refer to it. Payload 3.90 does neither
 * without `transactionOptions`, and with them leaves foreign keys on.
 *
 * Depends on it: a start that migrates, killed or not.
 * @param isCurrent whether every step is done; asked again once nobody else can take any
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
