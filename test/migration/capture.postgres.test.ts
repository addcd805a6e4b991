import { expect, it } from 'vitest';
import { portalReadModel } from '../../src/index.ts';
import { importCapture } from '../../src/migration/index.ts';
import { startPayload } from '../support/payload.ts';
import { CAPTURE } from '../support/portal.ts';
import { comparedWithCapture } from './sameAsCapture.ts';

it('the capture of a small portal is served byte for byte, ties of an ordering aside', async () => {
  const payload = await startPayload();
  const { lists } = await importCapture(payload, { from: CAPTURE });
  expect(Object.values(lists).map(({ created, refused }) => [created, refused.length])).toEqual([
    [7, 0],
    [14, 0],
    [120, 0],
    [9, 0],
    [400, 0],
  ]);
  expect(await comparedWithCapture(await portalReadModel(payload), CAPTURE)).toEqual({
    'featured-sections.json': 'same',
    'featured-sections.ordering=-section_two_links.json': 'same',
    'news-categories.json': 'same',
    'news-posts.json': 'same',
    'service-groups.json': 'same',
    'service-useful-links.json': 'same',
    // the source left equal titles in whatever order
    'service-useful-links.ordering=-title.json': 'ties',
    'service-useful-links.ordering=title.json': 'ties',
  });
});
