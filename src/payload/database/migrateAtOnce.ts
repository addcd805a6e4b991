import type { SQLiteAdapter, sqliteAdapter } from '@payloadcms/db-sqlite';
import type { Migration } from 'payload';

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
