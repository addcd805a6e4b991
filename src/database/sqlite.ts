import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type SQLiteAdapter, sqliteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj } from 'payload';
import { cause } from '../payload/database/cause.ts';
import { connectingWith } from '../payload/database/connectingWith.ts';
import { type Migrations, migrateAtOnce } from '../payload/database/migrateAtOnce.ts';
import { ownFile } from '../payload/database/ownFile.ts';
import { EnvironmentError } from '../settings/env.ts';
import { filePath } from '../settings/fileUri.ts';
import { isCurrent } from './isCurrent.ts';
import { migrations } from './migrations/index.ts';
import { refuseOtherShape } from './refuseOtherShape.ts';

/** How long a statement waits for another process (an import beside a server) to finish its own, in milliseconds. */
const BUSY_TIMEOUT = 10_000;

const EXAMPLE = 'DATABASE_URI=file:./data/content.db';

/**
 * Payload's adapter without transactions (it would keep one connection each, and concurrent saves then fail or are lost):
 * every statement is durable by itself.
 */
export function sqlite(databaseUri: string): DatabaseAdapterObj<SQLiteAdapter> {
  const adapter = sqliteAdapter({
    client: { url: databaseUri },
    autoIncrement: true,
    busyTimeout: BUSY_TIMEOUT,
    // Only for `payload migrate:create`, which runs in a clone.
    migrationDir: path.resolve('src/database/migrations'),
    push: false,
    wal: true,
  });
  return connectingWith(selfMigrating(adapter, databaseUri, migrations), async (database, connect) => {
    await connect();
    if (!isMigrating()) await refuseOtherShape(database);
  });
}

/** Payload's own `migrate` commands bring their steps themselves. */
const isMigrating = () => process.env.PAYLOAD_MIGRATING === 'true';

/** What SQLite says of a file that no second try opens. */
const SQLITE_REFUSALS = /SQLITE_(?:CANTOPEN|CORRUPT|NOTADB|PERM|READONLY)|unable to open/i;

/**
 * The SQLite adapter, with migrations before the first query and the file closed at the end, in development too.
 */
export function selfMigrating(
  adapter: DatabaseAdapterObj<SQLiteAdapter>,
  uri: string,
  migrations: Migrations,
): DatabaseAdapterObj<SQLiteAdapter> {
  return connectingWith(ownFile(adapter), async (database, connect) => {
    makeFolder(uri);
    try {
      await connect();
      if (!isMigrating()) await migrateAtOnce(database, migrations, () => isCurrent(database, migrations));
    } catch (error) {
      if (!SQLITE_REFUSALS.test(cause(error))) throw error;
      throw new EnvironmentError(
        `DATABASE_URI names a file that SQLite cannot open: ${cause(error)}. Example: ${EXAMPLE}`,
      );
    }
  });
}

function makeFolder(uri: string): void {
  const folder = path.dirname(path.resolve(filePath(uri)));
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new EnvironmentError(
      `DATABASE_URI names a file in ${folder}, and that folder cannot be made: ${(error as Error).message}. ` +
        `Example: ${EXAMPLE}`,
    );
  }
}
