import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Administration, signIn } from '../support/administration.ts';
import { launchChromium } from '../support/chromium.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { differences, element, elements, readLists, withChange } from '../support/lists.ts';
import { startPortal } from '../support/portal.ts';
import type { TestServer } from '../support/server.ts';

let portal: TestServer;
let browser: Browser;
let admin: Administration;

beforeAll(async () => {
  portal = await startPortal();
  browser = await launchChromium();
  onFileEnd(() => browser.close());
  admin = await signIn(browser, portal.url);
});

/** One field of each list, of a kind that does not move the element to another place. */
const CHANGES = [
  { collection: 'featured-sections', field: 'section_one_title', value: 'Νέος τίτλος ενότητας' },
  { collection: 'service-groups', field: 'description', value: 'Νέα περιγραφή με «εισαγωγικά» & < >' },
  { collection: 'news-posts', field: 'excerpt', value: 'Νέα περίληψη\nσε δύο γραμμές' },
  { collection: 'news-categories', field: 'title', value: 'Νέα κατηγορία' },
  { collection: 'service-useful-links', field: 'url', value: 'https://www.portal.example/νέα?x=1&y=2' },
];

describe.each(CHANGES)('a change of $field in $collection', ({ collection, field, value }) => {
  it('changes that field in every list that shows it, and nothing else of any list', async () => {
    const before = await readLists(portal.url);
    const id = elements(before, collection)[2]?.id as number;

    await admin.openDocument(collection, id);
    await admin.page.fill(`#field-${field}`, value);
    await admin.publish();

    const after = await readLists(portal.url);
    const { modified_timestamp } = element(after, collection, id);
    const expected = withChange(before, (part, list) => {
      if (list !== collection || part.id !== id) return;
      part[field] = value;
      if ('modified_timestamp' in part) part.modified_timestamp = modified_timestamp;
    });
    expect(differences(expected, after)).toEqual([]);
    if (collection === 'news-posts') {
      expect(modified_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(modified_timestamp).not.toBe(element(before, collection, id).modified_timestamp);
    }
  });
});

describe('the administration', () => {
  it.each(CHANGES.map(({ collection }) => collection))('shows the documents of %s', async (collection) => {
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

async function chooseLanguage(language: string): Promise<void> {
  await admin.open('/account');
  await admin.page.locator('.payload-settings__language .rs__control').click();
  await admin.page.locator('.payload-settings__language .rs__option', { hasText: language }).click();
  await admin.page.locator('.payload-settings__language .rs__single-value', { hasText: language }).waitFor();
  await admin.page.waitForLoadState('networkidle');
}
