import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { category, type Doc, image, local, post, section, served } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { extend, updateAll } from '../support/host.ts';
import { startPayload } from '../support/payload.ts';

type Id = Doc['id'];

// A host whose documents go to a trash first.
const SLUGS = ['news-posts', 'news-categories', 'featured-sections', 'media'];
const start = (uri: string) =>
  startPayload({ uri, plugins: SLUGS.map((slug) => extend(slug, (each) => ({ ...each, trash: true }))) });

let payload: Payload;
let uri: string;
beforeAll(async () => {
  uri = await freshDatabaseUri();
  payload = await start(uri);
});

const trash = (slug: string, id: Id) =>
  local(payload).update(slug, id, { deletedAt: new Date().toISOString() });
const takeOut = (slug: string, id: Id, data: object = {}) =>
  local(payload).update(slug, id, { deletedAt: null, ...data }, { trash: true });
const element = async (slug: string, { api_id }: Doc, from = payload) =>
  (await served(from, slug)).find(({ id }) => id === api_id);

describe('a published document in the trash', () => {
  it('is in no list, also after a restart, and comes back as it was', async () => {
    const made: [string, Doc][] = [
      ['news-categories', await category(payload)],
      ['news-posts', await post(payload)],
      ['featured-sections', await section(payload)],
    ];
    for (const [slug, doc] of made) {
      const before = await served(payload, slug);
      await trash(slug, doc.id);
      expect(await element(slug, doc)).toBeUndefined();
      expect(await element(slug, doc, await start(uri))).toBeUndefined();
      await takeOut(slug, doc.id);
      expect(await served(payload, slug)).toEqual(before);
    }
  });

  it('leaves every related post, and comes back there too', async () => {
    const doc = await post(payload, { title: 'Σχετικό' });
    const holder = await post(payload, { related: [doc.id], category: doc.category });
    const related = async () => (await element('news-posts', holder))?.related;
    const before = await related();
    expect(before).toHaveLength(1);
    await trash('news-posts', doc.id);
    expect(await related()).toEqual([]);
    await takeOut('news-posts', doc.id);
    expect(await related()).toEqual(before);
  });

  it('can not be chosen by what is published', async () => {
    const { id } = await category(payload);
    const picture = (await image(payload)).id;
    await trash('news-categories', id);
    await trash('media', picture);
    await expect(post(payload, { category: id })).rejects.toMatchObject({
      status: 400,
      data: { errors: [{ path: 'category' }] },
    });
    await expect(section(payload, { featured_image: picture })).rejects.toMatchObject({
      status: 400,
      data: { errors: [{ path: 'featured_image' }] },
    });
  });
});

it('belongs to the host that asked for it, not to another Payload in the same process', async () => {
  const other = await startPayload();
  const { api_id } = await category(other);
  expect((await served(other, 'news-categories')).map(({ id }) => id)).toEqual([api_id]);
});

describe('what a published document embeds', () => {
  const refusal = { status: 409 };

  it('does not go to the trash, alone or with others', async () => {
    const used = await category(payload);
    const unused = await category(payload);
    const doc = await post(payload, { category: used.id });
    const before = await element('news-posts', doc);
    await expect(trash('news-categories', used.id)).rejects.toMatchObject(refusal);
    const data = { deletedAt: new Date().toISOString() };
    expect(await updateAll(payload, 'news-categories', [used.id, unused.id], data)).toEqual([used.id]);
    expect(await element('news-categories', used)).toBeDefined();
    expect(await element('news-categories', unused)).toBeUndefined();
    expect(await element('news-posts', doc)).toEqual(before);
  });

  it.each([
    ['featured-sections', (id: Id) => section(payload, { featured_image: id })],
    ['news-posts', (id: Id) => post(payload, { post_thumbnail: id })],
  ])('an image of %s neither', async (slug, make) => {
    const { id } = await image(payload);
    const doc = await make(id);
    await expect(trash('media', id)).rejects.toMatchObject(refusal);
    expect((await local(payload).read('media', id)).id).toBe(id);
    await trash(slug, doc.id);
    await trash('media', id);
  });

  it('may go once that document is in the trash, which does not come out before it', async () => {
    const { id } = await category(payload);
    const doc = await post(payload, { category: id });
    await trash('news-posts', doc.id);
    await trash('news-categories', id);
    for (const data of [{}, { _status: 'published' }]) {
      await expect(takeOut('news-posts', doc.id, data)).rejects.toMatchObject({
        status: 400,
        data: { errors: [{ path: 'category' }] },
      });
    }
    await takeOut('news-categories', id);
    await takeOut('news-posts', doc.id);
    expect(await element('news-posts', doc)).toBeDefined();
  });
});
