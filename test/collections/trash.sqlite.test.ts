import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { findImageFile } from '../../collections/access/imageFiles.ts';
import { lists } from '../../endpoints/lists/index.ts';
import { portalReadModel } from '../../src/index.ts';
import { category, type Doc, image, local, post, section, served } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { extend, updateAll } from '../support/host.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';

type Id = Doc['id'];

let payload: Payload;
let uri: string;
beforeAll(async () => {
  uri = await freshDatabaseUri();
  payload = await startPayload({ uri });
});

const now = () => new Date().toISOString();
const trash = (slug: string, id: Id) => local(payload).update(slug, id, { deletedAt: now() });
const takeOut = (slug: string, id: Id, data: object = {}) =>
  local(payload).update(slug, id, { deletedAt: null, ...data }, { trash: true });
const element = async (slug: string, { api_id }: Doc) =>
  (await served(payload, slug)).find(({ id }) => id === api_id);

const LISTS = ['featured-sections', 'news-posts'] as const;

/** The lists, as they are served. */
async function bodies(from = payload): Promise<Record<string, string>> {
  const readModel = await portalReadModel(from);
  const bodyOf = async (list: string) => String((await readModel.response(list, undefined))?.body);
  return Object.fromEntries(
    await Promise.all(lists.map(async ({ key: list }) => [list, await bodyOf(list)])),
  );
}

const MAKE = { 'featured-sections': () => section(payload), 'news-posts': () => post(payload) };

describe.each(LISTS)('a published document of %s in the trash', (slug) => {
  const make = MAKE[slug];

  it('leaves its list at once, and comes back in its place with its bytes', async () => {
    const [, doc] = [await make(), await make(), await make()];
    const before = await bodies();
    await trash(slug, doc.id);
    expect(await element(slug, doc)).toBeUndefined();
    const without = await bodies();
    expect({ ...without, [slug]: before[slug] }).toEqual(before);
    // What a start reads is the same code for every list.
    if (slug === 'news-posts') expect(await bodies(await startPayload({ uri }))).toEqual(without);
    await takeOut(slug, doc.id);
    expect(await bodies()).toEqual(before);
  });

  it('keeps beside it the draft that was newer', async () => {
    const doc = await make();
    const title = slug === 'featured-sections' ? 'section_one_title' : 'title';
    await local(payload).update(slug, doc.id, { [title]: 'Πρόχειρο' }, { draft: true });
    const before = await bodies();
    const newest = async () => {
      const found = await local(payload).read(slug, doc.id, { draft: true, trash: true });
      return [found[title], found._status, Boolean(found.deletedAt)];
    };
    await trash(slug, doc.id);
    expect(await element(slug, doc)).toBeUndefined();
    expect(await newest()).toEqual(['Πρόχειρο', 'draft', true]);
    await takeOut(slug, doc.id);
    expect(await bodies()).toEqual(before);
    expect(await newest()).toEqual(['Πρόχειρο', 'draft', false]);
  });
});

describe('a document that comes out of the trash', () => {
  it('as a draft is in no list until it is published, with what it said', async () => {
    const doc = await category(payload, { title: 'Επιστρέφει' });
    const before = await bodies();
    await trash('news-categories', doc.id);
    const without = await bodies();
    await takeOut('news-categories', doc.id, { _status: 'draft' });
    expect(await bodies()).toEqual(without);
    await local(payload).update('news-categories', doc.id, { _status: 'published' });
    expect(await bodies()).toEqual(before);
  });

  it('was a draft, and is the newest one', async () => {
    const { create, read, update } = local(payload);
    const { id } = await create('news-categories', { title: 'Πρώτο', slug: 'a' }, { draft: true });
    await update('news-categories', id, { title: 'Δεύτερο' }, { draft: true });
    await trash('news-categories', id);
    await takeOut('news-categories', id);
    expect(await read('news-categories', id, { draft: true })).toMatchObject({
      title: 'Δεύτερο',
      _status: 'draft',
    });
  });
});

