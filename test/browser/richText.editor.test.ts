import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Locator, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openPortal, picture } from '../support/administration.ts';
import { freshFolder } from '../support/databases.ts';
import { pdf } from '../support/files.ts';
import { settled } from '../support/latin.ts';
import { differences, element, elements, type Part, readLists, withChange } from '../support/lists.ts';
import { PIXEL } from '../support/pixel.ts';
import { CAPTURE, run } from '../support/portal.ts';
import type { TestServer } from '../support/server.ts';

let portal: TestServer;
let admin: Administration;
let posts: Post[];

type Post = Part & { id: number; content: string };

beforeAll(async () => {
  ({ portal, admin } = await openPortal());
  posts = elements(await readLists(portal.url), 'news-posts') as Post[];
});

/** A post whose text holds all of these; no post is given twice. */
function postWith(...markup: string[]): Post {
  return take((content) => markup.every((part) => content.includes(part)));
}

/** The same, of those whose text begins with an ordinary paragraph. */
function postOpeningWithParagraph(...markup: string[]): Post {
  return take((content) => /^<p>[^\s<]/.test(content) && markup.every((part) => content.includes(part)));
}

function take(fits: (content: string) => boolean): Post {
  const at = posts.findIndex(({ content }) => fits(content));
  const [post] = posts.splice(at, at < 0 ? 0 : 1);
  if (!post) throw new Error('the capture holds no such post');
  return post;
}

const editor = (): Locator => admin.page.locator('.rich-text-lexical [contenteditable=true]').first();

/** What the first paragraph reads. (The names of what the editor has no node for are drawn later than it.) */
const opening = (): Promise<string> => editor().locator('p').first().innerText();

const isServerFunction = (request: Request) => 'next-action' in request.headers();

/** Which cell of its table the caret is in. */
const cellOfCaret = () =>
  editor().evaluate((root) => {
    const caret = getSelection()?.anchorNode;
    return [...root.querySelectorAll('th, td')].findIndex((cell) => cell.contains(caret ?? null));
  });

/** What the "/" menu offers. */
const offered = () => admin.page.locator('#slash-menu button, #slash-menu [role=option]');

/** Chooses the one entry of the "/" menu that is left by these letters. Chosen earlier, it would leave the "/" in the text. */
async function chooseBySlash(letters: string, name: string): Promise<void> {
  await admin.page.keyboard.type(`/${letters}`);
  await expect.poll(() => offered().allInnerTexts()).toEqual([name]);
  await settled(admin.page);
  await admin.page.keyboard.press('Enter');
}

/** Types at the very beginning of the text. */
async function typeFirst(text: string): Promise<void> {
  await editor().locator('p').first().click();
  await admin.page.keyboard.press('Control+Home');
  await admin.page.keyboard.type(text);
}

/** Pastes as a program does that has put this on the clipboard. */
async function paste(html: string, text = '', more: Record<string, string> = {}): Promise<void> {
  const clipboard = { ...(html && { 'text/html': html }), 'text/plain': text, ...more };
  await editor().evaluate((root, contents) => {
    const clipboardData = new DataTransfer();
    for (const [type, content] of Object.entries(contents)) clipboardData.setData(type, content);
    root.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  }, clipboard);
}

/** What the first paragraph of a post's newest version says. */
async function storedOpening(id: string | number): Promise<string | undefined> {
  type State = { root: { children: { children: { text: string }[] }[] } };
  const { content } = (await admin.rest(`news-posts/${id}?draft=true&depth=0`)) as { content: State };
  return content.root.children[0]?.children.map(({ text }) => text).join('');
}

/** The lists as before, but for these values of one post and for the time of the change. */
async function expectOnly(post: Post, values: Part, action: () => Promise<void>): Promise<void> {
  const before = await readLists(portal.url);
  await action();
  const after = await readLists(portal.url);
  const { modified_timestamp } = element(after, 'news-posts', post.id);
  const expected = withChange(before, (part, list) => {
    if (list === 'news-posts' && part.id === post.id) Object.assign(part, values, { modified_timestamp });
  });
  expect(differences(expected, after)).toEqual([]);
}

describe('an imported text', () => {
  it('keeps every byte but those of the paragraph that is changed', async () => {
    const post = postOpeningWithParagraph('<iframe', '<!-- ');
    await expectOnly(post, { content: `<p>Νέα ${post.content.slice('<p>'.length)}` }, async () => {
      await admin.openDocument('news-posts', post.id);
      await typeFirst('Νέα ');
      await admin.publish();
    });
  });

  it('has its imported bytes again once a change is undone', async () => {
    const post = postOpeningWithParagraph('<!-- ');
    await expectOnly(post, { excerpt: 'Άλλη περίληψη' }, async () => {
      await admin.openDocument('news-posts', post.id);
      const unchanged = await opening();
      await typeFirst('Νέα ');
      expect(await opening()).toBe(`Νέα ${unchanged}`);
      const undo = async () => {
        await admin.page.keyboard.press('Control+Z');
        return opening();
      };
      await expect.poll(undo, { timeout: 20_000 }).toBe(unchanged);
      await admin.page.fill('#field-excerpt', 'Άλλη περίληψη');
      await admin.publish();
    });
  });
});

