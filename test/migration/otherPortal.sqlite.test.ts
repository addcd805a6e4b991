import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { removalSummary } from '../../src/commands/removeSampleCommand.ts';
import { DoubtfulCapture, importCapture } from '../../src/migration/index.ts';
import { removeCapture } from '../../src/migration/runs/removeCapture.ts';
import { local, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { CAPTURE, SAMPLE } from '../support/portal.ts';
import { category, group, post, saveCapture, whole } from './captures.ts';
import { importPart, stored } from './imports.ts';

const LISTS = [
  'featured-sections',
  'service-groups',
  'news-posts',
  'news-categories',
  'service-useful-links',
] as const;

let payload: Payload;
/** A capture of another portal than the sample. */
let capture: string;
beforeAll(async () => {
  payload = await startPayload();
  await importCapture(payload, { from: SAMPLE });
  capture = await saveCapture(whole({}));
  for (const list of ['service-groups', 'news-categories']) {
    await cp(path.join(CAPTURE, `${list}.json`), path.join(capture, `${list}.json`));
  }
}, 120_000);

const lengths = async () =>
  Object.fromEntries(
    await Promise.all(LISTS.map(async (list) => [list, (await served(payload, list)).length] as const)),
  );

it('a capture is refused where the database holds another portal, with both names of an id, and nothing is written', async () => {
  const error = await importCapture(payload, { from: capture, allow: ['empty'] }).catch(
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(DoubtfulCapture);
  expect((error as Error).message).toMatch(
    /^Nothing is imported from .*:\n {2}The database holds another portal than this capture: of 7 ids that both have, 0 have the same slug or title \(service-groups 3 is «.+» here, and «.+» in the capture\); .* with "npx portal-content remove-sample", or add --allow foreign, which mixes both\.$/,
  );
  expect((await importCapture(payload, { from: SAMPLE })).conflicts).toEqual([]);
});

it('what the import of a sample has made can be taken away again, but for what editors have changed or need', async () => {
  const edited = await stored(payload, 'news-posts', 6);
  await local(payload).update('news-posts', edited.id, { title: 'Του συντάκτη' }, { draft: true });
  const needed = await stored(payload, 'news-categories', 2);
  const own = await local(payload).create(
    'news-posts',
    { title: 'Δικό μας', category: needed.id },
    { draft: true },
  );
  const trashed = await stored(payload, 'service-groups', 1);
  await local(payload).update('service-groups', trashed.id, { deletedAt: new Date().toISOString() });
  await local(payload).remove('service-groups', (await stored(payload, 'service-groups', 2)).id);

  const removal = await removeCapture(payload, SAMPLE);
  expect(removal.kept[0]).toEqual({ list: 'news-posts', apiId: 6, why: 'edited' });
  expect(removal.kept).toContainEqual({ list: 'news-categories', apiId: 2, why: 'used' });
  expect(removalSummary(removal)).toContain('Kept: news-posts 6, since an editor has changed it.\n');
  expect(removal.removed).toMatchObject({ 'featured-sections': 6, 'service-groups': 7, 'news-posts': 25 });
  expect(await lengths()).toMatchObject({
    'featured-sections': 0,
    'service-groups': 0,
    'news-posts': 1,
    'service-useful-links': 0,
  });
  for (const { id } of [edited, own]) await local(payload).remove('news-posts', id);
  await removeCapture(payload, SAMPLE);
  expect(removalSummary(await removeCapture(payload, SAMPLE))).toBe(
    'Nothing was here that could be removed.\nNothing of the sample is here any more.',
  );
  expect((await payload.count({ collection: 'media', trash: true })).totalDocs).toBe(0);
}, 120_000);

it('and then another portal comes in whole, under the same numbers', async () => {
  const report = await importCapture(payload, { from: capture });
  expect(report.conflicts).toEqual([]);
  for (const list of ['service-groups', 'news-categories']) {
    const expected = JSON.parse(await readFile(path.join(capture, `${list}.json`), 'utf8'));
    expect(await served(payload, list)).toEqual(expected);
  }
}, 120_000);

it.each<[string, unknown[], unknown[]]>([
  [
    'many edits',
    [1, 2, 3, 4, 5].map((id) => group(id, { slug: `s-${id}` })),
    [1, 2, 3, 4, 5].map((id) => group(id, { title: `Άλλος ${id}`, slug: `s-${id}` })),
  ],
  [
    'a few ids in common',
    [group(1), group(2), group(3)],
    [1, 2, 3, 4].map((id) => group(id, { title: `Άλλος ${id}` })),
  ],
  [
    'half of them renamed',
    [1, 2, 3, 4].map((id) => group(id)),
    [1, 2, 3, 4].map((id) => group(id, id > 2 ? { title: `Άλλος ${id}` } : {})),
  ],
])('%s are no other portal', async (_, before, after) => {
  const other = await startPayload();
  const posts = { 'news-categories': [category(99)], 'news-posts': [post(99, { category: category(99) })] };
  await importPart(other, { 'service-groups': before });
  const { lists } = await importPart(other, { ...posts, 'service-groups': after });
  expect(lists['service-groups']?.refused).toEqual([]);
  expect(await served(other, 'service-groups')).toEqual(after);
});
