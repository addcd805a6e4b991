import { readFile } from 'node:fs/promises';
import type { Page, Request, Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openPortal, picture } from '../support/administration.ts';
import { tabTo } from '../support/keyboard.ts';
import { differences, element, elements, type Part, readLists, withElements } from '../support/lists.ts';
import { ADMIN } from '../support/portal.ts';
import type { TestServer } from '../support/server.ts';

let portal: TestServer;
let admin: Administration;

beforeAll(async () => {
  ({ portal, admin } = await openPortal());
});

const lists = () => readLists(portal.url);

/** The nth element of a list's default order. */
async function nth(list: string, n: number): Promise<Part & { id: number }> {
  return elements(await lists(), list)[n] as Part & { id: number };
}

describe('a form', () => {
  it('asks for nothing twice when it opens', async () => {
    const { page } = admin;
    const { id } = await nth('news-posts', 0);
    await admin.openDocument('news-posts', id);
    const form = page.url();
    // What that page still asks is not counted.
    await page.goto('about:blank');
    const asked: string[] = [];
    const note = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url());
      const path = pathname.replace(/^\/api/, '');
      if (request.method() !== 'GET' || path === pathname) return;
      asked.push(...(path === '/portal-answers' ? searchParams.getAll('path') : [path]));
    };
    page.on('request', note);
    await page.goto(form, { waitUntil: 'networkidle' });
    // On a busy machine the form may begin after half a second without a request.
    await expect.poll(() => asked.filter((path) => path.startsWith('/portal-review/'))).toHaveLength(1);
    page.off('request', note);
    expect(asked.filter((path, at) => asked.indexOf(path) !== at)).toEqual([]);
  });
});

describe('unpublishing', () => {
  it('takes the element out of its list until it is published again; it asks why, by the keyboard too, and document, log and CSV tell it', async () => {
    const { page } = admin;
    const before = await lists();
    const { id, title } = await nth('service-useful-links', 6);
    await admin.openDocument('service-useful-links', id);
    const document = page.url();
    const ask = async (action: string, reason: string) => {
      await page.click('.doc-controls__popup button');
      await page.locator(`#action-${action}`).click();
      await page.locator('dialog textarea:visible').waitFor();
      await tabTo(page, 'dialog textarea');
      await page.keyboard.type(reason);
      await tabTo(page, '#confirm-action');
      expect((await admin.answerTo(() => page.keyboard.press('Enter'))).status()).toBe(200);
    };
    await ask('unpublish', '=Λάθος έτος');
    const without = withElements(before, (all, list) =>
      list === 'service-useful-links' ? all.filter((part) => part.id !== id) : all,
    );
    expect(differences(without, await lists())).toEqual([]);
    await page.goto(document, { waitUntil: 'networkidle' });
    await admin.publish();
    expect(differences(before, await lists())).toEqual([]);
    await ask('delete', 'Διπλό');

    const inTrash = document.replace(/(?=\/[^/]+$)/, '/trash');
    await page.goto(inTrash, { waitUntil: 'networkidle' });
    await page.click('.doc-tabs a[href$="/versions"]');
    await page.locator('main.versions table').waitFor();
    const rows = (await page.locator('main.versions tbody tr').allInnerTexts()).map((row) => row.split('\t'));
    const done = rows.filter(([, , , action]) => action);
    expect(done.map(([, who, , action, , reason]) => [action, who, reason])).toEqual([
      ['Πήγε στον κάδο', ADMIN.email, 'Διπλό'],
      ['Δημοσιεύτηκε', ADMIN.email, ''],
      ['Αποσύρθηκε', ADMIN.email, '=Λάθος έτος'],
    ]);

    await admin.load('/collections/portal-audit-log?where[or][0][and][0][action][equals]=withdrawn');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Λήψη ως CSV').click(),
    ]);
    const [line = ''] = (await readFile(await download.path(), 'utf8')).split('\r\n').slice(1);
    expect(JSON.parse(`[${line.replaceAll('";"', '","')}]`).slice(1, 7)).toEqual([
      'Αποσύρθηκε',
      title,
      ADMIN.email,
      '',
      '',
      "'=Λάθος έτος",
    ]);
  });
});