it('headings begin at the second level, below the title of the page, and a list in a list has its own numbers', async () => {
  const { page } = admin;
  await admin.open('/collections/news-posts/create');
  await editor().click();
  await page.keyboard.type('/επικ');
  const levels = [2, 3, 4, 5, 6].map((level) => `Επικεφαλίδα ${level}`);
  await expect.poll(() => offered().allInnerTexts()).toEqual(levels);
  for (const _ of '/επικ') await page.keyboard.press('Backspace');
  await page.keyboard.type('1. ένα');
  await page.keyboard.press('Enter');
  await page.locator('.fixed-toolbar .toolbar-popup__dropdown-text').click();
  await page.locator('.toolbar-popup__dropdown-item', { hasText: 'Αύξηση εσοχής' }).click();
  const lists = editor().locator('ol');
  await expect.poll(() => lists.count()).toBe(2);
  const styles = lists.evaluateAll((all) => all.map((list) => getComputedStyle(list).listStyleType));
  expect(await styles).toEqual(['decimal', 'decimal']);
});

describe('what the editor has no node for', () => {
  it('is shown: a table as a table, and a comment and an embedded page by name', async () => {
    const post = postWith('<table', '<iframe', '<!-- ');
    await admin.openDocument('news-posts', post.id);
    const [cell = ''] = post.content.match(/(?<=<td[^>]*>)[^<]+/) ?? [];
    const text = () => editor().innerText();
    for (const name of ['Πίνακας', 'Ενσωματωμένη σελίδα', 'Κρυφό σχόλιο']) {
      await expect.poll(text, { timeout: 20_000 }).toContain(name);
    }
    const inFrames = async () => {
      const shown = admin.page.frames().map((frame) => frame.locator('body').innerText());
      return (await Promise.all(shown)).join();
    };
    await expect.poll(inFrames, { timeout: 20_000 }).toContain(cell);
    await picture(admin.page, 'imported');
  });

  it('is copied and pasted, and comes back with its bytes when that and its removal are undone', async () => {
    const post = postOpeningWithParagraph('<table');
    await expectOnly(post, { excerpt: 'Άλλη περίληψη' }, async () => {
      const { keyboard } = admin.page;
      await admin.openDocument('news-posts', post.id);
      const tables = editor().locator('.LexicalEditorTheme__block', { hasText: 'Πίνακας' });
      await tables.first().waitFor();
      const before = await tables.count();
      const expectTables = (count: number) => expect.poll(() => tables.count()).toBe(count);
      await tables
        .first()
        .locator('.collapsible__content')
        .click({ position: { x: 5, y: 5 } });
      // The editor takes over what is selected a moment after a click.
      await settled(admin.page);
      await keyboard.press('Control+C');
      await editor().locator('p').first().click();
      await settled(admin.page);
      await keyboard.press('Control+V');
      await expectTables(before + 1);
      await keyboard.press('Control+Z');
      await expectTables(before);
      await tables.first().locator('.LexicalEditorTheme__block__removeButton').click();
      await expectTables(before - 1);
      await editor().locator('p').first().click();
      await keyboard.press('Control+Z');
      await expectTables(before);
      await admin.page.fill('#field-excerpt', 'Άλλη περίληψη');
      await admin.publish();
    });
  });

  it('is converted where it is a table, after it is shown what it becomes; undone, it has its bytes', async () => {
    const { page } = admin;
    const post = postOpeningWithParagraph('<table');
    await admin.openDocument('news-posts', post.id);
    const table = () => editor().locator('.LexicalEditorTheme__block', { hasText: 'Πίνακας' }).first();
    await table().getByRole('button', { name: 'Μετατροπή', exact: true }).click();
    await table().getByText('Μετά τη μετατροπή').waitFor();
    const after = await table().locator('.kept-html__source').last().textContent();
    await table().getByRole('button', { name: 'Μετατροπή σε πίνακα που γράφεται εδώ' }).click();
    const cell = editor().locator('td').first();
    const shown = async () => element(await readLists(portal.url), 'news-posts', post.id).content as string;
    // A slow server: what is typed into the text after the save is there before the form is told what was saved.
    let go = () => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**', async (route) => {
      if (isServerFunction(route.request())) await wait;
      await route.continue();
    });
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.click('#action-save');
    await saved;
    expect(await shown()).toBe(post.content.replace(/<table.*?<\/table>/s, () => String(after)));
    await cell.click();
    await page.keyboard.type('στο κελί');
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    go();
    await page.unrouteAll({ behavior: 'wait' });
    await admin.publish();
    expect(await shown()).toContain('στο κελί');
    await admin.restoreOldest('news-posts', post.id);
    expect(await shown()).toBe(post.content);
  });

  it('is converted where it is an image of the media library; otherwise it is said that it is not there', async () => {
    const post = postOpeningWithParagraph('<p><img src="/media/uploads/εικόνα 1.png"');
    await admin.openDocument('news-posts', post.id);
    const image = editor().locator('.LexicalEditorTheme__inlineBlock', { hasText: 'Εικόνα' }).first();
    const convert = image.getByRole('button', { name: 'Μετατροπή', exact: true });
    await convert.click();
    const missing = 'αυτή η εικόνα δεν υπάρχει στις «Εικόνες και αρχεία» (/media/uploads/εικόνα 1.png)';
    await image.getByText(missing).waitFor();
    const legacy = 'https://old.portal.example/media/uploads/%CE%B5%CE%B9%CE%BA%CF%8C%CE%BD%CE%B1%201.png';
    await admin.rest('media', { alt: 'Η εικόνα', legacy_url: legacy });
    await convert.click();
    await image.getByText('Μετά τη μετατροπή').waitFor();
    const after = (await image.locator('.kept-html__source').textContent()) ?? '';
    const [paragraph = '', alt = ''] =
      /<p><img src="[^"]*" alt='([^']*)' width=120><\/p>/.exec(post.content) ?? [];
    expect(after).toBe(`<figure><img src="${legacy}" alt="${alt}" width="120"></figure>`);
    await expectOnly(post, { content: post.content.replace(paragraph, () => after) }, async () => {
      await image.getByRole('button', { name: 'Μετατροπή σε εικόνα από τις «Εικόνες και αρχεία»' }).click();
      await editor().locator('.LexicalEditorTheme__upload').waitFor();
      await admin.publish();
    });
  });
});

