import path from 'node:path';
import type { Payload } from 'payload';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findImageFile, imageStore } from '../../collections/access/imageFiles.ts';
import { lists } from '../../endpoints/lists/index.ts';
import { importStatus } from '../../src/commands/importSummary.ts';
import { portalHandler, portalReadModel } from '../../src/index.ts';
import { captureLegacy, captureMedia, importCapture, previewImport } from '../../src/migration/index.ts';
import { readWhole } from '../../src/system/files/index.ts';
import { local, SERVER_URL, served } from '../support/content.ts';
import { freshFolder, preparedDatabaseUri, testDatabase } from '../support/databases.ts';
import { startLegacySystem } from '../support/legacySystem.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';
import { CAPTURE } from '../support/portal.ts';
import { shared } from '../support/shared.ts';
import { category, post, related, whole } from './captures.ts';
import { databaseState } from './databaseState.ts';
import { bring, stored } from './imports.ts';
import { json } from './legacyPortal.ts';
import { comparedWithCapture } from './sameAsCapture.ts';

/** An image of a type that is not taken: one white pixel. */
const BMP = Buffer.from(
  '424d3a0000000000000036000000280000000100000001000000010018000000000004000000000000000000000000000000000000' +
    '00ffffff00',
  'hex',
);

describe('the capture of a small portal', () => {
  it('is served byte for byte after its import, ties of an ordering aside, and importing it again changes nothing', {
    timeout: 180_000,
  }, async () => {
    expect(await shared(`${testDatabase() as 'sqlite' | 'mongodb'}/import`)).toContain(
      [
        'featured-sections: 7 created, 0 updated, 0 unchanged, 0 refused',
        'service-groups: 14 created, 0 updated, 0 unchanged, 0 refused',
        'news-posts: 120 created, 0 updated, 0 unchanged, 0 refused',
        'news-categories: 9 created, 0 updated, 0 unchanged, 0 refused',
        'service-useful-links: 400 created, 0 updated, 0 unchanged, 0 refused',
        '',
      ].join('\n'),
    );
    const payload = await startPayload({ uri: await preparedDatabaseUri('captured') });
    expect(await comparedWithCapture(await portalReadModel(payload), CAPTURE)).toEqual({
      ...Object.fromEntries(lists.map(({ key }) => [`${key}.json`, 'same'])),
      'featured-sections.ordering=-section_two_links.json': 'same',
      // the source left equal titles in whatever order
      'service-useful-links.ordering=-title.json': 'ties',
      'service-useful-links.ordering=title.json': 'ties',
    });

    const before = await databaseState(payload);
    const writtenAt = (await stored(payload, 'news-posts', 322)).updatedAt;
    const again = await importCapture(payload, { from: CAPTURE });
    expect(again.settings).toEqual([]);
    expect(await databaseState(payload)).toEqual(before);
    expect((await stored(payload, 'news-posts', 322)).updatedAt).toEqual(writtenAt);
  });
});

