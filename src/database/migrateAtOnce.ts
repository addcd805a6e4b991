import type { SQLiteAdapter, sqliteAdapter } from '@payloadcms/db-sqlite';
import type { Migration } from 'payload';
import { EnvironmentError } from '../settings/env.ts';
import { ofAnotherConfig } from './anotherConfig.ts';

/** The steps of the database's shape, as `payload migrate:create` writes them. */
export type Migrations = NonNullable<Parameters<typeof sqliteAdapter>[0]['prodMigrations']>;

async function applied(database: SQLiteAdapter): Promise<{ name: string; batch: number }[]> {
  const tables = await database.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'payload_migrations'",
  );
  if (tables.rows.length === 0) return [];
  const { rows } = await database.client.execute('SELECT name, batch FROM payload_migrations');
  return rows.map((row) => ({ name: String(row.name), batch: Number(row.batch) }));
}

async function tablesOf(database: SQLiteAdapter): Promise<string[]> {
  const { rows } = await database.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'payload_migrations' ORDER BY name",
  );
  return rows.map(({ name }) => String(name));
}

async function isCurrent(database: SQLiteAdapter, migrations: Migrations): Promise<boolean> {
  const done = await applied(database);
  if (done.some(({ batch }) => batch < 0)) {
    // Payload would ask at the terminal whether to go on and lose data; a server has nobody to ask.
    throw new EnvironmentError(
      'DATABASE_URI names a database that Payload made in its development mode (push), which cannot be ' +
        'migrated. Name another file, or import into a new one. ' +
        `Example: DATABASE_URI=file:./data/content.db`,
    );
  }
  const own = migrations.filter(({ name }) => done.some((migration) => migration.name === name));
  const tables = own.length > 0 ? [] : await tablesOf(database);
  if (tables.length > 0) throw ofAnotherConfig(tables);
  return own.length === migrations.length;
}

/**
 * Brings the database to the shape of this version: in one transaction, so that a start that is killed leaves the
 * shape it found, and two processes that start at once wait for each other. Foreign keys are off meanwhile (SQLite's
 * own procedure for changing tables): a table that is rebuilt would empty those that refer to it.
 */
export async function migrateAtOnce(database: SQLiteAdapter, migrations: Migrations): Promise<void> {
  if (await isCurrent(database, migrations)) return;
  const run = (statement: string) => database.client.execute(statement);
  const foreignKeys = (await run('PRAGMA foreign_keys')).rows[0]?.foreign_keys;
  await run('PRAGMA foreign_keys = OFF');
  try {
    await run('BEGIN IMMEDIATE');
    try {
      if (!(await isCurrent(database, migrations))) {
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