describe('a text written in the administration', () => {
  it('has what was typed just before it was saved, on a machine that is never idle', async () => {
    const { page } = admin;
    await admin.open('/collections/news-posts/create');
    await page.evaluate(() => {
      window.requestIdleCallback = (step) => window.setTimeout(step, 400);
      window.cancelIdleCallback = (handle) => window.clearTimeout(handle);
    });
    await page.fill('#field-title', 'Τελευταία λέξη');
    await editor().click();
    await page.keyboard.type('α');
    const saved = await admin.answerTo(() => page.click('#action-save-draft'));
    const { doc } = await saved.json();
    await page.waitForURL((address) => address.pathname.endsWith(`/${doc.id}`));
    expect(await storedOpening(doc.id)).toBe('α');
    await typeFirst('β');
    await page.locator('#field-title').focus();
    await admin.answerTo(() => page.keyboard.press('Control+S'));
    expect(await storedOpening(doc.id)).toBe('βα');
  });
});

describe('a table', () => {
  it('is made, filled, enlarged and named with the keyboard alone, in Greek', async () => {
    const { page } = admin;
    const { keyboard } = page;
    await admin.open('/collections/service-useful-links/create');
    await page.fill('#field-title', 'Με πίνακα');
    await editor().click();
    await chooseBySlash('πίν', 'Πίνακας');
    await page.locator('#field-rows').fill('2');
    await page.locator('#field-columns').fill('2');
    await keyboard.press('Enter');
    await expect.poll(cellOfCaret).toBe(0);
    for (const words of ['Έτος', 'Ποσό', '2026']) {
      await keyboard.type(words);
      await keyboard.press('Tab');
    }
    const openMenu = async () => {
      await settled(page);
      await page.locator('.table-cell-action-button').waitFor({ state: 'attached' });
      await keyboard.press('Escape');
      await page.locator('.portal-table-tools button:focus').waitFor();
      await keyboard.press('Enter');
      await page.locator('.table-action-menu-dropdown').waitFor();
    };
    await openMenu();
    await keyboard.press('ArrowDown');
    const chosen = page.locator('.table-action-menu-dropdown :focus');
    expect(await chosen.innerText()).toBe('Νέα γραμμή κάτω');
    await keyboard.press('Enter');
    await openMenu();
    await keyboard.press('Escape');
    await page.locator('.table-action-menu-dropdown').waitFor({ state: 'detached' });
    await keyboard.type('150 €');
    await keyboard.press('Escape');
    await keyboard.press('Tab');
    await keyboard.type('Τα ποσά');
    expect(await editor().locator('table').getAttribute('aria-label')).toBe('Τα ποσά');
    await keyboard.press('Escape');
    await keyboard.type('!');
    const { doc } = await (await admin.answerTo(() => keyboard.press('Control+S'))).json();
    await page.waitForURL((address) => address.pathname.endsWith(`/${doc.id}`));
    await admin.publish();
    expect(element(await readLists(portal.url), 'service-useful-links', doc.api_id).description).toBe(
      '<table><caption>Τα ποσά</caption><thead><tr><th scope="col">Έτος</th><th scope="col">Ποσό</th></tr></thead>' +
        '<tbody><tr><th scope="row">2026</th><td>150 €!</td></tr><tr><th scope="row"></th><td></td></tr></tbody></table>',
    );
  });

  it('loses the row and the column of the caret, and then itself, without an error in the page; the caret stays beside', async () => {
    const { page } = admin;
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await admin.open('/collections/service-useful-links/create');
    await editor().click();
    await chooseBySlash('πιν', 'Πίνακας');
    await page.locator('#field-rows').fill('3');
    await page.keyboard.press('Enter');
    await expect.poll(cellOfCaret).toBe(0);
    const cells = () => editor().locator('th, td').count();
    const remove = async (cell: number, what: string, left: number) => {
      await editor().locator('th, td').nth(cell).click();
      await page.locator('.table-cell-action-button').click();
      await page.locator(`[data-test-id=table-delete${what}]`).click();
      await expect.poll(cells).toBe(left);
    };
    await remove(4, '-rows', 6);
    await expect.poll(cellOfCaret).toBe(3);
    await remove(4, '-columns', 4);
    await remove(3, '-rows', 2);
    await remove(0, '-columns', 1);
    await remove(0, '', 0);
    await page.keyboard.type('Τέλος');
    await expect.poll(() => editor().innerText()).toContain('Τέλος');
    expect(errors).toEqual([]);
  });
});

