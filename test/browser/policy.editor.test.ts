import { expect, it } from 'vitest';
import { openPortal } from '../support/administration.ts';
import { PIXEL } from '../support/pixel.ts';

const POST = '/collections/news-posts';

it('the administration does all of it under its policy, which lets no other script run', async () => {
  const { admin } = await openPortal();
  const { page } = admin;
  const { docs } = (await admin.rest('news-posts?limit=1&depth=0')) as { docs: { id: unknown }[] };
  for (const path of ['', POST, `${POST}/${docs[0]?.id}`, `${POST}/${docs[0]?.id}/versions`, '/account']) {
    await admin.open(path);
  }

  await admin.open('/collections/media/create');
  await page.setInputFiles('input[type=file]', {
    name: 'Εικόνα 1.png',
    mimeType: 'image/png',
    buffer: PIXEL,
  });
  const saved = await admin.answerTo(() => page.click('#action-save'));
  expect(saved.status()).toBe(201);
  const shown = () => page.evaluate(() => [...document.images].map(({ naturalWidth }) => naturalWidth));
  await expect.poll(shown).toContain(1);
  expect(admin.violations).toEqual([]);

  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "it ran"';
    document.body.append(script);
  });
  await expect.poll(() => admin.violations).toEqual(['script-src-elem inline']);
  expect(await page.title()).not.toBe('it ran');
  admin.violations.length = 0;
});
