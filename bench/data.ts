import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filePath, fileUri } from '../src/server/database.ts';
import type { SizeName } from './content/portal.ts';
import { startChild } from './processes/child.ts';
import type { Filler } from './processes/filler.ts';

/** Who the benchmark signs in as. */
export const EDITOR = { email: 'bench@portal.example', password: 'only for the benchmark' };

/** A made-up portal in a database. */
export interface Data {
  size: SizeName;
  databaseUri: string;
  /** A file with every change that a read model is fed from that database, a JSON array a line. */
  documents: string;
}

const folders: string[] = [];

/** An empty folder that is removed at the end. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-bench-'));
  folders.push(folder);
  return folder;
}

export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** What the server, the commands and a Payload of one's own read from their environment. */
export function environmentOf({ databaseUri }: Pick<Data, 'databaseUri'>): Record<string, string> {
  return {
    DATABASE_URI: databaseUri,
    PAYLOAD_SECRET: 'a secret for the benchmark only',
    DATA_DIR: path.join(tmpdir(), 'portal-bench-unused'),
    SERVER_URL: 'http://127.0.0.1:3000',
  };
}

/** Makes a portal of that size in an empty database. @param uri default: an SQLite file of its own */
export async function makeData(size: SizeName, uri?: string): Promise<Data> {
  const folder = await freshFolder();
  const databaseUri = uri ?? fileUri(path.join(folder, 'portal.db'));
  const documents = path.join(folder, 'documents.jsonl');
  const filler = startChild<Filler>(new URL('./processes/filler.js', import.meta.url), {
    env: environmentOf({ databaseUri }),
  });
  await filler.ask('fill', { size, editor: EDITOR, documents });
  await filler.stop();
  return { size, databaseUri, documents };
}

/** The same portal in a database of its own, so that nobody meets what another part has changed; on MongoDB the same database. */
export async function copyOf(data: Data): Promise<Data> {
  if (!data.databaseUri.startsWith('file:')) return data;
  const file = path.join(await freshFolder(), 'portal.db');
  await copyFile(filePath(data.databaseUri), file);
  return { ...data, databaseUri: fileUri(file) };
}
