import type { Browser, Locator } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openPortal, picture, signIn } from '../support/administration.ts';
import {
  type Bodies,
  differences,
  element,
  elements,
  type Part,
  readLists,
  withChange,
} from '../support/lists.ts';
import { PIXEL } from '../support/pixel.ts';
import type { TestServer } from '../support/server.ts';

const [MARIA, ELENI] = ['Μαρία Γεωργίου', 'Ελένη Παππά'];
const POSTS = 'news-posts';
const CATEGORIES = 'news-categories';
const LINKS = 'service-useful-links';

let portal: TestServer;
let browser: Browser;
let admin: Administration;
/** An author, who writes drafts. */
let maria: Administration;
/** An editor, who publishes. */
let eleni: Administration;
/** All lists as the portal has to read them: a claim that publishes something says what it changes. */
let expected: Bodies;

beforeAll(async () => {
  ({ portal, admin, browser } = await openPortal());
  const colleague = async (name: string, email: string, role: string, author_id: number) => {
    const account = { email, password: 'a long password' };
    await admin.rest('users', { ...account, name, roles: [role], author_id });
    return signIn(browser, portal.url, account);
  };
  maria = await colleague(MARIA, 'maria@portal.example', 'author', 5);
  eleni = await colleague(ELENI, 'eleni@portal.example', 'editor', 6);
  expected = await readLists(portal.url);
});

afterEach(async () => {
  expect(differences(expected, await readLists(portal.url))).toEqual([]);
});

/** With what a form asks now and then whether there is something newer. */
const LOOKS = '**/portal-publication/**/newest?*';

/** What stands between the buttons of a form and its fields of its review. Who had it open is named for a minute more. */
const notice = ({ page }: Administration) =>
  page.locator('.doc-controls .portal-notice:not(:has-text("Το έχουν ανοιχτό")) :is(p, blockquote)');

/** What waits on the first page with these words. */
const rows = ({ page }: Administration, words: string) => page.locator('section li', { hasText: words });

const linesOf = async (found: Locator) => (await found.innerText()).split('\n');

/** Opens the document of a row, and waits for what its form says. */
async function openFrom(by: Administration, words: string): Promise<void> {
  await rows(by, words).locator('a').click();
  await notice(by).first().waitFor();
  await by.idle();
}

/** Opens the drawer with what can be done about the form's document. */
async function review({ page }: Administration): Promise<void> {
  await page.click('#action-review');
  await page.locator('dialog:visible h3').first().waitFor();
}

async function press(by: Administration, button: string): Promise<void> {
  const answer = await by.answerTo(() => by.page.click(button));
  if (!answer.ok()) throw new Error(`${button}: ${answer.status()} ${await answer.text()}`);
}

async function submit(by: Administration, note: string, to?: string): Promise<void> {
  await review(by);
  await by.page.fill('#review-note', note);
  if (to) {
    await by.page.click('dialog:visible .rs__control');
    await by.page.getByRole('option', { name: to }).click();
  }
  await press(by, '#action-submit-review');
}

