import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request, Response } from 'playwright-core';
import { launchProfile } from './chromium.ts';
import { onFileEnd } from './cleanup.ts';
import { freshFolder } from './databases.ts';
import { ADMIN, startPortal } from './portal.ts';
import type { TestServer } from './server.ts';

/** Writes that the administration makes by itself. */
const OWN_WRITES = /\/access\b|\/payload-preferences\b|\/payload-locked-documents\b/;

/** How long the administration may take over one step, in milliseconds. */
const STEP = 90_000;

/** The folder that pictures for the documentation go to. Without it there are none. */
const PICTURES = process.env.PICTURES;

const VIEWPORT = PICTURES ? { width: 1200, height: 900 } : { width: 1400, height: 1000 };

/** Takes a picture of what a page shows for the documentation, `{name}.png`, once nothing on it is still being fetched. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  await page.getByText('Φόρτωση…').first().waitFor({ state: 'detached' });
  await page.screenshot({
    path: path.join(PICTURES, `${name}.png`),
    animations: 'disabled',
    // What is said of earlier steps.
    style: '[data-sonner-toaster] { display: none }',
  });
}

/** The administration in a browser, signed in, the way an editor uses it. */
export interface Administration {
  readonly page: Page;
  /** What the page has tried that its Content-Security-Policy forbids; where anything is left, the test file fails. */
  readonly violations: string[];
  /** Goes to a page of the administration as its own links do, and waits until it can be used. */
  open(path: string): Promise<void>;
  /** Loads a page of the administration anew, and waits until it can be used. */
  load(path: string): Promise<void>;
  /** Waits until nothing has been asked for during half a second, as is waited for after a load. */
  idle(): Promise<void>;
  /** Opens the document whose `api_id` is given. */
  openDocument(collection: string, apiId: number): Promise<void>;
  /** Gives what Payload's REST answers to the signed-in user: to a GET, or to a POST of `data`. */
  rest(path: string, data?: object): Promise<Record<string, unknown>>;
  /** Publishes what the page shows and waits for the server's answer. @throws Error where it refuses */
  publish(): Promise<void>;
  /** Saves a draft, likewise. */
  saveDraft(): Promise<void>;
  /** Picks what the document's page offers, and confirms it where asked: `duplicate`, `unpublish`, `delete`, `revert-to-published`. */
  choose(action: string): Promise<Response>;
  /** Brings back the oldest version of a document, from its list of versions. */
  restoreOldest(collection: string, apiId: number): Promise<void>;
  /** Does something that makes the page send a write, and gives the answer. */
  answerTo(action: () => Promise<unknown>): Promise<Response>;
}

/**
 * The captured portal on a server of its own, with its administrator signed in. Browser and server end with the test file.
 * @param databaseUri a database that holds the portal already
 */
export async function openPortal(
  databaseUri?: string,
): Promise<{ portal: TestServer; browser: Browser; admin: Administration }> {
  const portal = await startPortal(databaseUri);
  const context = await launchProfile(await freshFolder(), { viewport: VIEWPORT });
  onFileEnd(() => context.close());
  const browser = context.browser();
  if (!browser) throw new Error('The profile has no browser.');
  return { portal, browser, admin: await signInWith(context, portal.url, ADMIN) };
}

/** Signs another user in at the login page, with cookies of their own. */
export async function signIn(browser: Browser, url: string, user: typeof ADMIN): Promise<Administration> {
  return signInWith(await browser.newContext({ viewport: VIEWPORT }), url, user);
}

async function signInWith(context: BrowserContext, url: string, user: typeof ADMIN): Promise<Administration> {
  await context.addInitScript(standStill);
  const page = await context.newPage();
  page.setDefaultTimeout(STEP);
  const administration = drive(page, url, await watchPolicy(page));
  await administration.load('/login');
  await page.fill('#field-email', user.email);
  await page.fill('#field-password', user.password);
  await page.click('button[type=submit]');
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
  return administration;
}

/** In a page: nothing moves, since each picture of a movement is drawn by the processor. */
function standStill(): void {
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }');
  document.adoptedStyleSheets.push(still);
}

const FORBIDDEN = 'forbidden by the policy: ';

/** Notes what the policy of the page itself forbids; the frames in it have stricter ones. */
async function watchPolicy(page: Page): Promise<string[]> {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith(FORBIDDEN)) violations.push(message.text().slice(FORBIDDEN.length));
  });
  await page.addInitScript((prefix) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      if (window.top === window) console.error(`${prefix}${effectiveDirective} ${blockedURI}`);
    });
  }, FORBIDDEN);
  onFileEnd(() => {
    if (violations.length > 0) throw new Error(`Content-Security-Policy: ${violations.join('; ')}`);
  });
  return violations;
}

