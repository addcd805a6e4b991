import { describe, expect, it } from 'vitest';
import { local, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { category, group, post, related, section, usefulLink } from './captures.ts';
import { bring, importPart, stored } from './imports.ts';

describe('an element', () => {
  it('that has not changed leaves its document alone, whatever an editor did to it', async () => {
    const payload = await startPayload();
    const files = { 'service-groups': [group(1), group(2)], 'news-categories': [category(1), category(2)] };
    await bring(payload, files);
    const api = local(payload);
    const changed = await stored(payload, 'service-groups', 1);
    const gone = await stored(payload, 'service-groups', 2);
    const hidden = await stored(payload, 'news-categories', 1);
    await api.update('service-groups', changed.id, { title: 'Νέος τίτλος', _status: 'published' });
    await api.remove('service-groups', gone.id);
    await api.update('news-categories', hidden.id, { listed: false, _status: 'published' });

    expect(await bring(payload, files)).toEqual({
      'service-groups': [0, 0, 2, 0],
      'news-categories': [0, 0, 2, 0],
    });
    expect((await served(payload, 'service-groups')).map(({ id, title }) => [id, title])).toEqual([
      [1, 'Νέος τίτλος'],
    ]);
    expect((await served(payload, 'news-categories')).map(({ id }) => id)).toEqual([2]);
  });

  it('that has changed brings its document up to date', async () => {
    const payload = await startPayload();
    await bring(payload, { 'service-groups': [group(1), group(2), group(3)] });
    const now = [group(1, { url: 'https://portal.example/' }), group(2, { title: 'Αλλιώς' }), group(3)];
    expect(await bring(payload, { 'service-groups': now })).toEqual({ 'service-groups': [0, 2, 1, 0] });
    expect(await served(payload, 'service-groups')).toEqual(now);
    const again = [group(1, { url: 'https://portal.example/2' }), ...now.slice(1)];
    expect(await bring(payload, { 'service-groups': again })).toEqual({ 'service-groups': [0, 1, 2, 0] });
    expect(await served(payload, 'service-groups')).toEqual(again);
  });

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