describe('a draft', () => {
  const TITLE = 'Δωρεάν μετακινήσεις με το μετρό';
  const FINAL = `${TITLE} από την Τρίτη`;
  const NOTE = '«Για την πρώτη σελίδα της Δευτέρας»';
  const REASON = '«Λείπει από πότε ισχύει»';
  let id: number;

  it('that an author submits stands before who publishes, and comes back with the reason over the form', async () => {
    id = elements(expected, POSTS)[3]?.id as number;
    await maria.openDocument(POSTS, id);
    await maria.page.fill('#field-title', TITLE);
    await maria.saveDraft();
    await submit(maria, 'Μπορεί να βγει;');
    await review(maria);
    expect(await maria.page.locator('#action-save, #action-plan, #action-approve').count()).toBe(0);
    await press(maria, '#action-cancel-review');
    await expect.poll(() => notice(maria).count()).toBe(0);
    await submit(maria, NOTE.slice(1, -1));
    const waits = [expect.stringMatching(`^Εκκρεμεί έγκριση. Υποβλήθηκε από: ${MARIA}, `), NOTE];
    await expect.poll(() => notice(maria).allInnerTexts()).toEqual(waits);
    // Whoever has typed keeps the document while its page is open.
    await maria.open('');

    await eleni.open('');
    expect(await linesOf(rows(eleni, NOTE))).toEqual([TITLE, expect.stringContaining(MARIA), NOTE]);
    await picture(eleni.page, 'inbox');
    await openFrom(eleni, NOTE);
    expect(await notice(eleni).allInnerTexts()).toEqual(waits);
    await picture(eleni.page, 'submitted');
    await review(eleni);
    expect(await eleni.page.locator('#review-note, #action-submit-review').count()).toBe(0);
    await eleni.page.fill('#review-reason', REASON.slice(1, -1));
    await picture(eleni.page, 'review');
    await press(eleni, '#action-send-back');
    await eleni.load('');
    await eleni.page.getByRole('heading', { name: 'Η πύλη τώρα' }).waitFor();
    expect(await rows(eleni, NOTE).count()).toBe(0);

    await maria.load('');
    expect(await linesOf(rows(maria, REASON))).toEqual([TITLE, expect.stringContaining(ELENI), REASON]);
    await openFrom(maria, REASON);
    expect(await notice(maria).allInnerTexts()).toEqual([
      expect.stringMatching(`^Επιστράφηκε \\(${ELENI}, `),
      REASON,
    ]);
  });

  it('is shown by a link to a stranger, in their language, until the link is revoked', async () => {
    const { page } = maria;
    await page.click('#action-draft-links');
    // A double press is one.
    await maria.answerTo(() => page.dblclick('#make-draft-link'));
    const address = await page.locator('.portal-draft-links input').inputValue();
    const outside = await browser.newContext({ locale: 'en-GB' });
    const stranger = await outside.newPage();
    const shown = await stranger.goto(address);
    expect(shown?.status()).toBe(200);
    expect(await shown?.headerValues('content-security-policy')).toEqual([
      expect.stringMatching(
        /^default-src 'none'; img-src [^;]*; style-src 'unsafe-inline'; base-uri 'none';/,
      ),
    ]);
    expect(await stranger.locator('h1').innerText()).toBe(TITLE);
    expect(await stranger.title()).toBe(`${TITLE} – Draft – not published`);
    const pictures = stranger.locator('main img');
    expect(
      await pictures.evaluateAll((all) => all.every((each) => (each as HTMLImageElement).naturalWidth > 0)),
    ).toBe(true);
    expect(await outside.cookies()).toEqual([]);
    await picture(maria.page, 'draft-link');
    await press(maria, '.portal-draft-links button >> nth=-1');
    expect((await stranger.reload())?.status()).toBe(404);
    await outside.close();
    await page.keyboard.press('Escape');
    await page.locator('dialog:visible').waitFor({ state: 'detached' });
  });

  it('is approved as it is: an edit ends the approval, and its form says so', async () => {
    await maria.page.fill('#field-title', `${TITLE} από Δευτέρα`);
    await maria.saveDraft();
    await submit(maria, 'Με ημερομηνία', ELENI);
    await maria.open('');
    await eleni.open('');
    await openFrom(eleni, '«Με ημερομηνία»');
    await review(eleni);
    await eleni.page.fill('#review-reason', 'Πολύ καλό');
    await press(eleni, '#action-approve');
    const said = (words: string) => [expect.stringMatching(`^${words} από: ${ELENI}, `), '«Πολύ καλό»'];
    await expect.poll(() => notice(eleni).allInnerTexts()).toEqual(said('Εγκρίθηκε'));
    // Her form has not heard yet of what follows.
    await eleni.page.route(LOOKS, (route) => route.fulfill({ json: { newest: null, others: [] } }));
    await maria.load('');
    await openFrom(maria, '«Πολύ καλό»');
    await maria.page.fill('#field-title', FINAL);
    await maria.saveDraft();
    await expect.poll(() => notice(maria).allInnerTexts()).toEqual(said('Είχε εγκριθεί'));
    await maria.load('');
    expect(await rows(maria, '«Πολύ καλό»').count()).toBe(0);
  });

  it('is approved and published as the editor has seen it, and the portal reads that change alone', async () => {
    const { page } = eleni;
    await review(eleni);
    expect((await eleni.answerTo(() => page.click('#action-approve-publish'))).status()).toBe(409);
    await page.unroute(LOOKS);
    expect(differences(expected, await readLists(portal.url))).toEqual([]);
    await page.reload({ waitUntil: 'networkidle' });
    expect(await page.inputValue('#field-title')).toBe(FINAL);
    await review(eleni);
    await press(eleni, '#action-approve-publish');
    const { modified_timestamp } = element(await readLists(portal.url), POSTS, id);
    expected = withChange(expected, (part, list) => {
      if (list === POSTS && part.id === id) Object.assign(part, { title: FINAL, modified_timestamp });
    });
    await expect.poll(() => notice(eleni).count()).toBe(0);
    await expect.poll(() => page.locator('.portal-status').innerText()).toBe('Δημοσιευμένο');
    await expect.poll(() => page.isDisabled('#action-save')).toBe(true);
  });
});

