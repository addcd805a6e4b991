import { expect, it } from 'vitest';
import { importCapture, previewImport } from '../../src/migration/index.ts';
import { served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { category, post, saveCapture, whole } from './captures.ts';

const counts =
  'than the 16 MB that MongoDB takes of one document (a text counts three times: as imported, as served, and for the editor)';

it('a post that is too large for MongoDB is refused by name and in plain words, and the rest is imported', async () => {
  const payload = await startPayload();
  const paragraph = `<p>${'Κείμενο με <strong>έμφαση</strong> και λέξεις. '.repeat(20)}</p>`;
  // The first is seen to be too large when its text has been read, the second before, the third by the database alone.
  const [large, larger] = [5_000_000, 9_000_000];
  // Words for the search, which a save adds, are what makes the third too large: 10 KB of them.
  const border = Array.from({ length: 800_000 }, (_, index) => `w${index}`)
    .join(' ')
    .slice(0, 5_589_500);
  const text = (bytes: number) => paragraph.repeat(bytes / Buffer.byteLength(paragraph));
  const plain = (bytes: number) => 'λ'.repeat(bytes / 2);
  const from = await saveCapture(
    whole({
      'news-categories': [category(1)],
      'news-posts': [
        post(1, { more: { content: text(large) } }),
        post(2, { more: { content: plain(larger) } }),
        post(3, { more: { content: border } }),
        post(4),
      ],
    }),
  );
  const { lists } = await importCapture(payload, { from });
  expect(lists['news-posts']?.refused.map(({ id, problems }) => [id, problems])).toEqual([
    [1, [{ path: '', reason: `could not be stored: it has 29.4 MB, more ${counts}` }]],
    [2, [{ path: '', reason: `could not be stored: it has 17.2 MB, more ${counts}` }]],
    [3, [{ path: '', reason: `could not be stored: it has more ${counts}` }]],
  ]);
  expect(await served(payload, 'news-posts')).toEqual([post(4)]);
}, 120_000);

it('a preview names it, too, with what needs it, and counts neither', async () => {
  const payload = await startPayload();
  const files = whole({
    'news-categories': [{ ...category(1), title: 'λ'.repeat(9_000_000) }],
    'news-posts': [
      post(1, { category: { ...category(1), title: 'λ'.repeat(9_000_000) } }),
      post(2, { category: category(2) }),
    ],
  });
  const from = await saveCapture(files);
  const { report: planned } = await previewImport(payload, { from });
  const refused = Object.values(planned.lists).flatMap((list) => list.refused);
  expect(refused.map(({ list, id, problems }) => [list, id, problems[0]?.reason])).toEqual([
    ['news-posts', 1, 'needs news-categories:1:1, which could not be stored'],
    ['news-categories', 1, `could not be stored: it has 17.2 MB, more ${counts}`],
  ]);
  expect(planned.lists['news-posts']).toMatchObject({ created: 1 });
  expect((await importCapture(payload, { from })).lists).toEqual(planned.lists);
}, 120_000);