describe('numbers', () => {
  it('that editors get are above all imported ones', async () => {
    const payload = await startPayload();
    await bring(payload, { 'news-categories': [category(41), category(7)] });
    const made = await local(payload).create('news-categories', { title: 'Νέα', _status: 'published' });
    expect(made.api_id).toBe(42);
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

oneDatabase.it(
  'records are served where the source has answered them, and a prefix that it has and we have not is named',
  async () => {
    const files = whole({ 'news-categories': [category(1), category(2)], 'news-posts': [post(1)] });
    const bodies = Object.entries(files).map(([name, list]) => [name, json(list)]);
    const legacy = await startLegacySystem(Object.fromEntries(bodies));
    legacy.records = ['news-categories'];
    legacy.prefixes = ['/api/v1'];
    const from = path.join(await freshFolder(), 'capture');
    await captureLegacy({ from: legacy.url, to: from });
    const payload = await startPayload();
    const report = await importCapture(payload, { from });
    expect(report.prefixes).toEqual(['/el/api/v1', '/api/v1']);
    const found = Object.entries(report.found.lists).map(([key, { records }]) => [key, records]);
    // Without an element there is no id to ask for.
    expect(found.filter(([, records]) => records !== undefined)).toEqual([
      ['news-posts', false],
      ['news-categories', true],
    ]);
    expect(report.settings).toContain('news-categories records');
    const handler = await portalHandler(payload);
    const get = async (path: string) => {
      const response = await handler({ method: 'GET', url: `/el/api/v1/${path}`, headers: {} });
      return [response?.status, JSON.parse(String(response?.body))];
    };
    expect(await get('news-categories/2/')).toEqual([200, category(2)]);
    expect(await get('news-posts/1/')).toEqual([404, { detail: 'Not found.' }]);
    await local(payload).update('news-categories', (await stored(payload, 'news-categories', 2)).id, {
      title: 'Άλλος',
      _status: 'published',
    });
    expect(await get('news-categories/2/')).toEqual([200, { ...category(2), title: 'Άλλος' }]);

    const again = await importCapture(payload, { from });
    expect(again.settings).toEqual([]);
    // What an operator has set stays, and is named.
    const slug = 'portal-settings' as never;
    await payload.updateGlobal({ slug, data: { news_posts: { records: true } } as never });
    expect(await get('news-posts/1/')).toEqual([200, post(1)]);
    legacy.records = ['news-categories', 'news-posts'];
    await captureLegacy({ from: legacy.url, to: from });
    expect((await importCapture(payload, { from })).conflicts.flatMap(({ list }) => list)).not.toContain(
      'portal-settings',
    );
  },
);

oneDatabase.it(
  'images are given by their legacy addresses, or by those of copied files for as long as that is switched',
  {
    timeout: 120_000,
  },
  async () => {
    const legacy = await startLegacySystem({});
    const color = { create: { width: 9, height: 9, channels: 3, background: 'red' } } as const;
    // What the legacy system gives is kept as it is, notes of cameras too.
    const png = await sharp(color)
      .withExif({ IFD0: { Make: 'Camera' } })
      .png()
      .toBuffer();
    const image = (name: string) => `${legacy.url}/media/${name}`;
    legacy.files['/media/%CE%B1.png'] = png;
    legacy.files['/media/cut.png'] = png.subarray(0, png.length - 20);
    legacy.files['/media/old.bmp'] = BMP;
    const posts = [
      post(1, { more: { post_image: image('%CE%B1.png#x'), post_thumbnail: image('cut.png') } }),
      post(2, { more: { post_image: image('old.bmp'), post_thumbnail: '/media/kept.png' } }),
      post(3, {
        related: [related(4, { post_image: image('%CE%B1.png') })],
        more: { content: '<a href="/x/">α' },
      }),
      post(5, { more: { post_image: image('gone.png') } }),
    ];
    const files = { 'news-categories': [category(1)], 'news-posts': posts };
    legacy.bodies = Object.fromEntries(
      Object.entries(whole(files)).map(([name, list]) => [name, json(list)]),
    );
    const from = await freshFolder();
    await captureLegacy({ from: legacy.url, to: from });
    const payload = await startPayload();
    const other = await startPayload({ uri: databaseUri(payload) });
    const bodyOf = async (each: Payload) => {
      const response = await (await portalReadModel(each)).response('news-posts', undefined);
      return String(response?.body);
    };
    const bringWith = (media?: 'link' | 'copy' | 'switch') =>
      importCapture(payload, { from, ...(media && { media }) });
    const body = json(posts);
    const own = ['α', 'α-1'].map((name) => `${SERVER_URL}/api/media/file/${encodeURIComponent(name)}.png`);
    const switched = body
      .replace(image('%CE%B1.png#x'), own[0] ?? '')
      .replace(image('%CE%B1.png'), own[1] ?? '');

    await expect(bringWith('copy')).rejects.toThrow(
      `${from} has no files of images. Save them with: npx portal-content capture --to ${from} --media`,
    );
    expect((await bringWith()).hosts).toEqual([
      { host: new URL(legacy.url).host, fields: 5, texts: 0, isLegacy: true },
      { host: '/media/…', fields: 1, texts: 0, isLegacy: true },
      { host: '/x/…', fields: 0, texts: 1, isLegacy: true },
    ]);
    await captureMedia({ to: from });
    const failed = [
      {
        url: image('cut.png'),
        reason: expect.stringMatching(/^the capture does not have it: it is a broken image/),
      },
      { url: image('old.bmp'), reason: expect.stringMatching(/^file: Accepted are JPEG/) },
      { url: image('gone.png'), reason: 'the capture does not have it: the answer is 404' },
    ];
    // A copy that was killed has left it.
    const media = imageStore(payload);
    await media.write('killed/α.png', png.subarray(0, 9));
    // Nothing shows it: nobody misses its file.
    await local(payload).create('media', { alt: 'α', legacy_url: image('unused.png') });
    const previewOf = async (media: 'copy' | 'switch') =>
      (await previewImport(payload, { from, media })).report.media;
    // What is in a file is seen when it is copied.
    expect(await previewOf('copy')).toEqual({
      copied: 3,
      there: 0,
      failed: [failed[0], failed[2]],
      ownImages: false,
    });
    const copied = await bringWith('copy');
    expect(copied.media).toEqual({ copied: 2, there: 0, failed, ownImages: false });
    expect(importStatus(copied)).toBe(1);
    expect([await bodyOf(payload), await bodyOf(other)]).toEqual([body, body]);
    const stored = await findImageFile(payload, 'α.png');
    expect(await readWhole(media, String(stored?.path))).toEqual(png);

    expect(await previewOf('switch')).toMatchObject({ there: 2, ownImages: true });
    expect((await bringWith('switch')).media).toEqual({ copied: 0, there: 2, failed, ownImages: true });
    expect(await bodyOf(payload)).toBe(switched);
    await expect.poll(() => bodyOf(other), { timeout: 5000 }).toBe(switched);
    const again = await bringWith();
    expect({ media: again.media, status: importStatus(again), body: await bodyOf(payload) }).toEqual({
      media: undefined,
      status: 0,
      body: switched,
    });
    // A start, which loads everything, comes to the same.
    expect(await bodyOf(await startPayload({ uri: databaseUri(payload) }))).toBe(switched);
    expect((await bringWith('link')).media).toMatchObject({ ownImages: false });
    expect(await bodyOf(payload)).toBe(body);
    await expect.poll(() => bodyOf(other), { timeout: 5000 }).toBe(body);
  },
);