describe('a clipboard', () => {
  /** Opens a new document, and says what is served of its text after something was done. */
  async function servedAfter(title: string, act: () => Promise<void>): Promise<unknown> {
    const { page } = admin;
    await admin.open('/collections/service-useful-links/create');
    await page.fill('#field-title', title);
    await editor().click();
    await act();
    const { doc } = await (await admin.answerTo(() => page.click('#action-save'))).json();
    return element(await readLists(portal.url), 'service-useful-links', doc.api_id).description;
  }

  it('of Word arrives whole, and what is left out is said', async () => {
    const clipboard = (file: string) =>
      readFileSync(path.join(import.meta.dirname, '../fixtures/clipboards', file), 'utf8');
    const left =
      'Δεν επικολλήθηκαν: εικόνες, για να τις ανεβάσετε ως αρχεία στις «Εικόνες και αρχεία» (1) · διαγραμμένα σημεία (1) · σχόλια (1) · σύνδεσμοι';
    const served = await servedAfter('Από το Word', async () => {
      await paste(clipboard('word.html'));
      await admin.page.locator('[data-sonner-toast]', { hasText: left }).waitFor();
    });
    // Cells of headings say of what, as those of tables that are written here.
    const expected = clipboard('word.expected.html')
      .replaceAll('\n', '')
      .replaceAll(/(?<=<thead>.*)<(\/?)t[dh]>(?=.*<\/thead>)/g, (_, end) =>
        end ? '</th>' : '<th scope="col">',
      );
    expect(served).toBe(expected);
  });

  it('is plain text where the server does not read it, which is said', async () => {
    const { page } = admin;
    await admin.load('/collections/service-useful-links/create');
    await page.route('**/api/portal-clipboard', (route) => route.abort());
    await editor().click();
    await paste('<p>με <b>μορφή</b></p>', 'χωρίς μορφή');
    await page.locator('[data-sonner-toast]', { hasText: 'γιατί ο διακομιστής δεν το διάβασε' }).waitFor();
    expect(await editor().innerText()).toBe('χωρίς μορφή');
    await page.unroute('**/api/portal-clipboard');
    await editor().press('Control+A');
    await paste('<p>με <b>μορφή</b></p>', 'χωρίς μορφή');
    await expect.poll(() => editor().locator('strong').allInnerTexts()).toEqual(['μορφή']);
    await page.route('**/api/portal-clipboard', (route) => route.fulfill({ status: 413 }));
    await editor().press('Control+A');
    await paste('<p>με <b>μορφή</b></p>', 'χωρίς μορφή');
    await page.locator('[data-sonner-toast]', { hasText: 'γιατί είναι πολύ μεγάλο' }).waitFor();
    await page.unroute('**/api/portal-clipboard');
  });

  it('lands where it was pasted, whatever is done while it is read, and a save waits for it', async () => {
    const { page } = admin;
    const lines = () => editor().locator('p').allInnerTexts();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/portal-clipboard', async (route) => {
      await held;
      await route.continue();
    });
    const served = await servedAfter('Αργή επικόλληση', async () => {
      await page.keyboard.type('Πριν λάθος');
      await page.keyboard.press('Control+Shift+ArrowLeft');
      await paste('<b>πρώτο</b>');
      await page.keyboard.type(' μετά ');
      await paste('<p>δεύτερο</p>');
      await paste('<i>τρίτο</i>');
      await expect.poll(lines).toEqual(['Πριν … μετά ……']);
      await page.keyboard.press('Enter');
      await page.keyboard.type('Τέλος');
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('Από ');
      await page.keyboard.press('Control+S');
      // Nothing is saved until the text is whole.
      await settled(page);
      expect(page.url()).toMatch(/create$/);
      await Promise.all([page.waitForURL(/\/\d+$/), answer()]);
      await page.unroute('**/api/portal-clipboard');
      await page.fill('#field-title', 'Αργή επικόλληση 2');
    });
    expect(served).toBe('<p>Από Πριν <strong>πρώτο</strong> μετά δεύτερο<em>τρίτο</em></p><p>Τέλος</p>');
  });

  it('is undone in one step, or as long as it is read, and not with what was typed meanwhile', async () => {
    const { page } = admin;
    await admin.load('/collections/service-useful-links/create');
    const answers: (() => void)[] = [];
    await page.route('**/api/portal-clipboard', async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    const text = () => editor().innerText();
    await editor().click();
    await page.keyboard.type('Πριν ');
    await paste('<b>πρώτο</b>');
    await expect.poll(text).toBe('Πριν …');
    await page.keyboard.press('Control+Z');
    await expect.poll(text).toBe('Πριν ');
    await paste('<b>δεύτερο</b>');
    await page.keyboard.type(' μετά');
    await expect.poll(() => answers.length).toBe(2);
    for (const answer of answers) answer();
    await expect.poll(text).toBe('Πριν δεύτερο μετά');
    await page.keyboard.press('Control+Z');
    await expect.poll(text).toBe('Πριν  μετά');
    await paste('<b>τρίτο</b>');
    await page.focus('#field-title');
    await expect.poll(() => answers.length).toBe(3);
    answers[2]?.();
    await expect.poll(text).toContain('τρίτο');
    await page.keyboard.type('Τίτλος');
    expect(await page.inputValue('#field-title')).toBe('Τίτλος');
    await page.unroute('**/api/portal-clipboard');
  });

  it('that is too large is not sent, and is plain text', async () => {
    const { page } = admin;
    await admin.load('/collections/service-useful-links/create');
    await editor().click();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await paste(`<p>${'<b>α</b>'.repeat(125_000)}</p>`, 'απλό');
    await page.locator('[data-sonner-toast]', { hasText: 'γιατί είναι πολύ μεγάλο' }).waitFor();
    expect(await editor().innerText()).toBe('απλό');
    expect(sent.filter((url) => url.includes('portal-clipboard'))).toEqual([]);
  });

  it('is the same for what is dragged here out of another program', async () => {
    await admin.load('/collections/service-useful-links/create');
    await editor().click();
    await editor().evaluate((root) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/html', '<p>με <b>μορφή</b><span style="opacity: 0">κρυφό</span></p>');
      dataTransfer.setData('text/plain', 'με μορφήκρυφό');
      const of = { bubbles: true, cancelable: true, dataTransfer, inputType: 'insertFromDrop' };
      root.dispatchEvent(new InputEvent('beforeinput', of));
    });
    await expect.poll(() => editor().locator('strong').allInnerTexts()).toEqual(['μορφή']);
    expect(await editor().innerText()).toBe('με μορφή');
  });

  it('of plain text is paragraphs, lists and links; of a PDF joined lines, which one undoing parts', async () => {
    const { page } = admin;
    const lines = () => editor().locator('p').allInnerTexts();
    const served = await servedAfter('Απλό κείμενο', async () => {
      await page.keyboard.type('Πριν ');
      await paste('', 'συγχρηματοδοτού-\nμενα έργα');
      await page
        .locator('[data-sonner-toast]', { hasText: 'Οι γραμμές ενώθηκαν, όπως σε κείμενο από PDF.' })
        .waitFor();
      await expect.poll(lines).toEqual(['Πριν συγχρηματοδοτούμενα έργα']);
      await page.keyboard.press('Control+Z');
      await expect.poll(lines).toEqual(['Πριν συγχρηματοδοτού-\nμενα έργα']);
      await page.keyboard.press('Control+Z');
      await expect.poll(lines).toEqual(['Πριν ']);
      await page.keyboard.press('Control+Y');
      await page.keyboard.press('Control+Y');
      await expect.poll(lines).toEqual(['Πριν συγχρηματοδοτούμενα έργα']);
      await page.keyboard.press('Enter');
      await paste('', 'Ώρες:\r\nΔευτέρα 8-14\r\n\r\n1. ένα\r\n2. δύο\r\n\r\nwww.gov.gr');
      await expect.poll(() => editor().locator('li').count()).toBe(2);
    });
    expect(served).toBe(
      '<p>Πριν συγχρηματοδοτούμενα έργα</p><p>Ώρες:<br>Δευτέρα 8-14</p><ol><li>ένα</li><li>δύο</li></ol>' +
        '<p><a href="https://www.gov.gr">www.gov.gr</a></p>',
    );
  });

  it('of a sheet is what is seen of it, and its first row is offered as headings', async () => {
    const { page } = admin;
    const sheet =
      "<table><col><col style='display:none'><tr><td>Έτος</td><td>ΑΦΜ</td><td>Ποσό</td></tr><tr><td>2026</td><td>012345678</td><td>150 €</td></tr></table>";
    const served = await servedAfter('Από φύλλο', async () => {
      await paste(sheet, 'Έτος\tΠοσό\n2026\t150 €');
      await page.getByRole('button', { name: 'Επικεφαλίδες από την πρώτη γραμμή' }).click();
      await expect.poll(() => editor().locator('th').allInnerTexts()).toEqual(['Έτος', 'Ποσό']);
    });
    expect(served).toBe(
      '<table><thead><tr><th scope="col">Έτος</th><th scope="col">Ποσό</th></tr></thead><tbody><tr><td>2026</td><td>150 €</td></tr></tbody></table>',
    );
  });

  it('of another text has its pictures from the media library, and none of its markup', async () => {
    const legacy = 'https://old.portal.example/media/uploads/simaia.png';
    await admin.rest('media', { alt: 'Η σημαία', legacy_url: legacy });
    const figure =
      '<figure class="image"><img src="/media/uploads/simaia.png" alt="Η σημαία της πύλης"><figcaption>Στο κτίριο</figcaption></figure>';
    const text = { type: 'text', version: 1, detail: 0, format: 0, mode: 'normal', style: '', text: 'Δείτε' };
    const paragraph = {
      type: 'paragraph',
      version: 1,
      direction: null,
      format: '',
      indent: 0,
      textFormat: 0,
      textStyle: '',
      $: { tag: '<p class="lead" data-x="1">' },
      children: [text],
    };
    const kept = { type: 'kept', version: 1, format: '', html: figure };
    const copied = JSON.stringify({ namespace: 'lexical', nodes: [paragraph, kept] });
    const served = await servedAfter('Από άλλο κείμενο', async () => {
      await paste('<p>Δείτε</p>', 'Δείτε', { 'application/x-lexical-editor': copied });
      await editor().locator('.LexicalEditorTheme__upload').waitFor();
    });
    expect(served).toBe(
      `<p>Δείτε</p><figure><img src="${legacy}" alt="Η σημαία της πύλης"></figure><p>Στο κτίριο</p>`,
    );
  });
});

