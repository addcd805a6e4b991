import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import { cause, type Migrations } from '../payload/database/sqliteFile.ts';
import { EnvironmentError } from '../system/settings/env.ts';
import { filePath, fileUri } from '../system/settings/folders.ts';
import { COUNTERS } from './counter.ts';
import { laterVersion, MARK } from './dataVersion.ts';

/** The number of tables or collections that the message names, so that the operator recognizes the database. */
const MAX_NAMED = 5;

/** The error for a database of another app's config, whose schema this server would change. */
export function ofAnotherConfig(names: readonly string[]): EnvironmentError {
  const some = names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ', …' : '');
  return new EnvironmentError(
    `DATABASE_URI names a database that another Payload config has made (${some}). For that app, name its config: ` +
      'portal-content --config payload.config.ts …; for this server, name another database.',
  );
}

/** A database that can be asked. */
type Connected = Pick<SQLiteAdapter, 'client'>;

async function applied(database: Connected): Promise<{ name: string; batch: number }[]> {
  const tables = await database.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'payload_migrations'",
  );
  if (tables.rows.length === 0) return [];
  const { rows } = await database.client.execute('SELECT name, batch FROM payload_migrations');
  return rows.map((row) => ({ name: String(row.name), batch: Number(row.batch) }));
}

async function tablesOf(database: Connected): Promise<string[]> {
  const { rows } = await database.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'payload_migrations' ORDER BY name",
  );
  return rows.map(({ name }) => String(name));
}

/**
 * Whether all migrations of this version are applied.
 * @throws EnvironmentError if the database cannot be migrated
 */
export async function isCurrent(database: Connected, migrations: Migrations): Promise<boolean> {
  const done = await applied(database);
  if (done.some(({ batch }) => batch < 0)) {
    // Payload would ask at the terminal whether to continue and lose data, but a server has no terminal.
    throw new EnvironmentError(
      'DATABASE_URI names a database that Payload made in its development mode (push), which cannot be ' +
        'migrated. Name another file, or import into a new one. ' +
        `Example: DATABASE_URI=file:./data/content.db`,
    );
  }
  const own = migrations.filter(({ name }) => done.some((migration) => migration.name === name));
  const tables = own.length > 0 ? [] : await tablesOf(database);
  if (tables.length > 0) throw ofAnotherConfig(tables);
  return own.length === migrations.length;
}

/** Whether an older version has made the database: an empty one has no migrations. */
export async function isOlder(database: Connected, migrations: Migrations): Promise<boolean> {
  return !(await isCurrent(database, migrations)) && (await applied(database)).length > 0;
}

const EXAMPLE = 'Example: DATABASE_URI=file:./data/content.db';

/** Bytes of the smallest SQLite file: one page (https://www.sqlite.org/fileformat.html, 1.3.2). */
const SMALLEST = 512;

/**
 * Refuses a file that SQLite would take for a new database. It does not open the file: to close it again would end the locks that
 * SQLite has on it in this process, and another process would then remove the write-ahead log
 * (https://www.sqlite.org/howtocorrupt.html, 2.2).
 *
 * @throws EnvironmentError
 */
export function requireWholeFile(uri: string): void {
  const found = existsSync(filePath(uri)) ? statSync(filePath(uri)) : undefined;
  if (found?.isFile() && found.size > 0 && found.size < SMALLEST)
    throw damaged(uri, `it has ${found.size} B, and an SQLite file at least ${SMALLEST}`);
}

function damaged(uri: string, reason: string): EnvironmentError {
  return new EnvironmentError(
    `DATABASE_URI names a file that is damaged, or no SQLite database: ${path.resolve(filePath(uri))}, ${reason}. Restore a backup (portal-content restore FILE), or name another. ${EXAMPLE}`,
  );
}

/** What an operator has to mend, in words for that; any other error as it is. */
export function explained(error: unknown, uri: string): unknown {
  const said = cause(error);
  if (/SQLITE_(?:CORRUPT|NOTADB)/i.test(said)) return damaged(uri, said);
  if (!/SQLITE_(?:CANTOPEN|PERM|READONLY)|unable to open/i.test(said)) return error;
  return new EnvironmentError(
    `DATABASE_URI names a file that SQLite cannot open and write to: ${said}. Give this user ${path.resolve(filePath(uri))} and its folder, or name another. ${EXAMPLE}`,
  );
}

/** What SQLite says where there is no room for a log or a page. */
export function isFull(error: unknown): boolean {
  return /SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|disk is full/i.test(cause(error));
}

type Client = SQLiteAdapter['client'];

/** The driver that Payload's adapter brings. */
export function openClient(file: string): Client {
  const adapter = createRequire(import.meta.resolve('@payloadcms/db-sqlite'));
  const { createClient } = adapter('@libsql/client') as { createClient(config: { url: string }): Client };
  return createClient({ url: fileUri(file) });
}

/** @throws EnvironmentError for what an operator has to mend */
async function withClient<T>(file: string, work: (client: Client) => Promise<T>): Promise<T> {
  let client: Client | undefined;
  try {
    client = openClient(file);
    return await work(client);
  } catch (error) {
    throw explained(error, fileUri(file));
  } finally {
    client?.close();
  }
}

/**
 * Refuses a database that this release cannot use, before Payload opens and changes it: of another app, of a later release,
 * damaged.
 *
 * @throws EnvironmentError
 */
export async function requireUsableDatabase(uri: string): Promise<void> {
  requireWholeFile(uri);
  const file = path.resolve(filePath(uri));
  if (!existsSync(file) || statSync(file).size === 0) return;
  const { migrations } = await import('./migrations/index.ts');
  await withClient(file, async (client) => {
    await isCurrent({ client }, migrations);
    const later = laterVersion(await highestMark(client));
    if (later) throw new EnvironmentError(later);
    await requireWrites(client);
  });
}

/**
 * Whether all migrations of this version are applied to a database. It writes nothing.
 * @throws EnvironmentError if it cannot be migrated, or is damaged
 */
export async function isCurrentFile(file: string): Promise<boolean> {
  const { migrations } = await import('./migrations/index.ts');
  return withClient(file, (client) => isCurrent({ client }, migrations));
}

/** Milliseconds to wait for another process that is writing. */
const WITHIN = 5_000;

/** Writes a row of a table of its own and deletes it, all in one transaction. */
async function requireWrites(client: Client): Promise<void> {
  try {
    await client.execute(`PRAGMA busy_timeout = ${WITHIN}`);
    await client.batch(
      ['CREATE TABLE portal_probe (value)', 'INSERT INTO portal_probe VALUES (1)', 'DROP TABLE portal_probe'],
      'write',
    );
  } catch (error) {
    // Somebody else is writing all the time, so it can be written to.
    if (!/SQLITE_BUSY/.test(cause(error))) throw error;
  }
}

async function highestMark(client: Client): Promise<{ key: string; value: number }> {
  const table = COUNTERS.replaceAll('-', '_');
  const { rows: tables } = await client.execute({
    sql: "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?",
    args: [table],
  });
  if (tables.length === 0) return { key: '', value: 0 };
  const { rows } = await client.execute({
    sql: `SELECT key, value FROM ${table} WHERE key LIKE ? ORDER BY value DESC LIMIT 1`,
    args: [`${MARK}%`],
  });
  return { key: String(rows[0]?.key ?? ''), value: Number(rows[0]?.value ?? 0) };
}
