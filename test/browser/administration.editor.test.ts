import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page, Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openPortal, picture, signIn } from '../support/administration.ts';
import { latinTexts, latinWords, settled } from '../support/latin.ts';
import { elements, type Part, readLists } from '../support/lists.ts';
import { PIXEL } from '../support/pixel.ts';
import { ADMIN } from '../support/portal.ts';
import type { TestServer } from '../support/server.ts';
import { type Judged, publicScreens, type Screen, screens } from './greekScreens.ts';

const POST = '/collections/news-posts';
const NEXT = 'the next password';

let portal: TestServer;
let browser: Browser;
let admin: Administration;

beforeAll(async () => {
  ({ portal, browser, admin } = await openPortal());
});

const CURRENT = '#field-currentPassword';

const PHONE = { width: 390, height: 844 };

/** How wide what a page shows is on a phone. */
async function widthOnPhone(page: Page): Promise<number> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (before) await page.setViewportSize(before);
  return width;
}

/** How long the page may be without a check of what was typed, in milliseconds: one check may be of several fields. */
const CHECKED = 5_000;

/** Fills fields; what is typed is checked by the server, and until then the page sends nothing. */
async function type(values: Record<string, string>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    const checked = admin.page.waitForResponse(isServerFunction, { timeout: CHECKED }).catch(() => undefined);
    await admin.page.fill(field, value);
    await checked;
  }
}

const isServerFunction = (response: Response) => 'next-action' in response.request().headers();

const twice = (password: string) => ({ '#field-password': password, '#field-confirm-password': password });

/** What the scripts of a page complain of. */
function consoleOf(page: Page): string[] {
  const complaints: string[] = [];
  const complain = (text: string) => {
    // Its first date is the minute that it is opened in, which may pass while it loads.
    if (!page.url().endsWith('/create')) complaints.push(text);
  };
  page.on('pageerror', ({ message }) => complain(message));
  page.on('console', (message) => {
    // What was asked for outside of the server under test is refused by the test itself.
    if (message.type() === 'error' && !message.text().includes('net::ERR_FAILED')) complain(message.text());
  });
  return complaints;
}

/** What axe finds that is not known. */
async function lacking(page: Page, { known = [] }: Judged): Promise<string[]> {
  await page.evaluate(axe.source);
  const find = async () => {
    const { violations } = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      return axe.run({ resultTypes: ['violations'] });
    });
    return violations.map(({ id }) => id).sort();
  };
  // Controls have their names once the page's own scripts have run.
  for (let tries = 0; tries < 5; tries += 1) {
    if (isDeepStrictEqual(await find(), known)) return [];
    await setTimeout(500);
  }
  return find();
}

/** The `id` of the post that the portal shows first. */
const firstPost = async () => elements(await readLists(portal.url), 'news-posts')[0]?.id as number;

const save = () => admin.answerTo(() => admin.page.click('#action-save'));
const body = () => admin.page.locator('body').innerText();

describe('the bar', () => {
  it('has each list once, finds documents of all of them, and begins a new one', async () => {
    const { page } = admin;
    await admin.open('');
    const lists = () => page.getByRole('link', { name: 'Νέα', exact: true }).count();
    expect(await lists()).toBe(1);
    await admin.open('/collections/media');
    expect(await lists()).toBe(1);
    const title = String(elements(await readLists(portal.url), 'news-posts')[3]?.title);
    await page.fill('.portal-search input', title);
    const found = page.locator('.portal-search__found');
    await found.getByRole('link', { name: title, exact: true }).first().click();
    await page.waitForURL('**/collections/news-posts/*');
    await expect.poll(() => page.locator('#field-title').inputValue()).toBe(title);
    await page.click('.portal-bar__new');
    await page
      .getByRole('link', { name: 'Χρήσιμος σύνδεσμος' })
      .or(page.getByRole('menuitem', { name: 'Χρήσιμος σύνδεσμος' }))
      .first()
      .click();
    await page.waitForURL('**/collections/service-useful-links/create');
  });
});

