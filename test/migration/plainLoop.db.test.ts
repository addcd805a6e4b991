import { expect, it } from 'vitest';
import { plainLoop } from '../../bench/plainLoop.ts';
import { lists } from '../../endpoints/lists/index.ts';
import { readCapture } from '../../src/capture/folder.ts';
import { importCapture } from '../../src/migration/index.ts';
import { readCaptured } from '../../src/migration/plan/captured.ts';
import { startPayload } from '../support/payload.ts';
import { category, group, post, related, saveCapture, section, usefulLink } from './captures.ts';
import { databaseState } from './databaseState.ts';

const image = 'https://cdn.portal.example/%CE%B1.png';
const [first, second] = [section(1, ['a', 'b']), section(2, ['c'])];
const text = '<h2 class="x">Α</h2>\r\n<p>α<table><tr><td>β</table><ul><li>γ</ul>';

/** One of everything; whatever is related refers to no circle, since a plain loop could not write one. */
const FILES = {
  'featured-sections': [first, second],
  'featured-sections.ordering=-section_two_links': [first, second, first],
  'service-groups': [group(2, { url: 'https://portal.example/' }), group(1)],
  'news-categories': [category(1), category(2)],
  'news-posts': [
    post(9, { related: [related(8), related(7)], more: { content: text } }),
    post(8, { category: category(3), related: [related(5, { content: text })] }),
    post(6, { more: { post_image: image, content: '' } }),
    post(6, { more: { post_image: image, content: '' } }),
    post(5, { more: { content: text } }),
  ],
  'service-useful-links': [usefulLink(5), usefulLink(5), usefulLink(4, { description: '<p>γ</p>' })],
};

it('an import leaves what a plain loop of payload.create leaves: documents, their versions and hidden values', async () => {
  const from = await saveCapture(FILES);
  const [imported, looped] = [await startPayload(), await startPayload()];
  await importCapture(imported, { from });
  const keys = lists.map(({ key }) => key);
  await plainLoop(looped, readCaptured(await readCapture(from, keys, {}), lists));
  // An import alone finds settings out, raises counters above what it has brought, and takes notes.
  const none = { settings: null, 'portal-counters': null, 'portal-imports': null };
  expect({ ...(await databaseState(imported)), ...none }).toEqual({
    ...(await databaseState(looped)),
    ...none,
  });
}, 120_000);