describe('planning', () => {
  const dialog = () => admin.page.locator('dialog:visible');

  async function plan(time: string) {
    await admin.page.click('#action-plan');
    await admin.page.fill('#planned-at', time);
    await admin.page.keyboard.press('Enter');
    return admin.answerTo(() => admin.page.click('#plan-change'));
  }

  it('publishes unless told otherwise, is listed in the time of Athens, can be cancelled, and reads a time as it is typed', async () => {
    const { id } = await nth('service-useful-links', 9);
    const before = await lists();
    await admin.openDocument('service-useful-links', id);
    await admin.page.fill('#field-title', 'Τίτλος για αργότερα');
    expect((await plan('15/01/2099 14:30')).status()).toBe(201);
    const button = admin.page.locator('#action-plan');
    const time = 'Δημοσίευση: 15/01/2099 14:30 (ώρα Αθήνας)';
    await expect.poll(() => button.innerText()).toBe(time);
    expect(differences(before, await lists())).toEqual([]);

    await button.click();
    const planned = dialog().locator('.planned-list li');
    expect(await planned.innerText()).toContain(time);
    await picture(admin.page, 'planning');
    const answer = await admin.answerTo(() => planned.locator('button').click());
    expect(answer.status()).toBe(200);
    await expect.poll(() => button.innerText()).toBe('Προγραμματισμός');

    const typed = admin.page.locator('#planned-at');
    // In a low window too, the calendar is whole.
    const size = admin.page.viewportSize();
    await admin.page.setViewportSize({ width: 1000, height: 480 });
    await typed.click();
    const [field, calendar] = [
      await typed.boundingBox(),
      await admin.page.locator('.react-datepicker').boundingBox(),
    ];
    expect(calendar?.y).toBeGreaterThan(field?.y ?? Number.POSITIVE_INFINITY);
    if (size) await admin.page.setViewportSize(size);
    const said = () => dialog().locator('fieldset [aria-live]').innerText();
    await typed.fill('15/01/2020 14:30');
    await admin.page.keyboard.press('Enter');
    await admin.page.click('#plan-change');
    await expect.poll(said).toMatch(/^⚠/);
    await typed.fill('1/2/2099 8:05');
    await admin.page.keyboard.press('Enter');
    await expect.poll(said).toBe('01/02/2099 08:05 (ώρα Αθήνας)');
    expect(await typed.inputValue()).toBe('01/02/2099 08:05');
    await admin.page.keyboard.press('Escape');
  });

  it('that a save makes impossible is said there, in the list and on the first page, which leads to it, and then refused at the field', async () => {
    const { page } = admin;
    const { id } = await nth('service-useful-links', 12);
    await admin.openDocument('service-useful-links', id);
    expect((await plan('15/01/2099 14:30')).status()).toBe(201);
    await page.fill('#field-title', '');
    await admin.saveDraft();
    const button = page.locator('#action-plan');
    const when = '15/01/2099 14:30 (ώρα Αθήνας)';
    await expect.poll(() => button.innerText()).toBe(`⚠ Θα αποτύχει. Δημοσίευση: ${when}`);
    const alert = `⚠ Θα αποτύχει: Δημοσίευση, ${when}. Τίτλος: Συμπληρώστε αυτό το πεδίο.`;
    const alerts = page.locator('.portal-alert');
    expect(await alerts.allInnerTexts()).toEqual([alert]);
    await admin.open('/collections/service-useful-links?sort=-updatedAt');
    await expect.poll(() => alerts.allInnerTexts()).toEqual([alert]);

    await admin.open('');
    expect(await page.locator('h1').allInnerTexts()).toEqual(['Αρχική σελίδα']);
    await page.click('section[aria-label="Προβλήματα με τα προγραμματισμένα"] a');
    const planned = dialog().locator('.planned-list li');
    await expect.poll(() => planned.innerText()).toContain('Τίτλος: Συμπληρώστε αυτό το πεδίο.');
    await admin.answerTo(() => planned.locator('button').click());
    await expect.poll(() => alerts.count()).toBe(0);
    await expect.poll(() => button.innerText()).toBe('Προγραμματισμός');
    await page.keyboard.press('Escape');
    expect((await plan('15/01/2099 14:30')).status()).toBe(400);
    const message = page.locator('.field-type:has(#field-title) .field-error');
    await expect.poll(() => message.innerText()).toBe('Συμπληρώστε αυτό το πεδίο.');
    await page.keyboard.press('Escape');
    await admin.choose('revert-to-published');
  });
});

