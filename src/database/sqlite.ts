import path from 'node:path';
import { type SQLiteAdapter, sqliteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj, Payload } from 'payload';
import { cause } from '../payload/database/cause.ts';
import { connectingWith } from '../payload/database/connectingWith.ts';
import { type Migrations, migrateAtOnce } from '../payload/database/migrateAtOnce.ts';
import { ownFile } from '../payload/database/ownFile.ts';
import { EnvironmentError } from '../system/settings/env.ts';
import { filePath } from '../system/settings/fileUri.ts';
import { makeFolder } from '../system/settings/folders.ts';
import { copyBeforeMigration } from './copyBeforeMigration.ts';
import { isCurrent, isOlder } from './isCurrent.ts';
import { migrations } from './migrations/index.ts';
import { refuseOtherShape } from './refuseOtherShape.ts';
import { damaged, full, isDamaged, isFull, requireUsableFile } from './sqliteFile.ts';

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

/** Errors of SQLite that a retry cannot solve. */
const SQLITE_REFUSALS = /SQLITE_(?:CANTOPEN|PERM|READONLY)|unable to open/i;

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
    requireUsableFile(uri);
    try {
      await connect();
      if (isMigrating()) return;
      if (await isOlder(database, migrations)) await keepCopy(database, migrations, logger);
      await migrateAtOnce(database, migrations, () => isCurrent(database, migrations));
    } catch (error) {
      if (isDamaged(error)) throw damaged(uri, cause(error));
      if (isFull(error)) throw full(uri);
      if (!SQLITE_REFUSALS.test(cause(error))) throw error;
      throw new EnvironmentError(
        `DATABASE_URI names a file that SQLite cannot open: ${cause(error)}. Example: ${EXAMPLE}`,
      );
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
