import type { BaseDatabaseAdapter, DatabaseAdapterObj, Payload } from 'payload';

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