describe('an approval', () => {
  it('is asked for, refused with a reason and given by keyboard, which finds its way back to the button', async () => {
    const { page } = admin;
    const { doc } = (await admin.rest('news-categories?draft=true', {
      title: 'Προς έγκριση',
      slug: 'pros-egkrisi',
    })) as Made;
    await admin.open(`/collections/news-categories/${doc.id}`);
    const open = async () => {
      await page.locator('#action-review').focus();
      await page.keyboard.press('Enter');
      await page.locator('#review-reason').waitFor();
    };
    const press = async (button: string) => {
      await tabTo(page, button);
      expect((await admin.answerTo(() => page.keyboard.press('Enter'))).status()).toBe(200);
      await page.locator('#review-reason').waitFor({ state: 'detached' });
    };
    const isFocused = (id: string) => page.evaluate((at) => document.activeElement?.id === at, id);
    const notice = page.locator('form .portal-notice');

    await open();
    await tabTo(page, '#review-note');
    await page.keyboard.type('Έτοιμο');
    // What is typed is there when the drawer is opened again.
    await page.keyboard.press('Escape');
    await page.locator('#review-note').waitFor({ state: 'detached' });
    await open();
    expect(await page.inputValue('#review-note')).toBe('Έτοιμο');
    await press('#action-submit-review');
    await expect.poll(() => notice.innerText()).toContain('«Έτοιμο»');
    await expect.poll(() => isFocused('action-review')).toBe(true);
    await expect.poll(() => page.locator('.portal-status').innerText()).toBe('Πρόχειρο · υποβλήθηκε');

    await open();
    expect(await page.locator('#review-note, #action-submit-review').count()).toBe(0);
    expect(
      await page
        .locator('dialog:visible button[id^=action-]')
        .evaluateAll((all) => all.map((each) => each.id.slice('action-'.length))),
    ).toEqual(['approve-publish', 'approve', 'send-back', 'cancel-review']);
    await tabTo(page, '#action-send-back');
    await page.keyboard.press('Enter');
    await page.getByText('Γράψτε πρώτα την αιτιολογία.').waitFor();
    expect(await isFocused('review-reason')).toBe(true);
    await page.keyboard.type('Λείπει κάτι');
    await press('#action-send-back');
    await expect.poll(() => notice.innerText()).toContain('«Λείπει κάτι»');

    await open();
    await press('#action-approve');
    // Nothing takes what is typed right after a decision.
    await page.fill('#field-title', 'Προς έγκριση, σήμερα');
    await expect.poll(() => notice.getAttribute('class')).toContain('portal-notice--success');
    await admin.idle();
    expect(await page.inputValue('#field-title')).toBe('Προς έγκριση, σήμερα');
    await admin.saveDraft();
  });
});

describe('order by hand', () => {
  const handle = (n: number) => admin.page.locator('.portal-order__handle').nth(n);
  const order = async () => elements(await lists(), 'service-groups').map(({ id }) => id);

  it('by keyboard, by the arrows and by mouse is saved together, and changes nothing else of any list', async () => {
    const { page } = admin;
    const before = await lists();
    const [first, second, third, fourth, ...others] = await order();
    await admin.open('/collections/service-groups');
    await page.click('#action-order');
    await handle(2).focus();
    await page.keyboard.press('Space');
    await page.locator('[data-dragging]').waitFor();
    for (const key of ['ArrowUp', 'ArrowUp', 'Space']) {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    }
    await page.locator('.portal-order__said', { hasText: '1' }).waitFor();
    // Third, first, second, fourth; by the arrow: third, second, first, fourth.
    await page.locator('.portal-order__row').nth(1).locator('button').last().click();
    const [from, to] = [await handle(3).boundingBox(), await handle(1).boundingBox()];
    if (!from || !to) throw new Error('There are no handles.');
    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.down();
    await page.mouse.move(from.x + 9, from.y - 20, { steps: 5 });
    await page.mouse.move(to.x + 9, to.y + 5, { steps: 10 });
    await page.mouse.up();
    // Payload's sortable list takes the click that ends a drag, and any other one for 50 ms.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    expect((await admin.answerTo(() => page.click('#save-order'))).status()).toBe(200);
    expect(await order()).toEqual([third, fourth, second, first, ...others]);
    const changed = differences(before, await lists());
    expect(changed.every((each) => JSON.stringify(each).includes('service-groups'))).toBe(true);
  });
});

describe('deleting', () => {
  it('takes a post out of its list and of every post that it is related to, and the trash gives it back', async () => {
    const before = await lists();
    const [{ id }] = elements(before, 'news-posts').flatMap((post) => post.related as [{ id: number }]) as [
      { id: number },
    ];
    await admin.openDocument('news-posts', id);
    expect((await admin.choose('delete')).status()).toBe(200);
    const left = (posts: Part[]) => posts.filter((post) => post.id !== id);
    const without = withElements(before, (all, list) =>
      list === 'news-posts'
        ? left(all).map((post) => ({ ...post, related: left(post.related as Part[]) }))
        : all,
    );
    expect(differences(without, await lists())).toEqual([]);

    // Its own way leads to the list meanwhile.
    await admin.load('/collections/news-posts/trash');
    await picture(admin.page, 'trash');
    await admin.page.click('.table tbody a');
    await admin.page.click('#action-restore');
    await admin.page.check('#restore-as-published');
    const confirm = admin.page.locator('dialog #confirm-action:visible');
    expect((await admin.answerTo(() => confirm.click())).status()).toBe(200);
    expect(differences(before, await lists())).toEqual([]);
  });
});

