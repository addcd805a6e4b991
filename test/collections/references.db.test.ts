import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findUses, WhereUsed } from '../../src/editing/whereUsed.tsx';
import { category, type Doc, editor, image, local, post, section, served } from '../support/content.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';

let payload: Payload;
beforeAll(async () => {
  payload = await startPayload();
});

const titles = async () => (await served(payload, 'news-categories')).map(({ title }) => title);

describe('a category that a published post uses', () => {
  it('can not be deleted: the message names the post, and nothing is lost', async () => {
    const used = await category(payload, { title: 'Σε χρήση' });
    await post(payload, { category: used.id, title: 'Χρήστης της' });
    await expect(local(payload).remove('news-categories', used.id)).rejects.toThrow(
      'News post «Χρήστης της»',
    );
    expect(await titles()).toContain('Σε χρήση');
    expect((await local(payload).read('news-categories', used.id)).title).toBe('Σε χρήση');
  });

  it('can not be deleted in bulk, while the unused ones beside it go', async () => {
    const used = await category(payload, { title: 'Μαζική Α' });
    const unused = await category(payload, { title: 'Μαζική Β' });
    await post(payload, { category: used.id });
    const result = await payload.delete({
      collection: 'news-categories' as never,
      where: { id: { in: [used.id, unused.id] } },
    });
    expect((result as unknown as { errors: { message: string }[] }).errors).toHaveLength(1);
    expect(await titles()).toContain('Μαζική Α');
    expect(await titles()).not.toContain('Μαζική Β');
  });

  oneDatabase.it('is refused with the first five who need it, and how many there are', async () => {
    const used = await category(payload);
    for (let n = 1; n <= 7; n++) await post(payload, { category: used.id, title: `Χρήστης ${n}` });
    await expect(local(payload).remove('news-categories', used.id)).rejects.toThrow(
      /used by: (News post «Χρήστης \d»(, )?){5} … \(7\)\. Change those first\.$/,
    );
  });
});

oneDatabase.describe('an image that something published uses', () => {
  it.each([
    [
      'featured_image of a section',
      async (id: number | string) => section(payload, { featured_image: id }),
      'Ενότητα',
    ],
    ['post_image of a post', async (id: number | string) => post(payload, { post_image: id }), 'Νέο'],
    ['post_thumbnail of a post', async (id: number | string) => post(payload, { post_thumbnail: id }), 'Νέο'],
  ])('as %s can not be deleted', async (_, use, title) => {
    const used = await image(payload);
    await use(used.id);
    await expect(local(payload).remove('media', used.id)).rejects.toThrow(`«${title}»`);
    expect((await local(payload).read('media', used.id)).id).toBe(used.id);
  });
});

describe('a post', () => {
  it('can be deleted, and leaves every related', async () => {
    const { remove, read } = local(payload);
    const [first, second] = [await post(payload), await post(payload)];
    const holder = await post(payload, { related: [second.id, first.id] });
    await remove('news-posts', second.id);
    const element = (await served(payload, 'news-posts')).find(({ id }) => id === holder.api_id);
    expect(element?.related).toMatchObject([{ id: first.api_id }]);
    expect((await read('news-posts', holder.id)).related).toEqual([first.id]);
  });

  oneDatabase.it('needs a published category when it is listed', async () => {
    await expect(post(payload, { category: null })).rejects.toThrow(/Category|Κατηγορία|category/);
    const draft = await category(payload, { _status: 'draft' });
    await expect(post(payload, { category: draft.id })).rejects.toThrow(/category/i);
  });

  oneDatabase.it('needs none when it only stands in other posts', async () => {
    const embedded = await post(payload, { category: null, listed: false, title: 'Μόνο μέσα σε άλλα' });
    const holder = await post(payload, { related: [embedded.id] });
    const list = await served(payload, 'news-posts');
    expect(list.map(({ id }) => id)).not.toContain(embedded.api_id);
    const element = list.find(({ id }) => id === holder.api_id);
    expect(((element?.related ?? []) as { title: string }[]).map(({ title }) => title)).toEqual([
      'Μόνο μέσα σε άλλα',
    ]);
  });
});

oneDatabase.it('what a document refers to is looked up when it changes, and with no other save', async () => {
  const [first, second] = [await category(payload), await category(payload)];
  const { id } = await post(payload, { category: first.id });
  const lookedUp = vi.spyOn(payload.db, 'findOne');
  const lookups = () => lookedUp.mock.calls.filter(([{ collection }]) => collection === 'news-categories');
  await local(payload).update('news-posts', id, { title: 'Άλλος' });
  await local(payload).update('news-posts', id, { title: 'Και άλλος' }, { draft: true });
  expect(lookups()).toEqual([]);
  await local(payload).update('news-posts', id, { category: second.id, _status: 'published' });
  expect(lookups()).toHaveLength(1);
  lookedUp.mockRestore();
});

