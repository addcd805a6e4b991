import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { BasePayload, PayloadRequest } from 'payload';

/** What Payload's adapters for PostgreSQL and SQLite have in common, beyond what every adapter has. */
export type SqlDatabase = Pick<
  PostgresAdapter,
  'drizzle' | 'insert' | 'sessions' | 'tableNameMap' | 'tables'
>;

/** @returns undefined on MongoDB */
export function sqlDatabase({ db }: BasePayload): SqlDatabase | undefined {
  return 'tableNameMap' in db ? (db as unknown as SqlDatabase) : undefined;
}

type Connection = Parameters<SqlDatabase['insert']>[0]['db'];

/** What to write with past Payload: the transaction of the request, or the database itself where there is none. */
export async function connectionOf(sql: SqlDatabase, req: PayloadRequest | undefined): Promise<Connection> {
  const id = await req?.transactionID;
  return (id && sql.sessions[id]?.db) || sql.drizzle;
}
