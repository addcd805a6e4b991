import { describe, expect, it } from 'vitest';
import { local, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { category, type Files, group, post, related, section, usefulLink } from './captures.ts';
import { bring, importPart, stored } from './imports.ts';

describe('an element', () => {
  it('is left alone when only what it embeds has changed', async () => {
    const payload = await startPayload();
    await bring(payload, {
      'news-categories': [category(1)],
      'news-posts': [post(7, { related: [related(8)] }), post(8)],
    });
    const renamed = category(1, 'Μετονομασία');
    const edited = related(8, { title: 'Άλλο' });
    expect(
      await bring(payload, {
        'news-categories': [renamed],
        'news-posts': [
          post(7, { category: renamed, related: [edited] }),
          post(8, { category: renamed, more: { title: 'Άλλο' } }),
        ],
      }),
    ).toEqual({ 'news-categories': [0, 1, 0, 0], 'news-posts': [0, 1, 1, 0] });
    const [first] = await served(payload, 'news-posts');
    expect(first).toEqual(post(7, { category: renamed, related: [edited] }));
  });

  it('that stood in posts alone keeps its document when it comes into its list', async () => {
    const payload = await startPayload();
    await bring(payload, { 'news-posts': [post(1, { related: [related(2)] })] });
    expect(await served(payload, 'news-categories')).toEqual([]);

    const files = {
      'news-categories': [category(1)],
      'news-posts': [post(1, { related: [related(2)] }), post(2)],
    };
    expect(await bring(payload, files)).toEqual({
      'news-categories': [0, 1, 0, 0],
      'news-posts': [0, 1, 1, 0],
    });
    expect(await served(payload, 'news-categories')).toEqual([category(1)]);
    expect(await served(payload, 'news-posts')).toEqual(files['news-posts']);
    expect((await payload.count({ collection: 'news-posts' })).totalDocs).toBe(2);
  });

  it('that leaves its list and stays in others leaves it here, too, and comes back as it was', async () => {
    const payload = await startPayload();
    const all = {
      'news-categories': [1, 2, 3, 4, 5, 6].map((id) => category(id)),
      'news-posts': [
        post(1, { category: category(2), related: [2, 3].map((id) => related(id)) }),
        ...[2, 3, 4, 5, 6, 7].map((id) => post(id, { category: category(3) })),
      ],
    };
    await bring(payload, all);
    const without = (id: number) => ({
      'news-categories': all['news-categories'].filter((each) => each.id !== id),
      'news-posts': all['news-posts'].filter((each) => each.id !== id),
    });
    const expectServed = async (files: Files) => {
      for (const [list, elements] of Object.entries(files))
        expect(await served(payload, list)).toEqual(elements);
    };
    const { conflicts, lists, unlisted, vanished } = await importPart(payload, without(2));
    expect(unlisted).toEqual([
      { list: 'news-categories', apiId: 2, title: 'Κατηγορία 2' },
      { list: 'news-posts', apiId: 2, title: 'Νέο 2' },
    ]);
    expect([conflicts, vanished, lists['news-posts']?.embedded.updated]).toEqual([[], [], 1]);
    await expectServed(without(2));
    expect((await importPart(payload, without(2))).unlisted).toEqual([]);

    const renamed = without(2);
    const first = { category: category(2, 'Άλλη'), related: [related(2, { title: 'Άλλο' }), related(3)] };
    renamed['news-posts'].splice(0, 1, post(1, first));
    await bring(payload, renamed);
    await expectServed(renamed);
    // What posts do not show of each other has stayed.
    expect(await stored(payload, 'news-posts', 2)).toMatchObject({
      category: (await stored(payload, 'news-categories', 3)).id,
    });
    expect(await bring(payload, all)).toEqual({
      'news-categories': [0, 1, 5, 0],
      'news-posts': [0, 1, 6, 0],
    });
    await expectServed(all);
    expect((await payload.count({ collection: 'news-posts' })).totalDocs).toBe(7);
  });

  it('that changes while it leaves its list keeps its document', async () => {
    const payload = await startPayload();
    const names = [1, 2, 3, 4, 5].map((id) => category(id));
    await bring(payload, { 'news-categories': names, 'news-posts': [post(1)] });
    const now = {
      'news-categories': names.slice(1),
      'news-posts': [post(1, { category: category(1, 'Μετονομασία') })],
    };
    expect(await bring(payload, now)).toEqual({
      'news-categories': [0, 0, 4, 0],
      'news-posts': [0, 0, 1, 0],
    });
    expect(await served(payload, 'news-categories')).toEqual(now['news-categories']);
    expect(await served(payload, 'news-posts')).toEqual(now['news-posts']);
    expect((await payload.count({ collection: 'news-categories' })).totalDocs).toBe(5);
  });

  it('that its list does not show, since it is refused or not in the capture, stays in it', async () => {
    const payload = await startPayload();
    const names = [1, 2, 3, 4, 5].map((id) => category(id));
    const posts = [post(1, { category: category(2), related: [related(2)] }), post(2)];
    await bring(payload, { 'news-categories': names, 'news-posts': posts });
    const refused = { ...post(2), active: 'maybe' };
    await bring(payload, { 'news-posts': [posts[0], refused] });
    expect(await served(payload, 'news-categories')).toEqual(names);
    expect(await served(payload, 'news-posts')).toEqual(posts);
  });

  it('moves to its new place in the default list', async () => {
    const payload = await startPayload();
    const links = [3, 1, 9, 4, 7, 2].map((id) => usefulLink(id));
    await bring(payload, { 'service-useful-links': links });
    expect(await served(payload, 'service-useful-links')).toEqual(links);
    const moved = [usefulLink(8), ...links.toReversed()];
    expect(await bring(payload, { 'service-useful-links': moved })).toEqual({
      'service-useful-links': [1, 0, 6, 0],
    });
    expect(await served(payload, 'service-useful-links')).toEqual(moved);
  });
});

describe('a list that is not in the capture', () => {
  it('stays as it is, and so does what is no longer in a list', async () => {
    const payload = await startPayload();
    await bring(payload, { 'service-groups': [group(1)], 'news-categories': [category(1), category(2)] });
    const { lists } = await importPart(payload, { 'news-categories': [category(2)] });
    expect(lists['service-groups']).toMatchObject({ state: 'absent', created: 0, refused: [] });
    expect(lists['news-categories']).toMatchObject({ state: 'read', unchanged: 1, gone: 1 });
    expect(await served(payload, 'service-groups')).toEqual([group(1)]);
    expect(await served(payload, 'news-categories')).toEqual([category(1), category(2)]);
  });
});

describe('numbers', () => {
  it('of links keep editors on top, and what is new in the source above them', async () => {
    const payload = await startPayload();
    const before = [section(1, ['a', 'b']), section(2, ['c'])];
    const byLinks = (order: unknown[]) => ({ 'featured-sections.ordering=-section_two_links': order });
    await bring(payload, { 'featured-sections': before, ...byLinks([before[0], before[1], before[0]]) });
    const second = await stored(payload, 'featured-sections', 2);
    const rows = second.section_two_links as object[];
    const added = { text: 'νέος', link: 'https://portal.example/new' };
    await local(payload).update('featured-sections', second.id, {
      section_two_links: [...rows, added],
      _status: 'published',
    });
    const order = async () =>
      (await served(payload, 'featured-sections', '-section_two_links')).map(({ id }) => id);
    expect(await order()).toEqual([2, 1, 2, 1]);

    const now = [...before, section(3, ['d'])];
    await bring(payload, { 'featured-sections': now, ...byLinks([now[2], now[0], now[1], now[0]]) });
    expect(await order()).toEqual([3, 2, 1, 2, 1]);
  });
});