describe('where a second pair of eyes is asked for', () => {
  const TITLE = 'Διακοπές νερού';
  /** A message that somebody else has to approve it: an earlier one may stand yet. */
  const refused = () =>
    eleni.page
      .locator('[data-sonner-toast][data-type=error]', { hasText: 'έγκριση από άλλον' })
      .first()
      .waitFor();

  it('nobody publishes alone: what is urgent is published with a reason, which form and history keep', async () => {
    const { page } = eleni;
    await admin.rest('globals/portal-settings', { secondEyes: true });
    const { id } = elements(expected, CATEGORIES)[1] as Part;
    await eleni.openDocument(CATEGORIES, id as number);
    await page.fill('#field-title', TITLE);
    expect((await eleni.answerTo(() => page.click('#action-save'))).status()).toBe(403);
    await refused();
    await eleni.saveDraft();
    await review(eleni);
    expect(await page.locator('#action-approve, #action-approve-publish').count()).toBe(0);
    await page.fill('#review-reason', 'Βλάβη στον κεντρικό αγωγό');
    expect(differences(expected, await readLists(portal.url))).toEqual([]);
    await press(eleni, '#action-urgent');
    expected = withChange(expected, (part, list) => {
      if (list === CATEGORIES && part.id === id) part.title = TITLE;
    });
    await expect
      .poll(() => notice(eleni).allInnerTexts())
      .toEqual([
        expect.stringMatching(`^Δημοσιεύτηκε ως επείγον, .* από: ${ELENI}, `),
        '«Βλάβη στον κεντρικό αγωγό»',
      ]);
    const history = page.locator('main.versions tbody tr');
    // The refresh after a publication may take the place of a click on a tab.
    const opened = async () => {
      await page.click('.doc-tabs a[href$="/versions"]');
      await history.first().waitFor({ timeout: 10_000 });
      return true;
    };
    await expect.poll(() => opened().catch(() => false), { timeout: 60_000 }).toBe(true);
    const rows = (await history.allInnerTexts()).map((row) => row.split('\t').slice(1));
    expect(rows.filter(([, , action]) => action)).toEqual([
      [ELENI, 'Δημοσιευμένο τώρα', 'Δημοσιεύτηκε ως επείγον', '', 'Βλάβη στον κεντρικό αγωγό'],
      [ELENI, 'Πρόχειρο', 'Άλλαξε', 'Τίτλος', ''],
    ]);
    await picture(eleni.page, 'history');
  });
});

