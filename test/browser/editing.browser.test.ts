import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openPortal, picture } from '../support/administration.ts';
import { differences, element, elements, readLists, withChange, withElements } from '../support/lists.ts';
import { PIXEL } from '../support/pixel.ts';
import type { TestServer } from '../support/server.ts';

let portal: TestServer;
let admin: Administration;

beforeAll(async () => {
  ({ portal, admin } = await openPortal());
});

/** What other lists, or other elements, show too. */
const CHANGES = [
  { collection: 'news-posts', field: 'excerpt', value: 'Νέα περίληψη\nσε δύο γραμμές με «εισαγωγικά» & < >' },
  { collection: 'news-categories', field: 'title', value: 'Νέα κατηγορία' },
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

describe('a link that is added to a featured section', () => {
  it('stands last in the section, and brings the section to the top of -section_two_links once more', async () => {
    const before = await readLists(portal.url);
    const { id } =
      elements(before, 'featured-sections').find((part) => (part.section_two_links as []).length > 1) ?? {};
    const link = { text: 'Νέος σύνδεσμος', link: 'https://www.portal.example/νέος' };

    await admin.openDocument('featured-sections', id as number);
    const rows = await admin.page.locator('#field-section_two_links .array-field__row').count();
    await admin.page.click('#field-section_two_links .array-field__add-row');
    await admin.page.fill(`#field-section_two_links__${rows}__text`, link.text);
    await admin.page.fill(`#field-section_two_links__${rows}__link`, link.link);
    await admin.publish();

    const changed = withChange(before, (part, list) => {
      if (list === 'featured-sections' && part.id === id) (part.section_two_links as object[]).push(link);
    });
    const section = element(changed, 'featured-sections', id as number);
    const byLinks = 'featured-sections/?ordering=-section_two_links';
    // descending, a section without links comes first, as null does
    const linkless = elements(changed, 'featured-sections').filter(
      (part) => !(part.section_two_links as []).length,
    );
    const again = withElements({ [byLinks]: changed[byLinks] ?? '' }, (all) =>
      all.toSpliced(linkless.length, 0, section),
    );
    expect(differences({ ...changed, ...again }, await readLists(portal.url))).toEqual([]);
  });
});

describe('an image', () => {
  it('is seen in a grid, also where it has an address only', async () => {
    const { page } = admin;
    await page.route('https://cdn.portal.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: drawnFor(route.request().url()) }),
    );
    await admin.open('/collections/media');
    const cards = page.locator('.table tbody tr');
    const shown = () =>
      cards.locator('img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
    const count = await cards.count();
    await expect.poll(shown).toEqual(Array(count).fill(1));
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
    expect(second?.y).toBe(first?.y);
    await picture(page, 'images');
  });

  it('that an editor uploads is what the lists give, to be had by anyone', async () => {
    const before = await readLists(portal.url);
    const id = elements(before, 'news-posts')[4]?.id as number;
    const { page } = admin;
    await admin.open('/collections/media/create');
    await page.setInputFiles('input[type=file]', { name: 'σήμα.png', mimeType: 'image/png', buffer: PIXEL });
    await page.fill('#field-alt', 'Το σήμα');
    const { doc } = await (await admin.answerTo(() => page.click('#action-save'))).json();

    await admin.openDocument('news-posts', id);
    await page.locator('#field-post_image').getByText('Επιλογή από τα υπάρχοντα').click();
    await page
      .locator('.list-drawer table tbody tr', { hasText: 'Το σήμα' })
      .locator('button')
      .first()
      .click();
    await admin.publish();

    const after = await readLists(portal.url);
    const { post_image, modified_timestamp } = element(after, 'news-posts', id);
    const expected = withChange(before, (part, list) => {
      if (list === 'news-posts' && part.id === id) Object.assign(part, { post_image, modified_timestamp });
    });
    expect(differences(expected, after)).toEqual([]);
    expect(post_image).toBe(`${portal.url}/api/media/file/${encodeURIComponent(doc.filename)}`);
    const file = await fetch(post_image as string);
    expect([file.status, Buffer.from(await file.arrayBuffer())]).toEqual([200, PIXEL]);
    expect((await fetch(`${portal.url}/api/media/${doc.id}`)).status).toBe(403);
  });
});

it('the columns of a list name what each post refers to, also where its rows moved up while it loaded', async () => {
  const posts = await admin.rest('news-posts?depth=1&limit=10&sort=-created_timestamp');
  const names = (posts.docs as Referring[]).map(namesOfReferences);
  expect(names.flat()).toContain('Το σήμα');
  const page = await admin.page.context().newPage();
  await page.addInitScript(reportOldPlacesToo);
  const columns = JSON.stringify(['title', 'category', 'related', 'post_image']);
  await page.goto(`${portal.url}/admin/collections/news-posts?columns=${columns}&limit=10`);
  await expect
    .poll(() => textOfRows(page, ['category', 'related', 'post_image']), { timeout: 20_000 })
    .toEqual(names);
  await page.close();
});

/** An image one pixel wide, of a colour that the address gives. */
function drawnFor(url: string): string {
  const hue = [...url].reduce((sum, letter) => sum + 7 * letter.charCodeAt(0), 0) % 360;
  const area = `width="1" height="1" fill="hsl(${hue} 45% 65%)"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect ${area}/><circle cx=".5" cy=".5" r=".25" fill="white"/></svg>`;
}

interface Referring {
  category: { title: string };
  related: { title: string }[];
  post_image: { alt: string } | null;
}

/** What the row of a post says of its references: of more than three, how many more there are. */
function namesOfReferences({ category, related, post_image }: Referring): string[] {
  const titles = related.map(({ title }) => title);
  const named = titles.slice(0, 3).join(', ') + (titles.length > 3 ? ` και άλλα ${titles.length - 3}` : '');
  return [category.title, named || '<Σχετικά νέα: κενό>', post_image?.alt ?? '<Εικόνα: κενό>'];
}

/** What the rows of a list say in some of its columns. */
function textOfRows(page: Page, columns: string[]): Promise<string[][]> {
  return page.$$eval(
    'table tbody tr',
    (rows, names) =>
      rows.map((row) => names.map((name) => row.querySelector(`.cell-${name}`)?.textContent?.trim() ?? '')),
    columns,
  );
}

/** In a page: every report of what is in view comes with an older one, of a place below what can be seen. */
function reportOldPlacesToo(): void {
  const below = (entry: IntersectionObserverEntry): IntersectionObserverEntry => ({
    target: entry.target,
    time: entry.time - 16,
    isIntersecting: false,
    intersectionRatio: 0,
    boundingClientRect: new DOMRect(0, 2 * window.innerHeight, 1, 1),
    intersectionRect: new DOMRect(),
    rootBounds: entry.rootBounds,
  });
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(
        (entries, observer) =>
          callback(
            entries.flatMap((entry) => [below(entry), entry]),
            observer,
          ),
        options,
      );
    }
  };
}
