import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Db, IndexDescription } from 'mongodb';
import { filePath } from '../../src/system/settings/folders.ts';
import { mongoClient } from './mongoClient.ts';

/** Copies an unused database with its indexes into an empty one of the same kind. Both are given by address. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  if (from.startsWith('file:')) return copyFiles(filePath(from), filePath(to));
  const clients = await Promise.all([from, to].map((uri) => mongoClient(uri)));
  try {
    const [source, target] = clients.map((client) => client.db()) as [Db, Db];
    const collections = await source.listCollections({}, { nameOnly: true }).toArray();
    await Promise.all(collections.map(({ name }) => copyCollection(source, target, name)));
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

/**
 * Copies the write-ahead log too, which may have the newest writes. It is done by another process: one that closes a file loses
 * its locks on it, those of SQLite's driver too, which may hold the file for a while after it was closed.
 */
async function copyFiles(from: string, to: string): Promise<void> {
  for (const suffix of ['', '-wal']) {
    if (existsSync(from + suffix)) await promisify(execFile)('cp', [from + suffix, to + suffix]);
  }
}

async function copyCollection(source: Db, target: Db, name: string): Promise<void> {
  const indexes = await source.collection(name).listIndexes().toArray();
  // The database itself manages "v" and the index "_id_" of each collection.
  const wanted = indexes.filter((index) => index.name !== '_id_').map(({ v: _, ...index }) => index);
  await target.createCollection(name);
  if (wanted.length > 0) await target.collection(name).createIndexes(wanted as IndexDescription[]);
  // In BSON types, so that numbers keep their types.
  const documents = await source.collection(name).find({}, { promoteValues: false }).toArray();
  if (documents.length > 0) await target.collection(name).insertMany(documents);
}
