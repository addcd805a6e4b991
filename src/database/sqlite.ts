import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type SQLiteAdapter, sqliteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj, Payload } from 'payload';
import { connectingWith } from '../payload/database/connections.ts';
import { cause, type Migrations, migrateAtOnce, ownFile } from '../payload/database/sqliteFile.ts';
import { EnvironmentError } from '../system/settings/env.ts';
import { filePath, makeFolder } from '../system/settings/folders.ts';
import { migrations } from './migrations/index.ts';
import { explained, isCurrent, isOlder, requireWholeFile } from './sqliteFile.ts';

/** So many copies stay: of this update, and of the one before. */
const KEPT = 2;

/**
 * Copies an SQLite database beside itself before it is migrated, once per update: a start that is interrupted and repeated
 * makes no further copy.
 *
 * @param migration the newest one, which names the copy
 * @returns the copy; undefined if it was there already
 * @throws EnvironmentError if it cannot be made
 */
async function copyBeforeMigration(
  { client }: Pick<SQLiteAdapter, 'client'>,
  file: string,
  migration: string,
): Promise<string | undefined> {
  const prefix = `${file}.before-`;
  const copy = prefix + migration;
  if (existsSync(copy)) return undefined;
  const unfinished = `${file}.copying-${process.pid}`;
  try {
    rmSync(unfinished, { force: true });
    await client.execute({ sql: 'VACUUM INTO ?', args: [unfinished] });
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new EnvironmentError(
      `The database has to be brought up to date, and no copy of it could be made before: ${cause(error)}. ` +
        `Make room beside ${file}, and start again.`,
    );
  }
  const folder = path.dirname(file);
  const copies = readdirSync(folder).filter((name) => name.startsWith(path.basename(prefix)));
  for (const name of copies.sort().slice(0, -KEPT)) rmSync(path.join(folder, name));
  return copy;
}

/**
 * Refuses a database that lacks a table or column of the config, for example because a list or a field was added without a
 * migration.
 *
 * @throws EnvironmentError that names the first missing column
 */
async function refuseOtherShape(database: SQLiteAdapter): Promise<void> {
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

/** Milliseconds that a statement waits for a lock of another process, such as an import. */
const BUSY_TIMEOUT = 10_000;

const EXAMPLE = 'DATABASE_URI=file:./data/content.db';

/**
 * Payload's adapter without transactions: with them, each request would use its own connection, and concurrent saves would
 * fail or be lost. Each statement is durable by itself.
 */
export function sqlite(databaseUri: string): DatabaseAdapterObj<SQLiteAdapter> {
  const adapter = sqliteAdapter({
    client: { url: databaseUri },
    autoIncrement: true,
    busyTimeout: BUSY_TIMEOUT,
    // Used only by `payload migrate:create`, in a clone of the repository.
    migrationDir: path.resolve('src/database/migrations'),
    push: false,
    wal: true,
  });
  return connectingWith(selfMigrating(adapter, migrations), async (database, connect) => {
    await connect();
    if (!isMigrating()) await refuseOtherShape(database);
  });
}

/** True in Payload's own `migrate` commands, which run migrations themselves. */
const isMigrating = () => process.env.PAYLOAD_MIGRATING === 'true';

/**
 * The SQLite adapter, with migrations after connecting and a closed file at the end, in development too. The file is that of the
 * connection: backups and dry runs open others.
 */
export function selfMigrating(
  adapter: DatabaseAdapterObj<SQLiteAdapter>,
  migrations: Migrations,
): DatabaseAdapterObj<SQLiteAdapter> {
  return connectingWith(ownFile(adapter), async (database, connect, { logger }) => {
    const uri = database.clientConfig.url;
    makeFolderOf(uri);
    requireWholeFile(uri);
    try {
      await connect();
      if (isMigrating()) return;
      if (await isOlder(database, migrations)) await keepCopy(database, migrations, logger);
      await migrateAtOnce(database, migrations, () => isCurrent(database, migrations));
    } catch (error) {
      throw explained(error, uri);
    }
  });
}

async function keepCopy(
  database: SQLiteAdapter,
  migrations: Migrations,
  logger: Payload['logger'],
): Promise<void> {
  const file = path.resolve(filePath(database.clientConfig.url));
  const copy = await copyBeforeMigration(database, file, migrations.at(-1)?.name ?? '');
  if (copy) logger.info(`The database is brought up to date. As it was before, it is kept in ${copy}.`);
}

function makeFolderOf(uri: string): void {
  const folder = path.dirname(path.resolve(filePath(uri)));
  try {
    makeFolder(folder);
  } catch (error) {
    throw new EnvironmentError(
      `DATABASE_URI names a file in ${folder}, and that folder cannot be made: ${(error as Error).message}. ` +
        `Example: ${EXAMPLE}`,
    );
  }
}