it('what lacks something is not published with its approval: the message says what is missing in which field', async () => {
  const { page } = eleni;
  const { doc } = await maria.rest(`${CATEGORIES}?draft=true`, { title: '', slug: 'xoris-titlo' });
  const path = `${CATEGORIES}/${(doc as { id: string }).id}`;
  await maria.rest(`portal-review/${path}/submit`, {});
  await eleni.load(`/collections/${path}`);
  // The way there by keyboard can be seen.
  await page.locator('.portal-bar nav a').first().focus();
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle),
  ).toBe('solid');
  await review(eleni);
  expect((await eleni.answerTo(() => page.click('#action-approve-publish'))).status()).toBe(400);
  await page
    .locator('[data-sonner-toast]', { hasText: 'Τίτλος: Συμπληρώστε αυτό το πεδίο.' })
    .first()
    .waitFor();
});

it('the links of a service to be put into order are found by words of one', async () => {
  const { page } = eleni;
  const links = elements(expected, LINKS);
  const of = (service: unknown) => links.filter((each) => each.service === service);
  const { service, title } = links.find((each) => each.service && of(each.service).length > 1) ?? {};
  await eleni.open(`/collections/${LINKS}`);
  await page.click('#action-order');
  await page.fill('#order-within', String(title));
  await page.keyboard.press('Enter');
  const group = page.getByRole('link', { name: `Υπηρεσία ${service}`, exact: true });
  await group.waitFor();
  // A page that is still loading may lose the press.
  await eleni.idle();
  await group.click();
  await expect.poll(() => page.locator('.portal-order__handle').count()).toBe(of(service).length);
  await page.locator('.step-nav__last').waitFor();
  await picture(page, 'order');
});

it('what is to be looked at again stands on the first page until somebody says that it is still true', async () => {
  const { id, title } = elements(expected, CATEGORIES)[2] as Part;
  const { docs } = await admin.rest(`${CATEGORIES}?where[api_id][equals]=${id}`);
  const path = `portal-review/${CATEGORIES}/${(docs as Part[])[0]?.id}/confirm`;
  const at = Date.now() + 2000;
  await admin.rest(path, { at: new Date(at).toISOString() });
  await expect.poll(() => Date.now()).toBeGreaterThan(at);
  const row = rows(eleni, String(title));
  await eleni.load('');
  await row.waitFor();
  await openFrom(eleni, String(title));
  expect(await notice(eleni).allInnerTexts()).toEqual([expect.stringMatching(/^Ισχύει ακόμη;/)]);
  await press(eleni, '#action-still-true');
  await expect.poll(() => notice(eleni).count()).toBe(0);
  await eleni.open('');
  expect(await row.count()).toBe(0);
});

it('the log is filtered for who has deleted a picture', async () => {
  const { page } = admin;
  const upload = await eleni.page.request.post(`${portal.url}/api/media`, {
    headers: { Origin: portal.url },
    multipart: {
      file: { name: 'metro.png', mimeType: 'image/png', buffer: PIXEL },
      _payload: JSON.stringify({ alt: 'Ο σταθμός του μετρό' }),
    },
  });
  await eleni.open(`/collections/media/${(await upload.json()).doc.id}`);
  expect((await eleni.choose('delete')).status()).toBe(200);

  await admin.open('/collections/portal-audit-log');
  await page.click('#toggle-list-filters');
  await page.click('.where-builder button');
  for (const [part, name] of [
    ['field', 'Τι έγινε'],
    ['operator', 'είναι ίσο με'],
    ['value', 'Πήγε στον κάδο'],
  ] as const) {
    await page.click(`.condition__${part} .rs__control`);
    await page.getByRole('option', { name, exact: true }).click();
  }
  const found = page.locator('table tbody tr');
  await expect.poll(() => found.count()).toBe(1);
  expect(await found.locator('.cell-title').innerText()).toBe('Ο σταθμός του μετρό\nΕικόνα ή αρχείο');
  expect(await found.locator('.cell-who').innerText()).toBe(ELENI);
  await picture(page, 'log');
});
