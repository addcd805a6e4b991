import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj } from 'payload';
import { aroundMethods, connectingWith, WRITES } from '../payload/database/connections.ts';
import { filePath } from '../system/settings/folders.ts';

/** The open SQLite file was moved, replaced or deleted, so writes to it would be lost. */
class DatabaseMoved extends Error {
  override readonly name = 'DatabaseMoved';
}

// A registered symbol on the adapter, because Payload and Next bundle this module twice and share only the adapter.
const CHECK = Symbol.for('payload-portal-content.databaseFile');

type Carrier = { [CHECK]?: () => void };

/** @throws DatabaseMoved if the database is a file that was moved, replaced or deleted after it was opened */
export function requireDatabaseFile(database: object): void {
  (database as Carrier)[CHECK]?.();
}

/**
 * Lets a write fail if the SQLite file was moved, replaced or deleted. SQLite itself would silently continue to write to
 * the old file.
 */
export function keepToFile(adapter: DatabaseAdapterObj): DatabaseAdapterObj {
  return connectingWith(adapter, async (database, connect) => {
    await connect();
    if (database.name === 'sqlite') await watchFile(database as unknown as SQLiteAdapter);
  });
}

async function watchFile(database: SQLiteAdapter & Carrier): Promise<void> {
  const { client, clientConfig } = database;
  if (client.protocol !== 'file' || !clientConfig.url.startsWith('file:')) return;
  const file = path.resolve(filePath(clientConfig.url));
  if (!existsSync(file)) return;
  const [mode] = (await client.execute('PRAGMA journal_mode')).rows;
  const check = fileCheck(file, mode?.journal_mode === 'wal');
  database[CHECK] = check;
  // Each save answers after the last of its own.
  aroundMethods(database, WRITES, async (write, args) => {
    const result = await write(args);
    check();
    return result;
  });
}

/** Throws if the path has another file than at the start, or if the write-ahead log, which has the last writes, is gone. */
function fileCheck(file: string, hasLog: boolean): () => void {
  const opened = statSync(file, { bigint: true });
  const log = `${realpathSync(file)}-wal`;
  return () => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (!found) throw new DatabaseMoved(`The database file ${file} is gone.`);
    if (found.ino !== opened.ino || found.dev !== opened.dev) {
      throw new DatabaseMoved(`Another file has taken the place of the database file ${file}.`);
    }
    if (hasLog && !existsSync(log))
      throw new DatabaseMoved(`The file ${log}, a part of the database, is gone.`);
  };
}