it('a picture is pasted and uploaded, another chosen, a video named by its address, and all are served', async () => {
  const { page } = admin;
  await admin.open('/collections/service-useful-links/create');
  await page.fill('#field-title', 'Με εικόνες');
  await editor().click();
  const src = `data:image/png;base64,${PIXEL.toString('base64')}`;
  await paste(
    `<p>Πριν</p><p><img src="${src}" alt="Το κτίριο"></p><p>Μετά <img src="file:///C:/a.png"></p><p>Τέλος</p>`,
  );
  const message = page.locator('[data-sonner-toast]', {
    hasText: 'Δεν επικολλήθηκαν: εικόνες',
  });
  await admin.answerTo(() => message.getByRole('button', { name: 'Ανέβασμα των εικόνων' }).click());
  await page.locator('[data-sonner-toast]', { hasText: 'Οι εικόνες μπήκαν στο κείμενο.' }).waitFor();
  const pictures = editor().locator('.LexicalEditorTheme__upload');
  await expect.poll(() => pictures.count()).toBe(1);
  const describePicture = async (at: number, fields: Record<string, string>) => {
    await pictures.nth(at).hover();
    await pictures.nth(at).locator('.LexicalEditorTheme__upload__upload-drawer-toggler').click();
    await admin.idle();
    for (const [name, words] of Object.entries(fields))
      await page.locator(`dialog #field-${name}:visible`).fill(words);
    // Until it is checked, what was said of it before counts.
    await admin.idle();
    await page.locator('dialog button[type=submit]:visible').click();
    await page.locator('dialog #field-alt').waitFor({ state: 'detached' });
  };
  await describePicture(0, { alt: 'Η είσοδος', caption: 'Οδός Αθηνάς' });
  await editor().locator('p', { hasText: 'Τέλος' }).click();
  await settled(page);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await chooseBySlash('εικό', 'Εικόνα');
  await page
    .locator('.list-drawer table tbody tr', { hasText: 'Το κτίριο' })
    .locator('button')
    .first()
    .click();
  await expect.poll(() => pictures.count()).toBe(2);
  await describePicture(1, { alt: 'Το κτίριο', width: '40' });
  await editor().locator('p', { hasText: 'Τέλος' }).click();
  await settled(page);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await chooseBySlash('βίν', 'Βίντεο');
  await page.locator('dialog #field-address:visible').waitFor();
  await admin.idle();
  await page.locator('dialog #field-address:visible').fill('https://www.youtube.com/watch?v=abc_DEF-123');
  await page.locator('dialog #field-title:visible').fill('Η τελετή');
  await admin.idle();
  await page.locator('dialog button[type=submit]:visible').click();
  await editor().getByText('Η τελετή').waitFor();
  const { doc } = await (await admin.answerTo(() => page.click('#action-save'))).json();
  const { docs } = (await admin.rest('media?where[alt][equals]=Το κτίριο&depth=0')) as {
    docs: { filename: string }[];
  };
  expect(docs.length).toBe(1);
  const file = `${portal.url}/api/media/file/${docs[0]?.filename}`;
  expect(element(await readLists(portal.url), 'service-useful-links', doc.api_id).description).toBe(
    '<p>Πριν</p>' +
      `<figure><img src="${file}" alt="Η είσοδος" width="1" height="1"><figcaption>Οδός Αθηνάς</figcaption></figure>` +
      '<p>Μετά</p><p>Τέλος</p>' +
      '<iframe src="https://www.youtube-nocookie.com/embed/abc_DEF-123" title="Η τελετή" width="560" height="315" loading="lazy" allowfullscreen></iframe>' +
      `<figure><img src="${file}" alt="Το κτίριο" width="40" height="40"></figure>`,
  );
});