describe('a version that is restored', () => {
  it('is looked at before: what it says is compared, with spaces between words and times in Athens', async () => {
    const { page } = admin;
    const { id } = await nth('news-posts', 8);
    await admin.openDocument('news-posts', id);
    await page.fill('#field-title', 'Αίτηση-επιχειρήσεις');
    await admin.saveDraft();
    await page.locator('#action-revert-to-published').waitFor();
    await page.setViewportSize({ width: 1280, height: 700 });
    // The bar that says so covers no toolbar.
    const gap = () =>
      page.evaluate(() => {
        document.querySelector('.rich-text-lexical')?.scrollIntoView();
        const edge = (at: string, side: 'bottom' | 'top') =>
          document.querySelector(at)?.getBoundingClientRect()[side] ?? 0;
        return edge('.fixed-toolbar', 'top') - edge('.doc-controls', 'bottom');
      });
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
    await page.setViewportSize({ width: 1400, height: 1000 });
    await admin.publish();
    await page.fill('#field-title', 'Αίτηση επιχειρήσεις');
    await admin.publish();
    await admin.openVersions('news-posts', id);
    await page.locator('table tbody tr a').first().waitFor();
    await picture(page, 'versions');
    await page.locator('table tbody tr a').first().click();
    const side = (name: string, field: string) =>
      page.locator(`[data-field-path=${field}] .html-diff__diff-${name}`);
    await expect.poll(() => side('old', 'title').innerText()).toBe('Αίτηση-επιχειρήσεις');
    expect(await side('new', 'title').innerText()).toBe('Αίτηση επιχειρήσεις');
    const time = side('new', 'modified_timestamp').locator('time');
    expect(await time.innerText()).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d \(ώρα Αθήνας\)$/);
    const { modified_timestamp } = element(await lists(), 'news-posts', id);
    expect(await time.getAttribute('title')).toBe(modified_timestamp);
  });
});

describe('by keyboard alone', () => {
  it('a post is created, written, published and withdrawn', async () => {
    const { page } = admin;
    const press = (key: string) => page.keyboard.press(key);
    const focused = () =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.className);
    const before = await lists();
    await admin.open('/collections/news-posts');
    await tabTo(page, 'a[href$="/news-posts/create"]');
    await press('Enter');
    await page.locator('form[data-form-ready=true] #field-title').waitFor();
    await tabTo(page, '#field-title');
    await page.keyboard.type('Με το πληκτρολόγιο');
    await tabTo(page, '[data-lexical-editor]');
    await page.keyboard.type('Ένα κείμενο.');
    await tabTo(page, '#field-category input');
    await press('ArrowDown');
    await page.locator('.list-drawer tbody tr').first().waitFor();
    await tabTo(page, '.list-drawer tbody tr button');
    await press('Enter');
    await page.locator('#field-category .rs__single-value').waitFor();
    await tabTo(page, '.portal-more .collapsible__toggle');
    await press('Enter');
    await page.locator('#field-author').waitFor();
    await tabTo(page, '#field-author');
    await page.keyboard.type('31');
    await tabTo(page, '#field-slug');
    await press('Control+a');
    await page.keyboard.type('me-to-pliktrologio');
    await tabTo(page, '#field-excerpt', 'Shift+Tab');
    const { doc } = await (await admin.answerTo(() => press('Control+s'))).json();
    await page.waitForURL(`**/${doc.id}`);
    // The form that was saved still has the focus, until the router has put that of the document in its place.
    await admin.idle();
    expect(differences(before, await lists())).toEqual([]);
    // The focus is where it was, also on the page that a first save opens.
    await expect.poll(focused).toBe('field-excerpt');

    await tabTo(page, '#action-save', 'Shift+Tab');
    expect((await admin.answerTo(() => press('Enter'))).status()).toBe(200);
    // Nothing is left to publish: it is where the button is.
    await expect.poll(focused).toBe('doc-controls__controls');
    const after = await lists();
    await admin.openMore();
    const own = Number(await page.inputValue('#field-api_id'));
    expect(element(after, 'news-posts', own)).toMatchObject({ content: '<p>Ένα κείμενο.</p>' });
    const without = withElements(after, (all, list) =>
      list === 'news-posts' ? all.filter((part) => part.id !== own) : all,
    );
    expect(differences(before, without)).toEqual([]);

    await admin.open(`/collections/news-posts/${doc.id}`);
    await tabTo(page, '.doc-controls__popup button');
    await press('Enter');
    await tabTo(page, '#action-unpublish');
    await press('Enter');
    await page.locator('dialog #confirm-action:visible').waitFor();
    await tabTo(page, '#confirm-action');
    expect((await admin.answerTo(() => press('Enter'))).status()).toBe(200);
    expect(differences(before, await lists())).toEqual([]);
  });
});

