import type { Page } from 'playwright-core';
import type { Administration } from '../support/administration.ts';
import { PIXEL } from '../support/pixel.ts';

/** What is done to have a screen; what it shows then is read. */
export type Screen = [name: string, go: () => Promise<unknown>];

const POSTS = '/collections/news-posts';
const COLLECTIONS = [
  'featured-sections',
  'service-groups',
  'news-posts',
  'news-categories',
  'service-useful-links',
  'media',
  'users',
];

/** The screens that somebody sees who has not signed in. */
export function publicScreens({ page, open }: Pick<Administration, 'open' | 'page'>): Screen[] {
  return [
    ['the login', () => open('/login')],
    ['a login that is refused', () => submit(page, { email: 'x@portal.example', password: 'no' })],
    ['a forgotten password', () => open('/forgot')],
    ['a password to be reset', () => open('/reset/a-token')],
  ];
}

/** The screens of a signed-in administrator, with what opens on them. `post` and `section` are the paths of two documents. */
export function screens({ page, open }: Administration, post: string, section: string): Screen[] {
  const click = (selector: string) => page.locator(selector).first().click();
  return [
    ['the dashboard', () => open('')],
    ['a page that is not there', () => open('/nothing')],
    ...COLLECTIONS.map(
      (slug): Screen => [
        `the list of ${slug}`,
        () => open(`/collections/${slug}`).then(() => page.locator('table tbody tr').first().waitFor()),
      ],
    ),
    ...COLLECTIONS.map((slug): Screen => [`a new one of ${slug}`, () => open(`/collections/${slug}/create`)]),
    ['a list with its columns', () => open(POSTS).then(() => click('#toggle-list-columns'))],
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
      () =>
        open(POSTS)
          .then(() => click('#select-preset'))
          .then(() => view(page).waitFor()),
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
    ['a list without columns', () => open(`${POSTS}?columns=[]`)],
    ['a list with one row selected', () => open(POSTS).then(() => click('tbody input[type=checkbox]'))],
    ['the question before several are deleted', () => click('.list-selection button:has-text("Διαγραφή")')],
    ['a document', () => open(post)],
    ['its date picker', () => click('#field-created_timestamp input')],
    ['its category', () => open(post).then(() => click('#field-category .rs__control'))],
    [
      'its related posts',
      async () => {
        await open(post);
        // Payload leaves out what is far below.
        await page.keyboard.press('End');
        await click('#field-related .rs__control');
      },
    ],
    [
      'one of its images, to be chosen',
      () => open(post).then(() => click('#field-post_image button >> nth=1')),
    ],
    ['a document with its menu', () => open(post).then(() => click('.doc-controls__popup button'))],
    ['the question before it is deleted', () => click('#action-delete')],
    [
      'the question before changes are lost',
      async () => {
        await open(post);
        await page.fill('#field-title', 'Άλλος τίτλος');
        await click('.step-nav a >> nth=1');
      },
    ],
    [
      'the editor with its commands',
      async () => {
        await open(`${POSTS}/create`);
        await click('[contenteditable=true]');
        await page.keyboard.type('/');
        await page.locator('#slash-menu').waitFor();
      },
    ],
    [
      'the dialog of a link',
      async () => {
        await open(`${POSTS}/create`);
        await click('[contenteditable=true]');
        await page.keyboard.type('Κείμενο');
        await page.keyboard.press('Shift+Home');
        await click('.toolbar-popup__button-link');
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
    ['rows that can be dragged', () => open(section)],
    ['a row that is dragged', () => page.locator('.collapsible__drag').first().press('Space')],
    ['the versions of a document', () => open(`${post}/versions`)],
    ['a version', () => click('table tbody tr a').then(() => page.waitForURL('**/versions/*'))],
    ['the trash', () => open(`${POSTS}/trash`)],
    ['the settings', () => open('/globals/portal-settings')],
    ['the account', () => open('/account')],
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
        await open('/collections/media/create');
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
