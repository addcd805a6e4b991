import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { category, editor, local, post } from '../../support/content.ts';
import { testDatabase } from '../../support/databases.ts';
import { startPayload } from '../../support/payload.ts';
import { firstPage } from '../../support/waiting.ts';

const POSTS = 'news-posts';
const TABLE = '_news_posts_v';

let payload: Payload;
let user: object;
beforeAll(async () => {
  payload = await startPayload();
  user = { ...(await editor(payload)), collection: 'users' };
  const { id } = await category(payload);
  for (const title of ['Γ', 'Β']) await post(payload, { title, category: id });
  const trashed = await post(payload, { title: 'Α', category: id });
  await local(payload).update(POSTS, trashed.id, { deletedAt: new Date().toISOString() });
});

/** As the admin's list view asks. */
const page = (sort: string, where = {}) => {
  const asked = { collection: POSTS as never, depth: 0, draft: true, limit: 2, overrideAccess: false };
  return payload.find({ ...asked, select: { title: true } as never, sort, user: user as never, where });
};

interface Read {
  /** Names of the indexes that were read. */
  indexes: string;
  /** Whether the database has sorted rows itself. */
  sorts: boolean;
}

/** How the database has read the posts' versions meanwhile. */
const readsOf = { sqlite: readsOfSqlite, mongodb: readsOfMongodb };

async function readsOfSqlite(work: () => Promise<unknown>): Promise<Read[]> {
  const { client } = payload.db as unknown as SQLiteAdapter;
  const execute = client.execute.bind(client) as (asked: unknown) => ReturnType<typeof client.execute>;
  const asked: { sql: string; args: unknown }[] = [];
  client.execute = (async (statement: unknown) => {
    const { sql, args } = statement as (typeof asked)[number];
    if (sql?.includes(`from "${TABLE}"`)) asked.push({ sql, args });
    return execute(statement);
  }) as typeof client.execute;
  await work().finally(() => Object.assign(client, { execute }));
  return Promise.all(
    asked.map(async ({ sql, args }) => {
      const { rows } = await execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args });
      const plan = rows.map(({ detail }) => String(detail));
      const own = plan.filter((step) => step.startsWith(`SEARCH ${TABLE} `));
      return { indexes: own.join(), sorts: plan.some((step) => step.endsWith('TEMP B-TREE FOR ORDER BY')) };
    }),
  );
}

async function readsOfMongodb(work: () => Promise<unknown>): Promise<Read[]> {
  const { connection, versions } = payload.db as unknown as MongooseAdapter;
  const { db } = connection;
  await db?.command({ profile: 2 });
  await work().finally(() => db?.command({ profile: 0 }));
  const ns = `${db?.databaseName}.${versions[POSTS]?.collection.name}`;
  const profile = db?.collection('system.profile');
  const asked = (await profile?.find({ ns }).toArray()) ?? [];
  await profile?.drop();
  return asked.map(({ hasSortStage, planSummary }) => ({
    indexes: String(planSummary),
    sorts: hasSortStage === true,
  }));
}

it.each([
  ['in their own order', '-created_timestamp', {}, /created_timestamp/],
  ['by title', 'title', {}, /title/],
  ['by the last change', '-updatedAt', {}, /updatedat/i],
  ['by number', 'api_id', {}, /api_id/],
  ['of one standing', '-created_timestamp', { standing: { equals: 'live' } }, /standing/],
])('a page of a list view, %s, and its count are read from an index', async (_, sort, where, index) => {
  await page(sort, where);
  const reads = await readsOf[testDatabase() as keyof typeof readsOf](() => page(sort, where));
  expect(reads).toHaveLength(2);
  for (const read of reads) expect(read, JSON.stringify(reads)).toMatchObject({ sorts: false });
  expect(reads.map(({ indexes }) => indexes).join()).toMatch(index);
  // No look at an alternative for each way in which a document may be in no trash.
  expect(reads.map(({ indexes }) => indexes).join()).not.toMatch(/IXSCAN \{ version.deletedAt/);
});

it('the drafts of the first page are read in their order from an index', async () => {
  const reads = await readsOf[testDatabase() as keyof typeof readsOf](() => firstPage(payload, user));
  expect(reads.map(({ sorts }) => sorts)).toEqual([false, false]);
  // Of so few versions MongoDB may try out that another index in that order is as good.
  for (const { indexes } of reads) expect(indexes).toMatch(/newest_status|IXSCAN .*version.updatedAt/);
});

it('a page leaves out what is in the trash, and says how many documents there are', async () => {
  const { docs, totalDocs } = await page('title');
  expect(docs.map((doc) => (doc as { title?: string }).title)).toEqual(['Β', 'Γ']);
  expect(totalDocs).toBe(2);
});
