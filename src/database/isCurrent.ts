import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { Migrations } from '../payload/database/migrateAtOnce.ts';
import { EnvironmentError } from '../system/settings/env.ts';
import { ofAnotherConfig } from './anotherConfig.ts';

/** A database that can be asked. */
type Connected = Pick<SQLiteAdapter, 'client'>;

async function applied(database: Connected): Promise<{ name: string; batch: number }[]> {
  const tables = await database.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'payload_migrations'",
  );
  if (tables.rows.length === 0) return [];
  const { rows } = await database.client.execute('SELECT name, batch FROM payload_migrations');
  return rows.map((row) => ({ name: String(row.name), batch: Number(row.batch) }));
}

async function tablesOf(database: Connected): Promise<string[]> {
  const { rows } = await database.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'payload_migrations' ORDER BY name",
  );
  return rows.map(({ name }) => String(name));
}

/**
 * Whether all migrations of this version are applied.
 * @throws EnvironmentError if the database cannot be migrated
 */
export async function isCurrent(database: Connected, migrations: Migrations): Promise<boolean> {
  const done = await applied(database);
  if (done.some(({ batch }) => batch < 0)) {
    // Payload would ask at the terminal whether to continue and lose data, but a server has no terminal.
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

/** Whether an older version has made the database: an empty one has no migrations. */
export async function isOlder(database: Connected, migrations: Migrations): Promise<boolean> {
  return !(await isCurrent(database, migrations)) && (await applied(database)).length > 0;
}
