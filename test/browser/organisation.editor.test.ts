import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { launchProfile } from '../support/chromium.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import { freePort } from '../support/freePort.ts';
import { EXAMPLE, startIdentityProvider } from '../support/identityProvider.ts';
import { startServer } from '../support/server.ts';

let context: BrowserContext;
let portal: string;
/** Another site than the portal's: this is not a name of it for a browser. */
let issuer: string;

beforeAll(async () => {
  const port = await freePort();
  portal = `http://127.0.0.1:${port}`;
  issuer = await startIdentityProvider(portal);
  await startServer({
    port,
    databaseUri: await preparedDatabaseUri('administered'),
    until: 'administration',
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: EXAMPLE.clientId,
      OIDC_CLIENT_SECRET: EXAMPLE.clientSecret,
      OIDC_ROLES: 'portal-admins=admin,portal-editors=editor',
      OIDC_NAME: 'Δήμος Παραδείγματος',
    },
  });
  context = await launchProfile(await freshFolder(), {});
  context.setDefaultTimeout(90_000);
  onFileEnd(() => context.close());
});

async function begin(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(portal + path);
  await page
    .getByRole('link', { name: 'Σύνδεση με τον λογαριασμό του οργανισμού σας: Δήμος Παραδείγματος' })
    .click();
  await page.waitForURL(`${issuer}/**`);
  return page;
}

async function authenticate(page: Page, name: string): Promise<void> {
  await page.fill('[name=login]', name);
  await page.fill('[name=password]', 'any');
  await page.click('button[type=submit]');
  // What the portal gets.
  await page.click('button:has-text("Continue")');
}

it('the whole way: to the provider, back to where one wanted to go, and out of both', async () => {
  const page = await begin('/admin/collections/news-categories?limit=25');
  // Back and once more, in the middle.
  await page.goBack();
  await page.getByRole('link', { name: 'Δήμος Παραδείγματος' }).click();
  await authenticate(page, 'maria');
  await page.waitForURL(`${portal}/admin/collections/news-categories?limit=25**`);
  await page.getByRole('heading', { level: 1 }).waitFor();

  // The other tab is signed in too.
  const other = await context.newPage();
  await other.goto(`${portal}/admin/account`);
  await other.locator('#field-name').waitFor();
  expect(await other.locator('#field-name').inputValue()).toBe('Μαρία Παπαδοπούλου');

  await page.goto(`${portal}/admin/logout`);
  await page.waitForURL(`${issuer}/**`);
  await page.click('button:has-text("Yes, sign me out")');
  await page.waitForURL(`${portal}/admin/login`);
  await other.goto(`${portal}/admin/logout`);
  await other.waitForURL(`${portal}/admin/login`);
  // The provider asks who it is.
  await other.getByRole('link', { name: 'Δήμος Παραδείγματος' }).click();
  await other.locator('[name=login]').waitFor();
});
