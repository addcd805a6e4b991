import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SQLiteAdapter, sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig, getPayload, type Payload } from 'payload';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineList, field, lists } from '../../endpoints/lists/index.ts';
import { databaseProblem } from '../../src/database/index.ts';
import { selfMigrating, sqlite } from '../../src/database/sqlite.ts';
import { portalContent } from '../../src/index.ts';
import { EnvironmentError } from '../../src/system/settings/env.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder } from '../support/databases.ts';

const opened: Payload[] = [];
onFileEnd(async () => {
  for (const payload of opened) await payload.destroy();
});

type Migrations = Parameters<typeof selfMigrating>[1];

function migration(name: string, ...statements: string[]): Migrations[number] {
  return {
    name,
    up: async ({ payload }) => {
      for (const statement of statements) await client(payload).execute(statement);
    },
    down: async () => {},
  };
}

const client = (payload: Payload) => (payload.db as unknown as SQLiteAdapter).client;

async function rows(payload: Payload, statement: string): Promise<unknown[]> {
  return (await client(payload).execute(statement)).rows.map((row) => ({ ...row }));
}

/** What Payload itself needs; the steps of a test come after it. */
const base = migration(
  '1_base',
  `CREATE TABLE payload_migrations (id integer PRIMARY KEY AUTOINCREMENT, name text, batch numeric,
     updated_at text, created_at text)`,
  `CREATE TABLE users (id integer PRIMARY KEY)`,
);

async function open(uri: string, migrations: Migrations): Promise<Payload> {
  const adapter = sqliteAdapter({ client: { url: uri }, push: false });
  const config = await buildConfig({
    secret: 'a secret for tests only',
    db: selfMigrating(adapter, migrations),
    telemetry: false,
    typescript: { autoGenerate: false },
    logger: { options: { level: 'silent' } },
  });
  const payload = await getPayload({ config, key: randomUUID() });
  opened.push(payload);
  return payload;
}

const freshFile = async () => `file:${join(await freshFolder(), 'new folder', 'portal.db')}`;

afterEach(() => vi.restoreAllMocks());

describe('a database', () => {
  it('of an older version is copied before, once per upgrade, and two copies stay', async () => {
    const uri = await freshFile();
    const folder = join(uri.slice('file:'.length), '..');
    const copies = () =>
      readdirSync(folder)
        .filter((name) => /before|copying/.test(name))
        .sort();
    const steps = [base];
    await open(uri, steps);
    expect(copies()).toEqual([]);
    for (const name of ['2_b', '3_c', '4_d']) {
      steps.push(migration(name, `CREATE TABLE t${name} (a)`));
      await open(uri, steps);
      await open(uri, steps);
    }
    expect(copies()).toEqual(['portal.db.before-3_c', 'portal.db.before-4_d']);
    const before = await open(`file:${join(folder, 'portal.db.before-4_d')}`, steps.slice(0, 3));
    const tables = "SELECT name FROM sqlite_master WHERE name LIKE 't_\\__' ESCAPE '\\'";
    expect(await rows(before, tables)).toEqual([{ name: 't2_b' }, { name: 't3_c' }]);
  });

  it('is as it was after a step that failed halfway, and the next try brings it up to date', async () => {
    const uri = await freshFile();
    await open(uri, [base]);
    vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('the process ends');
    });
    const half = migration('2_half', 'CREATE TABLE half (a)', 'no statement');
    await expect(open(uri, [base, migration('2_more', 'CREATE TABLE more (a)'), half])).rejects.toThrow(
      'the process ends',
    );
    // The older version still starts.
    const older = await open(uri, [base]);
    expect(await rows(older, "SELECT name FROM sqlite_master WHERE name IN ('half', 'more')")).toEqual([]);
    const mended = migration('2_half', 'CREATE TABLE half (a)');
    const payload = await open(uri, [base, migration('2_more', 'CREATE TABLE more (a)'), mended]);
    expect(await rows(payload, "SELECT name FROM sqlite_master WHERE name IN ('half', 'more')")).toEqual([
      { name: 'more' },
      { name: 'half' },
    ]);
  });

  it('keeps the rows that refer to a table which a step rebuilds', async () => {
    const uri = await freshFile();
    const tables = migration(
      '2_tables',
      'CREATE TABLE parent (id integer PRIMARY KEY)',
      'CREATE TABLE child (parent integer REFERENCES parent(id) ON DELETE CASCADE)',
      'INSERT INTO parent VALUES (7)',
      'INSERT INTO child VALUES (7)',
    );
    await open(uri, [base, tables]);
    const rebuilt = migration(
      '3_rebuilt',
      'PRAGMA foreign_keys=OFF',
      'CREATE TABLE parent_new (id integer PRIMARY KEY, more text)',
      'INSERT INTO parent_new (id) SELECT id FROM parent',
      'DROP TABLE parent',
      'ALTER TABLE parent_new RENAME TO parent',
      'PRAGMA foreign_keys=ON',
    );
    const payload = await open(uri, [base, tables, rebuilt]);
    expect(await rows(payload, 'SELECT parent FROM child')).toEqual([{ parent: 7 }]);
    expect(await rows(payload, 'PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }]);
  });
});

