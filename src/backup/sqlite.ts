import { existsSync, statSync } from 'node:fs';
import { open as openFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj, SanitizedConfig } from 'payload';
import { isCurrentFile, openClient } from '../database/sqliteFile.ts';
import { connectingWith } from '../payload/database/connections.ts';
import { filePath, fileUri } from '../system/settings/folders.ts';
import { isServed } from '../system/settings/soleServer.ts';
import { BackupError, type Database, type OpenPayload } from './Database.ts';
import { FOLDERS } from './manifest.ts';

type Client = SQLiteAdapter['client'];

/** Files that SQLite keeps beside a database; they belong to it. */
const BESIDE = ['-wal', '-shm', '-journal'];
const COPY = 'portal.db';

async function withClient<T>(file: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = openClient(file);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

/** The config with the database in another file. */
export function inFile(config: SanitizedConfig, file: string): SanitizedConfig {
  const adapter = config.db as unknown as DatabaseAdapterObj<SQLiteAdapter>;
  const db = connectingWith(adapter, async (database, connect) => {
    database.clientConfig = { ...database.clientConfig, url: fileUri(file) };
    await connect();
  });
  return { ...config, db: db as unknown as SanitizedConfig['db'] };
}

/** @throws BackupError if it is no file */
export function sqliteDatabase(config: SanitizedConfig, uri: string, open: OpenPayload): Database {
  if (!/^file:(?!:memory:)./.test(uri))
    throw new BackupError('The database is SQLite, but no file of this machine (file:…).');
  const file = path.resolve(filePath(uri));
  const staging = `${file}.restoring`;
  return {
    kind: 'sqlite',
    name: file,
    staging,
    async copy(folder, add, work) {
      if (!existsSync(file)) throw new BackupError(`There is no database ${file}.`);
      const copy = path.join(folder, COPY);
      await copyInto(file, copy);
      // Before Payload opens it, which may migrate it: the release that wrote it must be able to read it.
      await add(`${FOLDERS.database}${COPY}`, copy);
      return open(inFile(config, copy), work, { runsOnInit: false });
    },
    refuseInUse: () => refuseInUse(file),
    isEmpty: async () => !existsSync(file) || statSync(file).size === 0,
    async trial(folder) {
      const trial = sqliteDatabase(config, fileUri(path.join(folder, COPY)), open);
      return { database: trial, remove: async () => {} };
    },
    async open(work) {
      if (!existsSync(file) || !(await isCurrentFile(file))) return undefined;
      return open(config, work, { runsOnInit: false });
    },
    async place({ stamp, begin, prove }) {
      const staged = path.join(staging, FOLDERS.database, COPY);
      await prove(inFile(config, staged));
      // The driver may still have the proved file open, with a write-ahead log. A copy has none.
      const whole = path.join(staging, 'whole.db');
      await copyInto(staged, whole);
      const handle = await openFile(whole);
      await handle.sync().finally(() => handle.close());
      await begin();
      const kept = await setAside(file, `${file}.replaced-${stamp}`);
      await rename(whole, file);
      await rm(staging, { recursive: true });
      return kept;
    },
  };
}

/** Copies one moment of a database into a new file, whoever writes to it. */
export async function copyInto(file: string, copy: string): Promise<void> {
  await withClient(file, async (client) => {
    await client.execute('PRAGMA busy_timeout = 10000');
    await client.execute({ sql: 'VACUUM INTO ?', args: [copy] });
  });
}

/** A server has no file open while its cms is down, but it starts another one. */
async function refuseInUse(file: string): Promise<void> {
  if (await isServed(file)) throw inUse(file);
  if (!existsSync(file)) return;
  try {
    // SQLite leaves this journal to the sole user of a file only. It also takes the last saves of a killed server into the file.
    await withClient(file, (client) => client.execute('PRAGMA journal_mode = DELETE'));
  } catch (error) {
    // Anything else, such as a broken file, is no reason to leave it in its place.
    if (!/SQLITE_BUSY|SQLITE_LOCKED|locked/.test(String(error))) return;
    throw inUse(file);
  }
}

const inUse = (file: string) =>
  new BackupError(`${file} is in use: stop the server, and whatever else has it open.`);

/** Moves a database with what belongs to it. @returns what it is now, if there was one */
async function setAside(file: string, kept: string): Promise<string[]> {
  let moved = false;
  for (const suffix of [...BESIDE, '']) {
    if (!existsSync(file + suffix)) continue;
    await rename(file + suffix, kept + suffix);
    moved = true;
  }
  return moved ? [kept] : [];
}
