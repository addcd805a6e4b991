import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { BasePayload, PayloadRequest } from 'payload';

/** The common part of Payload's adapters for PostgreSQL and SQLite. */
export type SqlDatabase = Pick<
  PostgresAdapter,
  'drizzle' | 'insert' | 'sessions' | 'tableNameMap' | 'tables'
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
