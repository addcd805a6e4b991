import { sqliteAdapter } from '@payloadcms/db-sqlite';
import {
  buildConfig,
  type CollectionSlug,
  createLocalReq,
  getPayload,
  handleEndpoints,
  type Where,
} from 'payload';
import { settingsGroup } from '../collections/portal/portal.ts';
import { AUDIT_LOG, historyOf } from '../src/audit/index.ts';
import { whatWaits } from '../src/editing/dashboard/waiting.ts';
import { formatterOf } from '../src/editing/dashboard/words.ts';
import { orderOf } from '../src/editing/order/orderOf.ts';
import { portalContent } from '../src/index.ts';
import { portalEditor } from '../src/rich-text/editor/portalEditor.ts';
import { multiply } from './multiply.ts';
import { plainCollection } from './plainCollection.ts';

/** A process that measures lists of a full portal, beside plain collections with the same rows. It sends what they took. */

/** In milliseconds. */
interface Taken {
  processor: number;
  clock: number;
}

/** What was asked for, and what it took in each round. */
export interface Listed {
  name: string;
  promise: string;
  ours: Taken[];
  plain: Taken[];
}

const ROUNDS = 9;
const REPEATED = 5;
const URL_OF_SERVER = 'http://127.0.0.1:3000';
const USER = { email: 'bench@portal.example', password: 'only for the benchmark' };

const RARE = 'ξιφασκια';

/** Ours, plain, and how many documents each has. */
const POSTS = { ours: 'news-posts', plain: 'plain-posts', count: 10_000 };
/** Ours has entries of so many actions; beside it is a plain list of documents. */
const LOG = { ours: AUDIT_LOG, plain: POSTS.plain, count: 100_000 };
const LINKS = { ours: 'service-useful-links', plain: 'plain-links', count: 50_000 };
/** What waits: links that were submitted, and posts to be looked at again. */
const WAITING = { submitted: 2_000, lookAgain: 500 };
/** Services, and how many links each has. */
const SERVICES = { ordinary: { id: 900_001, links: 20 }, largest: { id: 900_002, links: 500 } };

const config = await buildConfig({
  secret: 'a secret for the benchmark only',
  serverURL: URL_OF_SERVER,
  db: sqliteAdapter({ client: { url: process.env.DATABASE_URI ?? '' }, push: true, wal: true }),
  editor: portalEditor(),
  collections: [],
  plugins: [
    portalContent({ media: { own: true } }),
    (given) => ({
      ...given,
      collections: [
        ...(given.collections ?? []),
        ...[POSTS, LINKS].flatMap(({ ours, plain }) =>
          (given.collections ?? [])
            .filter(({ slug }) => slug === ours)
            .map((each) => plainCollection(each, plain)),
        ),
      ],
    }),
  ],
  graphQL: { disable: true },
  telemetry: false,
  typescript: { autoGenerate: false },
  logger: { options: { level: 'error' } },
});
// In production, Payload makes no tables without migrations.
Object.assign(process.env, { NODE_ENV: 'development' });
const payload = await getPayload({ config });
Object.assign(process.env, { NODE_ENV: 'production' });
const user = await payload.create({
  collection: 'users' as CollectionSlug,
  data: { ...USER, roles: ['admin'], author_id: 1 } as never,
});
await multiply(payload, [POSTS, LINKS]);
await rename(LINKS);
await fillLog(LOG.count);
const request = await signedIn();

process.send?.([
  await compare('a page of the list of posts', POSTS, page),
  await compare('a page of the list of links', LINKS, page),
  await compare('a search in the list of links', LINKS, (slug) => page(slug, search(slug, 'άδειας')), '2.5'),
  await compare('one that finds a single link', LINKS, (slug) => page(slug, search(slug, RARE))),
  await compare('the posts of a view: withdrawn', POSTS, (slug) => page(slug, withdrawn(slug))),
  // It looks for every word of the texts, a plain one for the title alone.
  await compare('a search in a picker of posts', POSTS, pick, '6.0'),
  await compare('a page of the audit log, beside one of posts', LOG, page),
  await compare('the history of a post, beside that page', LOG, (slug) =>
    slug === AUDIT_LOG ? historyOf(payload, POSTS.ours, 77) : page(slug),
  ),
  ...(await afterwards()),
] satisfies Listed[]);
await payload.destroy();
process.exit();

