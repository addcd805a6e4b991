import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type Administration, openPortal } from '../support/administration.ts';
import { freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import type { Part } from '../support/lists.ts';
import { CAPTURE, command } from '../support/portal.ts';

/** Characters of the text. */
const LENGTH = 200_000;

let admin: Administration;
let post: Part & { id: number; content: string };

/** The capture with all of its posts in the text of one. */
async function captureWithLargeText(): Promise<string> {
  const folder = join(await freshFolder(), 'capture');
  await cp(CAPTURE, folder, { recursive: true });
  const file = join(folder, 'news-posts.json');
  const posts = JSON.parse(await readFile(file, 'utf8')) as (typeof post)[];
  const texts = posts.map(({ content }) => content);
  const [first] = posts;
  if (!first) throw new Error('the capture holds no post');
  first.content = '<p>Αρχή</p>';
  for (let i = 0; first.content.length < LENGTH; i++) first.content += texts[i % texts.length];
  // As the legacy system writes them.
  await writeFile(file, JSON.stringify(posts).replaceAll('\u2028', '\\u2028'));
  post = first;
  return folder;
}

beforeAll(async () => {
  const databaseUri = await preparedDatabaseUri('captured');
  await command(['import', '--from', await captureWithLargeText()], { databaseUri });
  ({ admin } = await openPortal(databaseUri));
});

const editor = (): Locator => admin.page.locator('.rich-text-lexical [contenteditable=true]').first();
const frames = () => admin.page.locator('.rich-text-lexical iframe').count();

it('a text of 200 KB opens without forms in it, with few frames, and can be written in', async () => {
  const { page } = admin;
  await admin.open('/collections/news-posts');
  const { docs } = (await admin.rest(`news-posts?where[api_id][equals]=${post.id}&depth=0`)) as {
    docs: { id: string | number }[];
  };
  const start = performance.now();
  const opened = admin.open(`/collections/news-posts/${docs[0]?.id}`);
  await editor().locator('p').first().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Νέα ');
  await expect.poll(() => editor().locator('p').first().innerText(), { interval: 50 }).toBe('Νέα Αρχή');
  const editable = performance.now() - start;
  await opened;
  // As Next fetches the page that its links lead to.
  const answer = await page.request.get(page.url(), {
    headers: { RSC: '1', Origin: new URL(page.url()).origin },
  });
  const formState = (await answer.body()).length;
  const forms = await page.locator('.rich-text-lexical :is(form, .form)').count();
  const framesAtOpening = await frames();
  console.log(
    `Editable after ${(editable / 1000).toFixed(1)} s; form state ${Math.round(formState / 1000)} KB; ` +
      `${forms} forms, ${framesAtOpening} frames in the text.`,
  );
  expect(forms).toBe(0);
  expect(framesAtOpening).toBeLessThanOrEqual(5);
  expect(formState).toBeGreaterThan(LENGTH);
  expect(formState).toBeLessThanOrEqual(1_500_000);
});

it('a frame is taken away far outside the window, and its block keeps its height', async () => {
  const tables = editor().locator('.LexicalEditorTheme__block', { hasText: 'Πίνακας' });
  const first = tables.first();
  const framesIn = (block: Locator) => block.locator('iframe').count();
  const height = async () => (await first.boundingBox())?.height;
  await first.scrollIntoViewIfNeeded();
  await expect.poll(() => framesIn(first)).toBe(1);
  await expect.poll(height).toBeGreaterThan(185);
  const before = await height();
  await tables.last().scrollIntoViewIfNeeded();
  await expect.poll(() => framesIn(tables.last())).toBe(1);
  await expect.poll(() => framesIn(first)).toBe(0);
  expect(await frames()).toBeLessThanOrEqual(25);
  expect(await height()).toBe(before);
  await first.scrollIntoViewIfNeeded();
  await expect.poll(() => framesIn(first)).toBe(1);
});
