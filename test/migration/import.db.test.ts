import fc from 'fast-check';
import type { Payload } from 'payload';
import { describe, expect, it } from 'vitest';
import { importCapture } from '../../src/migration/index.ts';
import { local, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { category, type Files, group, post, related, saveCapture, section, usefulLink } from './captures.ts';
import { databaseState } from './databaseState.ts';
import { captureOf, DOCUMENTED, legacyPortals } from './legacyPortal.ts';
import { notAsCaptured } from './sameAsCapture.ts';

const CAPTURE = 'test/fixtures/legacy-capture';

/** Imports captured responses; created, updated, unchanged and refused per list that has any. */
async function bring(payload: Payload, files: Files) {
  const report = await importCapture(payload, { from: await saveCapture(files) });
  const counts = Object.entries(report.lists).map(([slug, { created, updated, unchanged, refused }]) => [
    slug,
    [created, updated, unchanged, refused.length],
  ]);
  return Object.fromEntries(counts.filter(([, numbers]) => (numbers as number[]).some((n) => n > 0)));
}

/** The main document of an imported element. */
async function stored(payload: Payload, collection: string, api_id: number) {
  const { docs } = await payload.db.find<Record<string, unknown> & { id: number | string }>({
    collection,
    where: { api_id: { equals: api_id } },
    sort: 'id',
  });
  const [first] = docs;
  if (!first) throw new Error(`There is no ${collection} ${api_id}.`);
  return first;
}

describe('the capture of a small portal', () => {
  it('is served byte for byte after its import, and importing it again changes nothing', async () => {
    const payload = await startPayload();
    const report = await importCapture(payload, { from: CAPTURE });
    expect(
      Object.entries(report.lists).map(([slug, { created, refused }]) => [slug, created, refused]),
    ).toEqual([
      ['featured-sections', 7, []],
      ['service-groups', 14, []],
      ['news-posts', 120, []],
      ['news-categories', 9, []],
      ['service-useful-links', 400, []],
    ]);
    expect(await notAsCaptured(payload, CAPTURE)).toEqual([]);

    const before = await databaseState(payload);
    const writtenAt = (await stored(payload, 'news-posts', 322)).updatedAt;
    const again = await importCapture(payload, { from: CAPTURE });
    expect(again.settings).toEqual([]);
    expect(await databaseState(payload)).toEqual(before);
    expect((await stored(payload, 'news-posts', 322)).updatedAt).toEqual(writtenAt);
  });
});

it('generated portals are served byte for byte after their import', async () => {
  const portals = fc.sample(legacyPortals, { numRuns: 4, seed: 20 });
  for (const portal of portals) {
    const payload = await startPayload();
    const files = captureOf(portal, DOCUMENTED).responses.map(({ slug, ordering, body }) => {
      return [ordering === undefined ? slug : `${slug}.ordering=${ordering}`, JSON.parse(body.toString())];
    });
    const folder = await saveCapture(Object.fromEntries(files));
    const report = await importCapture(payload, { from: folder });
    expect(Object.values(report.lists).flatMap(({ refused }) => refused)).toEqual([]);
    expect(await notAsCaptured(payload, folder)).toEqual([]);
  }
});

it('texts that no editor would write come back as they were', async () => {
  const payload = await startPayload();
  const texts = [
    `<p>${'μακρύ '.repeat(300_000)}</p>`,
    '<p>γραμμή</p>\r\n'.repeat(5_000),
    `${'<div>'.repeat(2_000)}βαθιά`,
    `${'<ul><li>'.repeat(150)}βαθιά`,
    '<table><tr><td><p',
    '<!-- χωρίς τέλος',
    '\u2028<b><i>α</b></i>\r&nbsp;&#0;&bogus;\t',
  ];
  const files = {
    'news-posts': texts.map((content, index) => post(index + 1, { more: { content, excerpt: content } })),
    'service-useful-links': texts.map((description, index) =>
      usefulLink(index + 1, { description, title: description }),
    ),
  };
  expect(await bring(payload, files)).toEqual({
    'news-posts': [texts.length, 0, 0, 0],
    'service-useful-links': [texts.length, 0, 0, 0],
  });
  expect(await served(payload, 'news-posts')).toEqual(files['news-posts']);
  expect(await served(payload, 'service-useful-links')).toEqual(files['service-useful-links']);
});

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

  it('that has changed brings its document up to date, one that an editor deleted included', async () => {
    const payload = await startPayload();
    await bring(payload, { 'service-groups': [group(1), group(2), group(3)] });
    const api = local(payload);
    await api.update('service-groups', (await stored(payload, 'service-groups', 1)).id, {
      title: 'Του συντάκτη',
      _status: 'published',
    });
    await api.remove('service-groups', (await stored(payload, 'service-groups', 2)).id);

    const now = [group(1, { url: 'https://portal.example/' }), group(2, { title: 'Πίσω' }), group(3)];
    expect(await bring(payload, { 'service-groups': now })).toEqual({ 'service-groups': [1, 1, 1, 0] });
    expect(await served(payload, 'service-groups')).toEqual(now);
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

  it('that the contract does not explain is refused by name, and the rest is imported', async () => {
    const payload = await startPayload();
    const folder = await saveCapture({
      'news-categories': [category(1), { ...category(2), extra: 1 }],
      'news-posts': [post(1), post(2, { category: { id: 9 } })],
    });
    const { lists } = await importCapture(payload, { from: folder });
    expect(lists['news-categories']?.refused).toMatchObject([{ index: 1, id: 2, title: 'Κατηγορία 2' }]);
    expect(lists['news-posts']?.refused).toMatchObject([{ index: 1, id: 2, title: 'Νέο 2' }]);
    expect(await served(payload, 'news-categories')).toEqual([category(1)]);
    expect(await served(payload, 'news-posts')).toEqual([post(1)]);
  });

  it('that the database cannot store is refused by name, with what needs it, and the rest is imported', async () => {
    const payload = await startPayload();
    const { updateOne } = payload.db;
    payload.db.updateOne = (args) => {
      const { title } = (args.data ?? {}) as { title?: unknown };
      if (title === 'Κατηγορία 2') throw new Error('too large');
      return updateOne.call(payload.db, args);
    };
    const { lists } = await importCapture(payload, {
      from: await saveCapture({
        'news-categories': [category(1), category(2)],
        'news-posts': [post(5), post(6, { category: category(2) })],
      }),
    });
    payload.db.updateOne = updateOne;
    const reasons = Object.values(lists).flatMap(({ refused }) =>
      refused.map(({ id, problems }) => [id, problems[0]?.reason]),
    );
    expect(reasons).toEqual([
      [6, 'needs news-categories:2:1, which could not be stored'],
      [2, 'could not be stored: too large'],
    ]);
    expect(await served(payload, 'news-posts')).toEqual([post(5)]);
    expect((await payload.count({ collection: 'news-categories' })).totalDocs).toBe(1);
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
    const folder = await saveCapture({ 'news-categories': [category(2)] });
    const { lists } = await importCapture(payload, { from: folder });
    expect(lists['service-groups']).toMatchObject({ state: 'absent', created: 0, refused: [] });
    expect(lists['news-categories']).toMatchObject({ state: 'read', unchanged: 1, gone: 1 });
    expect(await served(payload, 'service-groups')).toEqual([group(1)]);
    expect(await served(payload, 'news-categories')).toEqual([category(1), category(2)]);
  });
});

describe('numbers', () => {
  it('that editors get are above all imported ones', async () => {
    const payload = await startPayload();
    await bring(payload, { 'news-categories': [category(41), category(7)] });
    const made = await local(payload).create('news-categories', { title: 'Νέα', _status: 'published' });
    expect(made.api_id).toBe(42);
  });

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

describe('settings', () => {
  const inOrder = (...ids: number[]) => ({ 'service-useful-links': ids.map((id) => usefulLink(id)) });
  const ordering = async (payload: Payload) => {
    const settings = await payload.findGlobal({ slug: 'portal-settings' });
    return (settings as unknown as { service_useful_links: { ordering: string } }).service_useful_links
      .ordering;
  };

  it('that an editor changed stay until the source says something else', async () => {
    const payload = await startPayload();
    await bring(payload, inOrder(9, 8, 7, 6, 5));
    expect(await ordering(payload)).toBe('-id');
    const data = { service_useful_links: { ordering: 'title' } };
    await payload.updateGlobal({ slug: 'portal-settings', data: data as never });
    await bring(payload, inOrder(10, 9, 8, 7, 6, 5));
    expect(await ordering(payload)).toBe('title');
    await bring(payload, inOrder(5, 6, 7, 8, 9, 10));
    expect(await ordering(payload)).toBe('id');
  });
});

it('a server on the same database shows an import by itself', async () => {
  const importer = await startPayload();
  const server = await startPayload({ uri: databaseUri(importer) });
  expect(await served(server, 'news-categories')).toEqual([]);
  await bring(importer, { 'news-categories': [category(1), category(2)] });
  await expect
    .poll(() => served(server, 'news-categories'), { timeout: 5000 })
    .toEqual([category(1), category(2)]);
});

/** The address that a Payload was started with. */
function databaseUri(payload: Payload): string {
  const { url, clientConfig } = payload.db as unknown as { url?: string; clientConfig?: { url: string } };
  const uri = url || clientConfig?.url;
  if (!uri) throw new Error('This database has no address.');
  return uri;
}
