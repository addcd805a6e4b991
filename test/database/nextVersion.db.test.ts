import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { htmlToLexical } from '../../src/rich-text/index.ts';
import { category, local, post } from '../support/content.ts';
import { freshDatabaseUri, freshFolder, testDatabase } from '../support/databases.ts';
import { mongoClient } from '../support/mongoClient.ts';
import { NEXT_MIGRATION, nextVersion } from '../support/nextVersion.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';
import { ended, run, start } from '../support/portal.ts';
import { signedIn } from '../support/rest.ts';

const SERVER_URL = 'https://content.portal.example';
const EDITOR = { email: 'editor@portal.example', password: 'a long password' };

/** Rows or documents by table or collection, in the order of their JSON. */
type Everything = Record<string, Record<string, unknown>[]>;

let uri: string;
let dataDir: string;
let program: string[];
/** What this version wrote. */
let written: Everything;
let archive: string;
/** What the next version has backed up. */
let newer: string;
let lists: Record<string, string>;

/** A command of this version. */
const today = (args: string[], on = uri, folder = dataDir) =>
  run(args, on, { env: { DATA_DIR: folder, SERVER_URL } });

/** A command of the next version. */
const next = (args: string[], { on = uri, folder = dataDir, ...env }: Record<string, string> = {}) =>
  ended(start(args, on, { DATA_DIR: folder, SERVER_URL, ...env }, { program }));

async function everything(database = uri): Promise<Everything> {
  const found = await (testDatabase() === 'sqlite' ? tablesOf(database) : collectionsOf(database));
  const inOrder = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
  return Object.fromEntries(
    Object.entries(found).map(([name, rows]) => [name, inOrder(rows).map((row) => JSON.parse(row))]),
  );
}

