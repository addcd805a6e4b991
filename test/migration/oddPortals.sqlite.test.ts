import fc from 'fast-check';
import { expect, it } from 'vitest';
import { portalReadModel } from '../../src/index.ts';
import { importCapture } from '../../src/migration/index.ts';
import { served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { post, saveCapture, usefulLink } from './captures.ts';
import { bring } from './imports.ts';
import { captureOf, DOCUMENTED, legacyPortals } from './legacyPortal.ts';
import { comparedWithCapture } from './sameAsCapture.ts';

it('generated portals are served byte for byte after their import, ties of an ordering aside', async () => {
  const portals = fc.sample(legacyPortals, { numRuns: 3, seed: 20 });
  for (const portal of portals) {
    const payload = await startPayload();
    const files = captureOf(portal, DOCUMENTED).responses.map(({ list, ordering, body }) => {
      return [ordering === undefined ? list : `${list}.ordering=${ordering}`, JSON.parse(body.toString())];
    });
    const folder = await saveCapture(Object.fromEntries(files));
    const report = await importCapture(payload, { from: folder });
    expect(Object.values(report.lists).flatMap(({ refused }) => refused)).toEqual([]);
    const compared = await comparedWithCapture(await portalReadModel(payload), folder);
    expect(Object.keys(compared)).toHaveLength(8);
    expect(Object.entries(compared).filter(([, as]) => as === 'different')).toEqual([]);
  }
}, 180_000);

it('texts that no editor would write come back as they were', async () => {
  const payload = await startPayload();
  const texts = [
    `<p>${'μακρύ '.repeat(10_000)}</p>`,
    '<p>γραμμή</p>\r\n'.repeat(500),
    `${'<div>'.repeat(500)}βαθιά`,
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
