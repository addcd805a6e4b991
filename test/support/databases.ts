import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onFileEnd } from './cleanup.ts';
import { copyDatabase } from './copyDatabase.ts';
import { mongoClient } from './mongoClient.ts';
import { postgresClient } from './postgresClient.ts';
import { shared } from './shared.ts';

export type Database = 'sqlite' | 'mongodb' | 'postgres';

/** The database that this run of the file is for: `TEST_DATABASE`, set by the vitest project. */
export function testDatabase(): Database {
  const name = process.env.TEST_DATABASE ?? 'sqlite';
  if (name !== 'sqlite' && name !== 'mongodb' && name !== 'postgres')
    throw new Error(`TEST_DATABASE=${name} is none of sqlite, mongodb and postgres`);
  return name;
}

/**
 * The address of a new empty database for `DATABASE_URI`: a file in its own folder, or a new name on the run's replica set or
 * PostgreSQL server. It is removed when the test file ends.
 */
export async function freshDatabaseUri(database: Database = testDatabase()): Promise<string> {
  return freshUris[database]();
}

const freshUris: Record<Database, () => Promise<string>> = {
  sqlite: freshFile,
  mongodb: () => freshName('replica-set', dropMongoDatabase),
  postgres: () => freshName('postgres', dropPostgresDatabase),
};

/** Initial content of a database: an administrator (`ADMIN`), or the captured legacy portal too. */
export type Content = 'administered' | 'captured';

/** A copy of a prepared database, which is made once per run. (The project's own commands do not support PostgreSQL.) */
export async function preparedDatabaseUri(content: Content): Promise<string> {
  const uri = await freshDatabaseUri();
  await fillDatabase(uri, content);
  return uri;
}

/** Fills an empty database, for example one on a test's own replica set. */
export async function fillDatabase(uri: string, content: Content): Promise<void> {
  const database = testDatabase();
  if (database === 'postgres') throw new Error('No database with content is made on PostgreSQL.');
  await copyDatabase(await shared(`${database}/${content}`), uri);
}

/** A folder that is removed when the test file ends. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-content-'));
  onFileEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function freshFile(): Promise<string> {
  return `file:${join(await freshFolder(), 'portal.db')}`;
}

async function freshName(
  server: 'replica-set' | 'postgres',
  drop: (uri: string) => Promise<void>,
): Promise<string> {
  const uri = await newName(server);
  onFileEnd(() => drop(uri));
  return uri;
}

async function newName(server: 'replica-set' | 'postgres'): Promise<string> {
  const uri = new URL(await shared(server));
  uri.pathname = `/portal_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  return uri.href;
}

/** Databases that files of this worker have emptied, with the plugin's collections and indexes. */
const emptied: string[] = [];

/**
 * The address of a database without documents for the plugin's own collections. MongoDB takes longer to make their indexes
 * than many files take to run, so there a file gets the database of an earlier one.
 */
export async function emptyDatabaseUri(): Promise<string> {
  if (testDatabase() !== 'mongodb') return freshDatabaseUri();
  const uri = emptied.pop() ?? (await newName('replica-set'));
  onFileEnd(async () => {
    await emptyMongoDatabase(uri);
    emptied.push(uri);
  });
  return uri;
}

async function emptyMongoDatabase(uri: string): Promise<void> {
  const client = await mongoClient(uri);
  try {
    const collections = await client.db().collections();
    await Promise.all(collections.map((collection) => collection.deleteMany({})));
  } finally {
    await client.close();
  }
}

/** Removes a database. Too many databases would use up mongod's open files. */
async function dropMongoDatabase(uri: string): Promise<void> {
  const client = await mongoClient(uri);
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
}

async function dropPostgresDatabase(uri: string): Promise<void> {
  const client = await postgresClient(await shared('postgres'));
  try {
    // Payload leaves its connections open.
    await client.query(`DROP DATABASE IF EXISTS ${new URL(uri).pathname.slice(1)} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}