describe('links', () => {
  it('need a whole address, which the drawer says and takes, also before the server has checked it', async () => {
    const { page } = admin;
    await admin.open('/collections/service-useful-links/create');
    await editor().click();
    await page.keyboard.type('Υπηρεσία');
    await page.keyboard.press('Control+A');
    await page.locator('.fixed-toolbar .toolbar-popup__button-link:not(.disabled)').click();
    const drawer = page.locator('.lexical-link-edit-drawer');
    await drawer.locator('#field-url').fill('ypiresia.gov.gr');
    await drawer.locator('button[type=submit]').click();
    await drawer.getByText('Γράψτε ολόκληρη τη διεύθυνση, χωρίς κενά').waitFor();
    // None is asked for until one is wanted.
    expect(await drawer.innerText()).not.toContain('έγγραφο');
    await page.route('**', async (route) => {
      if (isServerFunction(route.request())) await setTimeout(1000);
      await route.continue();
    });
    await drawer.locator('#field-url').fill('https://www.gov.gr/ypiresies');
    await drawer.locator('button[type=submit]').click();
    await editor().locator('a[href="https://www.gov.gr/ypiresies"]').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('lead to a document that is chosen, by its address on the portal', async () => {
    const { page } = admin;
    await admin.rest('globals/portal-settings', {
      news_posts: { address: 'https://www.portal.example/el/news/{slug}' },
    });
    await admin.open('/collections/service-useful-links/create');
    await page.fill('#field-title', 'Προς ένα νέο');
    await editor().click();
    await page.keyboard.type('Υπηρεσία');
    await page.keyboard.press('Control+A');
    await page.locator('.fixed-toolbar .toolbar-popup__button-link:not(.disabled)').click();
    const drawer = page.locator('.lexical-link-edit-drawer');
    await drawer.getByText('Έγγραφο ή αρχείο της πύλης').click();
    const choose = async (collection: string, plural: string): Promise<string> => {
      await drawer.locator('#field-doc').click();
      const list = page.locator('.list-drawer');
      await list.locator('.rs__control').first().click();
      await page.locator('.rs__option').getByText(collection, { exact: true }).click();
      await list.locator('h1').getByText(plural, { exact: true }).waitFor();
      await admin.idle();
      const first = list
        .locator('tbody tr', { hasText: 'Δημοσιευμένο' })
        .first()
        .locator('.default-cell__first-cell');
      const title = await first.innerText();
      await first.click();
      await list.waitFor({ state: 'detached' });
      // Until it is checked, what was said of the one before counts.
      await admin.idle();
      await drawer.locator('button[type=submit]').click();
      return title;
    };
    await choose('Ομάδα υπηρεσιών', 'Ομάδες υπηρεσιών');
    await drawer.getByText('Αυτά τα έγγραφα δεν έχουν σελίδα στην πύλη').waitFor();
    await picture(page, 'link');
    const title = await choose('Νέο', 'Νέα');
    await drawer.waitFor({ state: 'hidden' });
    const { doc } = await (await admin.answerTo(() => page.click('#action-save'))).json();
    const lists = await readLists(portal.url);
    const target = (elements(lists, 'news-posts') as { slug: string; title: string }[]).find(
      (each) => each.title === title,
    );
    expect(element(lists, 'service-useful-links', doc.api_id).description).toBe(
      `<p><a href="https://www.portal.example/el/news/${target?.slug}">Υπηρεσία</a></p>`,
    );
  });

  it('lead to a file that is uploaded on the way, for anybody to download, with its type and size', async () => {
    const { page } = admin;
    const { keyboard } = page;
    const bytes = pdf(245_760);
    await admin.open('/collections/service-useful-links/create');
    await page.fill('#field-title', 'Προς ένα αρχείο');
    await editor().click();
    await keyboard.type('Δείτε: ');
    await chooseBySlash('αρχ', 'Αρχείο');
    const list = page.locator('.list-drawer');
    await list.getByText('Δημιουργία', { exact: true }).first().click();
    const form = page.locator('.doc-drawer');
    const file = { name: 'έντυπο.pdf', mimeType: 'application/pdf', buffer: bytes };
    await form.locator('input[type=file]').setInputFiles(file);
    await form.locator('#field-alt').fill('Αίτηση');
    const { doc: made } = await (await admin.answerTo(() => form.locator('#action-save').click())).json();
    await list.waitFor({ state: 'detached' });
    const link = editor().locator('a');
    await expect.poll(() => link.allInnerTexts()).toEqual(['Αίτηση']);
    await keyboard.type(' και οδηγίες');
    await keyboard.press('Control+Shift+ArrowLeft');
    await page.locator('.fixed-toolbar .toolbar-popup__dropdown-add').click();
    await page.getByRole('button', { name: 'Αρχείο', exact: true }).click();
    const cards = list.locator('tbody tr');
    await cards.first().waitFor();
    expect(await cards.allInnerTexts()).toEqual([expect.stringMatching(/PDF\s+έντυπο\.pdf/)]);
    await picture(page, 'file');
    await cards.first().locator('button').first().click();
    await expect.poll(() => link.allInnerTexts()).toEqual(['Αίτηση', 'οδηγίες']);

    const { doc } = await (await admin.answerTo(() => page.click('#action-save'))).json();
    const address = `${portal.url}/api/media/file/${encodeURIComponent('έντυπο.pdf')}`;
    expect(element(await readLists(portal.url), 'service-useful-links', doc.api_id).description).toBe(
      `<p>Δείτε: <a href="${address}">Αίτηση (PDF, 240 KB)</a> και <a href="${address}">οδηγίες (PDF, 240 KB)</a></p>`,
    );
    const download = await fetch(address);
    expect([download.status, Buffer.from(await download.arrayBuffer())]).toEqual([200, bytes]);
    expect(Object.fromEntries(download.headers)).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''%CE%AD%CE%BD%CF%84%CF%85%CF%80%CE%BF.pdf",
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });

    // A picture is chosen among images alone.
    await editor().click();
    await keyboard.press('Control+End');
    await keyboard.type(' ');
    await chooseBySlash('εικ', 'Εικόνα');
    await cards.first().waitFor();
    expect((await cards.allInnerTexts()).join()).not.toContain(made.filename);
  });
});

