import type { Page } from 'playwright-core';
import { type Administration, picture } from '../support/administration.ts';
import { settled } from '../support/latin.ts';
import { PIXEL } from '../support/pixel.ts';

/** A page that is judged by axe, too. */
export interface Judged {
  /** What axe finds there that is Payload's and can't be mended from outside. A name that is no longer needed goes. */
  known?: string[];
}

/** What is done to have a screen; what it shows then is read. */
export type Screen = [name: string, go: () => Promise<unknown>, judged?: Judged];

const POSTS = '/collections/news-posts';

/** Those that are unlike the list and the form of posts. What others call their fields is in i18n/labels.test.ts. */
const OTHERS = ['media', 'users'];

/** The screens that somebody sees who has not signed in. */
export function publicScreens({ page, open }: Pick<Administration, 'open' | 'page'>): Screen[] {
  return [
    ['the login', () => open('/login'), {}],
    ['a login that is refused', () => submit(page, { email: 'x@portal.example', password: 'no' })],
    ['a forgotten password', () => open('/forgot')],
    ['a password to be reset', () => open('/reset/a-token')],
  ];
}

export interface Documents {
  /** The path of a post that has a category and related posts. */
  post: string;
  /** The path of a post that was submitted for approval. */
  submitted: string;
}

/** The screens of a signed-in administrator, with what opens on them. */
export function screens({ page, open, load }: Administration, { post, submitted }: Documents): Screen[] {
  const click = (selector: string) => page.locator(selector).first().click();
  /** Closes what the last screen has opened, and clicks. */
  const closeAndClick = (selector: string) => page.keyboard.press('Escape').then(() => click(selector));
  const inDrawer = () => page.locator('.list-drawer table tbody tr').first().waitFor();
  return [
    ['the dashboard', () => load(''), {}],
    ...OTHERS.map(
      (slug): Screen => [
        `the list of ${slug}`,
        () => open(`/collections/${slug}`).then(() => page.locator('table tbody tr').first().waitFor()),
      ],
    ),
    ['a new user', () => open('/collections/users/create')],
    ['a list', () => load(`${POSTS}?limit=10`).then(() => picture(page, 'list')), {}],
    [
      'a list with a filter',
      async () => {
        await click('#toggle-list-filters');
        await click('.where-builder button');
        await click('.condition .rs__control');
      },
    ],
    [
      'the views of a list',
      async () => {
        await closeAndClick('#select-preset');
        await view(page).waitFor();
      },
    ],
    [
      'a view',
      () =>
        view(page)
          .click()
          .then(() => page.locator('#delete-preset').waitFor()),
    ],
    [
      'who may use a view',
      async () => {
        await click('#edit-preset');
        await page.locator('#field-access .rs__control').nth(2).waitFor();
      },
    ],
    ['the question before it is deleted', () => leave(page).then(() => click('#delete-preset'))],
    [
      'a view of their own',
      async () => {
        await click('#confirm-cancel');
        await click('#clear-preset');
        await page.locator('#delete-preset').waitFor({ state: 'detached' });
        await click('#create-new-preset');
        await page.locator('.query-preset-where-field').waitFor();
      },
    ],
    ['a document', () => load(post), {}],
    ['its category', () => click('#field-category .rs__control').then(inDrawer)],
    [
      'one of its images, to be chosen',
      async () => {
        await closeAndClick('#field-post_image button >> nth=1');
        await page.locator('.list-drawer table tbody tr').first().waitFor();
      },
    ],
    [
      'its related posts',
      async () => {
        await page.keyboard.press('Escape');
        await page.locator('.list-drawer').waitFor({ state: 'detached' });
        // Payload leaves out what is far below.
        await page.keyboard.press('End');
        await click('#field-related .rs__control');
        await inDrawer();
      },
    ],
    ['a document with its menu', () => closeAndClick('.doc-controls__popup button')],
    [
      'the question before changes are lost',
      async () => {
        await page.keyboard.press('Escape');
        await page.fill('#field-title', 'Άλλος τίτλος');
        await click('.step-nav a >> nth=1');
      },
    ],
    ['what was submitted for approval', () => open(submitted).then(() => click('#action-review')), {}],
    [
      'its links for people without an account',
      async () => {
        await page.keyboard.press('Escape');
        await click('#action-draft-links');
        await click('#make-draft-link');
        await page.locator('.portal-draft-links input').waitFor();
      },
      {},
    ],
    ['its history', () => open(`${submitted}/versions`), {}],
    ['a version', () => click('table tbody tr a').then(() => page.waitForURL('**/versions/*'))],
    ['the audit log', () => open('/collections/portal-audit-log'), {}],
    [
      'one of its entries',
      () => click('td.cell-at a').then(() => page.waitForURL(/portal-audit-log\/[^/]+$/)),
      {},
    ],
    ['the order of a list', () => load('/collections/service-groups/order'), {}],
    ['the order of a list in groups', () => open('/collections/service-useful-links/order'), {}],
    ['a new post', () => load(`${POSTS}/create`), {}],
    [
      'the editor with its commands',
      async () => {
        await click('[contenteditable=true]');
        await page.keyboard.type('/');
        await page.locator('#slash-menu').waitFor();
      },
    ],
    [
      'the dialog of a link',
      async () => {
        await page.keyboard.press('Backspace');
        await page.keyboard.type('Κείμενο');
        await page.keyboard.press('Shift+Home');
        // The buttons stand beside the selection, move with it, and take no press before they know it.
        await settled(page);
        await click('.toolbar-popup__button-link:not(.disabled)');
        await page.locator('dialog #field-url').waitFor();
      },
    ],
    [
      'what is wrong with a document',
      () =>
        open(`${POSTS}/create`)
          .then(() => click('#action-save'))
          .then(() => toast(page)),
    ],
    ['the trash', () => open(`${POSTS}/trash`)],
    ['the settings', () => open('/globals/portal-settings')],
    ['the account', () => open('/account'), {}],
    [
      'a file of a wrong kind',
      async () => {
        await open('/collections/media/create');
        const file = { name: 'έγγραφο.txt', mimeType: 'text/plain', buffer: Buffer.from('κείμενο') };
        await page.setInputFiles('input[type=file]', file);
        await click('#action-save');
        await toast(page);
      },
    ],
    [
      'an image with its file',
      async () => {
        await click('.file-field__remove');
        await page.setInputFiles('input[type=file]', { name: 'α.png', mimeType: 'image/png', buffer: PIXEL });
        await page.fill('#field-alt', 'Μια κουκκίδα');
        await click('#action-save');
        await click('.copy-to-clipboard');
      },
    ],
  ];
}

async function submit(page: Page, values: { email: string; password: string }): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.fill(`#field-${name}`, value);
  await page.click('button[type=submit]');
  await toast(page);
}

const view = (page: Page) =>
  page.locator('.list-drawer tbody tr', { hasText: 'Χωρίς εικόνα' }).locator('button, a').first();

const leave = (page: Page) => page.locator('dialog .doc-drawer__header-close').click();

const toast = (page: Page) => page.locator('[data-sonner-toast]').first().waitFor();
