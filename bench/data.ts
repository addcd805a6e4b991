import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filePath, fileUri } from '../src/server/database.ts';
import type { SizeName } from './content/portal.ts';
import { type Child, startChild } from './processes/child.ts';
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

/** Removes what was made. */
export async function removeData(): Promise<void> {
  for (const databaseUri of databases.splice(0)) {
    const filler = startFiller(databaseUri);
    await filler.ask('drop', undefined);
    await filler.stop();
  }
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

/** Databases on a MongoDB server that are dropped at the end. */
const databases: string[] = [];

export interface DataOptions {
  /** A server to make the portal on, as DATABASE_URI names it. @default an SQLite file */
  mongodb?: string | undefined;
  /** Whether the portal is removed from that server at the end; not where the server itself ends. @default true */
  drop?: boolean;
  /** A folder in which portals are kept for the next run. @default they are removed at the end */
  keep?: string | undefined;
}

/** Makes a portal of that size in a database of its own. */
export async function makeData(
  size: SizeName,
  { mongodb, drop = true, keep }: DataOptions = {},
): Promise<Data> {
  if (mongodb) {
    const databaseUri = ownDatabase(mongodb, size);
    if (drop) databases.push(databaseUri);
    return fill(size, databaseUri, await freshFolder());
  }
  const folder = await freshFolder();
  const inFolder = (where: string) => ({
    size,
    databaseUri: fileUri(path.join(where, 'portal.db')),
    documents: path.join(where, DOCUMENTS),
  });
  if (!keep) return fill(size, inFolder(folder).databaseUri, folder);
  const kept = path.resolve(keep, size);
  if (!existsSync(kept)) {
    await fill(size, inFolder(folder).databaseUri, folder);
    await cp(folder, kept, { recursive: true });
  }
  return inFolder(kept);
}

const DOCUMENTS = 'documents.jsonl';

async function fill(size: SizeName, databaseUri: string, folder: string): Promise<Data> {
  const documents = path.join(folder, DOCUMENTS);
  const filler = startFiller(databaseUri);
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

function startFiller(databaseUri: string): Child<Filler> {
  const script = new URL('./processes/filler.js', import.meta.url);
  return startChild(script, { env: environmentOf({ databaseUri }) });
}

/** The address of a database that nobody else has, on the same server and with the same options. */
function ownDatabase(mongodb: string, size: SizeName): string {
  const [, server = mongodb, options = ''] = /^([a-z+]+:\/\/[^/?]+)[^?]*(\?.*)?$/.exec(mongodb) ?? [];
  return `${server}/portal_bench_${size}_${process.pid}${options}`;
}