async function tablesOf(database: string): Promise<Everything> {
  const { createClient } = createRequire(import.meta.resolve('@payloadcms/db-sqlite'))('@libsql/client');
  const client = createClient({ url: database });
  const rowsOf = async (statement: string): Promise<Record<string, unknown>[]> =>
    (await client.execute(statement)).rows.map((row: object) => ({ ...row }));
  const tables = await rowsOf(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const all: Everything = {};
  for (const { name } of tables) all[String(name)] = await rowsOf(`SELECT * FROM "${name}"`);
  client.close();
  return all;
}

async function collectionsOf(database: string): Promise<Everything> {
  const client = await mongoClient(database);
  const all: Everything = {};
  for (const { collectionName } of await client.db().collections())
    all[collectionName] = (await client.db().collection(collectionName).find().toArray()) as never;
  await client.close();
  return all;
}

/** Without what says that the next version was here, and that something was backed up or restored. */
function withoutNext({ payload_migrations: _, ...all }: Everything): Everything {
  const isAdded = ({ key, action }: Record<string, unknown>) =>
    ['data-version:0.3.0', 'portal-backups'].includes(String(key)) ||
    ['backedUp', 'databaseRestored'].includes(String(action));
  const rest = ({ nickname, version_nickname, ...row }: Record<string, unknown>) => row;
  return Object.fromEntries(
    Object.entries(all).map(([name, rows]) => [name, rows.filter((row) => !isAdded(row)).map(rest)]),
  );
}

const CATEGORIES = testDatabase() === 'sqlite' ? 'news_categories' : 'news-categories';
const COUNTERS = testDatabase() === 'sqlite' ? 'portal_counters' : 'portal-counters';

const nicknames = ({ [CATEGORIES]: rows = [] }: Everything) => rows.map(({ nickname }) => nickname).sort();
const marks = ({ [COUNTERS]: rows = [] }: Everything) =>
  rows
    .flatMap(({ key, value }) => (String(key).startsWith('data-version:') ? [`${key} ${value}`] : []))
    .sort();

/** The lists in a backup, by file. */
async function storedImage(data: string): Promise<Buffer> {
  const files = await readdir(join(data, 'media'), { recursive: true });
  return readFile(join(data, 'media', files.find((name) => name.endsWith('/μία.png')) ?? ''));
}

async function listsIn(file: string): Promise<Record<string, string>> {
  const folder = await freshFolder();
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  const names = (await readdir(join(folder, 'lists'))).filter((name) => name !== 'manifest.json');
  const read = async (name: string) => [name, await readFile(join(folder, 'lists', name), 'utf8')] as const;
  return Object.fromEntries(await Promise.all(names.map(read)));
}

/** Makes a backup, and gives its file. */
async function backedUp(by: (args: string[]) => Promise<{ code: number; errors: string }>): Promise<string> {
  const to = await freshFolder();
  const { code, errors } = await by(['backup', '--to', to]);
  expect([code, code === 0 ? '' : errors]).toEqual([0, '']);
  return join(to, (await readdir(to))[0] ?? '');
}

beforeAll(async () => {
  uri = await freshDatabaseUri();
  dataDir = await freshFolder();
  program = await nextVersion();
  const dir = join(dataDir, 'media');
  await mkdir(dir);
  const payload = await startPayload({ uri, options: { media: { own: true, dir } } });
  const { create, update } = local(payload);
  await create('users', { ...EDITOR, roles: ['editor'] });
  const file = { data: PIXEL, mimetype: 'image/png', name: 'μία.png', size: PIXEL.length };
  const { id: post_image } = await create('media', { alt: 'μία' }, { file });
  const { id: categoryId } = await category(payload, { title: 'Ανακοινώσεις' });
  await category(payload, { title: 'Δελτία τύπου', slug: 'deltia' });
  const content = htmlToLexical('<p>Ώρες</p><table><tbody><tr><td>8:00</td></tr></tbody></table>');
  const { id } = await post(payload, { title: 'Ώρες', category: categoryId, content, post_image });
  await update('news-posts', id, { title: 'Νέες ώρες' });
  await update('news-posts', id, { title: 'Πρόχειρες ώρες' }, { draft: true });
  const links = [1, 2, 3].map((n) => ({
    title: `Σύνδεσμος ${n}`,
    link: `https://a.example/${n}`,
  }));
  const made = [];
  for (const link of links)
    made.push(await create('service-useful-links', { ...link, _status: 'published' }));
  await update('service-useful-links', made[0]?.id ?? '', { _status: 'draft' });
  await update('service-useful-links', made[1]?.id ?? '', { deletedAt: new Date().toISOString() });
  const editor = await signedIn(payload, EDITOR);
  const planned = await editor('POST', `news-posts/${id}/planned?change=publish&at=2099-01-15T12:30:00Z`);
  expect(planned.status).toBe(201);
  await payload.destroy();
  archive = await backedUp(today);
  lists = await listsIn(archive);
  expect(lists['news-posts.json']).toContain('<td>8:00</td>');
  written = await everything();
}, 120_000);

describe('a version that adds a column and a step, on what this version has left', () => {
  it('is not there, as far as it goes, where its step was interrupted', async () => {
    const { code, errors } = await next(['check'], { INTERRUPTED: 'yes' });
    expect([code, errors]).toEqual([2, expect.stringContaining('interrupted')]);
    const now = await everything();
    expect(marks(now)).toEqual(['data-version:0.2.0 1']);
    expect(nicknames(now)).toContain('Ανακοινώσεις');
    expect(nicknames(now)).not.toContain('Δελτία τύπου');
  });

  it('goes on with its next start, and serves the same bytes', async () => {
    const { code, errors } = await next(['check']);
    expect([code, code === 0 ? '' : errors]).toEqual([0, '']);
    const now = await everything();
    expect(marks(now)).toEqual(['data-version:0.2.0 1', 'data-version:0.3.0 2']);
    expect(nicknames(now)).toEqual(['Ανακοινώσεις', 'Δελτία τύπου']);
    newer = await backedUp(next);
    expect(await listsIn(newer)).toEqual(lists);
  });

  it('changes nothing else: drafts, versions, plans, files, the trash, users', async () => {
    expect(withoutNext(await everything())).toEqual(withoutNext(written));
    expect(await storedImage(dataDir)).toEqual(PIXEL);
  });

  if (testDatabase() === 'sqlite')
    it('keeps the file as it was before, in one copy', async () => {
      const [copy, ...others] = (await readdir(join(uri.slice('file:'.length), '..'))).filter((name) =>
        /before|copying/.test(name),
      );
      expect([copy, others]).toEqual([`portal.db.before-${NEXT_MIGRATION}`, []]);
      const before = await everything(`file:${join(uri.slice('file:'.length), '..', copy ?? '')}`);
      expect(before).toEqual(written);
    });

  oneDatabase.it('restores a backup of this version, which its lists prove', async () => {
    const [on, folder] = [await freshDatabaseUri(), await freshFolder()];
    const { code, output, errors } = await next(['restore', archive], { on, folder });
    expect([code, code === 0 ? '' : errors]).toEqual([0, '']);
    expect(output.trim().split('\n').at(-1)).toBe(
      'The same: 8 of 8 lists and orderings are byte for byte as in the archive, addresses of this server aside.',
    );
    const restored = await everything(on);
    expect(nicknames(restored)).toEqual(['Ανακοινώσεις', 'Δελτία τύπου']);
    expect(withoutNext(restored)).toEqual(withoutNext(written));
    expect(await storedImage(folder)).toEqual(PIXEL);
  });
});

describe('this version refuses what that one has touched, and leaves it alone', () => {
  it('a backup', async () => {
    const on = await freshDatabaseUri();
    const { code, errors } = await today(['restore', newer], on, await freshFolder());
    expect([code, errors.trim().split('\n').at(-1)]).toEqual([
      1,
      'The archive was made by release 0.3.0 with data version 2, and this is release 0.2.0, which knows 1 at most. Use release 0.3.0 or later.',
    ]);
  });
});