describe('the administration', () => {
  it('speaks English to a user who has chosen it', async () => {
    const { page } = admin;
    await admin.open('/account');
    await page.locator('.payload-settings__language .rs__control').click();
    await page.locator('.payload-settings__language .rs__option', { hasText: 'English' }).click();
    await page.locator('.payload-settings__language .rs__single-value', { hasText: 'English' }).waitFor();
    await admin.open('/collections/news-posts/create');
    const places = ['.step-nav a >> nth=-1', 'label[for=field-title]', '#action-save'];
    expect(await Promise.all(places.map((place) => page.locator(place).innerText()))).toEqual([
      'News posts',
      'Title\n*',
      'Publish',
    ]);
    await page.context().clearCookies({ name: 'payload-lng' });
  });

  it('what Payload joins of a verb and a label has its gender', async () => {
    const joined = async (path: string, place: string) => {
      await admin.load(path);
      return admin.page.locator(place).first().innerText();
    };
    expect([
      await joined('/collections/service-useful-links', '.default-list-view-tabs button'),
      await joined('/collections/users/create', '.doc-controls__value'),
    ]).toEqual(['Όλοι οι χρήσιμοι σύνδεσμοι', 'Νέος χρήστης']);
  });

  it('says everything in Greek on every screen, fits on a phone, and lacks nothing that axe and the console know of', async () => {
    const lists = await readLists(portal.url);
    const posts = (await admin.rest('news-posts?limit=100&depth=1')) as { docs: Part[] };
    const media = await admin.rest('media?limit=100');
    const { doc: draft } = (await admin.rest('news-posts?draft=true', {
      title: 'Υποβλήθηκε',
      _status: 'draft',
    })) as {
      doc: { id: unknown };
    };
    const inLists = Object.values(lists).map((body) => JSON.parse(body));
    const content = new Set(latinWords([inLists, posts, media, draft]));
    await admin.rest(`portal-review/news-posts/${draft.id}/submit`, { note: 'Έτοιμο' });
    const byAdmins = { constraint: 'admins' };
    const access = { read: { constraint: 'everyone' }, update: byAdmins, delete: byAdmins };
    const imageless = { title: 'Χωρίς εικόνα', relatedCollection: 'news-posts', isShared: true, access };
    await admin.rest('payload-query-presets', { ...imageless, where: { post_image: { exists: false } } });
    const post = posts.docs.find(({ related }) => (related as unknown[]).length > 0);

    const found: Record<string, string[]> = {};
    const look = async (page: Page, all: Screen[]) => {
      const console = consoleOf(page);
      for (const [name, go, judged] of all) {
        console.length = 0;
        try {
          await go();
          await settled(page);
        } catch (cause) {
          throw new Error(`on the way to: ${name}`, { cause });
        }
        // What an entry of the log says of its request is an id.
        const [entry] = /portal-audit-log\/[^/?]+$/.exec(page.url()) ?? [];
        const { request } = entry ? ((await admin.rest(entry)) as { request?: unknown }) : {};
        for (const word of latinWords(request)) content.add(word);
        const latin = await latinTexts(page, content);
        const lacks = judged ? [...(await lacking(page, judged)), ...console] : [];
        const width = await widthOnPhone(page);
        const wide = width > PHONE.width ? [`${width} pixels wide`] : [];
        if (latin.length + lacks.length + wide.length > 0) found[name] = [...latin, ...lacks, ...wide];
      }
    };
    const visitor = await (await browser.newContext()).newPage();
    const open = async (path: string) => {
      await visitor.goto(`${portal.url}/admin${path}`);
      await visitor.waitForLoadState('networkidle');
    };
    await look(visitor, publicScreens({ page: visitor, open }));
    await visitor.context().close();
    const documents = {
      post: `${POST}/${post?.id}`,
      submitted: `${POST}/${draft.id}`,
    };
    await look(admin.page, screens(admin, documents));
    await admin.page.request.delete(`${portal.url}/api/news-posts/${draft.id}`, {
      headers: { Origin: portal.url },
    });
    expect(found).toEqual({});
  }, 240_000);

  it('shows an editor neither users nor settings, only the content and their own account', async () => {
    const user = { email: 'editor@portal.example', password: 'an editor in tests' };
    await admin.rest('users', { ...user, roles: ['editor'], author_id: 31 });
    const editor = await signIn(browser, portal.url, user);
    await editor.open('');
    const dashboard = await editor.page.locator('body').innerText();
    await picture(editor.page, 'dashboard');
    expect(dashboard).toContain('Κατηγορίες νέων');
    expect(dashboard).not.toMatch(/Χρήστες|Ρυθμίσεις της πύλης/);
    // On a phone, too, all of it is in view without scrolling sideways.
    await editor.page.setViewportSize(PHONE);
    const shown = await editor.page.locator('.portal-dashboard').innerText();
    for (const part of ['Η πύλη τώρα', 'Η πύλη παίρνει ό,τι δημοσιεύετε.']) expect(shown).toContain(part);
    expect(await editor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await picture(editor.page, 'phone');
    await editor.open('/account');
    expect(await editor.page.locator('#field-email').inputValue()).toBe(user.email);
    await editor.page.context().close();
  });

  it('says how a document stands, in list and form alike, and at which place the portal shows it', async () => {
    const { page } = admin;
    const first = await firstPost();
    await admin.open(`/collections/news-posts?where[api_id][equals]=${first}`);
    await page.locator('table tbody td.cell-_status', { hasText: /^Δημοσιευμένο$/ }).waitFor();
    await dropKept();
    await admin.openDocument('news-posts', first);
    await page.locator('.portal-status', { hasText: /^Δημοσιευμένο$/ }).waitFor();
    expect(await page.locator('#action-save').innerText()).toBe('Δημοσίευση αλλαγών');
    const link = page.locator('.portal-in-portal a', {
      hasText: new RegExp(`: αριθμός ${first}, θέση 1 από \\d+$`),
    });
    await link.waitFor();
    await picture(page, 'form');
    expect(await link.getAttribute('href')).toBe('/el/api/v1/news-posts/');
    expect(await page.locator('a[href$="/api"]').count()).toBe(0);
  });

  it('says what a published document needs, to eyes and to screen readers', async () => {
    const { page } = admin;
    await admin.open('/collections/news-posts/create');
    await page.getByText('Τα πεδία με * είναι υποχρεωτικά για τη δημοσίευση.').waitFor();
    await admin.openMore();
    const marked = page.locator('.field-type:has(> .field-label > .required)');
    await expect
      .poll(() => marked.locator('[aria-required=true]').evaluateAll((all) => all.map(({ id }) => id)))
      .toEqual(expect.arrayContaining(['field-title', 'field-author', 'field-slug']));
    const labels = await marked.locator('> .field-label').allTextContents();
    expect(labels).toEqual([
      'Τίτλος*',
      'Κατηγορία*',
      'Ημερομηνία (ώρα Αθήνας)*',
      'Υπογράφει*',
      'Όνομα στη διεύθυνση*',
    ]);
    await admin.open('/collections/news-posts');
    expect(await page.locator('#heading-title').innerText()).toBe('Τίτλος');
  });

  it('gives the time of Athens, in list and form alike, to an editor wherever they are', async () => {
    const { page } = admin;
    const clock = await page.context().newCDPSession(page);
    await clock.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
    const post = elements(await readLists(portal.url), 'news-posts')[1] as Record<string, string>;
    const id = Number(post.id);
    const athens = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Athens',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const timeOf = (field: string) => athens.format(new Date(post[field] ?? '')).replace(',', '');
    const time = timeOf('created_timestamp');
    await admin.load(`/collections/news-posts?where[api_id][equals]=${id}`);
    expect(await page.locator('td.cell-created_timestamp').innerText()).toBe(time);
    await admin.openDocument('news-posts', id);
    await page.reload({ waitUntil: 'networkidle' });
    const field = page.getByLabel('Ημερομηνία (ώρα Αθήνας)');
    expect(await field.inputValue()).toBe(time);
    await admin.openMore();
    await page.getByText('Ώρα αλλαγής στην πύλη').waitFor();
    expect(await body()).toContain(`Ώρα αλλαγής στην πύλη\n${timeOf('modified_timestamp')} (ώρα Αθήνας)`);
    await field.fill('15/01/2025 14:30');
    await field.press('Enter');
    await admin.saveDraft();
    const { docs } = (await admin.rest(`news-posts?where[api_id][equals]=${id}&draft=true&depth=0`)) as {
      docs: unknown[];
    };
    expect(docs).toMatchObject([{ created_timestamp: '2025-01-15T12:30:00.000Z' }]);
    expect(await field.inputValue()).toBe('15/01/2025 14:30');
    await clock.send('Emulation.setTimezoneOverride', { timezoneId: '' });
  });
});

describe('the form of a new post', () => {
  const account = { email: 'new-author@portal.example', password: 'a long password' };
  let author: Administration;

  beforeAll(async () => {
    await admin.rest('users', { ...account, name: 'Νεφέλη', roles: ['author'], author_id: 77 });
    author = await signIn(browser, portal.url, account);
  });

  const closed = () => author.page.locator('.portal-more .collapsible--collapsed').count();
  const said = () => author.page.locator('.portal-more [data-fields]').innerText();

  it('shows an author what he needs: what is seldom set is in a fold, which says what is not as usual', async () => {
    const { page } = author;
    await author.open('/collections/news-posts/create');
    await page.locator('.portal-more').waitFor();
    await page.locator('.fixed-toolbar button').first().waitFor();
    const controls = page.locator(
      '.collection-edit__form :is(button, input, textarea, [contenteditable=true]):visible:not([aria-hidden=true] *)',
    );
    await expect.poll(() => controls.count()).toBeLessThanOrEqual(28);
    expect(await closed()).toBe(1);
    expect(await said()).toBe('Περισσότερα');
    // The slug follows the title, though its field is not in the page.
    await page.fill('#field-title', 'Ένα νέο της Νεφέλης');
    await author.openMore();
    await expect.poll(() => page.inputValue('#field-slug')).toBe('ena-neo-tis-nefelis');
    await page.locator('.field-type.number', { hasText: 'Υπογράφει' }).getByText('Νεφέλη').waitFor();
    await page.locator('#field-listed').click();
    await page.fill('#field-slug', 'kati-allo');
    await expect
      .poll(said)
      .toBe('Περισσότερα\nΌνομα στη διεύθυνση: δεν είναι από τον τίτλο · Στη λίστα: όχι');
  });

  it('is opened in its fold, at the field, by a save that was refused for it', async () => {
    const { page } = admin;
    await admin.openDocument('news-posts', await firstPost());
    await admin.openMore();
    await page.fill('#field-slug', 'με ελληνικά');
    await page.locator('.portal-more .collapsible__toggle').click();
    await page.locator('#field-slug').waitFor({ state: 'hidden' });
    const isSave = (each: Response) => each.request().method() === 'PATCH';
    const [answer] = await Promise.all([page.waitForResponse(isSave), page.click('#action-save')]);
    expect(answer.status()).toBe(400);
    await page.locator('#field-slug').waitFor({ state: 'visible' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-slug');
  });

  it('puts a chosen image into an empty thumbnail, which can be removed again', async () => {
    const { page } = author;
    const file = { name: 'ena.png', mimeType: 'image/png', buffer: PIXEL };
    await page.request.post(`${portal.url}/api/media`, {
      headers: { Origin: portal.url },
      multipart: { _payload: JSON.stringify({ alt: 'Ένα κτίριο' }), file },
    });
    const [image, thumbnail] = ['post_image', 'post_thumbnail'].map((name) => page.locator(`#field-${name}`));
    const card = '.upload-relationship-details';
    await image?.getByRole('button', { name: 'Επιλογή από τα υπάρχοντα' }).click();
    await page.locator('.list-drawer').getByRole('button', { name: 'Ένα κτίριο' }).click();
    await image?.locator(card).waitFor();
    await thumbnail?.locator(card).getByText('ena.png').waitFor();
    await thumbnail?.getByRole('button', { name: 'Αφαίρεση' }).click();
    await thumbnail?.locator(card).waitFor({ state: 'detached' });
    expect(await image?.locator(card).count()).toBe(1);
  });

  it('has one toolbar, where words are selected too, and the rest of it in a menu', async () => {
    const { page } = author;
    await page.locator('.rich-text-lexical [contenteditable=true]').click();
    await page.keyboard.type('Ένα κείμενο');
    await page.keyboard.press('Shift+Home');
    await page.locator('.fixed-toolbar .toolbar-popup__button-link:not(.disabled)').waitFor();
    expect(await page.locator('.inline-toolbar-popup').count()).toBe(0);
    await page.locator('.toolbar-popup__dropdown-text').click();
    await page.getByRole('button', { name: 'Εκθέτης' }).click();
    await page.locator('.rich-text-lexical sup', { hasText: 'Ένα κείμενο' }).waitFor();
  });

  it('offers a new account the author numbers that nobody has', async () => {
    const { page } = admin;
    await admin.open('/collections/users/create');
    await page.getByRole('button', { name: '4096' }).click();
    expect(await page.inputValue('#field-author_id')).toBe('4096');
  });
});

describe('what two do at once', () => {
  it('what a search has found is withdrawn together, and no field of several is edited at once', async () => {
    const { page } = admin;
    await admin.rest('news-categories', { title: 'Ήπειρος', slug: 'ipiros', _status: 'published' });
    await admin.load('/collections/news-categories?search=ηπειρος');
    await page.locator('table tbody tr input[type=checkbox]').check();
    const offered = page.locator('.list-selection__button:visible');
    await expect.poll(() => offered.allInnerTexts()).toEqual(['Δημοσίευση', 'Απόσυρση', 'Διαγραφή']);
    await page.getByRole('button', { name: 'Απόσυρση', exact: true }).click();
    await page.locator('.confirmation-modal__content').waitFor();
    await picture(page, 'bulk');
    await page.click('#confirm-action');
    const outcome = 'Η ενημέρωση έγινε με επιτυχία: 1 Κατηγορία νέων';
    await page.locator('[data-sonner-toast]', { hasText: outcome }).waitFor();
  });

  it('a view shows what its name says, is there again later, and can be saved under another name', async () => {
    const { page } = admin;
    const CATEGORIES = '/collections/news-categories';
    await admin.rest('news-categories', { title: 'Γράφεται ακόμη', slug: 'grafetai', _status: 'draft' });
    const and = [{ standing: { equals: 'draft' } }, { edited_by: { equals: 'εγώ' } }];
    const drafts = { title: 'Μόνο πρόχειρα', relatedCollection: 'news-categories' };
    await admin.rest('payload-query-presets', { ...drafts, where: { or: [{ and }] } });
    const shown = () => page.locator('td.cell-title').allInnerTexts();
    const chosen = page.locator('#select-preset');
    await admin.load(CATEGORIES);
    expect((await shown()).length).toBeGreaterThan(2);
    await chosen.click();
    await page.locator('.list-drawer').getByText('Μόνο πρόχειρα').click();
    await expect.poll(shown).toEqual(['Γράφεται ακόμη']);
    await admin.open('');
    await admin.open(CATEGORIES);
    await expect.poll(shown).toEqual(['Γράφεται ακόμη']);
    expect(await chosen.innerText()).toBe('Μόνο πρόχειρα');
    await picture(page, 'views');

    await page.click('#create-new-preset');
    await page.fill('#field-title', 'Για αύριο');
    await admin.answerTo(() => page.click('dialog #action-save'));
    await expect.poll(() => chosen.innerText()).toBe('Για αύριο');
    await admin.load(CATEGORIES);
    expect([await chosen.innerText(), await shown()]).toEqual(['Για αύριο', ['Γράφεται ακόμη']]);
    await page.click('#clear-preset');
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(2);
  });

  it('what a bulk action leaves alone is named, and the message fits a phone and can be closed', async () => {
    const { page } = admin;
    await admin.load('/collections/news-categories');
    await page.locator('thead input[type=checkbox]').check();
    await page.getByRole('button', { name: 'Διαγραφή', exact: true }).click();
    await admin.answerTo(() => page.locator('dialog #confirm-action:visible').click());
    await page.setViewportSize({ width: 390, height: 844 });
    const message = page.locator('[data-sonner-toast][data-type=error]').first();
    const refused = 'Δεν γίνεται να διαγραφεί ή να αποσυρθεί, γιατί χρησιμοποιείται';
    await expect.poll(() => message.innerText()).toContain(`»: ${refused}: Νέο «`);
    const close = message.locator('[data-close-button]');
    const { y = -1 } = (await close.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    await close.click();
    await page.setViewportSize({ width: 1400, height: 1000 });
  });
});

/** Throws away what earlier forms have left in the browser. */
async function dropKept(): Promise<void> {
  await admin.page.evaluate(() => localStorage.clear());
}

describe('what is typed and not saved', () => {
  beforeAll(dropKept);

  const CREATE = '/collections/news-posts/create';
  const editor = () => admin.page.locator('.rich-text-lexical [contenteditable=true]').first();
  const notice = () => admin.page.locator('.portal-notice', { hasText: 'Γράψατε εδώ' });
  const kept = () => admin.page.evaluate(() => Object.values(localStorage).join());
  const write = async (title: string, text: string) => {
    await admin.load(CREATE);
    await admin.page.fill('#field-title', title);
    await editor().click();
    await admin.page.keyboard.type(text);
    await expect.poll(kept).toContain(text);
  };
  /** Loads the page again, as after a crash: the browser's own question is answered with yes. */
  const crash = async (path: string) => {
    admin.page.once('dialog', (dialog) => void dialog.accept());
    await admin.load(path);
  };

  it('of a new document is offered when its form is opened again, goes back into it, and is forgotten once it is saved', async () => {
    const { page } = admin;
    const count = async () => (await admin.rest('news-posts?limit=1')).totalDocs;
    const before = await count();
    await write('Δεν αποθηκεύτηκε', 'Λόγια με το χέρι.');
    await crash(CREATE);
    await notice().locator('p', { hasText: ': Δεν αποθηκεύτηκε' }).waitFor();
    await notice().getByRole('button', { name: 'Επαναφορά τους στη φόρμα' }).click();
    await notice().waitFor({ state: 'detached' });
    // Put back and not saved, it is offered once more after the next crash.
    await admin.openMore();
    await page.fill('#field-slug', 'den-apothikeftike');
    await expect.poll(kept).toContain('den-apothikeftike');
    await crash(CREATE);
    await notice().getByRole('button', { name: 'Επαναφορά τους στη φόρμα' }).click();
    await expect.poll(() => page.inputValue('#field-title')).toBe('Δεν αποθηκεύτηκε');
    await admin.openMore();
    await expect.poll(() => page.inputValue('#field-slug')).toBe('den-apothikeftike');
    await expect.poll(() => editor().innerText()).toBe('Λόγια με το χέρι.');
    expect(await count()).toBe(before);
    const saved = await admin.answerTo(() => page.click('#action-save-draft'));
    const { doc } = await saved.json();
    expect([saved.status(), doc.title, JSON.stringify(doc.content)]).toEqual([
      201,
      'Δεν αποθηκεύτηκε',
      expect.stringContaining('"Λόγια με το χέρι."'),
    ]);
    await expect.poll(kept).toBe('');
  });

  it('is discarded where one signs out, which says so', async () => {
    const user = { email: 'leaves@portal.example', password: 'an author in tests' };
    await admin.rest('users', { ...user, roles: ['author'], author_id: 34 });
    const own = await signIn(browser, portal.url, user);
    await own.open(CREATE);
    await own.page.fill('#field-title', 'Πριν φύγω');
    await expect.poll(() => own.page.evaluate(() => localStorage.length)).toBe(1);
    const asked: string[] = [];
    own.page.on('dialog', (dialog) => {
      if (dialog.type() === 'confirm') asked.push(dialog.message());
      void dialog.accept();
    });
    await own.page.goto(`${portal.url}/admin/logout`, { waitUntil: 'commit' });
    await own.page.waitForURL('**/login');
    expect(asked).toEqual([expect.stringMatching(/διαγράφονται από αυτόν τον υπολογιστή:\n– Πριν φύγω$/)]);
    expect(await own.page.evaluate(() => localStorage.length)).toBe(0);
    await own.page.context().close();
  });

  it('stays when the server cannot be reached, and it is said what to do', async () => {
    const { page } = admin;
    await admin.load('/collections/news-categories/create');
    await page.fill('#field-title', 'Χωρίς δίκτυο');
    const said = (text: string) => page.locator('[data-sonner-toast]', { hasText: text }).first().waitFor();
    const save = () => page.click('#action-save-draft');
    await page.context().setOffline(true);
    await save();
    await said('Ο διακομιστής δεν απάντησε. Όσα γράψατε μένουν εδώ.');
    await page.context().setOffline(false);
    const answers = [
      [{ status: 503, contentType: 'text/plain', body: 'Service Unavailable' }, 'Ο διακομιστής δεν απάντησε'],
      [{ status: 413, contentType: 'text/html', body: '<h1>Too Large</h1>' }, 'είναι πολύ μεγάλο'],
    ] as const;
    for (const [answer, text] of answers) {
      await page.route('**/api/news-categories?**', (route) => route.fulfill(answer));
      await admin.answerTo(save);
      await said(text);
      await page.unrouteAll();
    }
    const { doc } = await (await admin.answerTo(save)).json();
    expect(doc.title).toBe('Χωρίς δίκτυο');
    await page.waitForURL(`**/${doc.id}`);
  });

  it('stays when the session ends: the same button saves it after a sign-in in another tab', async () => {
    const { page } = admin;
    await admin.load('/collections/news-categories/create');
    await type({ '#field-title': 'Μετά τη σύνδεση' });
    await page.context().clearCookies();
    await page.click('#action-save-draft');
    await page
      .locator('[data-sonner-toast]', {
        hasText: 'Συνδεθείτε σε νέα καρτέλα και πατήστε ξανά το ίδιο κουμπί.',
      })
      .waitFor();
    const tab = await page.context().newPage();
    await tab.goto(`${portal.url}/admin/login`);
    await logIn(tab);
    await tab.close();
    const { doc } = await (await admin.answerTo(() => page.click('#action-save-draft'))).json();
    expect(doc.title).toBe('Μετά τη σύνδεση');
    await page.waitForURL(`**/${doc.id}`);
  });

  it('stays its writer’s while another account is signed in in another tab, and nothing of its form is done as theirs', async () => {
    const of = async (name: string, author_id: number) => {
      const account = { email: `${name}@portal.example`, password: 'a long password' };
      await admin.rest('users', { ...account, name, roles: ['editor'], author_id });
      return account;
    };
    const [first, second] = [await of('first', 41), await of('second', 42)];
    const { doc } = (await admin.rest('news-categories', {
      title: 'Όπως ήταν',
      slug: 'opos-itan',
      _status: 'published',
    })) as { doc: { id: number } };
    const own = await signIn(browser, portal.url, first);
    const { page } = own;
    const path = `/collections/news-categories/${doc.id}`;
    const said = () =>
      page.locator('[data-sonner-toast]', { hasText: 'έχει συνδεθεί πια άλλος (second)' }).first();
    const inBrowser = () => page.evaluate(() => Object.values(localStorage).join());
    /** As in another tab of the browser. */
    const signInBeside = async (data: typeof ADMIN) => {
      await page.context().clearCookies();
      const headers = { Origin: portal.url };
      const answer = await page.request.post(`${portal.url}/api/users/login`, { data, headers });
      expect(answer.status()).toBe(200);
    };
    const offered = (on: Page) => on.locator('.portal-notice', { hasText: 'Γράψατε εδώ' });
    await own.load(path);
    await page.fill('#field-title', 'Λόγια της πρώτης');
    await expect.poll(inBrowser).toContain('Λόγια της πρώτης');

    await signInBeside(second);
    for (const button of ['#action-save-draft', '#action-save']) {
      expect((await own.answerTo(() => page.click(button))).status()).toBe(409);
      await said().waitFor();
    }
    expect((await own.choose('unpublish')).status()).toBe(409);
    expect((await own.choose('delete')).status()).toBe(409);
    expect(await page.inputValue('#field-title')).toBe('Λόγια της πρώτης');
    expect((await admin.rest(`news-categories/${doc.id}?draft=true`)).title).toBe('Όπως ήταν');
    await expect.poll(inBrowser).toContain('Λόγια της πρώτης');
    const tab = await page.context().newPage();
    await tab.goto(`${portal.url}/admin${path}`, { waitUntil: 'networkidle' });
    expect(await tab.inputValue('#field-title')).toBe('Όπως ήταν');
    expect(await offered(tab).count()).toBe(0);
    await tab.close();

    // What the second one opens in the same page is theirs, and so is what they write there.
    await own.open('/collections/news-categories/create');
    await page.fill('#field-title', 'Λόγια της δεύτερης');
    expect((await own.answerTo(() => page.click('#action-save-draft'))).status()).toBe(201);

    await signInBeside(first);
    await own.load(path);
    await offered(page).getByRole('button', { name: 'Επαναφορά τους στη φόρμα' }).click();
    await expect.poll(() => page.inputValue('#field-title')).toBe('Λόγια της πρώτης');
    expect((await own.answerTo(() => page.click('#action-save-draft'))).status()).toBe(200);

    // Nor is what somebody has put into order, or ticked in a list.
    await own.load('/collections/service-groups/order');
    await page.locator('button[aria-label^="Πιο κάτω"]').first().click();
    await signInBeside(second);
    expect((await own.answerTo(() => page.click('#save-order'))).status()).toBe(409);
    await own.load('/collections/service-groups');
    await page.locator('table tbody input[type=checkbox]').first().click();
    await signInBeside(first);
    await page.locator('.list-selection').getByRole('button', { name: 'Διαγραφή' }).click();
    const deletion = await own.answerTo(() => page.locator('dialog #confirm-action:visible').click());
    expect(deletion.status()).toBe(409);
    await page.context().close();
  });

  it('is offered to whoever signs in again, after Payload has left the page with the session', async () => {
    const { page } = admin;
    await page.clock.install();
    await admin.load(CREATE);
    await page.fill('#field-title', 'Πριν από τη λήξη');
    await page.clock.runFor(1_000);
    await expect.poll(kept).toContain('Πριν από τη λήξη');
    const { exp } = (await admin.rest('users/me')) as unknown as { exp: number };
    await page.context().clearCookies();
    await page.clock.fastForward(exp * 1000 - Date.now() + 1_000);
    await page.clock.resume();
    await page.waitForURL('**/logout-inactivity**');
    // A page that goes on eight hours ahead would be signed out some seconds after each sign-in.
    await page.clock.setSystemTime(Date.now());
    await page.goto(`${portal.url}/admin/login`);
    await logIn(page);
    await admin.load(CREATE);
    await notice().locator('p', { hasText: ': Πριν από τη λήξη' }).waitFor();
    await notice().getByRole('button', { name: 'Διαγραφή τους' }).click();
    await notice().waitFor({ state: 'detached' });
    expect(await kept()).toBe('');
  });
});

async function logIn(page: Page, { email, password } = ADMIN): Promise<void> {
  await page.fill('#field-email', email);
  await page.fill('#field-password', password);
  await page.click('button[type=submit]');
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
}

it('the administration does all of it under its policy, which lets no other script run', async () => {
  const { page } = admin;
  // What any page of these tests has tried so far counts too.
  await admin.open('/collections/media/create');
  await page.setInputFiles('input[type=file]', {
    name: 'Εικόνα 1.png',
    mimeType: 'image/png',
    buffer: PIXEL,
  });
  await page.fill('#field-alt', 'Μια κουκκίδα');
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

it('who has forgotten a password reads whom to ask', async () => {
  const { page } = admin;
  // A page that is open may still get a session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await admin.load('/forgot');
  await expect.poll(body).toContain('Ζητήστε νέο κωδικό από έναν διαχειριστή της πύλης');
});
