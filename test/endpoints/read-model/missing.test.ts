import { describe, expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { createReadModel } from '../../../endpoints/read-model/index.ts';
import {
  category,
  change,
  column,
  departure,
  IMPORTED,
  loaded,
  media,
  post,
  read,
  section,
} from '../support/readModel.ts';

const missing = {
  list: 'news-posts',
  document: 'p1',
  api_id: 1,
  field: 'category',
  kind: 'news-categories',
  id: 'c1',
};

describe('what an element needs and is gone', () => {
  it('keeps its last published value, and is named', async () => {
    const model = await loaded([category(1, { title: 'παλιά' }), post(1)]);
    const before = (await model.response('news-posts', undefined))?.etag;
    await model.apply([departure('news-categories', 'c1')]);
    expect((await model.response('news-posts', undefined))?.etag).toBe(before);
    expect(await column(model, 'news-categories', 'id')).toEqual([]);
    expect(model.status().missing).toEqual([{ ...missing, served: 'last value' }]);
  });

  it('keeps it for elements that change meanwhile, and for new ones', async () => {
    const model = await loaded([category(1, { title: 'παλιά' }), post(1)]);
    await model.apply([departure('news-categories', 'c1')]);
    await model.apply([post(1, { title: 'άλλος' }), post(2)]);
    expect(await read(model, 'news-posts', 'id')).toMatchObject([
      { id: 1, title: 'άλλος', category: { title: 'παλιά' } },
      { id: 2, category: { title: 'παλιά' } },
    ]);
    expect(model.status().missing.map(({ document }) => document)).toEqual(['p1', 'p2']);
  });

  it('is forgotten once nothing needs it', async () => {
    const model = await loaded([category(1), category(2), post(1)]);
    await model.apply([departure('news-categories', 'c1')]);
    await model.apply([post(1, { category: 'c2' })]);
    expect(model.status().missing).toEqual([]);
    await model.apply([post(1)]);
    // Its last value is gone now; the element's last bytes stay.
    expect(model.status().missing).toEqual([{ ...missing, served: 'last element' }]);
    expect((await read(model, 'news-posts'))[0]).toMatchObject({ category: { id: 2 } });
  });

  it('is whole again when it is back', async () => {
    const model = await loaded([category(1), post(1)]);
    await model.apply([departure('news-categories', 'c1')]);
    await model.apply([category(1, { title: 'νέα' })]);
    expect((await read(model, 'news-posts'))[0]).toMatchObject({ category: { title: 'νέα' } });
    expect(model.status().missing).toEqual([]);
  });

  it('an image, in a post and in one that embeds it', async () => {
    const url = 'https://a.example/a.png';
    const model = await loaded([
      category(1),
      media('m1', url),
      post(1, { post_image: 'm1' }),
      post(2, { related: ['p1'] }),
    ]);
    await model.apply([departure('media', 'm1')]);
    expect(await read(model, 'news-posts', 'id')).toMatchObject([
      { post_image: url },
      { related: [{ post_image: url }] },
    ]);
    expect(model.status().missing).toEqual([
      { ...missing, field: 'post_image', kind: 'media', id: 'm1', served: 'last value' },
      {
        ...missing,
        document: 'p2',
        api_id: 2,
        field: 'related.post_image',
        kind: 'media',
        id: 'm1',
        served: 'last value',
      },
    ]);
  });
});

describe('what an element needs and was never there', () => {
  it('leaves the element out, and is named', async () => {
    const model = await loaded([post(1), category(2), post(2, { category: 'c2' })]);
    expect(await column(model, 'news-posts', 'id')).toEqual([2]);
    expect(model.status()).toMatchObject({
      lists: { 'news-posts': 1, 'news-categories': 1 },
      missing: [{ ...missing, served: 'nothing' }],
    });
  });

  it('leaves the element as it was last served, if it was', async () => {
    const model = await loaded([category(1), post(1, { title: 'παλιός' })]);
    await model.apply([post(1, { title: 'νέος', category: null })]);
    expect(await column(model, 'news-posts', 'title')).toEqual(['παλιός']);
    expect(await column(model, 'news-posts', 'title', '-title')).toEqual(['παλιός']);
    expect(model.status().missing).toEqual([{ ...missing, id: null, served: 'last element' }]);
    await model.apply([departure('news-posts', 'p1')]);
    expect(await column(model, 'news-posts', 'title')).toEqual([]);
    expect(model.status().missing).toEqual([]);
  });

  it('is made when it appears', async () => {
    const model = await loaded([section(1, [], { featured_image: 'm1', featured_image_kept: null })]);
    expect(await column(model, 'featured-sections', 'id')).toEqual([]);
    await model.apply([media('m1', 'https://a.example/a.png')]);
    expect(await column(model, 'featured-sections', 'featured_image')).toEqual(['https://a.example/a.png']);
    expect(model.status().missing).toEqual([]);
  });
});

describe('a new load', () => {
  it('takes what is missing in it from the one before', async () => {
    const model = await loaded([category(1, { title: 'παλιά' }), post(1), category(2)]);
    await model.replace([[post(1, { title: 'νέος' })]]);
    expect(await read(model, 'news-posts')).toMatchObject([{ title: 'νέος', category: { title: 'παλιά' } }]);
    expect(await column(model, 'news-categories', 'id')).toEqual([]);
    await model.replace([[post(1), post(2, { category: 'c2' })]]);
    expect(model.status().missing.map(({ document, served }) => [document, served])).toEqual([
      ['p1', 'last value'],
      ['p2', 'nothing'],
    ]);
  });

  it('keeps an element that can no longer be made as it was', async () => {
    const model = await loaded([category(1), post(1, { title: 'παλιός' })]);
    await model.replace([[post(1, { category: null }), category(1)]]);
    expect(await column(model, 'news-posts', 'title')).toEqual(['παλιός']);
    expect(await column(model, 'news-posts', 'title', 'title')).toEqual(['παλιός']);
  });
});

describe('a document that its list can’t make an element of', () => {
  const broken = lists.map((list) => ({
    ...list,
    encode: (...[document, context]: Parameters<typeof list.encode>) => {
      if (document.title === 'throws') throw new TypeError('of its own');
      return document.title === 'undefined' ? {} : list.encode(document, context);
    },
  }));

  it.each([
    ['throws', 'of its own'],
    ['undefined', 'JSON has no undefined'],
  ])('stays as it was, and is named: %s', async (title, reason) => {
    const model = createReadModel({ lists: broken });
    await model.replace([[{ settings: IMPORTED }, category(1, { title: 'α' }), category(2, { title })]]);
    expect(await column(model, 'news-categories', 'id')).toEqual([1]);
    await model.apply([category(1, { title })]);
    expect(await column(model, 'news-categories', 'title')).toEqual(['α']);
    const failed = { list: 'news-categories', reason };
    expect(model.status().failed).toEqual([
      { ...failed, document: 'c2', api_id: 2, served: 'nothing' },
      { ...failed, document: 'c1', api_id: 1, served: 'last element' },
    ]);
  });

  it('and so does a document without any shape', async () => {
    const model = await loaded([
      change('featured-sections', {
        id: 's',
        api_id: 1,
        position: null,
        section_two_links: [null, 7],
        featured_image_kept: '1',
      }),
    ]);
    expect(await read(model, 'featured-sections')).toMatchObject([
      { section_two_links: [{ text: '', link: '' }, {}] },
    ]);
  });
});