describe('a text of 200 KB', () => {
  const LENGTH = 200_000;
  const frames = () => admin.page.locator('.rich-text-lexical iframe').count();
  let id: string | number;
  beforeAll(async () => {
    const texts = elements(await readLists(portal.url), 'news-posts').map(({ content }) => content as string);
    let html = '<p>Αρχή</p>';
    for (let i = 0; html.length < LENGTH; i++) html += texts[i % texts.length];
    const folder = await freshFolder();
    cpSync(CAPTURE, folder, { recursive: true });
    const file = path.join(folder, 'news-posts.json');
    const posts = JSON.parse(readFileSync(file, 'utf8')) as { id: number }[];
    const large = { ...posts[0], id: 999_999, slug: 'megalo', title: 'Μεγάλο', content: html };
    // As the legacy system writes it.
    writeFileSync(file, JSON.stringify([...posts, large]).replaceAll('\u2028', '\\u2028'));
    const { output, errors } = await run(['import', '--from', folder, '--no-backup'], portal.databaseUri);
    const { docs } = await admin.rest('news-posts?where[api_id][equals]=999999&depth=0');
    const [doc] = docs as { id: string }[];
    if (!doc) throw new Error(`Not imported: ${output}${errors}`);
    ({ id } = doc);
  });

  it('opens without forms in it, with few frames, and can be written in', async () => {
    const { page } = admin;
    const start = performance.now();
    const opened = admin.open(`/collections/news-posts/${id}`);
    await editor().locator('p', { hasText: 'Αρχή' }).first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Νέα ');
    await expect.poll(opening, { interval: 50 }).toBe('Νέα Αρχή');
    const editable = performance.now() - start;
    await opened;
    // As Next fetches the page that its links lead to.
    const answer = await page.request.get(page.url(), {
      headers: { RSC: '1', Origin: new URL(page.url()).origin },
    });
    const formState = (await answer.body()).length;
    const forms = await page.locator('.rich-text-lexical :is(form, .form)').count();
    const framesAtOpening = await frames();
    console.log(
      `Editable after ${(editable / 1000).toFixed(1)} s; form state ${Math.round(formState / 1000)} KB; ` +
        `${forms} forms, ${framesAtOpening} frames in the text.`,
    );
    expect(forms).toBe(0);
    expect(framesAtOpening).toBeLessThanOrEqual(5);
    expect(formState).toBeGreaterThan(LENGTH);
    expect(formState).toBeLessThanOrEqual(1_500_000);
  });

  it('takes away a frame far outside the window, and its block keeps its height', async () => {
    const tables = editor().locator('.LexicalEditorTheme__block', { hasText: 'Πίνακας' });
    const first = tables.first();
    const framesIn = (block: Locator) => block.locator('iframe').count();
    const height = async () => (await first.boundingBox())?.height;
    await first.scrollIntoViewIfNeeded();
    await expect.poll(() => framesIn(first)).toBe(1);
    await expect.poll(height).toBeGreaterThan(185);
    const before = await height();
    await tables.last().scrollIntoViewIfNeeded();
    await expect.poll(() => framesIn(tables.last())).toBe(1);
    await expect.poll(() => framesIn(first)).toBe(0);
    expect(await frames()).toBeLessThanOrEqual(25);
    expect(await height()).toBe(before);
    await first.scrollIntoViewIfNeeded();
    await expect.poll(() => framesIn(first)).toBe(1);
  });
});
