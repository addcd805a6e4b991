import { describe, expect, it } from 'vitest';
import { createReadModel, type ReadModel } from '../../../endpoints/read-model/index.ts';
import {
  body,
  category,
  column,
  counted,
  departure,
  IMPORTED,
  loaded,
  media,
  post,
  read,
  section,
  usefulLink,
} from '../support/readModel.ts';

describe('a change makes anew only the elements that it touches', () => {
  const portal = [
    { settings: IMPORTED },
    category(1),
    category(2),
    media('m1', 'https://a.example/1.png'),
    post(1),
    post(2, { category: 'c2', related: ['p1'] }),
    post(3, { related: ['p2'], post_image: 'm1' }),
    post(4, { listed: false, post_thumbnail: 'm1' }),
    post(5, { related: ['p4', 'p9'] }),
    section(1, [1], { featured_image: 'm1', featured_image_kept: null }),
    usefulLink(1),
  ];

  it.each([
    ['a category, and the posts that show it', category(1, { title: 'νέος' }), ['c1', 'p1', 'p3', 'p5']],
    ['a post, and those that show it', post(1, { title: 'νέος' }), ['p1', 'p2']],
    [
      'a post that is only embedded, those that show it',
      post(4, { listed: false, post_thumbnail: 'm1', title: 'ν' }),
      ['p5'],
    ],
    ['one that shows another image than before, those that show it', post(4, { listed: false }), ['p5']],
    ['a media document, what shows it', media('m1', 'https://a.example/2.png'), ['p3', 'p5', 's1']],
    ['a post that appears, those that already named it', post(9), ['p5', 'p9']],
    ['a post that goes, those that named it', departure('news-posts', 'p2'), ['p3']],
    ['a link, itself', usefulLink(1, { title: 'νέος' }), ['l1']],
    [
      'something of another kind, nothing',
      { kind: 'users', id: 'u', document: { id: 'u', api_id: 0, position: null } },
      [],
    ],
  ])('%s', async (_, change, touched) => {
    const { lists, calls } = counted();
    const model = await loaded(portal, { lists });
    for (const { key: slug } of lists) await body(model, slug);
    calls.length = 0;
    await model.apply([change]);
    for (const { key: slug } of lists) await body(model, slug);
    expect([...new Set(calls)].sort()).toEqual(touched.sort());
    const fresh = createReadModel({ lists });
    await fresh.replace([portal, [change]]);
    for (const { key: slug } of lists) expect(await read(model, slug)).toEqual(await read(fresh, slug));
  });

  it('and once, though a batch touches it twice', async () => {
    const { lists, calls } = counted();
    const model = await loaded(portal, { lists });
    calls.length = 0;
    await model.apply([category(1, { title: 'α' }), post(1, { title: 'β' }), category(1, { title: 'γ' })]);
    expect(calls.sort()).toEqual(['c1', 'p1', 'p2', 'p3', 'p5']);
    expect((await read(model, 'news-posts'))[0]).toMatchObject({ title: 'β', category: { title: 'γ' } });
  });

  it('and none where a document is told as it is already', async () => {
    const { lists, calls } = counted();
    const model = await loaded([category(1), post(1)], { lists });
    calls.length = 0;
    await model.apply([category(1), post(1), departure('news-posts', 'p9')]);
    expect(calls).toEqual([]);
    await model.apply([category(1, { title: 'νέος' }), category(1)]);
    expect(await column(model, 'news-categories', 'title')).toEqual(['Κ1']);
  });

  it('and leaves the responses of the other lists, and of its own if nothing shows', async () => {
    const model = await loaded(portal);
    const before = model.lists.map(({ key: slug }) => model.response(slug, undefined));
    await model.apply([usefulLink(1), category(2), media('m9', 'https://a.example/9.png')]);
    expect(model.lists.map(({ key: slug }) => model.response(slug, undefined))).toEqual(before);
    expect(model.response('news-posts', undefined)).toBe(before[2]);
    await model.apply([usefulLink(1, { title: 'νέος' })]);
    const after = model.lists.map(({ key: slug }) => model.response(slug, undefined));
    const changed = model.lists.filter((_, index) => after[index] !== before[index]);
    expect(changed.map(({ key }) => key)).toEqual(['service-useful-links']);
  });
});

describe('a response', () => {
  it('stays as it was when the list changes', async () => {
    const model = await loaded([usefulLink(1, { title: 'α' })]);
    const byDefault = await model.response('service-useful-links', undefined);
    const other = await model.response('service-useful-links', '-id');
    if (!byDefault || !other) throw new Error('no response');
    const before = String(byDefault.body);
    await model.apply([usefulLink(1, { title: 'β' }), usefulLink(2)]);
    expect(await body(model, 'service-useful-links')).not.toBe(before);
    // The second one was not joined before.
    expect([String(byDefault.body), String(other.body)]).toEqual([before, before]);
  });

  it('has one entity tag for the same bytes, in whatever way they came about, and another for others', async () => {
    const tag = async (model: ReadModel, ordering?: string) =>
      (await model.response('service-useful-links', ordering))?.etag;
    const one = await loaded([usefulLink(1, { title: 'α' }), usefulLink(2, { title: 'β' })]);
    const other = await loaded([
      usefulLink(2, { title: 'γ', id: 'x' }),
      usefulLink(1, { title: 'α', id: 'y' }),
    ]);
    expect(await tag(one)).toMatch(/^"[\w-]{22}"$/);
    expect(await tag(other)).not.toBe(await tag(one));
    await other.apply([usefulLink(2, { title: 'β', id: 'x' })]);
    expect(await tag(other)).toBe(await tag(one));
    expect(await tag(one, 'title')).toBe(await tag(one));
    expect(await tag(one, '-title')).not.toBe(await tag(one));
  });

  it('keeps its entity tag from release to release, so that an update has nobody read the same bytes again', async () => {
    const model = await loaded([usefulLink(1, { title: 'α' }), usefulLink(2, { title: 'β' })]);
    expect(await body(model, 'service-useful-links')).toBe(
      '[{"id":1,"selected":false,"slug":"","url":null,"description":null,"confirmed_translation":false,"title":"α","service":null},{"id":2,"selected":false,"slug":"","url":null,"description":null,"confirmed_translation":false,"title":"β","service":null}]',
    );
    expect((await model.response('service-useful-links', undefined))?.etag).toBe('"Vhs6ZAs4em-M5ryFllXQFA"');
  });
});
