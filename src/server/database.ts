import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { SQLiteAdapter, sqliteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj, Migration } from 'payload';
import { type Environment, EnvironmentError } from './env.ts';

/** The steps of the database's shape, as `payload migrate:create` writes them. */
type Migrations = NonNullable<Parameters<typeof sqliteAdapter>[0]['prodMigrations']>;

/** How long a statement waits for another process (an import beside a server) to finish its own, in milliseconds. */
const BUSY_TIMEOUT = 10_000;

const EXAMPLES = {
  sqlite: 'DATABASE_URI=file:./data/portal.db',
  mongodb: 'DATABASE_URI=mongodb://127.0.0.1:27017/portal?replicaSet=rs0',
};

/** The `file:` address of a file, for any path: libsql takes `%`, `?` and `#` as parts of an address. */
export function fileUri(file: string): string {
  return `file:${file.replace(/[%?#]/g, encodeURIComponent)}`;
}

/** The path that a `file:` address means, query and fragment left out. */
export function filePath(uri: string): string {
  const path = uri.slice('file:'.length).replace(/[?#].*$/s, '');
  return decodeURIComponent(path.replace(/^\/\/(localhost)?(?=\/)/i, ''));
}

function makeFolder(uri: string): void {
  const folder = path.dirname(path.resolve(filePath(uri)));
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new EnvironmentError(
      `DATABASE_URI names a file in ${folder}, and that folder cannot be made: ${(error as Error).message}. ` +
        `Example: ${EXAMPLES.sqlite}`,
    );
  }
}

async function applied(database: SQLiteAdapter): Promise<{ name: string; batch: number }[]> {
  const tables = await database.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'payload_migrations'",
  );
  if (tables.rows.length === 0) return [];
  const { rows } = await database.client.execute('SELECT name, batch FROM payload_migrations');
  return rows.map((row) => ({ name: String(row.name), batch: Number(row.batch) }));
}

async function isCurrent(database: SQLiteAdapter, migrations: Migrations): Promise<boolean> {
  const done = await applied(database);
  if (done.some(({ batch }) => batch < 0)) {
    // Payload would ask at the terminal whether to go on and lose data; a server has nobody to ask.
    throw new EnvironmentError(
      'DATABASE_URI names a database that Payload made in its development mode (push), which cannot be ' +
        'migrated. Name another file, or import into a new one. ' +
        `Example: ${EXAMPLES.sqlite}`,
    );
  }
  return migrations.every(({ name }) => done.some((migration) => migration.name === name));
}

/**
 * Brings the database to the shape of this version: in one transaction, so that a start that is killed leaves the
 * shape it found, and two processes that start at once wait for each other. Foreign keys are off meanwhile (SQLite's
 * own procedure for changing tables): a table that is rebuilt would empty those that refer to it.
 */
async function migrateAtOnce(database: SQLiteAdapter, migrations: Migrations): Promise<void> {
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

/** Payload wraps whatever went wrong in words of its own; the cause is at their end. Passwords are left out. */
function cause(error: unknown): string {
  const { message } = error as Error;
  return message
    .replace(/^(?:Error: cannot connect to \w+[.:] ?(?:Details: )?)+/, '')
    .replace(/\/\/[^/@]*@/g, '//…@');
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
          // Payload's own `migrate` commands bring their steps themselves.
          if (process.env.PAYLOAD_MIGRATING !== 'true') await migrateAtOnce(database, migrations);
        } catch (error) {
          if (!SQLITE_REFUSALS.test(cause(error))) throw error;
          throw new EnvironmentError(
            `DATABASE_URI names a file that SQLite cannot open: ${cause(error)}. Example: ${EXAMPLES.sqlite}`,
          );
        }
      };
      database.destroy = async () => {
        await destroy?.call(database);
        database.client?.close();
      };
      return database;
    },
  };
}

/** Messages of MongoDB's driver that no second try makes go away. */
const MONGODB_REFUSALS =
  /authentication|bad auth|cannot have|invalid|is not supported|must include|required in the uri|unable to parse|unescaped/i;

/**
 * A save is answered, and a document read, only when a majority of the replica set's members has it: a failover takes
 * back nothing that anybody has seen. An address that says otherwise (`w=`, `readConcernLevel=`) has its way.
 */
function concerns(uri: string) {
  return {
    ...(!/[?&]readConcernLevel=/i.test(uri) && { readConcern: { level: 'majority' as const } }),
    ...(!/[?&]w=/i.test(uri) && { writeConcern: { w: 'majority' as const } }),
  };
}

/** The MongoDB adapter, which says what an operator has to know or put right. */
function plainSpoken(adapter: DatabaseAdapterObj): DatabaseAdapterObj {
  return {
    ...adapter,
    init: (args) => {
      const database = adapter.init(args);
      const { connect } = database;
      database.connect = async (options) => {
        try {
          await connect?.call(database, options);
        } catch (error) {
          if (!MONGODB_REFUSALS.test(cause(error))) throw error;
          throw new EnvironmentError(
            `DATABASE_URI is refused: ${cause(error)}. Example: ${EXAMPLES.mongodb}`,
          );
        }
        if (!(database as MongooseAdapter).transactionOptions) {
          args.payload.logger.warn(
            `DATABASE_URI names no replica set, so a save is not one transaction. Example: ${EXAMPLES.mongodb}`,
          );
        }
      };
      return database;
    },
  };
}

/**
 * Payload's adapter for the database that DATABASE_URI names. Only the one that is needed is loaded.
 *
 * SQLite gets no transactions (Payload would keep one connection each, and concurrent saves then fail or are lost):
 * every statement is durable by itself. MongoDB gets them when its address names a replica set.
 */
export async function databaseAdapter({
  databaseUri,
  database,
}: Pick<Environment, 'databaseUri' | 'database'>): Promise<DatabaseAdapterObj> {
  if (database === 'mongodb') {
    const { mongooseAdapter } = await import('@payloadcms/db-mongodb');
    const connectOptions = concerns(databaseUri);
    return plainSpoken(mongooseAdapter({ url: databaseUri, connectOptions, ensureIndexes: true }));
  }
  const { sqliteAdapter } = await import('@payloadcms/db-sqlite');
  const { migrations } = await import('../migrations/index.ts');
  const adapter = sqliteAdapter({
    client: { url: databaseUri },
    autoIncrement: true,
    busyTimeout: BUSY_TIMEOUT,
    // Only for `payload migrate:create`, which runs in a clone.
    migrationDir: path.resolve('src/migrations'),
    push: false,
    wal: true,
  });
  return selfMigrating(adapter, databaseUri, migrations);
}
