import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { CollectionSlug, Where } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { plannedFor } from '../../src/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { cmsPid, untilReadiness } from '../support/cms.ts';
import { type Doc, local } from '../support/content.ts';
import { freshDatabaseUri, freshFolder, testDatabase } from '../support/databases.ts';
import { type RestEditor, signInByRest } from '../support/editor.ts';
import { type Bodies, differences, type Part, readLists, withChange } from '../support/lists.ts';
import { mongoClient } from '../support/mongoClient.ts';
import { startPayload } from '../support/payload.ts';
import { run } from '../support/portal.ts';
import { read } from '../support/reader.ts';
import { type Readings, readInTurn } from '../support/readInTurn.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startCommand } from '../support/startCommand.ts';

/** A portal as the released 0.1.0 left it; see its README. */
const RELEASED = join(import.meta.dirname, '../fixtures/v0.1.0');
/** A backup that data version 8 made. */
const ARCHIVE = join(import.meta.dirname, `../fixtures/data-version-8/${testDatabase()}.tar.gz`);
const MINUTES = 60_000;

/** An editor's text. */
interface Text {
  root: { children: { type: string }[] };
}

const unpacked = async (name: string) => gunzipSync(await readFile(join(RELEASED, name))).toString();

/** What 0.1.0 served, by address. */
let recorded: Bodies;
/** The folder that the server is started in. */
let folder: string;
/** On SQLite none is configured: 0.1.0 made its own. */
let databaseUri: string | null;
let server: TestServer;
/** What readers got beside the upgrade, which was killed once. */
let beside: Readings;

/** Today's server on what 0.1.0 left, as soon as it answers. */
function start(): Promise<TestServer> {
  const program = startCommand().map((word) => (word.startsWith('-') ? word : resolve(word)));
  const env = { DATA_DIR: './data', SERVER_URL: 'https://content.portal.example' };
  return startServer({ databaseUri, cwd: folder, program, env, until: 'answers' });
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
    await rm(join(data, 'portal.db.gz'));
    await putReleasedFile();
    databaseUri = null;
  } else {
    await mkdir(data);
    await cp(join(RELEASED, 'data/media'), join(data, 'media'), { recursive: true });
    databaseUri = await freshDatabaseUri();
    await restoreMongodb(databaseUri);
  }
  server = await start();
  const reading = readInTurn(server, [recorded]);
  await killTheUpgrade();
  await untilReadiness(server, { code: 200, status: 'live', cms: 'up' });
  beside = await reading.stop();
}, 4 * MINUTES);

async function putReleasedFile(file = join(folder, 'data/portal.db')): Promise<void> {
  await writeFile(file, gunzipSync(await readFile(join(RELEASED, 'data/portal.db.gz'))));
}

/** Kills the cms (SIGKILL) as soon as it has begun to bring the database up to date. The server starts another one. */
async function killTheUpgrade(): Promise<void> {
  const begun = databaseUri === null ? fileIsCopied : await markIsWritten(databaseUri);
  while (!(await begun())) await sleep(2);
  process.kill(cmsPid(server), 'SIGKILL');
  await server.printed(/The cms could not start \(SIGKILL\)/);
}

const fileIsCopied = async () =>
  (await readdir(join(folder, 'data'))).some((name) => name.startsWith('portal.db.before-'));

