import { createRequire } from 'node:module';
import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { BaseDatabaseAdapter, BasePayload, DatabaseAdapterObj, Payload } from 'payload';
import { describeError } from '../../system/logging/describeError.ts';

/** The adapter, with `around` called in place of its `connect`. */
export function connectingWith<Adapter extends BaseDatabaseAdapter>(
  adapter: DatabaseAdapterObj<Adapter>,
  around: (database: Adapter, connect: () => Promise<void>, payload: Payload) => Promise<void>,
): DatabaseAdapterObj<Adapter> {
  return {
    ...adapter,
    init: (args) => {
      const database = adapter.init(args);
      const { connect } = database;
      database.connect = (options) =>
        around(database, async () => connect?.call(database, options), args.payload);
      return database;
    },
  };
}

type WriteMethod = Exclude<
  Extract<keyof BaseDatabaseAdapter, `${'create' | 'delete' | 'update'}${string}` | 'upsert'>,
  'createMigration'
>;

/** The methods of Payload's adapters that write. The compiler refuses one that is missing. */
export const WRITES = Object.keys({
  create: true,
  createGlobal: true,
  createGlobalVersion: true,
  createVersion: true,
  deleteMany: true,
  deleteOne: true,
  deleteVersions: true,
  updateGlobal: true,
  updateGlobalVersion: true,
  updateJobs: true,
  updateMany: true,
  updateOne: true,
  updateVersion: true,
  upsert: true,
} satisfies Record<WriteMethod, true>);

/** Has `around` called in place of methods of an adapter. */
export function aroundMethods<Args>(
  database: object,
  names: readonly string[],
  around: (method: (args: Args) => Promise<unknown>, args: Args) => Promise<unknown>,
): void {
  const methods = database as Record<string, (args: Args) => Promise<unknown>>;
  for (const name of names) {
    const method = methods[name];
    // Another adapter may be made of this one, and read by its own models.
    methods[name] = function (this: unknown, args) {
      return around(async (given) => method?.call(this ?? database, given), args);
    };
  }
}

const MESSAGE = 'PostgreSQL has closed a connection; another one is made when it is needed.';

/**
 * Keeps the process alive when PostgreSQL closes its connections, for example at a restart. Payload 3.90 handles errors of the
 * first connection only, and Node ends a process on an unhandled 'error' event.
 *
 * Upstream: payloadcms/payload#16939, #3920.
 * Needed for: a host's process, which serves the lists while its database restarts.
 */
export function outliveConnections({ db, logger }: BasePayload): void {
  const { pool } = db as unknown as Partial<PostgresAdapter>;
  if (db.name !== 'postgres' || !pool) return;
  // An error of an idle connection.
  pool.on('error', (err) => logger.warn(`${MESSAGE} ${describeError(err)}`));
  // An error of a connection in use, between two statements. The next statement fails and reports it.
  const held = () => {};
  pool.on('acquire', (client) => {
    if (!client.listeners('error').includes(held)) client.on('error', held);
  });
}

export type MongodbDriver = MongooseAdapter['connection']['base']['mongo'];

/** The driver that Payload's adapter brings, which is no dependency of its own here. */
export function mongodbDriver(): MongodbDriver {
  const ofAdapter = createRequire(import.meta.resolve('@payloadcms/db-mongodb'));
  return (ofAdapter('mongoose') as { mongo: MongodbDriver }).mongo;
}
