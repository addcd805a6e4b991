import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { untilReadiness } from '../support/cms.ts';
import { freshDatabaseUri, freshFolder, testDatabase } from '../support/databases.ts';
import { type RestEditor, signInByRest } from '../support/editor.ts';
import { type Bodies, differences, type Part, readLists, withChange } from '../support/lists.ts';
import { mongoClient } from '../support/mongoClient.ts';
import { start as command, ended, run } from '../support/portal.ts';
import { read } from '../support/reader.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startCommand } from '../support/startCommand.ts';

/** A portal as the released 0.1.0 left it; see its README. */
const RELEASED = join(import.meta.dirname, '../fixtures/v0.1.0');
const MINUTES = 60_000;

const unpacked = async (name: string) => gunzipSync(await readFile(join(RELEASED, name))).toString();

/** What 0.1.0 served, by address. */
let recorded: Bodies;
/** The folder that the server is started in. */
let folder: string;
/** A backup that was made before the upgrade. */
let archive: string;
/** On SQLite none is configured: 0.1.0 made its own. */
let databaseUri: string | null;
let server: TestServer;

/** Today's server on what 0.1.0 left. */
function start(): Promise<TestServer> {
  const program = startCommand().map((word) => (word.startsWith('-') ? word : resolve(word)));
  const env = { DATA_DIR: './data', SERVER_URL: 'https://content.portal.example' };
  return startServer({ databaseUri, cwd: folder, program, env });
}

/** A list as the portal asks for it, in every ordering that was recorded. */
async function served({ url }: TestServer): Promise<Bodies> {
  const bodies: Bodies = {};
  for (const address of Object.keys(recorded)) {
    const { status, body } = await read(`${url}/el/api/v1/${address}`);
    if (status !== 200) throw new Error(`${address}: ${status} ${body}`);
    bodies[address] = body.toString();
  }
  return bodies;
}

beforeAll(async () => {
  recorded = JSON.parse(await unpacked(`${testDatabase()}.responses.json.gz`));
  folder = await freshFolder();
  const data = join(folder, 'data');
  if (testDatabase() === 'sqlite') {
    await cp(join(RELEASED, 'data'), data, { recursive: true });
    await writeFile(join(data, 'portal.db'), gunzipSync(await readFile(join(data, 'portal.db.gz'))));
    await rm(join(data, 'portal.db.gz'));
    databaseUri = null;
    const uri = `file:${join(data, 'portal.db')}`;
    archive = await backUp(uri);
    await killAnUpgrade(uri);
  } else {
    await mkdir(data);
    await cp(join(RELEASED, 'data/media'), join(data, 'media'), { recursive: true });
    databaseUri = await freshDatabaseUri();
    await restoreMongodb(databaseUri);
    archive = await backUp(databaseUri);
  }
  server = await start();
  await untilReadiness(server, { code: 200, status: 'live', cms: 'up' });
}, 4 * MINUTES);

/** @returns the archive, of what 0.1.0 left */
async function backUp(uri: string): Promise<string> {
  const to = await freshFolder();
  const { code, errors } = await run(['backup', '--to', to], uri, {
    env: { DATA_DIR: join(folder, 'data'), SERVER_URL: 'https://content.portal.example' },
  });
  expect([code, code === 0 ? '' : errors]).toEqual([0, '']);
  const [name = ''] = await readdir(to);
  return join(to, name);
}

/** Begins to bring the database up to date, and is killed as soon as its copy is there. The server goes on with what is left. */
async function killAnUpgrade(uri: string): Promise<void> {
  const upgrading = command(['check'], uri, { DATA_DIR: join(folder, 'data') });
  const isCopied = async () => (await readdir(join(folder, 'data'))).some((name) => /\.before-/.test(name));
  while (upgrading.exitCode === null && !(await isCopied())) await sleep(1);
  upgrading.kill('SIGKILL');
  await ended(upgrading);
}

/** Each line of the dump is a document with the name of its collection, as MongoDB's extended JSON. */
async function restoreMongodb(uri: string): Promise<void> {
  const { EJSON } = createRequire(import.meta.resolve('mongodb-memory-server-core'))('bson');
  const client = await mongoClient(uri);
  for (const line of (await unpacked('mongodb.ejsonl.gz')).trim().split('\n')) {
    const { collection, document } = EJSON.parse(line, { relaxed: false });
    await client.db().collection(collection).insertOne(document);
  }
  await client.close();
}

