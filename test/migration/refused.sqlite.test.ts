import { describe, expect, it } from 'vitest';
import { importStatus, importSummary } from '../../src/commands/importSummary.ts';
import { importCapture, textFindings } from '../../src/migration/index.ts';
import { local, served } from '../support/content.ts';
import { extend } from '../support/host.ts';
import { startPayload } from '../support/payload.ts';
import { category, post, related, saveCapture, whole } from './captures.ts';
import { importPart, stored } from './imports.ts';

describe('an element', () => {
  it('that the contract does not explain is refused by name, and the rest is imported', async () => {
    const payload = await startPayload();
    const { lists } = await importPart(payload, {
      'news-categories': [category(1), { ...category(2), extra: 1 }],
      'news-posts': [post(1), post(2, { category: { id: 9 } })],
    });
    expect(lists['news-categories']?.refused).toMatchObject([{ index: 1, id: 2, title: 'Κατηγορία 2' }]);
    expect(lists['news-posts']?.refused).toMatchObject([{ index: 1, id: 2, title: 'Νέο 2' }]);
    expect(await served(payload, 'news-categories')).toEqual([category(1)]);
    expect(await served(payload, 'news-posts')).toEqual([post(1)]);
  });

  it('that the database cannot store is refused by name, with what needs it, and the rest is imported', async () => {
    const payload = await startPayload();
    const { create } = payload.db;
    payload.db.create = ((args: Parameters<typeof create>[0]) => {
      if (args.data.title === 'Κατηγορία 2') throw new Error('too large');
      return create.call(payload.db, args);
    }) as typeof create;
    const { lists } = await importPart(payload, {
      'news-categories': [category(1), category(2)],
      'news-posts': [post(5), post(6, { category: category(2) })],
    });
    payload.db.create = create;
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
});

it('a reference to what was refused is named each time, and comes back when that comes in', async () => {
  let isRefusing = true;
  const refuse = ({ data }: { data?: { title?: string } }) => {
    if (isRefusing && data?.title === 'Νέο 2') throw new Error('Not today.');
  };
  const refusing = extend('news-posts', ({ hooks, ...posts }) => ({
    ...posts,
    hooks: { ...hooks, beforeValidate: [...(hooks?.beforeValidate ?? []), refuse] },
  }));
  const payload = await startPayload({ plugins: [refusing] });
  const [two, four] = [related(2), related(4)];
  const files = whole({
    'news-categories': [category(1)],
    'news-posts': [
      post(1, { related: [two, four] }),
      post(2),
      post(3, { related: [two, four] }),
      post(4),
      post(5, { related: [four] }),
    ],
  });
  const bringAgain = async () => {
    const report = await importCapture(payload, { from: await saveCapture(files) });
    return { status: importStatus(report), summary: importSummary(report, { from: 'DIR' }) };
  };
  const lines = [
    'Left out (2), since it is refused; it comes back with the import that brings it:',
    '  news-posts 1 «Νέο 1», related: news-posts 2 «Νέο 2»',
    '  news-posts 3 «Νέο 3», related: news-posts 2 «Νέο 2»',
    '',
  ];
  for (let times = 0; times < 2; times++) {
    const { status, summary } = await bringAgain();
    expect(summary).toContain(lines.join('\n'));
    expect(summary).toMatch(/\nImported, but 1 element was refused and 2 references were left out\.\n/);
    expect(status).toBe(1);
  }
  const edited = await stored(payload, 'news-posts', 3);
  const fifth = await stored(payload, 'news-posts', 5);
  await local(payload).update('news-posts', edited.id, { title: 'Του συντάκτη', _status: 'published' });
  await local(payload).update('news-posts', fifth.id, { related: [], _status: 'published' });

  isRefusing = false;
  for (let again = 0; again < 2; again++) {
    expect(await bringAgain()).toMatchObject({
      status: 0,
      summary: expect.stringMatching(/\nEverything in the capture is imported\.\n/),
    });
    const posts = await served(payload, 'news-posts');
    expect(
      posts.map(({ id, title, related: all }) => [
        id,
        title,
        (all as { id: number }[]).map((each) => each.id),
      ]),
    ).toEqual([
      [1, 'Νέο 1', [2, 4]],
      [2, 'Νέο 2', []],
      [3, 'Του συντάκτη', [2, 4]],
      [4, 'Νέο 4', []],
      [5, 'Νέο 5', []],
    ]);
  }
});

it('texts are judged in every document, however many there are', { timeout: 60_000 }, async () => {
  const payload = await startPayload();
  const numbers = Array.from({ length: 501 }, (_, index) => index + 1);
  for (const api_id of numbers) {
    const data = { api_id, title: 'α', content_html: '<script>f()</script>', _status: 'published' };
    await payload.db.create({ collection: 'news-posts', data, returning: false });
  }
  expect((await textFindings(payload)).map(({ apiId }) => apiId)).toEqual(numbers);
});
