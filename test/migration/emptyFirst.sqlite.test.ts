import type { Payload } from 'payload';
import { expect, it } from 'vitest';
import { importSummary } from '../../src/commands/importSummary.ts';
import { importCapture } from '../../src/migration/index.ts';
import { served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { post, saveCapture, whole } from './captures.ts';

const POSTS = 'news-posts';
const KEY = `${POSTS}.post_image`;

const posts = ['b', null, 'c', null, 'a'].map((name, index) =>
  post(index + 1, { more: { post_image: name && `https://legacy.example/media/${name}.png` } }),
);
const [b, none, c, nothing, a] = posts as [object, object, object, object, object];

const saved = (more: Record<string, unknown[]>) => saveCapture(whole({ [POSTS]: posts, ...more }));

const stored = async (payload: Payload) =>
  ((await payload.findGlobal({ slug: 'portal-settings' as never })) as { emptyFirst?: string }).emptyFirst;

it('elements with an empty image stand where the legacy system has them, once an ordering shows it', async () => {
  const payload = await startPayload();
  const unknown = await importCapture(payload, { from: await saved({}), allow: ['empty'] });
  expect(importSummary(unknown, { from: 'DIR' })).toContain(
    `empty values of ${KEY}: not known (2 empty, 3 not), and last here; --ordering news-posts=post_image of capture shows it\n`,
  );
  expect(await served(payload, POSTS, 'post_image')).toEqual([a, b, c, none, nothing]);

  const descending = { [`${POSTS}.ordering=-post_image`]: [c, b, a, nothing, none] };
  const found = await importCapture(payload, { from: await saved(descending) });
  expect([found.settings, found.notReproduced]).toEqual([['emptyFirst'], []]);
  expect(importSummary(found, { from: 'DIR' })).toContain(
    `empty values of ${KEY}: first (news-posts.ordering=-post_image.json: 2 empty, 3 not)\n`,
  );
  expect(await stored(payload)).toBe(KEY);
  expect(await served(payload, POSTS, 'post_image')).toEqual([none, nothing, a, b, c]);
  expect(await served(payload, POSTS, '-post_image')).toEqual([c, b, a, none, nothing]);

  const again = await importCapture(payload, { from: await saved({}) });
  expect([again.settings, again.conflicts]).toEqual([[], []]);
  expect(importSummary(again, { from: 'DIR' })).not.toContain('empty values');
  expect(await stored(payload)).toBe(KEY);

  await payload.updateGlobal({ slug: 'portal-settings' as never, data: { emptyFirst: '' } as never });
  expect(await served(payload, POSTS, 'post_image')).toEqual([a, b, c, none, nothing]);
  const ascending = { [`${POSTS}.ordering=post_image`]: [a, b, c, none, nothing] };
  const { conflicts } = await importCapture(payload, { from: await saved(ascending) });
  expect(conflicts).toEqual([]);
  expect(await stored(payload)).toBe('');
});
