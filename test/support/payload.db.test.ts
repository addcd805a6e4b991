import { expect, it } from 'vitest';
import { startPayload } from './payload.ts';

it('two instances live beside each other, each on a database of its own', async () => {
  const [one, two] = await Promise.all([startPayload(), startPayload()]);
  const data = { title: 'Ανακοινώσεις', slug: 'anakoinoseis', _status: 'published' as const };
  await one.create({ collection: 'news-categories', data });
  expect(await one.count({ collection: 'news-categories' })).toEqual({ totalDocs: 1 });
  expect(await two.count({ collection: 'news-categories' })).toEqual({ totalDocs: 0 });
});

it("has the host's own collections beside the plugin's", async () => {
  const payload = await startPayload({
    collections: [{ slug: 'pages', fields: [{ name: 'title', type: 'text' }] }],
  });
  const page = await payload.create({ collection: 'pages', data: { title: 'Αρχική' } });
  expect(await payload.findByID({ collection: 'pages', id: page.id })).toMatchObject({ title: 'Αρχική' });
  expect(Object.keys(payload.collections)).toEqual(expect.arrayContaining(['pages', 'news-posts', 'users']));
});
