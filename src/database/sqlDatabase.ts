import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { BasePayload, CollectionSlug, PayloadRequest } from 'payload';

/** The common part of Payload's adapters for PostgreSQL and SQLite. */
export type SqlDatabase = Pick<
  PostgresAdapter,
  'drizzle' | 'insert' | 'operators' | 'sessions' | 'tableNameMap' | 'tables'
>;

/** @returns undefined on MongoDB */
export function sqlDatabase({ db }: BasePayload): SqlDatabase | undefined {
  return 'tableNameMap' in db ? (db as unknown as SqlDatabase) : undefined;
}

type Connection = Parameters<SqlDatabase['insert']>[0]['db'];

/** The connection for direct writes: the transaction of the request, or the database itself. */
export async function connectionOf(sql: SqlDatabase, req: PayloadRequest | undefined): Promise<Connection> {
  const id = await req?.transactionID;
  return (id && sql.sessions[id]?.db) || sql.drizzle;
}

/** Writes the same into some rows, in one statement: Payload's adapters for SQL write row by row. */
export async function updateRows(
  payload: BasePayload,
  collection: string,
  ids: readonly (number | string)[],
  data: Record<string, string>,
): Promise<void> {
  const sql = sqlDatabase(payload);
  const table = sql && tableOf(sql, collection);
  if (table)
    await sql.drizzle
      .update(table)
      .set(data)
      .where(sql.operators.in(table.id as never, ids));
  else {
    const where = { id: { in: [...ids] } };
    await payload.db.updateMany({ collection: collection as CollectionSlug, data, returning: false, where });
  }
}

/** The table of one of the plugin's own collections. */
export const tableOf = ({ tableNameMap, tables }: SqlDatabase, collection: string) =>
  tables[String(tableNameMap.get(collection.replaceAll('-', '_')))];

/** The adapter's client, if the database is SQLite. */
type MaybeSqlite = { client?: { execute?(statement: string): Promise<unknown> } };

/**
 * Lets SQLite flush to disk only at checkpoints during `work`, and flushes at the end. A killed process loses nothing. A power
 * failure may lose the last statements, which the next import writes again.
 */
export async function writeFast<Result>(payload: BasePayload, work: () => Promise<Result>): Promise<Result> {
  const { client } = payload.db as MaybeSqlite;
  const run = async (statement: string) => {
    if (payload.db.name === 'sqlite') await client?.execute?.(statement);
  };
  await run('PRAGMA synchronous = NORMAL');
  try {
    return await work();
  } finally {
    await run('PRAGMA synchronous = FULL');
    await run('PRAGMA wal_checkpoint(FULL)');
  }
}