describe('where a document is used', () => {
  const usesOf = async (slug: string, { id }: Doc, user?: PayloadRequest['user']) => {
    const by = user ?? (await editor(payload, ['author']));
    const req = await createLocalReq({ ...(by && { user: by }) }, payload);
    const found = await findUses(req, slug, id);
    return found.map(({ collection, uses, total }) => [
      collection.slug,
      total,
      ...uses.map(({ title, isLive }) => `${title}: ${isLive ? 'live' : 'draft'}`).sort(),
    ]);
  };

  it('says the documents of every list, live and draft, and none of the trash', async () => {
    const used = await image(payload);
    const { create, update } = local(payload);
    await section(payload, { featured_image: used.id, section_one_title: 'Ενότητα' });
    await post(payload, { title: 'Δύο φορές', post_image: used.id, post_thumbnail: used.id });
    await create('news-posts', { title: 'Πρόχειρο', post_image: used.id }, { draft: true });
    const changed = await post(payload, { title: 'Πριν' });
    await update('news-posts', changed.id, { title: 'Θα τη δείξει', post_image: used.id }, { draft: true });
    const leaving = await post(payload, { title: 'Την αφήνει', post_image: used.id });
    await update('news-posts', leaving.id, { post_image: null }, { draft: true });
    const trashed = await post(payload, { post_image: used.id });
    await update('news-posts', trashed.id, { deletedAt: new Date().toISOString() });
    expect(await usesOf('media', used)).toEqual([
      ['featured-sections', 1, 'Ενότητα: live'],
      ['news-posts', 4, 'Δύο φορές: live', 'Θα τη δείξει: draft', 'Πρόχειρο: draft', 'Την αφήνει: live'],
    ]);
  });

  oneDatabase.it('counts those that it does not name', async () => {
    const used = await category(payload);
    for (let n = 0; n < 21; n++) await post(payload, { category: used.id });
    const [found] = await usesOf('news-categories', used);
    expect(found?.slice(0, 2)).toEqual(['news-posts', 21]);
    expect(found).toHaveLength(22);
  });

  oneDatabase.it('is shown with links to them, below the base path of the app', async () => {
    const used = await category(payload);
    const { id } = await post(payload, { title: 'Κάτοχος', category: used.id });
    const user = await editor(payload, ['author']);
    const req = await createLocalReq({ ...(user && { user }) }, payload);
    vi.stubEnv('NEXT_BASE_PATH', '/base');
    try {
      const shown = await WhereUsed({
        collectionSlug: 'news-categories',
        field: {},
        id: used.id,
        req,
      } as never);
      expect(renderToStaticMarkup(shown)).toContain(
        `<a href="/base/admin/collections/news-posts/${id}">Κάτοχος</a>`,
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('knows posts that name others as related', async () => {
    const used = await post(payload);
    await post(payload, { title: 'Κάτοχος', related: [used.id] });
    expect(await usesOf('news-posts', used)).toEqual([['news-posts', 1, 'Κάτοχος: live']]);
    expect(await usesOf('news-posts', await post(payload))).toEqual([]);
  });
});

oneDatabase.describe('documents that refer to each other', () => {
  it('are read one level deep, however deep an author asks for, as documents and as versions', async () => {
    const { id: categoryId } = await category(payload);
    const posts = await Promise.all(
      Array.from({ length: 3 }, () => post(payload, { category: categoryId, _status: 'draft' })),
    );
    const related = posts.map(({ id }) => id);
    for (const { id } of posts) await local(payload).update('news-posts', id, { related });
    const deep = { depth: 7, draft: true, overrideAccess: false, user: await editor(payload, ['author']) };
    const { id } = posts[0] as Doc;
    const document = await local(payload).read('news-posts', id, deep);
    const [version] = (
      await payload.findVersions({
        ...deep,
        collection: 'news-posts' as never,
        where: { parent: { equals: id } },
        sort: '-updatedAt',
      })
    ).docs as unknown as { version: Doc }[];
    for (const read of [document, version?.version]) {
      expect(read?.category).toMatchObject({ id: categoryId });
      expect(read?.related).toMatchObject(
        related.map((each) => ({ id: each, related, category: categoryId })),
      );
    }
  });
});