describe('what the portal will read', () => {
  const dialog = () => admin.page.locator('dialog:visible');
  const parts = (selector: string) => dialog().locator(selector).allInnerTexts();

  it('is opened by the keyboard, fits a phone, leaves what is typed, and is what the portal reads then', async () => {
    const { page } = admin;
    const before = await lists();
    const { id, title } = await nth('news-posts', 7);
    await admin.openDocument('news-posts', id);
    await page.fill('#field-title', 'Ένας νέος τίτλος');
    await page.locator('.rich-text-lexical [contenteditable=true]').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Στην αρχή: ');
    await page.focus('#field-title');
    await tabTo(page, '#action-portal-preview', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await dialog().getByText('Αυτά θα άλλαζαν στην πύλη.').waitFor();
    expect(await dialog().locator('h2').innerText()).toBe('Πώς θα φαίνεται στην πύλη');
    const frame = dialog().frameLocator('iframe');
    const marked = (selector: string) => frame.locator(selector).allInnerTexts();
    await expect.poll(() => marked('h1 .portal-new')).not.toEqual([]);
    expect(await marked('h1 .portal-gone')).not.toEqual([]);
    expect(await marked('section .portal-new')).toEqual([expect.stringContaining('Στην αρχή')]);
    expect(await dialog().locator('iframe').getAttribute('sandbox')).toBe('');
    expect(await parts('.portal-preview__place')).toEqual(['Θέση στη λίστα: 8 από 120']);
    await picture(page, 'preview');
    // The rest is folded.
    expect(await parts('.portal-preview__key h4')).toEqual(['', '', '']);
    for (const summary of await dialog().locator('summary').all()) await summary.press('Enter');
    expect(await parts('.portal-preview__key h4')).toEqual([
      'Τίτλος title',
      'Ώρα αλλαγής στην πύλη modified_timestamp',
      'Κείμενο content',
    ]);
    const ofTitle = dialog().locator('.portal-preview__key').first();
    expect(await ofTitle.locator('del').allInnerTexts()).not.toEqual([]);
    expect((await ofTitle.locator('pre').innerText()).length).toBeGreaterThan(String(title).length);
    expect(await ofTitle.locator('ins').allInnerTexts()).not.toEqual([]);
    expect(await parts('tbody tr:first-child td')).toEqual(['Νέα', 'προεπιλεγμένη', '8 από 120']);

    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1400, height: 1000 });
    const json = dialog().locator('.portal-preview__json');
    const previewed = JSON.parse(await json.innerText()) as Part;
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
    expect(await page.inputValue('#field-title')).toBe('Ένας νέος τίτλος');
    expect(differences(before, await lists())).toEqual([]);
    await admin.publish();
    const published = element(await lists(), 'news-posts', id) as Part;
    const { modified_timestamp } = published;
    expect({ ...previewed, modified_timestamp }).toEqual(published);
  });

  it('says what a save would refuse, in its words, with a way to the field', async () => {
    const { page } = admin;
    await admin.openDocument('news-categories', (await nth('news-categories', 2)).id);
    await picture(page, 'used');
    await page.fill('#field-title', '');
    await page.click('#action-portal-preview');
    expect(await dialog().locator('.portal-preview__refusal li strong').innerText()).toBe('Τίτλος');
    // What is written is shown all the same.
    await expect
      .poll(() => dialog().frameLocator('iframe').locator('h1 .portal-gone').allInnerTexts())
      .toEqual([expect.any(String)]);
    await dialog().getByRole('button', { name: 'Στο πεδίο: Τίτλος' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-title');
  });
});

describe('a refused publication', () => {
  it('says why at its field, on a phone too, until that is mended, elsewhere too, and is then done by the same button', async () => {
    const { page } = admin;
    const { doc: draft } = await made('news-categories?draft=true', { title: 'Πρόχειρη', slug: 'proheiri' });
    const post = { title: 'Σε πρόχειρη κατηγορία', slug: 'se-proheiri', author: 31, category: draft.id };
    const { doc } = await made('news-posts?draft=true', post);
    await admin.open(`/collections/news-posts/${doc.id}`);
    const publish = () => admin.answerTo(() => page.click('#action-save'));
    const said = () => page.locator('.field-error').allInnerTexts();
    const why = ['Δεν υπάρχει ή δεν είναι δημοσιευμένο. Δημοσιεύστε το πρώτα ή επιλέξτε άλλο.'];

    expect((await publish()).status()).toBe(400);
    await expect.poll(said).toEqual(why);
    const window = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.field-error').waitFor({ state: 'visible' });
    if (window) await page.setViewportSize(window);
    await Promise.all([page.waitForResponse(isServerFunction), page.fill('#field-excerpt', 'Άλλο πεδίο')]);
    expect((await publish()).status()).toBe(400);
    await expect.poll(said).toEqual(why);

    const headers = { Origin: portal.url };
    await page.request.patch(`${portal.url}/api/news-categories/${draft.id}`, {
      data: { _status: 'published' },
      headers,
    });
    expect((await publish()).status()).toBe(200);
    await expect.poll(said).toEqual([]);
  });
});

describe('an automatic draft', () => {
  it('follows a change, in no list, and is there when the page is opened again', async () => {
    const { page } = admin;
    const { id } = await nth('service-useful-links', 13);
    const before = await lists();
    await page.clock.install();
    await admin.openDocument('service-useful-links', id);
    await Promise.all([page.waitForResponse(isServerFunction), page.fill('#field-title', 'Γράφεται')]);
    const answer = await admin.answerTo(() => page.clock.fastForward(10_000));
    expect([answer.status(), answer.url()]).toEqual([200, expect.stringContaining('autosave=true')]);
    const said = page.getByText(/^Αυτόματη αποθήκευση \d\d:\d\d$/);
    await said.waitFor();
    expect(differences(before, await lists())).toEqual([]);
    await expect.poll(() => page.locator('#action-save-draft').isDisabled()).toBe(true);

    await admin.openDocument('service-useful-links', id);
    expect(await page.inputValue('#field-title')).toBe('Γράφεται');
    await Promise.all([page.waitForResponse(isServerFunction), page.fill('#field-title', 'Γράφεται πάλι')]);
    await admin.answerTo(() => page.clock.fastForward(10_000));
    await said.waitFor();
    await admin.choose('revert-to-published');
    await said.waitFor({ state: 'detached' });
  });

  it('is not made of a form that is only opened, and no number is drawn', async () => {
    const counted = async () => (await admin.rest('service-groups?limit=1&sort=-api_id')) as unknown as Found;
    const before = await counted();
    await admin.open('/collections/service-groups/create');
    await admin.page.clock.fastForward(60_000);
    expect(await counted()).toEqual(before);
    const { doc } = await made('service-groups?draft=true', { title: 'Επόμενη' });
    expect(doc.api_id).toBe((before.docs[0]?.api_id ?? 0) + 1);
  });
});

describe('a form whose document another saves meanwhile', () => {
  /** As another user or program saves it, who says no base. */
  async function saveElsewhere(path: string, data: object): Promise<void> {
    const response = await admin.page.request.patch(`${portal.url}/api/${path}`, {
      data,
      headers: { Origin: portal.url },
    });
    expect(response.status()).toBe(200);
  }

  const notice = () => admin.page.locator('.portal-notice[role=alert]');
  const lookAgain = () => admin.page.evaluate(() => window.dispatchEvent(new Event('focus')));

  async function opened(title: string) {
    const { doc } = await made('news-categories', { title, _status: 'published' });
    const path = `news-categories/${doc.id}`;
    await admin.open(`/collections/${path}`);
    return { api_id: doc.api_id as number, path };
  }

  it('shows it, and its status, if nothing has been typed', async () => {
    const { page } = admin;
    const { path } = await opened('Ανέγγιχτη');
    await saveElsewhere(`${path}?draft=true`, { title: 'Νεότερο πρόχειρο', _status: 'draft' });
    await lookAgain();
    await expect.poll(() => page.inputValue('#field-title')).toBe('Νεότερο πρόχειρο');
    const status = page.locator('.portal-status').first();
    await expect.poll(() => status.innerText()).toBe('Δημοσιευμένο, με νεότερο πρόχειρο');
    await saveElsewhere(path, { title: 'Νεότερη', _status: 'published' });
    await lookAgain();
    await expect.poll(() => page.inputValue('#field-title')).toBe('Νεότερη');
    await expect.poll(() => status.innerText()).toBe('Δημοσιευμένο');
    expect(await page.locator('#action-save').isDisabled()).toBe(true);
    expect(await notice().count()).toBe(0);
  });

  it('stays without changes where what another has chosen leads to more in a form', async () => {
    const { page } = admin;
    const { doc } = await made('news-posts?draft=true', { title: 'Χωρίς εικόνα' });
    const picture = await made('media', {
      alt: 'Μια γέφυρα',
      legacy_url: 'https://cdn.portal.example/gefyra.png',
    });
    const path = `news-posts/${doc.id}`;
    await admin.open(`/collections/${path}`);
    await saveElsewhere(`${path}?draft=true`, { title: 'Με εικόνα', post_image: picture.doc.id });
    await lookAgain();
    await page.locator('#field-post_image').getByText('https://cdn.portal.example/gefyra.png').waitFor();
    await admin.openMore();
    expect(await page.inputValue('#field-title')).toBe('Με εικόνα');
    expect(await page.inputValue('#field-slug')).toBe('choris-eikona');
    expect(await page.locator('#field-post_thumbnail .upload-relationship-details').count()).toBe(0);
    expect(await page.locator('#action-save-draft').isDisabled()).toBe(true);
  });

  it('is told of it, keeps what was typed, and overwrites it only where that is chosen', async () => {
    const { page } = admin;
    const { api_id, path } = await opened('Πρώτη');
    const title = async () => element(await lists(), 'news-categories', api_id).title;
    await saveElsewhere(path, { title: 'Άλλου', _status: 'published' });
    await page.fill('#field-title', 'Δικό μου');
    const refused = await admin.answerTo(() => page.click('#action-save'));
    expect(refused.status()).toBe(409);
    await notice().waitFor();
    expect(await page.inputValue('#field-title')).toBe('Δικό μου');
    expect(await title()).toBe('Άλλου');
    const [compared] = await Promise.all([
      page.context().waitForEvent('page'),
      notice().getByRole('link').click(),
    ]);
    await compared.getByText('Άλλου').first().waitFor();
    await compared.close();

    expect((await admin.answerTo(() => page.click('#action-save-draft'))).status()).toBe(409);
    // The next save may be an automatic draft, a moment later.
    await Promise.all([
      page.getByText('Η επόμενη αποθήκευση θα αντικαταστήσει το νεότερο').waitFor(),
      page.getByRole('button', { name: 'Συνέχεια με τα δικά μου' }).click(),
    ]);
    await admin.publish();
    expect(await title()).toBe('Δικό μου');
    expect(await notice().count()).toBe(0);

    await page.fill('#field-title', 'Δικό μου, πάλι');
    await saveElsewhere(path, { title: 'Πάλι άλλου', _status: 'published' });
    await lookAgain();
    await notice().waitFor();
    await page.getByRole('button', { name: /^Απόρριψη των δικών μου/ }).click();
    await expect.poll(() => page.inputValue('#field-title')).toBe('Πάλι άλλου');
    await notice().waitFor({ state: 'detached' });
    await page.fill('#field-title', 'Συμφωνία');
    await admin.publish();
    expect(await title()).toBe('Συμφωνία');
  });

  it('is withdrawn only as its page has shown it', async () => {
    const { path } = await opened('Πρώτη μορφή');
    await saveElsewhere(path, { title: 'Δεύτερη μορφή', _status: 'published' });
    expect((await admin.choose('unpublish')).status()).toBe(409);
  });

  it('publishes what is on the screen though an automatic draft is still under way, which comes too late', async () => {
    const { page } = admin;
    const { api_id, path } = await opened('Στην ώρα');
    await page.clock.install();
    let held: { headers: Record<string, string>; body: Buffer | null; url: string } | undefined;
    await page.route(/autosave=true/, async (route) => {
      const request = route.request();
      held = { headers: await request.allHeaders(), body: request.postDataBuffer(), url: request.url() };
    });
    await page.fill('#field-title', 'Μισό');
    await page.clock.fastForward(10_000);
    await expect.poll(() => held).toBeDefined();
    await page.fill('#field-title', 'Ολόκληρο');
    const published = admin.answerTo(() => page.click('#action-save'));
    await page.clock.runFor(5_000);
    expect((await published).status()).toBe(200);
    await page.unroute(/autosave=true/);
    const { headers = {}, body = null, url = '' } = held ?? {};
    const late = await page.request.fetch(url, { method: 'PATCH', headers, data: body ?? undefined });
    expect(late.status()).toBe(409);
    expect(element(await lists(), 'news-categories', api_id).title).toBe('Ολόκληρο');
    await admin.open(`/collections/${path}`);
    expect(await page.inputValue('#field-title')).toBe('Ολόκληρο');
  });
});

describe('the checks', () => {
  const findings = () => admin.page.locator('section[aria-label=Έλεγχοι]');
  const choose = (linkTexts: string) => admin.rest('globals/portal-settings', { checks: { linkTexts } });
  const link = (text: string, url: string) => ({
    ...{ type: 'link', version: 3, direction: null, format: '', indent: 0 },
    fields: { linkType: 'custom', newTab: false, url },
    children: [{ type: 'text', text, format: 0, detail: 0, mode: 'normal', style: '', version: 1 }],
  });
  const content = (...links: object[]) => {
    const block = { direction: null, format: '', indent: 0, version: 1 };
    const paragraphs = links.map((each) => ({
      ...block,
      type: 'paragraph',
      textFormat: 0,
      children: [each],
    }));
    return { root: { ...block, type: 'root', children: paragraphs } };
  };

  it('say beside the form what to mend, lead to the field, and stop what is an error', async () => {
    const { page } = admin;
    const data = {
      title: 'Tο επίδομα θέρμανσης',
      content: content(link('εδώ', 'https://www.portal.example/a')),
    };
    const { doc } = await made('news-posts?draft=true', data);
    await admin.open(`/collections/news-posts/${doc.id}`);
    const word = 'Η λέξη «Tο» έχει λατινικά γράμματα που μοιάζουν με ελληνικά: T (1ο γράμμα).';
    const vague = 'Ο σύνδεσμος «εδώ» (https://www.portal.example/a) δεν λέει πού οδηγεί.';
    await expect.poll(() => findings().innerText()).toContain('Έλεγχοι (2)');
    expect(await findings().innerText()).toContain(`Τίτλος: ${word}`);
    expect(await findings().innerText()).toContain(`Κείμενο: ${vague}`);
    await picture(page, 'checks');
    await findings().getByRole('button', { name: 'Κείμενο' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Κείμενο');
    const selected = () => page.evaluate(() => document.getSelection()?.toString());
    expect(await selected()).toBe('εδώ');
    await findings().getByRole('button', { name: 'Τίτλος' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-title');
    expect(await selected()).toBe('Tο');

    await page.fill('#field-title', 'Το επίδομα θέρμανσης');
    await admin.openMore();
    await page.fill('#field-slug', 'epidoma-thermansis');
    await admin.saveDraft();
    await expect.poll(() => findings().innerText()).toContain('Έλεγχοι (1)');

    await choose('error');
    const { docs } = (await admin.rest('news-categories?limit=1&where[_status][equals]=published')) as {
      docs: { id: unknown }[];
    };
    await page.request.patch(`${portal.url}/api/news-posts/${doc.id}?draft=true`, {
      data: { category: docs[0]?.id, author: 1, _status: 'draft' },
      headers: { Origin: portal.url },
    });
    await admin.load(`/collections/news-posts/${doc.id}`);
    await expect.poll(() => findings().innerText()).toContain('Σταματά τη δημοσίευση.');
    const refused = await admin.answerTo(() => page.click('#action-save'));
    expect(refused.status()).toBe(400);
    await expect
      .poll(() => page.locator('.rich-text-lexical .field-error').first().innerText())
      .toContain(vague);
    await choose('warning');
    await admin.publish();
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
});

it('the columns of a list name what each post refers to, also where its rows moved up while it loaded', async () => {
  const ids = elements(await lists(), 'news-posts').map(({ id }) => id);
  const some = `where[api_id][in]=${ids.slice(0, 10)}&sort=-created_timestamp`;
  const posts = await admin.rest(`news-posts?${some}&depth=1&draft=true`);
  const names = (posts.docs as Referring[]).map(namesOfReferences);
  const page = await admin.page.context().newPage();
  await page.addInitScript(reportOldPlacesToo);
  const columns = JSON.stringify(['title', 'category', 'related', 'post_image']);
  await page.goto(`${portal.url}/admin/collections/news-posts?${some}&columns=${columns}`);
  await expect
    .poll(() => textOfRows(page, ['category', 'related', 'post_image']), { timeout: 20_000 })
    .toEqual(names);
  await page.close();
});

interface Found {
  totalDocs: number;
  docs: { id: unknown; api_id: number }[];
}

type Made = { doc: { id: string; api_id: number } };

const made = async (path: string, data: object) => (await admin.rest(path, data)) as unknown as Made;

const isServerFunction = (response: Response) => 'next-action' in response.request().headers();

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
