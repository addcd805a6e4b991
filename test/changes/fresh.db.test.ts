import type { Payload, Plugin } from 'payload';
import { describe, expect, it, vi } from 'vitest';
import { portalReadModel } from '../../src/index.ts';
import { category, image, local, post, section, served } from '../support/content.ts';
import { freshDatabaseUri, testDatabase } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';

const titles = async (payload: Payload) =>
  (await served(payload, 'news-categories')).map(({ title }) => title);

describe('what vanished behind our back', () => {
  it('is still known after a restart, and is named', async () => {
    const uri = await freshDatabaseUri();
    const before = await startPayload({ uri });
    const lost = await category(before, { title: 'Αρχικός τίτλος' });
    const holder = await post(before);
    await local(before).update('news-posts', holder.id, { category: lost.id });
    await local(before).update('news-posts', holder.id, { title: 'Και μετά από άλλη αλλαγή' });
    const picture = await image(before, { legacy_url: 'https://cdn.portal.example/lost.png' });
    const framed = await section(before, { featured_image: picture.id });
    await local(before).update('news-categories', lost.id, { title: 'Νεότερος τίτλος' });
    const lists = async (payload: Payload) => [
      (await served(payload, 'news-posts')).find(({ id }) => id === holder.api_id),
      (await served(payload, 'featured-sections')).find(({ id }) => id === framed.api_id),
    ];
    const expected = await lists(before);
    await before.db.deleteOne({ collection: 'news-categories', where: { id: { equals: lost.id } } });
    await before.db.deleteOne({ collection: 'media', where: { id: { equals: picture.id } } });
    const after = await startPayload({ uri });
    expect(await lists(after)).toEqual(expected);
    const { missing } = (await portalReadModel(after)).status();
    expect(missing.map(({ list, api_id, field, served: what }) => ({ list, api_id, field, what }))).toEqual([
      { list: 'featured-sections', api_id: framed.api_id, field: 'featured_image', what: 'last value' },
      { list: 'news-posts', api_id: holder.api_id, field: 'category', what: 'last value' },
    ]);
  });
});

if (testDatabase() === 'mongodb') {
  describe('a save that MongoDB rolled back', () => {
    it('is never seen', async () => {
      const seen: string[] = [];
      const failing: Plugin = (config) => ({
        ...config,
        collections: (config.collections ?? []).map((collection) =>
          collection.slug !== 'news-categories'
            ? collection
            : {
                ...collection,
                hooks: {
                  ...collection.hooks,
                  afterChange: [
                    ...(collection.hooks?.afterChange ?? []),
                    ({ doc }) => {
                      if (doc.title === 'Αποτυγχάνει') throw new Error('a hook that fails after the write');
                    },
                  ],
                },
              },
        ),
      });
      const payload = await startPayload({ plugins: [failing] });
      const readModel = await portalReadModel(payload);
      const watching = setInterval(async () => {
        const response = await readModel.response('news-categories', '');
        if (response) seen.push(response.body.toString());
      }, 1);
      for (let round = 0; round < 20; round += 1) {
        await expect(category(payload, { title: 'Αποτυγχάνει' })).rejects.toThrow('fails after');
      }
      await category(payload, { title: 'Πετυχαίνει' });
      clearInterval(watching);
      expect(seen.some((body) => body.includes('Αποτυγχάνει'))).toBe(false);
      expect(await titles(payload)).toEqual(['Πετυχαίνει']);
    });
  });
}

describe('a connection that is made anew, as by a development server', () => {
  it('goes on showing what is saved', async () => {
    const payload = await startPayload();
    await category(payload, { title: 'Πριν' });
    await portalReadModel(payload);
    await payload.db.destroy?.();
    await payload.db.init?.();
    await payload.db.connect?.({ hotReload: true });
    await category(payload, { title: 'Μετά' });
    const { status } = await portalReadModel(payload);
    await vi.waitFor(
      async () => {
        expect((await titles(payload)).sort()).toEqual(['Μετά', 'Πριν']);
        expect(status().state).toBe('live');
      },
      { timeout: 10_000 },
    );
  });
});