/** What needs other rows than the lists above. */
async function afterwards(): Promise<Listed[]> {
  await fillWaiting();
  await fillServices();
  const waiting = (limit: number) => (slug: string) =>
    slug === POSTS.ours ? readWaiting(limit) : page(slug);
  const order = (within: number) => (slug: string) => (slug === LINKS.ours ? readOrder(within) : page(slug));
  const { largest, ordinary } = SERVICES;
  return [
    await compare('what waits, beside a page of posts', POSTS, waiting(200), '3.0'),
    await compare('with a thousand of each kind', POSTS, waiting(1000), '10'),
    await compare('the order of 20 links, beside a page of them', LINKS, order(ordinary.id), '5.0'),
    await compare('of 500, the most', LINKS, order(largest.id), '6.0'),
    await compare('one of 20 up by one, beside a save of a link', LINKS, await mover(ordinary.id, 1), '15'),
    await compare('the last of 20 to the top', LINKS, await mover(ordinary.id, ordinary.links), '20'),
    await compare('one of 500 up by one', LINKS, await mover(largest.id, 1), '15'),
    await compare('the last of 500 to the top', LINKS, await mover(largest.id, largest.links), '60'),
  ];
}

async function compare(
  name: string,
  { ours, plain }: typeof POSTS,
  ask: (slug: string) => Promise<unknown>,
  promise = '1.5',
): Promise<Listed> {
  const found: Listed = { name, promise, ours: [], plain: [] };
  for (const slug of [ours, plain]) await ask(slug);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const who of round % 2 ? (['plain', 'ours'] as const) : (['ours', 'plain'] as const)) {
      found[who].push(await measure(() => ask(who === 'ours' ? ours : plain)));
    }
  }
  return found;
}

