import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import { EnvironmentError } from '../system/settings/env.ts';

/**
 * Refuses a database that lacks a table or column of the config, for example because a list or a field was added without a
 * migration.
 *
 * @throws EnvironmentError that names the first missing column
 */
export async function refuseOtherShape(database: SQLiteAdapter): Promise<void> {
  const { rows } = await database.client.execute(
    `SELECT tables.name AS "table", columns.name AS "column" FROM sqlite_master AS tables
     JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
  );
  const there = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  const missing = Object.entries(database.rawTables).flatMap(([table, { columns }]) =>
    Object.values(columns).flatMap(({ name }) => (there.has(`${table}.${name}`) ? [] : [`${table}.${name}`])),
  );
  if (missing.length === 0) return;
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
  throw new EnvironmentError(
    `The database lacks ${missing[0]}${more}, which this release has made in every database. Something has removed it: restore a backup (portal-content restore FILE). ` +
      'If you have added a list or a field to this code: npm run generate:migration NAME, and build again.',
  );
}
