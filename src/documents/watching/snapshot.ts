import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { BasePayload } from 'payload';
import type { Moved } from './dataVersion.ts';

/**
 * Asks PostgreSQL which transactions are over (`txid_current_snapshot`). While the answer is the same, nobody has
 * committed anything. Another one may come from another table or database of the server, so it only says `unknown`.
 * @returns undefined where the database is no PostgreSQL, and where reads go to replicas: each is behind by its own time
 */
export function snapshot(payload: BasePayload): Moved | undefined {
  if (payload.db.name !== 'postgres') return undefined;
  const db = payload.db as unknown as PostgresAdapter;
  if (db.readReplicaOptions) return undefined;
  let seen: unknown;
  return async () => {
    const before = seen;
    // What a server says after a failure is not compared: it may be another one.
    seen = undefined;
    const { drizzle } = db;
    const { rows } = await db.execute({ drizzle, raw: 'SELECT txid_current_snapshot()::text AS now' });
    seen = rows[0]?.now;
    return seen === before ? 'same' : 'unknown';
  };
}
