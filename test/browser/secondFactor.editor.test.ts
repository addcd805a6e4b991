import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type Administration, openPortal, picture, signIn } from '../support/administration.ts';
import { oneTimeCode } from '../support/oneTimeCode.ts';

const USER = { email: 'maria@portal.example', password: 'a long password' };

let url: string;
let browser: Browser;
let admin: Administration;
let maria: Administration;
let id: number;
let secret: string;
let recovery: string[];

beforeAll(async () => {
  const opened = await openPortal();
  ({ browser, admin } = opened);
  url = opened.portal.url;
  const made = await admin.rest('users', {
    ...USER,
    name: 'Μαρία Γεωργίου',
    roles: ['editor'],
    author_id: 5,
  });
  ({ id } = made.doc as { id: number });
  maria = await signIn(browser, url, USER);
});

/** Now, or for the steps beside it. */
const codeOf = (steps = 0) => oneTimeCode(secret, Date.now() + 30_000 * steps);

it('is set up on the account page, and gives ten recovery codes once', async () => {
  const { page } = maria;
  await maria.load('/account#access');
  await page.locator('dialog:visible #second-factor-secret').waitFor();
  secret = await page.locator('#second-factor-secret').innerText();
  expect(await page.locator('dialog:visible svg path').count()).toBeGreaterThan(0);
  await picture(page, 'second-factor');
  await page.fill('#second-factor-newCode', codeOf(-3));
  await page.fill('#second-factor-password', USER.password);
  expect((await maria.answerTo(() => page.click('#set-up-second-factor'))).status()).toBe(400);
  // What was typed stays.
  expect(await page.inputValue('#second-factor-password')).toBe(USER.password);
  await page.fill('#second-factor-newCode', codeOf());
  expect((await maria.answerTo(() => page.click('#set-up-second-factor'))).status()).toBe(200);
  recovery = (await page.locator('#recovery-codes').innerText()).split('\n');
  expect(recovery).toHaveLength(10);
  // Also by the keyboard of a phone for codes.
  for (const code of recovery) expect(code).toMatch(/^(?:\d{4}-){4}\d{4}$/);
  await page.reload({ waitUntil: 'networkidle' });
  await page.click('#action-access');
  await page.locator('dialog:visible summary').waitFor();
  expect(await page.content()).not.toContain(recovery[0]);
});

async function typePassword(page: Page): Promise<void> {
  await page.goto(`${url}/admin/login?redirect=%2Fadmin%2Faccount`, { waitUntil: 'networkidle' });
  await page.fill('#field-email', USER.email);
  await page.fill('#field-password', USER.password);
  await page.click('.login__form button[type=submit]');
  await page.locator('#sign-in-code').waitFor();
}

const give = async (page: Page, code: string) => {
  await page.fill('#sign-in-code', code);
  await page.keyboard.press('Enter');
};

it('is asked for after the password, and leads to where one was going', async () => {
  const page = await (await browser.newContext()).newPage();
  await typePassword(page);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('sign-in-code');
  // As phones offer it, and screen readers read it.
  const asked = page.getByRole('textbox', { name: 'Κωδικός μίας χρήσης, ή κωδικός ανάκτησης' });
  for (const [name, value] of [
    ['autocomplete', 'one-time-code'],
    ['inputmode', 'numeric'],
    ['aria-describedby', 'sign-in-code-message'],
  ] as const)
    expect(await asked.getAttribute(name)).toBe(value);
  await page.getByRole('alert').filter({ hasText: 'Δώστε και τον κωδικό μίας χρήσης' }).waitFor();
  // Who loads the page in the middle begins anew.
  await page.reload({ waitUntil: 'networkidle' });
  expect(await page.locator('#sign-in-code').count()).toBe(0);
  await typePassword(page);
  await give(page, '000000');
  await page.locator('#sign-in-code-message', { hasText: 'δεν είναι σωστός' }).waitFor();
  await give(page, codeOf(1));
  await page.waitForURL(`${url}/admin/account`);
  const me = await page.request.get(`${url}/api/users/me`, { headers: { Origin: url } });
  expect(await me.json()).toMatchObject({ user: { email: USER.email } });
});

it('a recovery code stands in for a lost phone', async () => {
  const page = await (await browser.newContext()).newPage();
  await typePassword(page);
  await give(page, recovery[0]?.replaceAll('-', '') ?? '');
  await page.waitForURL(`${url}/admin/account`);
});

it('an admin takes it away, and closes the account, whose sessions end', async () => {
  const { page } = admin;
  await admin.load(`/collections/users/${id}#access`);
  await page.locator('#remove-second-factor').waitFor();
  expect((await admin.answerTo(() => page.click('#remove-second-factor'))).status()).toBe(200);
  await page.keyboard.press('Escape');
  await page.click('#field-closed');
  expect((await admin.answerTo(() => page.click('#action-save'))).status()).toBe(200);
  expect((await maria.rest('users/me')).user).toBe(null);
  await admin.load('/collections/users');
  await page.locator('tr', { hasText: 'Μαρία Γεωργίου' }).getByText('Ναι').waitFor();
});
