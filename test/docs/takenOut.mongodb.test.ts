import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import type { CollectionConfig, Config } from 'payload';
import { expect, it } from 'vitest';
import { plannedFor } from '../../src/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { category, local, post } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { mongoClient } from '../support/mongoClient.ts';
import { startPayload } from '../support/payload.ts';
import { signedIn } from '../support/rest.ts';

const HOST: CollectionConfig[] = [
  { slug: 'users', auth: true, fields: [] },
  { slug: 'media', upload: true, fields: [] },
  { slug: 'pages', versions: true, enableQueryPresets: true, fields: [{ name: 'title', type: 'text' }] },
];
const MEMBER = { email: 'member@portal.example', password: 'a long password' };

/** The program of the documentation for mongosh. */
async function program(): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, '../../docs/plugin.md'), 'utf8');
  const [, code = ''] = /^```js file=without-portal\.js\n(.*?)^```$/ms.exec(text) ?? [];
  return code;
}

it('by the program of the documentation, a database keeps what is of the host, and nothing else', async () => {
  const uri = await freshDatabaseUri();
  const config: Partial<Config> = { admin: { user: 'users' }, jobs: { autoRun: [] } };
  const payload = await startPayload({
    uri,
    collections: HOST,
    options: { media: { slug: 'media' } },
    config,
  });
  await local(payload).create('users', MEMBER);
  const as = await signedIn(payload, MEMBER);
  const page = await local(payload).create('pages', { title: 'Σελίδα' });
  const { id } = await post(payload, { category: (await category(payload)).id });
  await as('PATCH', `news-posts/${id}?draft=true`, { title: 'Πρόχειρο' });
  await as('POST', `news-posts/${id}/draft-links?days=7`);
  await as('POST', `news-posts/${id}/planned?change=unpublish&at=2099-01-15T12:30:00Z`);
  await as('POST', `globals/portal-settings`, { records: [] });
  const view = { access: { read: { constraint: 'onlyMe' } }, where: {}, columns: [] };
  for (const relatedCollection of ['news-posts', 'pages'])
    await as('POST', 'payload-query-presets', { ...view, title: relatedCollection, relatedCollection });
  expect(await plannedFor(payload)).toHaveLength(1);

  const client = await mongoClient(uri);
  onFileEnd(() => client.close());
  const db = client.db();
  const names = async () =>
    (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const of = (name: string) => db.collection(name).find().toArray();
  expect(await names()).toEqual(
    expect.arrayContaining([
      'portal-audit-logs',
      'portal-reviews',
      'portal-draft-links',
      '_news-posts_versions',
    ]),
  );
  expect(await of('payload-query-presets')).toHaveLength(2);

  // In mongosh, each of these waits for its end.
  const done: Promise<unknown>[] = [];
  const all = await names();
  const shell = {
    getCollectionNames: () => all,
    getCollection: (name: string) => ({
      drop: () => done.push(db.collection(name).drop()),
      deleteOne: (filter: object) => done.push(db.collection(name).deleteOne(filter)),
      deleteMany: (filter: object) => done.push(db.collection(name).deleteMany(filter)),
    }),
  };
  runInNewContext(await program(), { db: shell });
  await Promise.all(done);

  const left = await names();
  const ofPayload = left.filter((name) => name.startsWith('payload-'));
  expect(left.filter((name) => !ofPayload.includes(name)).sort()).toEqual(
    ['_pages_versions', 'globals', 'media', 'pages', 'users'].sort(),
  );
  expect(await of('globals')).toEqual([]);
  expect(await of('payload-jobs')).toEqual([]);
  expect((await of('payload-query-presets')).map(({ title }) => title)).toEqual(['pages']);
  expect(await of('pages')).toEqual([expect.objectContaining({ title: page.title })]);
});
