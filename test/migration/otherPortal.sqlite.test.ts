import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { DoubtfulCapture, importCapture } from '../../src/migration/index.ts';
import { served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { CAPTURE, SAMPLE } from '../support/portal.ts';
import { category, group, post, saveCapture, whole } from './captures.ts';
import { importPart } from './imports.ts';

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

it('a capture is refused where the database holds another portal, with both names of an id, and nothing is written', async () => {
  const error = await importCapture(payload, { from: capture, allow: ['empty'] }).catch(
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(DoubtfulCapture);
  expect((error as Error).message).toMatch(
    /^Nothing is imported from .*:\n {2}The database holds another portal than this capture: of 7 ids that both have, 0 have the same slug or title \(service-groups 3 is «.+» here, and «.+» in the capture\); name another database \(DATABASE_URI\), .*, or add --allow foreign, which mixes both\.$/,
  );
  expect((await importCapture(payload, { from: SAMPLE })).conflicts).toEqual([]);
});

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