describe('a database and a data folder of version 0.1.0', () => {
  it('are served byte for byte, in every recorded ordering', async () => {
    expect(Object.keys(recorded)).toHaveLength(13);
    expect(differences(recorded, await served(server))).toEqual([]);
  });

  if (testDatabase() === 'sqlite')
    it('are kept as they were before the upgrade, in one copy', async () => {
      const copies = (await readdir(join(folder, 'data'))).filter((name) => /before|copying/.test(name));
      expect(copies).toEqual([expect.stringMatching(/^portal\.db\.before-\d{8}_\d{6}_\w+$/)]);
      const { createClient } = createRequire(import.meta.resolve('@payloadcms/db-sqlite'))('@libsql/client');
      const older = createClient({ url: `file:${join(folder, 'data', copies[0] ?? '')}` });
      const { rows } = await older.execute('SELECT name FROM payload_migrations');
      expect(rows.map(({ name }: { name: string }) => name)).toEqual(['20261121_112425_initial']);
    });

  it('are brought back, up to date and the same, from a backup that was made before', async () => {
    const uri = await freshDatabaseUri();
    const { code, output } = await run(['restore', archive], uri);
    expect([code, output.trim().split('\n').at(-1)]).toEqual([
      0,
      'The same: 8 of 8 lists and orderings are byte for byte as in the archive, addresses of this server aside.',
    ]);
    expect(await run(['check'], uri)).toMatchObject({ code: 0 });
  });

  it('lose nothing that the lists do not show: users, drafts, files, versions', async () => {
    const { rest } = await signInByRest(server);
    const groups = await rest('GET', 'service-groups?draft=true&where[api_id][equals]=3&depth=0');
    expect(groups.value).toMatchObject({ docs: [{ title: 'Πρόχειρος τίτλος', _status: 'draft' }] });
    const posts = await rest(
      'GET',
      'news-posts/versions?where[version.api_id][equals]=30&sort=createdAt&depth=0',
    );
    const titles = (posts.value.docs as { version: { title: string } }[]).map(({ version }) => version.title);
    expect([titles[0], titles.at(-1)]).toEqual([
      'Παράταση υποβολής δηλώσεων έως τις 15 Ιουλίου',
      'Παράταση έως τις 31 Ιουλίου',
    ]);
    const file = await read(`${server.url}/api/media/file/one.png`);
    expect(file.body.equals(await readFile(join(RELEASED, 'data/media/one.png')))).toBe(true);
  });

  it('are saved to as before: what is changed changes, and nothing else does', async () => {
    const editor = await signInByRest(server);
    const before = await readLists(server.url);

    // Sends back what an editor reads, a text that 0.1.0 imported among it, with another title.
    await change(editor, 'news-categories', 3, { title: 'Μετά την αναβάθμιση' });
    const renamed = withChange(before, (part, list) => {
      if (list === 'news-categories' && part.id === 3) part.title = 'Μετά την αναβάθμιση';
    });
    expect(differences(renamed, await readLists(server.url))).toEqual([]);

    await change(editor, 'featured-sections', 5, { section_two_title: 'Νέος υπότιτλος' });
    const retitled = withChange(renamed, (part, list) => {
      if (list === 'featured-sections' && part.id === 5) part.section_two_title = 'Νέος υπότιτλος';
    });
    expect(differences(retitled, await readLists(server.url))).toEqual([]);
  });

  it('give a new document a number above all that were given', async () => {
    const editor = await signInByRest(server);
    const made = await editor.rest('POST', 'service-useful-links', { title: 'Νέος', _status: 'published' });
    // 30 were imported, and 31 is the one that an editor made
    expect(made.value).toMatchObject({ doc: { api_id: 32 } });
    const links = JSON.parse((await readLists(server.url))['service-useful-links/'] ?? '') as Part[];
    expect(links.at(-1)).toMatchObject({ id: 32, title: 'Νέος' });
  });

  // Those of MongoDB start without it in faults/checkpoint.mongodb.test.ts.
  if (testDatabase() === 'sqlite')
    it(
      'are kept on disk as today, for a start without the database',
      async () => {
        const before = await served(server);
        expect(await server.stop()).toBe(0);
        await writeFile(join(folder, 'data/portal.db'), 'no database');
        server = await start();
        expect(differences(before, await served(server))).toEqual([]);
      },
      2 * MINUTES,
    );
});

/** Publishes a document as an editor does: everything that the form holds, with these fields changed. */
async function change(
  { rest }: RestEditor,
  collection: string,
  apiId: number,
  fields: object,
): Promise<void> {
  const { value } = await rest('GET', `${collection}?where[api_id][equals]=${apiId}&depth=0`);
  const [{ id, createdAt, updatedAt, ...form }] = value.docs as [Part];
  const saved = await rest('PATCH', `${collection}/${id}`, { ...form, ...fields, _status: 'published' });
  expect(saved).toMatchObject({ status: 200, value: { doc: fields } });
}