describe('a post in the trash', () => {
  it('leaves every related post, and comes back there in its place', async () => {
    const [first, doc, last] = [await post(payload), await post(payload), await post(payload)];
    const holder = await post(payload, { related: [first.id, doc.id, last.id], category: doc.category });
    const related = async () => {
      const embedded = ((await element('news-posts', holder))?.related ?? []) as { id: number }[];
      return embedded.map(({ id }) => id);
    };
    const before = await bodies();
    expect(await related()).toEqual([first.api_id, doc.api_id, last.api_id]);
    await trash('news-posts', doc.id);
    expect(await related()).toEqual([first.api_id, last.api_id]);
    await takeOut('news-posts', doc.id);
    expect(await bodies()).toEqual(before);
  });

  it('leaves them for good when it is deleted there', async () => {
    const doc = await post(payload);
    const holder = await post(payload, { related: [doc.id], category: doc.category });
    await trash('news-posts', doc.id);
    await local(payload).remove('news-posts', doc.id, { trash: true });
    expect((await local(payload).read('news-posts', holder.id)).related).toEqual([]);
  });
});

it('what is in the trash can not be chosen by what is published', async () => {
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

describe('what a published document embeds', () => {
  const refusal = { status: 409 };

  it('does not go to the trash, alone or with others', async () => {
    const used = await category(payload);
    const unused = await category(payload);
    const doc = await post(payload, { category: used.id });
    const before = await element('news-posts', doc);
    await expect(trash('news-categories', used.id)).rejects.toMatchObject(refusal);
    const data = { deletedAt: now() };
    expect(await updateAll(payload, 'news-categories', [used.id, unused.id], data)).toEqual([used.id]);
    expect(await element('news-categories', used)).toBeDefined();
    expect(await element('news-categories', unused)).toBeUndefined();
    expect(await element('news-posts', doc)).toEqual(before);
  });

  it('is refused there in the words of a deletion', async () => {
    const used = await category(payload);
    await post(payload, { category: used.id });
    const reason = (attempt: Promise<unknown>) => attempt.catch((error: Error) => error.message);
    const refused = await reason(trash('news-categories', used.id));
    expect(refused).toMatch(/«Νέο»/);
    expect(refused).toBe(await reason(local(payload).remove('news-categories', used.id)));
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

it('the file of an image in the trash is for nobody who has not signed in', async () => {
  const file = { data: PIXEL, mimetype: 'image/png', name: 'trashed.png', size: PIXEL.length };
  const made = await payload.create({ collection: 'media' as never, data: { alt: 'α' } as never, file });
  const { id } = made as { id: Id };
  const doc = await section(payload, { featured_image: id });
  const isPublished = async () => (await findImageFile(payload, 'trashed.png'))?.isPublished;
  expect(await isPublished()).toBe(true);
  await trash('featured-sections', doc.id);
  await trash('media', id);
  expect(await isPublished()).toBe(false);
  await takeOut('media', id);
  await takeOut('featured-sections', doc.id);
  expect(await isPublished()).toBe(true);
});

describe('a host', () => {
  it('without a trash has none for another Payload in the same process', async () => {
    const without = extend('news-categories', (each) => ({ ...each, trash: false }));
    const other = await startPayload({ plugins: [without] });
    const { api_id } = await category(other);
    expect((await served(other, 'news-categories')).map(({ id }) => id)).toEqual([api_id]);
  });

  it('whose own images have a trash keeps there none that is shown', async () => {
    const upload = { mimeTypes: ['image/*'], filesRequiredOnCreate: false };
    const pictures = { slug: 'pictures', trash: true, upload, fields: [] };
    const host = await startPayload({ options: { media: { slug: 'pictures' } }, collections: [pictures] });
    const { id } = await local(host).create('pictures', {});
    await section(host, { featured_image: id });
    const moved = local(host).update('pictures', id, { deletedAt: now() });
    await expect(moved).rejects.toMatchObject({ status: 409 });
  });
});
