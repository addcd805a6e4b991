import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { portalReadModel } from '../../src/index.ts';
import { category, type Doc, importDocument, local, post, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';

const POSTS = 'news-posts';
const CONTENT = '<p class="x">Κείμενο</p>';
const IMPORTED = {
  api_id: 88,
  position: 3,
  title: 'Από το παλιό',
  slug: 'apo-to-palio',
  excerpt: '',
  content: CONTENT,
  author: 5,
  created_timestamp: '2021-04-01T09:15:02.123456Z',
  modified_timestamp: '2021-04-01T09:15:02Z',
  source_key: 'news-posts:88:0',
};

describe.each([['numbers'], ['uuid']])('a document whose id is one of %s', (ids) => {
  let payload: Payload;
  let made: Doc;
  const titles = async () => (await served(payload, POSTS)).map(({ title }) => title);
  const element = async () => (await served(payload, POSTS)).find(({ id }) => id === 88);
  const hidden = async () => {
    const { api_id, position, source_key } = await local(payload).read(POSTS, made.id);
    return { api_id, position, source_key };
  };

  beforeAll(async () => {
    payload = await startPayload({ postgres: ids === 'uuid' ? { idType: 'uuid' } : {} });
    await portalReadModel(payload);
    made = await importDocument(payload, POSTS, { ...IMPORTED, category: (await category(payload)).id });
  });

  it('is served as it was imported', async () => {
    expect(typeof made.id).toBe(ids === 'uuid' ? 'string' : 'number');
    expect(await element()).toMatchObject({
      title: 'Από το παλιό',
      content: CONTENT,
      created_timestamp: '2021-04-01T09:15:02.123456Z',
      category: { title: 'Ανακοινώσεις' },
    });
  });

  it('shows its drafts to nobody, and what is published to everybody', async () => {
    await local(payload).update(POSTS, made.id, { title: 'Πρόχειρο' }, { draft: true });
    expect(await titles()).toEqual(['Από το παλιό']);
    await local(payload).update(POSTS, made.id, { title: 'Δημοσιευμένο', _status: 'published' });
    expect(await element()).toMatchObject({ title: 'Δημοσιευμένο', content: CONTENT });
  });

  it('leaves its list when it is unpublished, and comes back with a version that is restored', async () => {
    await local(payload).update(POSTS, made.id, { _status: 'draft' });
    expect(await titles()).toEqual([]);
    const versions = await local(payload).versions(POSTS, made.id);
    const first = versions.find(({ version }) => version.title === 'Από το παλιό');
    await local(payload).restore(POSTS, String(first?.id));
    expect(await element()).toMatchObject({ title: 'Από το παλιό', content: CONTENT });
  });

  it('keeps its hidden values through all of it', async () => {
    expect(await hidden()).toEqual({ api_id: 88, position: 3, source_key: 'news-posts:88:0' });
  });

  it('leaves its list, and what refers to it, when it is deleted', async () => {
    const { id } = await post(payload, { title: 'Σχετικό', related: [made.id], category: made.category });
    await local(payload).remove(POSTS, made.id);
    expect(await titles()).toEqual(['Σχετικό']);
    expect((await local(payload).read(POSTS, id)).related).toEqual([]);
  });
});

it('list views have indexes for what they sort and filter by', async () => {
  const { db } = await startPayload();
  const { drizzle, execute } = db as unknown as PostgresAdapter;
  const raw =
    "SELECT indexname FROM pg_indexes WHERE tablename = '_news_posts_v' AND indexname LIKE '%newest%' ORDER BY 1";
  const { rows } = await execute({ drizzle, raw });
  expect(rows.map(({ indexname }) => indexname)).toEqual([
    '_news_posts_v_newest_api_id_idx',
    '_news_posts_v_newest_created_timestamp_idx',
    '_news_posts_v_newest_of_idx',
    '_news_posts_v_newest_standing_idx',
    '_news_posts_v_newest_status_idx',
    '_news_posts_v_newest_title_idx',
    '_news_posts_v_newest_updatedat_idx',
  ]);
});
