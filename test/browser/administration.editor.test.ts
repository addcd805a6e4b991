import type { Browser, Page, Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openPortal, signIn } from '../support/administration.ts';
import { latinTexts, latinWords, settled } from '../support/latin.ts';
import { elements, readLists } from '../support/lists.ts';
import { PIXEL } from '../support/pixel.ts';
import { ADMIN } from '../support/portal.ts';
import type { TestServer } from '../support/server.ts';
import { publicScreens, type Screen, screens } from './greekScreens.ts';

const LISTS = [
  'featured-sections',
  'service-groups',
  'news-posts',
  'news-categories',
  'service-useful-links',
];
const POST = '/collections/news-posts';
const NEXT = 'the next password';

let portal: TestServer;
let browser: Browser;
let admin: Administration;

beforeAll(async () => {
  ({ portal, browser, admin } = await openPortal());
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

describe('the administration', () => {
  it.each(LISTS)('shows the documents of %s', async (collection) => {
    await admin.open(`/collections/${collection}`);
    expect(await admin.page.locator('table tbody tr').count()).toBeGreaterThan(0);
  });

  it('speaks Greek, and English to a user who has chosen it', async () => {
    const words = async (): Promise<string[]> => {
      await admin.open('/collections/news-posts/create');
      const places = ['.step-nav a >> nth=-1', 'label[for=field-title]', '#action-save'];
      return Promise.all(places.map((place) => admin.page.locator(place).innerText()));
    };
    expect(await words()).toEqual(['Νέα', 'Τίτλος', 'Δημοσίευση αλλαγών']);
    await chooseLanguage('English');
    expect(await words()).toEqual(['News posts', 'Title', 'Publish changes']);
    await chooseLanguage('Ελληνικά');
    expect(await words()).toEqual(['Νέα', 'Τίτλος', 'Δημοσίευση αλλαγών']);
  });

  it('says everything in Greek on every screen, but for what editors have written', async () => {
    const lists = await readLists(portal.url);
    const posts = (await admin.rest('news-posts?limit=100&depth=1')) as { docs: { id: unknown }[] };
    const media = await admin.rest('media?limit=100');
    const content = new Set(latinWords([Object.values(lists).map((body) => JSON.parse(body)), posts, media]));
    const { docs } = (await admin.rest(
      'featured-sections?limit=1&depth=0&where[section_two_links.text][exists]=true',
    )) as { docs: { id: unknown }[] };

    const visitor = await (await browser.newContext()).newPage();
    const open = async (path: string) => {
      await visitor.goto(`${portal.url}/admin${path}`);
      await visitor.waitForLoadState('networkidle');
    };
    const latin: Record<string, string[]> = {};
    const look = async (page: Page, all: Screen[]) => {
      for (const [name, go] of all) {
        try {
          await go();
          await settled(page);
        } catch (cause) {
          throw new Error(`on the way to: ${name}`, { cause });
        }
        const found = await latinTexts(page, content);
        if (found.length > 0) latin[name] = found;
      }
    };
    await look(visitor, publicScreens({ page: visitor, open }));
    await visitor.context().close();
    const section = `/collections/featured-sections/${docs[0]?.id}`;
    await look(admin.page, screens(admin, `${POST}/${posts.docs[0]?.id}`, section));
    expect(latin).toEqual({});
  }, 180_000);

  it('shows an editor neither users nor settings, only the content and their own account', async () => {
    const user = { email: 'editor@portal.example', password: 'an editor in tests' };
    await admin.rest('users', { ...user, roles: ['editor'], author_id: 31 });
    const editor = await signIn(browser, portal.url, user);
    await editor.open('');
    const dashboard = await editor.page.locator('body').innerText();
    expect(dashboard).toContain('Κατηγορίες νέων');
    expect(dashboard).not.toMatch(/Χρήστες|Ρυθμίσεις της πύλης/);
    await editor.open('/account');
    expect(await editor.page.locator('#field-email').inputValue()).toBe(user.email);
    const answers = await editor.page.evaluate(async () => {
      const users = await (await fetch('/api/users')).json();
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ collation: 'C' });
      const settings = await fetch('/api/globals/portal-settings', { method: 'POST', headers, body });
      return { users: users.docs.map((each: { email: string }) => each.email), settings: settings.status };
    });
    expect(answers).toEqual({ users: [user.email], settings: 403 });
    await editor.page.context().close();
  });

  it('says nothing in the browser console that an editor would call an error', async () => {
    const complaints: string[] = [];
    const page = admin.page;
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // what was asked for outside of the server under test is refused by the test itself
      if (message.type() === 'error' && !message.text().includes('net::ERR_FAILED'))
        complaints.push(message.text());
    });
    await admin.open('');
    await admin.open('/collections/news-posts');
    await admin.openDocument(
      'news-posts',
      elements(await readLists(portal.url), 'news-posts')[0]?.id as number,
    );
    expect(complaints).toEqual([]);
  });
});

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

async function chooseLanguage(language: string): Promise<void> {
  await admin.open('/account');
  await admin.page.locator('.payload-settings__language .rs__control').click();
  await admin.page.locator('.payload-settings__language .rs__option', { hasText: language }).click();
  await admin.page.locator('.payload-settings__language .rs__single-value', { hasText: language }).waitFor();
  await admin.page.waitForLoadState('networkidle');
}