function drive(page: Page, url: string, violations: string[]): Administration {
  const isWrite = (response: Response): boolean =>
    response.url().startsWith(`${url}/api/`) &&
    ['POST', 'PATCH', 'DELETE'].includes(response.request().method()) &&
    response.request().headers()['x-payload-http-method-override'] !== 'GET' &&
    !OWN_WRITES.test(response.url());

  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  // An answer whose body the page does not read never finishes. Of a page that it goes to, the body is what counts.
  page.on('response', (response) => {
    if (!('rsc' in response.request().headers())) underWay.delete(response.request());
  });
  page.on('requestfailed', (request) => underWay.delete(request));

  async function idle(): Promise<void> {
    const end = Date.now() + STEP;
    for (let quiet = 0; quiet < 5; quiet = underWay.size === 0 ? quiet + 1 : 0) {
      if (Date.now() > end)
        throw new Error(
          `${page.url()} still waits for ${[...underWay].map((each) => each.url()).join(', ')}`,
        );
      await sleep(100);
    }
  }

  async function load(path: string): Promise<void> {
    underWay.clear();
    await page.goto(`${url}/admin${path}`, { waitUntil: 'networkidle' });
  }

  async function open(path: string): Promise<void> {
    const { pathname, search } = new URL(`${url}/admin${path}`);
    const isThere = () => new URL(page.url()).pathname === pathname;
    // To itself there is no way but a load.
    if (isThere()) return load(path);
    // A way of its own, as after a document is made, may come between.
    for (const end = Date.now() + STEP; !isThere(); ) {
      if (Date.now() > end) throw new Error(`${page.url()} does not lead to ${path}`);
      await page.evaluate((to) => {
        (window as unknown as { next: { router: { push(to: string): void } } }).next.router.push(to);
      }, pathname + search);
      await page
        .waitForURL((address) => address.pathname === pathname, { timeout: STEP / 9 })
        .catch(() => {});
      await idle();
    }
  }

  async function rest(path: string, data?: object): Promise<Record<string, unknown>> {
    const method = data ? 'POST' : 'GET';
    const response = await page.request.fetch(`${url}/api/${path}`, {
      method,
      data,
      headers: { Origin: url },
    });
    if (!response.ok())
      throw new Error(`${method} /api/${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  }

  /** The id of the document with that `api_id`. @throws Error unless there is exactly one */
  async function documentId(collection: string, apiId: number): Promise<string> {
    const query = `where[api_id][equals]=${apiId}&depth=0&limit=2`;
    const { docs } = (await rest(`${collection}?${query}`)) as { docs: { id: string | number }[] };
    const [only] = docs;
    if (docs.length !== 1 || !only)
      throw new Error(`${docs.length} documents in ${collection} have api_id ${apiId}`);
    return String(only.id);
  }

  async function answerTo(action: () => Promise<unknown>): Promise<Response> {
    const [response] = await Promise.all([page.waitForResponse(isWrite), action()]);
    await page.waitForLoadState('networkidle');
    return response;
  }

  async function choose(action: string): Promise<Response> {
    if (action !== 'revert-to-published') await page.click('.doc-controls__popup button');
    const entry = page.locator(`#action-${action}`);
    if (action === 'duplicate') return answerTo(() => entry.click());
    await entry.click();
    return answerTo(() => page.locator('dialog #confirm-action:visible').click());
  }

  async function restoreOldest(collection: string, apiId: number): Promise<void> {
    await open(`/collections/${collection}/${await documentId(collection, apiId)}/versions`);
    await page.locator('table tbody tr a').last().click();
    await page.locator('.restore-version__restore-as-draft-button').click();
    const answer = await answerTo(() => page.locator('dialog #confirm-action:visible').click());
    if (!answer.ok()) throw new Error(`restoring: ${answer.status()} ${await answer.text()}`);
  }

  async function save(button: string): Promise<void> {
    const response = await answerTo(() => page.click(button));
    if (!response.ok()) {
      throw new Error(
        `${response.request().method()} ${response.url()}: ${response.status()} ${await response.text()}`,
      );
    }
  }

  return {
    page,
    violations,
    open,
    load,
    idle,
    openDocument: async (collection, apiId) =>
      open(`/collections/${collection}/${await documentId(collection, apiId)}`),
    rest,
    publish: () => save('#action-save'),
    saveDraft: () => save('#action-save-draft'),
    choose,
    restoreOldest,
    answerTo,
  };
}