async function markIsWritten(uri: string): Promise<() => Promise<boolean>> {
  const client = await mongoClient(uri);
  onFileEnd(() => client.close());
  const marks = client.db().collection('portal-counters');
  return async () => (await marks.countDocuments({ key: /^data-version:/ })) > 0;
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

  it('are never served in part: beside the upgrade, and while it is killed, readers get 503 or what 0.1.0 served', () => {
    expect(beside).toEqual({ wrong: [], loading: expect.any(Number), whole: [expect.any(Number)] });
    expect(beside.loading).toBeGreaterThan(10);
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

  if (testDatabase() === 'sqlite')
    it(
      'are brought up to date beside the lists on disk: readers get those until there are others, and never a mixture',
      async () => {
        const onDisk = await served(server);
        expect(await server.stop()).toBe(0);
        await putReleasedFile();
        server = await start();
        const reading = readInTurn(server, [onDisk, recorded]);
        await untilReadiness(server, { code: 200, status: 'live', cms: 'up' });
        expect(differences(recorded, await served(server))).toEqual([]);
        const { wrong, whole } = await reading.stop();
        expect(wrong).toEqual([]);
        expect(whole[0]).toBeGreaterThan(10);
      },
      2 * MINUTES,
    );
});

if (testDatabase() === 'sqlite')
  it(
    'a backup that was made after the update and before the first start comes back up to date, and the same',
    async () => {
      const dataDir = await freshFolder();
      const file = join(dataDir, 'portal.db');
      await putReleasedFile(file);
      await cp(join(RELEASED, 'data/media'), join(dataDir, 'media'), { recursive: true });
      const to = await freshFolder();
      const made = await run(['backup', '--to', to], `file:${file}`, { env: { DATA_DIR: dataDir } });
      expect([made.code, made.code === 0 ? '' : made.errors]).toEqual([0, '']);
      const [name = ''] = await readdir(to);
      const restoredTo = await freshFolder();
      await restored(join(to, name), await freshDatabaseUri(), restoredTo);
      expect(await readdir(join(restoredTo, 'media'))).toEqual(['one.png']);
    },
    MINUTES,
  );

it(
  'a backup of data version 8 comes back the same, with what the lists do not show',
  async () => {
    const uri = await freshDatabaseUri();
    const dataDir = await freshFolder();
    await restored(ARCHIVE, uri, dataDir);
    expect(await readdir(join(dataDir, 'media'))).toEqual(['μία.png']);
    const payload = await startPayload({ uri });
    const find = async (collection: string, where: Where, more: object = {}) => {
      const { docs } = await payload.find({
        collection: collection as CollectionSlug,
        where,
        depth: 0,
        ...more,
      });
      return docs as unknown as Doc[];
    };
    const [post] = await find('news-posts', { slug: { equals: 'ores' } });
    const [draft] = await find('news-posts', { slug: { equals: 'ores' } }, { draft: true });
    const versions = await local(payload).versions('news-posts', post?.id ?? '');
    expect({
      published: [post?.title, post?._status],
      draft: [draft?.title, draft?._status],
      versions: versions.map(({ version }) => version.title),
      blocks: (post?.content as Text | undefined)?.root.children.map(({ type }) => type),
      planned: (await plannedFor(payload)).map(({ at, change, state }) => [change, at, state]),
      links: (await find('service-useful-links', { _status: { equals: 'draft' } })).map(
        ({ api_id }) => api_id,
      ),
      trash: (await find('service-useful-links', { deletedAt: { exists: true } }, { trash: true })).map(
        ({ api_id }) => api_id,
      ),
      users: (await find('users', {}, { sort: 'email' })).map(({ email, roles }) => [email, roles]),
    }).toEqual({
      published: ['Νέες ώρες λειτουργίας', 'published'],
      draft: ['Πρόχειρος τίτλος', 'draft'],
      versions: ['Πρόχειρος τίτλος', 'Νέες ώρες λειτουργίας', 'Ώρες λειτουργίας'],
      blocks: ['paragraph', 'table'],
      planned: [['publish', '2099-01-15T12:30:00.000Z', 'waiting']],
      links: [1],
      trash: [2],
      users: [
        ['admin@portal.example', ['admin']],
        ['author@portal.example', ['author']],
      ],
    });
  },
  MINUTES,
);

/** Restores an archive, whose lists prove it. */
async function restored(archive: string, uri: string, dataDir: string): Promise<void> {
  const { code, output, errors } = await run(['restore', archive], uri, { env: { DATA_DIR: dataDir } });
  expect([code, output.trim().split('\n').at(-1), code === 0 ? '' : errors]).toEqual([
    0,
    'The same: 8 of 8 lists and orderings are byte for byte as in the archive, addresses of this server aside.',
    '',
  ]);
}

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
