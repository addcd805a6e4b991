import { beforeAll, describe, expect, it } from 'vitest';
import { type DebianBrowser, startBrowser } from '../support/debianBrowsers.ts';
import { elements, readLists } from '../support/lists.ts';
import { ADMIN, startPortal } from '../support/portal.ts';
import type { TestServer } from '../support/server.ts';
import { sessionCookie } from '../support/sessionCookie.ts';

/** What runs in a page is a function of its own: it knows nothing of this file. */
const isThere = (selector: string) => document.querySelector(selector) !== null;
const says = (selector: string, words: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].some((each) => each.innerText.includes(words));
const hasValue = (selector: string, value: string) =>
  document.querySelector<HTMLInputElement>(selector)?.value === value;
const focusOn = (selector: string) => {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  return element !== null && document.activeElement === element;
};
const hasLeft = (path: string) => !location.pathname.includes(path);

const isInFirstCell = () => {
  const { anchorNode } = getSelection() ?? {};
  const at = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
  const cell = at?.closest('th, td');
  return cell !== undefined && cell !== null && cell === cell.closest('table')?.querySelector('th, td');
};

const EDITOR = '.rich-text-lexical [contenteditable=true]';

/** A list of Word, as all programs of its kind put it on the clipboard. */
const WORD =
  '<html><head><meta name=Generator content="Microsoft Word 15"></head><body>' +
  ['Πρώτο', 'Δεύτερο']
    .map(
      (words, i) =>
        `<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${i + 1}.<span>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${words}</p>`,
    )
    .join('') +
  '</body></html>';

describe.each(['firefox', 'webkit'] as const)('in %s of Debian, with its keys and its clipboard', (name) => {
  let portal: TestServer;
  let browser: DebianBrowser;

  const list = async (key: string) => elements(await readLists(portal.url), key) as Record<string, unknown>[];

  let cookie = '';

  async function rest(path: string, method = 'GET', data?: object): Promise<Record<string, unknown>> {
    const headers = { Origin: portal.url, 'Content-Type': 'application/json', Cookie: cookie };
    const body = data && { body: JSON.stringify(data) };
    const answer = await fetch(`${portal.url}/api/${path}`, { method, headers, ...body });
    expect(answer.status).toBe(200);
    if (cookie === '') cookie = sessionCookie(answer.headers);
    return (await answer.json()) as Record<string, unknown>;
  }
  const ask = async (path: string) => (await rest(path)).docs;
  const saveElsewhere = (path: string, data: object) => rest(path, 'PATCH', data);

  beforeAll(async () => {
    portal = await startPortal();
    await rest('users/login', 'POST', ADMIN);
    browser = await startBrowser(name);
  });

  it('one signs in', async () => {
    await browser.open(`${portal.url}/admin/login`);
    await browser.click('#field-email');
    await browser.type(ADMIN.email);
    await browser.click('#field-password');
    await browser.type(ADMIN.password);
    await browser.press('Return');
    await browser.until(hasLeft, '/login');
  });

  it('one writes Greek with dead keys, makes a table and goes on in it, pastes a list, and publishes', async () => {
    await browser.open(`${portal.url}/admin/collections/service-useful-links/create`);
    await browser.click('#field-title');
    await browser.type('Οδηγός για τη σίτιση: προϋπόθεση');
    await browser.click(EDITOR);
    await browser.type('Αρχή ΐ');
    await browser.press('Return');
    await browser.paste(WORD);
    await browser.until(says, `${EDITOR} ol li + li`, 'Δεύτερο');
    await browser.press('Return');
    await browser.press('Return');
    // The name of a table has an accent; what is looked for has none.
    await browser.type('/');
    await browser.type('πινα');
    await browser.until(says, '#slash-menu', 'Πίνακας');
    await browser.press('Return');
    await browser.until(isThere, '#field-rows');
    await browser.click('#field-rows');
    await browser.press('Return');
    await browser.until(isInFirstCell);
    await browser.type('Έτος');
    await browser.press('Tab');
    await browser.type('Ποσό');
    await browser.until(says, `${EDITOR} th + th`, 'Ποσό');
    await browser.click('#action-save');
    await browser.until(hasLeft, '/create');
    const title = 'Οδηγός για τη σίτιση: προϋπόθεση';
    const find = async () => (await list('service-useful-links')).find((each) => each.title === title);
    await expect.poll(find).toBeDefined();
    expect((await find())?.description).toBe(
      '<p>Αρχή ΐ</p><ol><li>Πρώτο</li><li>Δεύτερο</li></ol><table><thead><tr><th scope="col">Έτος</th><th scope="col">Ποσό</th><th scope="col"></th></tr></thead>' +
        '<tbody><tr><th scope="row"></th><td></td><td></td></tr><tr><th scope="row"></th><td></td><td></td></tr></tbody></table>',
    );
  });

  it('one is told of what somebody else has saved, and goes on with what one has typed', async () => {
    const [{ id, title }] = (await ask('news-categories?limit=1&depth=0')) as [{ id: number; title: string }];
    const path = `news-categories/${id}`;
    await browser.open(`${portal.url}/admin/collections/${path}`);
    await browser.until(hasValue, '#field-title', title);
    await saveElsewhere(path, { title: 'Άλλου', _status: 'published' });
    await browser.click('#field-title');
    await browser.press('ctrl+a');
    await browser.type('Δικό μου');
    await browser.click('#action-save');
    await browser.click('button', 'Συνέχεια με τα δικά μου');
    await browser.until(hasValue, '#field-title', 'Δικό μου');
    await browser.until(says, 'body', 'Η επόμενη αποθήκευση θα αντικαταστήσει το νεότερο');
    await browser.click('#action-save');
    const titles = async () => (await list('news-categories')).map((each) => each.title);
    await expect.poll(titles).toContain('Δικό μου');
  });

  it('one orders by hand with the keyboard', async () => {
    const order = async () => (await list('service-groups')).map(({ id }) => id);
    const [first, second, ...others] = await order();
    await browser.open(`${portal.url}/admin/collections/service-groups`);
    await browser.click('#action-order');
    await browser.until(isThere, '.portal-order__row');
    await browser.until(focusOn, '.portal-order__row:nth-child(2) .portal-order__handle');
    await browser.press('space');
    await browser.until(isThere, '[data-dragging]');
    await browser.press('Up');
    await browser.press('space');
    await browser.until(says, '.portal-order__said', '1');
    await browser.click('#save-order');
    await browser.until(says, 'body', 'Η σειρά αποθηκεύτηκε.');
    // Next.js reloads the page where it was, if another is opened while it refreshes.
    await browser.until(isThere, '#save-order:disabled');
    await expect.poll(order).toEqual([second, first, ...others]);
  });

  it('one plans, by typing a time into the field of the drawer at its first click', async () => {
    const [{ id }] = (await ask('service-useful-links?limit=1&depth=0')) as [{ id: number }];
    await browser.open(`${portal.url}/admin/collections/service-useful-links/${id}`);
    await browser.click('#action-plan');
    await browser.click('#planned-at');
    await browser.type('15/01/2099 14:30');
    await browser.press('Return');
    await browser.click('#plan-change');
    await browser.until(says, '#action-plan', '15/01/2099 14:30 (ώρα Αθήνας)');
  });
});
