import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { BasePayload } from 'payload';
import { requireDatabaseFile } from '../../database/keepToFile.ts';

/** How far a database has come: another value after every commit that may need a look. */
export interface Mark {
  value: string;
  /** As long as this stays the same, only commits of others change the value. */
  connection?: number;
}

/** Asks for the mark. @returns undefined where the database has none */
export function marks(payload: BasePayload): (() => Promise<Mark>) | undefined {
  return dataVersion(payload) ?? snapshot(payload);
}

export function isSame(one: Mark, other: Mark | undefined): boolean {
  return one.value === other?.value && one.connection === other.connection;
}

/**
 * SQLite's `data_version` changes when another connection commits. It means nothing across connections, and the adapter
 * opens a new one after each transaction; so each is numbered in its own temporary schema.
 * It throws while the file is not in its place.
 */
function dataVersion(payload: BasePayload): (() => Promise<Mark>) | undefined {
  const { client } = payload.db as unknown as Partial<SQLiteAdapter>;
  if (client?.protocol !== 'file') return undefined;
  const pragma = async (statement: string) =>
    Number((await client.execute(`PRAGMA ${statement}`)).rows[0]?.[0]);
  let connection = 0;
  return async () => {
    requireDatabaseFile(payload.db);
    const isKnown = connection > 0 && (await pragma('temp.user_version')) === connection;
    const value = String(await pragma('data_version'));
    if (!isKnown) {
      connection += 1;
      await client.execute(`PRAGMA temp.user_version = ${connection}`);
    }
    return { value, connection };
  };
}

/**
 * PostgreSQL says which transactions are over; those of other tables and databases of the server count, too. Read replicas
 * are each behind by their own time, so they have no mark.
 */
function snapshot(payload: BasePayload): (() => Promise<Mark>) | undefined {
  if (payload.db.name !== 'postgres') return undefined;
  const db = payload.db as unknown as PostgresAdapter;
  if (db.readReplicaOptions) return undefined;
  return async () => {
    const { drizzle } = db;
    const { rows } = await db.execute({ drizzle, raw: 'SELECT txid_current_snapshot()::text AS now' });
    return { value: String(rows[0]?.now) };
  };
}