describe('what only an operator can put right', () => {
  async function refusal(uri: string): Promise<unknown> {
    return open(uri, [base]).catch((error: unknown) => error);
  }

  it('a database that Payload made in development mode: no prompt, no loss', async () => {
    const uri = await freshFile();
    const payload = await open(uri, [base]);
    await client(payload).execute("INSERT INTO payload_migrations (name, batch) VALUES ('dev', -1)");
    const error = await refusal(uri);
    expect(error).toBeInstanceOf(EnvironmentError);
    expect((error as Error).message).toMatch(/^DATABASE_URI names a database .*development mode/);
  });

  it.each([
    ['a file that is no database', (folder: string) => join(folder, 'notes.txt')],
    ['a folder', (folder: string) => folder],
    ['a file in what is no folder', (folder: string) => join(folder, 'notes.txt', 'portal.db')],
  ])('%s', async (_, path) => {
    const folder = await freshFolder();
    writeFileSync(
      join(folder, 'notes.txt'),
      'Notes, and more of them than a header of SQLite has.\n'.repeat(40),
    );
    const error = await refusal(`file:${path(folder)}`);
    expect(error).toBeInstanceOf(EnvironmentError);
    expect((error as Error).message).toMatch(/^DATABASE_URI names a file .* Example: DATABASE_URI=file:/);
  });
});

it('a list that no migration has a table for is refused at the start, with what to do', async () => {
  const list = defineList({
    key: 'organizations',
    name: 'Organization List',
    fields: { title: field.text() },
    defaultOrdering: 'title',
  });
  const config = await buildConfig({
    secret: 'a secret for tests only',
    serverURL: 'https://content.portal.example',
    db: sqlite(await freshFile()),
    plugins: [portalContent({ media: { own: true }, lists: [...lists, list] })],
    telemetry: false,
    typescript: { autoGenerate: false },
    logger: { options: { level: 'silent' } },
  });
  await expect(getPayload({ config, key: randomUUID() })).rejects.toThrow(
    /^The database lacks organizations\.\w+ and \d+ more, which this release has made in every database\. Something has removed it: restore a backup \(portal-content restore FILE\)\. If you have added a list or a field to this code: npm run generate:migration NAME, and build again\.$/,
  );
});

it('a file that SQLite cannot open, or none of its own, is refused with what to do, before Payload opens it', async () => {
  const folder = await freshFolder();
  const torn = join(folder, 'torn.db');
  writeFileSync(torn, 'SQLite format 3');
  const refusal = (file: string) =>
    databaseProblem({ database: 'sqlite', databaseUri: `file:${file}` }).catch(({ message }) => message);
  expect(await Promise.all([folder, torn, join(folder, 'new.db')].map(refusal))).toEqual([
    `DATABASE_URI names a file that SQLite cannot open and write to: ConnectionFailed("Unable to open connection to local database ${folder}: 14"). Give this user ${folder} and its folder, or name another. Example: DATABASE_URI=file:./data/content.db`,
    `DATABASE_URI names a file that is damaged, or no SQLite database: ${torn}, it has 15 B, and an SQLite file at least 512. Restore a backup (portal-content restore FILE), or name another. Example: DATABASE_URI=file:./data/content.db`,
    undefined,
  ]);
});
