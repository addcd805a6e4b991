import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { BasePayload, PayloadRequest } from 'payload';
import { COUNTERS, takeNumber } from '../../database/counter.ts';
import { requireDatabaseFile } from '../../database/keepToFile.ts';

/** How far a database has come: another value after every commit that may need a look. */
export interface Mark {
  value: string;
  /** As long as this stays the same, only commits of others change the value. */
  connection?: number;
  /** Another value after each commit of writes that {@link markUntimed} was told of. */
  untimed?: string;
}

/** The counter of {@link markUntimed}. */
const UNTIMED = 'untimed-writes';

/**
 * Tells other processes of writes that leave `updatedAt` as it is, in the transaction of the request. PostgreSQL needs it: SQLite tells of
 * each commit, and MongoDB's change stream of each write.
 */
export async function markUntimed(req: PayloadRequest): Promise<void> {
  if (req.payload.db.name === 'postgres') await takeNumber(req, UNTIMED);
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
  const schema = db.schemaName ? `"${db.schemaName}".` : '';
  const table = `${schema}"${db.tableNameMap.get(COUNTERS.replaceAll('-', '_'))}"`;
  const raw = `SELECT txid_current_snapshot()::text AS now, (SELECT value FROM ${table} WHERE key = '${UNTIMED}') AS untimed`;
  return async () => {
    const { drizzle } = db;
    const { rows } = await db.execute({ drizzle, raw });
    const [{ now, untimed } = {}] = rows;
    return { value: String(now), untimed: String(untimed) };
  };
}
