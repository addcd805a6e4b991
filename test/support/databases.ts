import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { onFileEnd } from './cleanup.ts';
import { mongoClient } from './mongoClient.ts';

/** The databases that the tests run on. */
export type Database = 'sqlite' | 'mongodb';

/** The database that this run of the file is for: `TEST_DATABASE`, set by the vitest project. */
export function testDatabase(): Database {
  const name = process.env.TEST_DATABASE ?? 'sqlite';
  if (name !== 'sqlite' && name !== 'mongodb')
    throw new Error(`TEST_DATABASE=${name} is neither sqlite nor mongodb`);
  return name;
}

/**
 * The address of an empty database that nobody else has, as `DATABASE_URI` takes it: a file in a folder of its own, or
 * a name of its own on the run's replica set. It is removed when the test file ends.
 */
export async function freshDatabaseUri(database: Database = testDatabase()): Promise<string> {
  return database === 'sqlite' ? freshFile() : freshName();
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

function freshName(): string {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/portal_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  onFileEnd(() => dropDatabase(uri.href));
  return uri.href;
}

/** Many databases left behind make mongod run out of open files. */
async function dropDatabase(uri: string): Promise<void> {
  const client = await mongoClient(uri);
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
}