async function measure(work: () => Promise<unknown>): Promise<Taken> {
  const [before, began] = [process.cpuUsage(), performance.now()];
  for (let repeated = 0; repeated < REPEATED; repeated += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return {
    processor: (user + system) / 1000 / REPEATED,
    clock: (performance.now() - began) / REPEATED,
  };
}

/** What a list view reads of the database, and what the cells of ours ask for then. */
async function page(slug: string, where: Where = {}): Promise<void> {
  const collection = slug as CollectionSlug;
  const { admin, defaultSort } = payload.collections[collection]?.config ?? {};
  const columns = (admin?.defaultColumns ?? []).map((name) => [name, true]);
  const req = await createLocalReq({ user: { ...user, collection: 'users' } as never }, payload);
  const { docs } = await payload.find({
    collection,
    depth: 0,
    draft: true,
    includeLockStatus: true,
    limit: 10,
    overrideAccess: false,
    req,
    select: Object.fromEntries(columns),
    sort: String(defaultSort ?? '-createdAt'),
    where,
  } as never);
  if (docs.length === 0) throw new Error(`${slug} has nothing to show.`);
  if (slug.startsWith('plain') || slug === AUDIT_LOG) return;
  await request(`portal-publication/${slug}?ids=${docs.map(({ id }) => id).join()}`);
}

/** Actions with the posts: one each minute, some with fifty of them. */
async function fillLog(count: number): Promise<void> {
  const { drizzle } = payload.db as unknown as { drizzle: { run(query: string): Promise<unknown> } };
  await drizzle.run(
    `INSERT INTO portal_audit_log (at, action, title, who, fields, collection_slug, document)
     WITH RECURSIVE entries(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM entries WHERE n < ${count})
     SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + 60 * n, 'unixepoch'),
       CASE n % 3 WHEN 0 THEN 'changed' WHEN 1 THEN 'published' ELSE 'withdrawn' END, 'Τίτλος ' || n, 'Χρήστης ' || n % 30,
       'title, content', '${POSTS.ours}', n % ${POSTS.count} FROM entries`,
  );
}

/** The newest of many links are drafts that somebody has submitted; most of what is published is over a year old. */
async function fillWaiting(): Promise<void> {
  const { drizzle } = payload.db as unknown as { drizzle: { run(query: string): Promise<unknown> } };
  const time = (days: number) =>
    `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${days} days', '+' || id || ' seconds')`;
  await drizzle.run(
    `INSERT INTO portal_reviews (key, collection_slug, document, state, requested_by, requested_by_key, requested_at, note, revision)
     SELECT '${LINKS.ours} ' || id, '${LINKS.ours}', id, 'requested', 'Χρήστης', 'users 7', ${time(9)}, 'Για αύριο', id
     FROM service_useful_links ORDER BY id LIMIT ${WAITING.submitted} OFFSET 1000`,
  );
  await drizzle.run(
    `UPDATE news_posts SET look_again_at = ${time(3)} WHERE id IN
     (SELECT id FROM news_posts ORDER BY id LIMIT ${WAITING.lookAgain} OFFSET 1000)`,
  );
  await drizzle.run(
    `UPDATE _service_useful_links_v SET version__status = 'draft' WHERE latest AND parent_id IN
     (SELECT CAST(document AS INTEGER) FROM portal_reviews WHERE state = 'requested')`,
  );
  for (const table of ['news_posts', 'service_useful_links'])
    await drizzle.run(`UPDATE ${table} SET updated_at = ${time(800)} WHERE id % 10 > 0`);
  await drizzle.run('ANALYZE');
}

/** As the first page does. */
async function readWaiting(limit: number): Promise<void> {
  const req = await createLocalReq({ user: { ...user, collection: 'users' } as never }, payload);
  const { waiting = [] } = (await whatWaits(req, formatterOf(payload, req.i18n as never), limit)) ?? {};
  for (const kind of ['submitted', 'lookAgain'])
    if (waiting.find((each) => each.kind === kind)?.items.length !== limit)
      throw new Error(`Of ${kind}, the first page has not ${limit}.`);
}

/** The links of each service follow each other, in the order of their positions. */
async function fillServices(): Promise<void> {
  const data = { [settingsGroup(LINKS.ours)]: { ordering: '' } } as never;
  await payload.updateGlobal({ slug: 'portal-settings' as never, data });
  const { drizzle } = payload.db as unknown as { drizzle: { run(query: string): Promise<unknown> } };
  for (const [at, { id, links }] of Object.values(SERVICES).entries())
    for (const [table, column, key] of [
      ['service_useful_links', 'service', 'id'],
      ['_service_useful_links_v', 'version_service', 'parent_id'],
    ])
      await drizzle.run(
        `UPDATE ${table} SET ${column} = ${id} WHERE ${key} IN (SELECT id FROM service_useful_links ORDER BY id LIMIT ${links} OFFSET ${10_000 * (at + 1)})`,
      );
}

async function readOrder(within: number): Promise<Awaited<ReturnType<typeof orderOf>>> {
  const req = await createLocalReq({ user: { ...user, collection: 'users' } as never }, payload);
  const collection = payload.collections[LINKS.ours as CollectionSlug]?.config;
  if (!collection) throw new Error('There is nothing to put into order.');
  return orderOf(req, collection, within);
}

/** Moves the link at `by` to the beginning, and back: what is sent each time is known before. */
async function mover(within: number, by: number): Promise<(slug: string) => Promise<void>> {
  const save = async ({ ids, state }: { ids: unknown[]; state: string }) =>
    request(`portal-order/${LINKS.ours}?within=${within}`, { ids, state });
  const ids = (await readOrder(within)).documents.map(({ id }) => id);
  const moved = [ids[by] ?? ids.at(-1), ...ids.filter((id) => id !== (ids[by] ?? ids.at(-1)))];
  const there = { ids: moved, state: (await readOrder(within)).state };
  await save(there);
  const back = { ids, state: (await readOrder(within)).state };
  let [moves, saves] = [0, 0];
  return async (slug) => {
    if (slug === LINKS.ours) return save(moves++ % 2 === 0 ? back : there);
    const data = { title: `Τίτλος ${saves++}` } as never;
    await payload.update({ collection: slug as CollectionSlug, id: 77, data, depth: 0, user });
  };
}

/** Gives the newest version of one document a word that no other has. */
async function rename({ ours, plain }: typeof LINKS): Promise<void> {
  const { drizzle } = payload.db as unknown as { drizzle: { run(query: string): Promise<unknown> } };
  for (const slug of [ours, plain]) {
    const table = `_${slug.replaceAll('-', '_')}_v`;
    const names = ['title', 'search_text'].map((name) => `version_${name} = '${RARE}'`).join();
    await drizzle.run(
      `UPDATE "${table}" SET ${names} WHERE id = (SELECT id FROM "${table}" WHERE latest LIMIT 1 OFFSET ${LINKS.count / 2})`,
    );
  }
}

/** As the search box of a list asks. */
function search(slug: string, text: string): Where {
  return {
    and: [{ or: [{ [slug.startsWith('plain') ? 'title' : 'search_text']: { like: text } }] }],
  };
}

/** The plain collection has the status of Payload only. */
function withdrawn(slug: string): Where {
  return slug.startsWith('plain') ? { _status: { equals: 'draft' } } : { standing: { equals: 'withdrawn' } };
}

/** As a field that refers to other documents asks. */
async function pick(slug: string): Promise<void> {
  const where = `where[and][0][id][not_in]=1&where[and][1][title][like]=${encodeURIComponent('άδειας')}`;
  await request(`${slug}?depth=0&draft=true&limit=10&sort=title&select[title]=true&${where}`);
}

async function signedIn(): Promise<(path: string, data?: object) => Promise<void>> {
  const ask = (path: string, init: RequestInit = {}) =>
    handleEndpoints({ config, request: new Request(`${URL_OF_SERVER}/api/${path}`, init) });
  const headers = { 'Content-Type': 'application/json', Origin: URL_OF_SERVER };
  const answer = await ask('users/login', { method: 'POST', headers, body: JSON.stringify(USER) });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return async (path, data) => {
    const own = { ...headers, Cookie: cookie };
    const { status } = await ask(path, {
      headers: own,
      ...(data && { method: 'POST', body: JSON.stringify(data) }),
    });
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };
}
