import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type SQLiteAdapter, sqliteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj } from 'payload';
import { EnvironmentError } from '../settings/env.ts';
import { filePath } from '../settings/fileUri.ts';
import { cause } from './cause.ts';
import { MARK, MARKS, refuseNewer } from './dataVersion.ts';
import { type Migrations, migrateAtOnce } from './migrateAtOnce.ts';
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
  return ofThisShape(selfMigrating(adapter, databaseUri, migrations));
}

/** The adapter, which opens no database that lacks a table or a column. */
function ofThisShape(adapter: DatabaseAdapterObj<SQLiteAdapter>): DatabaseAdapterObj<SQLiteAdapter> {
  return {
    ...adapter,
    init: (args) => {
      const database = adapter.init(args);
      const { connect } = database;
      database.connect = async (options) => {
        await connect?.call(database, options);
        if (process.env.PAYLOAD_MIGRATING !== 'true') await refuseOtherShape(database);
      };
      return database;
    },
  };
}

/** What SQLite says of a file that no second try opens. */
const SQLITE_REFUSALS = /SQLITE_(?:CANTOPEN|CORRUPT|NOTADB|PERM|READONLY)|unable to open/i;

/**
 * The SQLite adapter, with migrations before the first query and the file closed at the end, whatever NODE_ENV says.
 */
export function selfMigrating(
  adapter: DatabaseAdapterObj<SQLiteAdapter>,
  uri: string,
  migrations: Migrations,
): DatabaseAdapterObj<SQLiteAdapter> {
  return {
    ...adapter,
    init: (args) => {
      const database = adapter.init(args);
      const { connect, destroy } = database;
      // Rejected beside the connection itself, and nobody waits for it: Node would end the process over it.
      database.initializing.catch(() => {});
      database.connect = async (options) => {
        makeFolder(uri);
        // Payload's adapter keeps the one it has, and this one was closed by the `destroy` below.
        if (database.client?.closed) delete (database as Partial<SQLiteAdapter>).client;
        try {
          await connect?.call(database, options);
          await refuseNewerFile(database);
          // Payload's own `migrate` commands bring their steps themselves.
          if (process.env.PAYLOAD_MIGRATING !== 'true') await migrateAtOnce(database, migrations);
        } catch (error) {
          if (!SQLITE_REFUSALS.test(cause(error))) throw error;
          throw new EnvironmentError(
            `DATABASE_URI names a file that SQLite cannot open: ${cause(error)}. Example: ${EXAMPLE}`,
          );
        }
      };
      database.destroy = async () => {
        // SQLite would leave the last saves in the log, and a file that is put in place of this one would get them. Where it
        // fails, they stay there, and the next start reads them.
        await database.client?.execute('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => {});
        await destroy?.call(database);
        database.client?.close();
      };
      return database;
    },
  };
}

/** Before any migration: an older release would find some that it does not know. */
async function refuseNewerFile({ client }: SQLiteAdapter): Promise<void> {
  const table = MARKS.replace('-', '_');
  const tables = await client.execute({ sql: 'SELECT 1 FROM sqlite_master WHERE name = ?', args: [table] });
  if (tables.rows.length === 0) return;
  const sql = `SELECT key, value FROM ${table} WHERE key LIKE ? ORDER BY value DESC LIMIT 1`;
  const [mark] = (await client.execute({ sql, args: [`${MARK}%`] })).rows;
  refuseNewer(mark && { key: String(mark.key), value: Number(mark.value) });
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
