import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { BasePayload } from 'payload';
import { requireDatabaseFile } from '../../database/keepToFile.ts';

/** Whether other connections have committed since the last time it was asked; `unknown` where that cannot be told. */
export type Moved = () => Promise<'moved' | 'same' | 'unknown'>;

/**
 * Asks SQLite's `data_version`, which changes when another connection commits. It means nothing across connections,
 * and the adapter opens a new one after each transaction; so each is marked in its own temporary schema.
 * It throws while the file is not in its place.
 * @returns undefined where the database is not a SQLite file
 */
export function dataVersion(payload: BasePayload): Moved | undefined {
  const { client } = payload.db as unknown as Partial<SQLiteAdapter>;
  if (client?.protocol !== 'file') return undefined;
  const pragma = async (statement: string) =>
    Number((await client.execute(`PRAGMA ${statement}`)).rows[0]?.[0]);
  let mark = 0;
  let version = 0;
  return async () => {
    requireDatabaseFile(payload.db);
    const sameConnection = mark > 0 && (await pragma('temp.user_version')) === mark;
    const before = version;
    version = await pragma('data_version');
    if (sameConnection) return version === before ? 'same' : 'moved';
    mark += 1;
    await client.execute(`PRAGMA temp.user_version = ${mark}`);
    return 'unknown';
  };
}
