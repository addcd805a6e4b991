import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineList, type List, lists, newsCategories, toJson } from '../../../endpoints/lists/index.ts';
import {
  type Change,
  createReadModel,
  type ReadModel,
  type SnapshotRow,
} from '../../../endpoints/read-model/index.ts';
import { collectGarbage } from '../../support/collectGarbage.ts';
import { bodies, expectPostsAsFresh, ORDERINGS, WAYS } from '../support/asFresh.ts';
import { body, category, change, counted, departure, media, post } from '../support/readModel.ts';

const posts = Array.from({ length: 40 }, (_, index) =>
  post(index + 1, {
    category: `c${1 + (index % 2)}`,
    title: `Τίτλος ${index % 7}`,
    position: index,
    related: index === 3 ? ['p1'] : [],
  }),
);
const portal = [category(1), category(2), ...posts];

function rowsOf(model: ReadModel): WeakRef<SnapshotRow>[] {
  const list = model.snapshot()?.lists.find(({ slug }) => slug === 'news-posts');
  return (list?.rows ?? []).map((row) => new WeakRef(row));
}

describe.each(Object.entries(WAYS))('a category that posts embed, changed %s,', (_, tuning) => {
  const expectAsFresh = (...steps: Change[][]) => expectPostsAsFresh(portal, tuning, steps);

  it.each([
    ['longer', 'Κατηγορία με πολύ μεγαλύτερο τίτλο από πριν'],
    ['shorter', ''],
    ['like its key', '"category":{"id":1}'],
    ['the same', 'Κ1'],
  ])('is the new one in all of them, and they are not made anew: a title that is %s', async (_, title) => {
    expect(await expectAsFresh([category(1, { title })])).toEqual(['c1']);
  });

  it('may change again before anybody reads it, and beside others', async () => {
    const steps = [
      [category(1, { title: 'α' })],
      [category(1, { title: 'βγδ' }), category(2, { title: '' })],
    ];
    expect(await expectAsFresh(...steps)).toEqual(['c1', 'c1', 'c2']);
  });

  it('may change with a post of its own, which is made anew', async () => {
    const moved = post(1, { category: 'c2', title: 'Ω', position: 0 });
    expect(await expectAsFresh([category(1, { title: 'α' }), moved])).toEqual(['c1', 'p1']);
    expect(await expectAsFresh([category(1, { title: 'α' })], [moved])).toEqual(['c1', 'p1']);
  });

  it('may change with another post that one of its own embeds', async () => {
    const [first, second] = [post(1, { title: 'Ω', position: 0 }), category(2, { title: 'β' })];
    expect(await expectAsFresh([first, second])).toEqual(['c2', 'p1', 'p4']);
    expect(await expectAsFresh([second, first])).toEqual(['c2', 'p1', 'p4']);
  });

  it('leaves the parts of the body as large as they are', async () => {
    const model = createReadModel({ lists, tuning });
    await model.replace([portal]);
    await model.apply([
      category(1, { title: 'Μακρύς '.repeat(20) }),
      category(2, { title: 'Σ'.repeat(300) }),
    ]);
    const response = await model.response('news-posts', undefined);
    const lengths = response?.parts.map(({ length }) => length) ?? [];
    expect(lengths.length).toBeGreaterThan(10);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2 * tuning.blockBytes);
  });

  it('leaves nothing of what was', async () => {
    const model = createReadModel({ lists, tuning });
    await model.replace([portal]);
    const before = rowsOf(model);
    await model.apply([category(1, { title: 'α' }), category(2, { title: 'β' })]);
    await bodies(model);
    expect(before.length).toBe(posts.length);
    await vi.waitFor(() => {
      collectGarbage();
      expect(before.filter((row) => row.deref() !== undefined)).toEqual([]);
    });
  });

  it('leaves a response that somebody holds as it was', async () => {
    const model = createReadModel({ lists, tuning });
    await model.replace([portal]);
    const held = await Promise.all(ORDERINGS.map((ordering) => model.response('news-posts', ordering)));
    const fresh = createReadModel({ lists });
    await fresh.replace([portal]);
    await model.apply([category(1, { title: 'α' })]);
    await model.apply([category(1, { title: 'άλλη' })]);
    const were = held.map((response) => response?.parts.map(({ bytes }) => String(bytes)).join(''));
    expect(were).toEqual(await Promise.all(ORDERINGS.map((each) => body(fresh, 'news-posts', each))));
  });
});

it('a post that lacks something else is made anew with its category', async () => {
  const { lists, calls } = counted();
  const model = createReadModel({ lists });
  await model.replace([[category(1), media('m1', 'https://a.example/1'), post(1, { post_image: 'm1' })]]);
  await model.apply([departure('media', 'm1')]);
  calls.length = 0;
  await model.apply([category(1, { title: 'α' })]);
  expect(new Set(calls)).toEqual(new Set(['c1', 'p1']));
  expect(await body(model, 'news-posts')).toContain('"title":"α"');
  expect(model.status().missing).toMatchObject([{ document: 'p1', kind: 'media', id: 'm1' }]);
});

it('a category that goes stays in its posts, and its return shows', async () => {
  const model = createReadModel({ lists });
  await model.replace([portal]);
  const before = await body(model, 'news-posts');
  await model.apply([departure('news-categories', 'c1')]);
  expect(await body(model, 'news-posts')).toBe(before);
  await model.apply([category(1, { title: 'α' })]);
  const fresh = createReadModel({ lists });
  await fresh.replace([portal, [category(1, { title: 'α' })]]);
  expect(await body(model, 'news-posts')).toBe(await body(fresh, 'news-posts'));
});

describe('a list of one’s own that embeds', () => {
  const events = (notOrderable: string[]) =>
    defineList({
      key: 'events',
      name: 'Event List',
      element: z.strictObject({ id: z.int(), extra: z.unknown(), category: newsCategories.element }),
      encode: ({ api_id: id, extra, ...document }, context) => {
        const found = context.find('news-categories', String(document.category));
        if (!found) throw new Error('no category');
        return { id, extra, category: newsCategories.encode(found, context) };
      },
      decode: ({ id, ...rest }) => ({ api_id: id, position: null, ...rest }),
      defaultOrdering: 'id',
      notOrderable,
      embeds: { category: newsCategories },
    });

  it('shows the change where it belongs, though other values hold the very same text', async () => {
    const all = [newsCategories, events(['extra', 'category'])] as List[];
    const one = category(1, { slug: 'a', selected: false });
    const decoy = { category: { id: 1, selected: false, title: 'Κ1', slug: 'a' } };
    const event = change('events', { id: 'e1', api_id: 1, position: null, category: 'c1', extra: decoy });
    const model = createReadModel({ lists: all });
    await model.replace([[one, event]]);
    expect((await body(model, 'events')).split(toJson(decoy).slice(1, -1)).length).toBe(3);
    await model.apply([category(1, { slug: 'a', selected: false, title: 'νέα' })]);
    expect(JSON.parse(await body(model, 'events'))).toEqual([
      { id: 1, extra: decoy, category: { id: 1, selected: false, title: 'νέα', slug: 'a' } },
    ]);
  });

  it('is refused where `ordering` could name what it embeds', () => {
    expect(() => events(['extra'])).toThrow(
      new Error("List events embeds category, so ordering can't name it: add it to notOrderable."),
    );
  });
});
