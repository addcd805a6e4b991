import type { Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openPortal } from '../support/administration.ts';
import { PIXEL } from '../support/pixel.ts';
import { ADMIN } from '../support/portal.ts';

const POST = '/collections/news-posts';
const NEXT = 'the next password';

let admin: Administration;

beforeAll(async () => {
  ({ admin } = await openPortal());
});

const CURRENT = '#field-currentPassword';

/** Fills fields; each is checked by the server, and until then the page sends nothing. */
async function type(values: Record<string, string>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    await Promise.all([admin.page.waitForResponse(isServerFunction), admin.page.fill(field, value)]);
  }
}

const isServerFunction = (response: Response) => 'next-action' in response.request().headers();

const twice = (password: string) => ({ '#field-password': password, '#field-confirm-password': password });

const save = () => admin.answerTo(() => admin.page.click('#action-save'));
const body = () => admin.page.locator('body').innerText();

it('the administration does all of it under its policy, which lets no other script run', async () => {
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

describe("one's own account", () => {
  it('asks for the current password once a new one is typed, in Greek', async () => {
    await admin.open('/account');
    expect(await admin.page.locator(CURRENT).count()).toBe(0);
    await admin.page.click('#change-password');
    await type(twice(NEXT));
    expect(await admin.page.locator(`label[for=field-currentPassword]`).innerText()).toMatch(
      /^Τωρινός κωδικός/,
    );
    await type({ [CURRENT]: 'a wrong password' });
    expect((await save()).status()).toBe(400);
    await expect.poll(body).toContain('Για να αλλάξετε τον κωδικό σας, δώστε σωστά τον τωρινό.');

    await type({ [CURRENT]: ADMIN.password });
    expect((await save()).status()).toBe(200);
    await expect.poll(() => admin.page.locator(CURRENT).count()).toBe(0);
    await type({ '#field-name': 'Νίκη' });
    expect((await save()).status()).toBe(200);
  });
});

it("of another's the admin's form asks nothing", async () => {
  const other = { email: 'other@portal.example', password: 'a password of theirs', roles: ['editor'] };
  const { doc } = (await admin.rest('users', other)) as { doc: { id: unknown } };
  await admin.open(`/collections/users/${doc.id}`);
  await admin.page.click('#change-password');
  await type(twice(NEXT));
  expect(await admin.page.locator(CURRENT).count()).toBe(0);
  expect((await save()).status()).toBe(200);
});

it('who has tried a password too often reads at the sign-in when to try again', async () => {
  const { page } = admin;
  const email = 'nobody@portal.example';
  await page.context().clearCookies();
  await admin.open('/login');
  const tryOnce = async () => {
    await page.fill('#field-email', email);
    await page.fill('#field-password', 'a wrong password');
    return (await admin.answerTo(() => page.click('button[type=submit]'))).status();
  };
  for (let tries = 0; tries < 10; tries += 1) {
    const data = { email, password: 'a wrong password' };
    await expect(admin.rest('users/login', data)).rejects.toThrow(' 401 ');
  }
  expect(await tryOnce()).toBe(429);
  await expect.poll(body).toContain('Έγιναν πολλές προσπάθειες. Δοκιμάστε ξανά σε 15 λεπτά.');
});
