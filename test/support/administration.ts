import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request, Response } from 'playwright-core';
import { launchProfile } from './chromium.ts';
import { onFileEnd, onTestFailure } from './cleanup.ts';
import { freshFolder } from './databases.ts';
import { ADMIN, startPortal } from './portal.ts';
import type { TestServer } from './server.ts';

/** Writes that the admin makes by itself. */
const OWN_WRITES = /\/access\b|\/refresh-token\b|\/payload-preferences\b/;

/** The time limit of one step, in milliseconds. */
const STEP = 90_000;

/** The folder for pictures of the documentation. Without it none are taken. */
const PICTURES = process.env.PICTURES;

const VIEWPORT = PICTURES ? { width: 1200, height: 900 } : { width: 1400, height: 1000 };

/** Takes a picture of the page for the documentation, `{name}.png`, after all loading has ended. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  await page.getByText('Φόρτωση…').first().waitFor({ state: 'detached' });
  // Over nothing that looks otherwise under it.
  await page.mouse.move(0, 0);
  await page.screenshot({
    path: path.join(PICTURES, `${name}.png`),
    animations: 'disabled',
    // Hides messages of earlier steps.
    style: '[data-sonner-toaster] { display: none }',
  });
}

export interface Administration {
  readonly page: Page;
  /** Violations of the page's Content-Security-Policy. If any are left, the test file fails. */
  readonly violations: string[];
  /** Goes to a page of the admin through the router, and waits until it is ready. */
  open(path: string): Promise<void>;
  /** Loads a page of the admin, and waits until it is ready. */
  load(path: string): Promise<void>;
  /** Waits until no request has been under way for half a second, as after a load. */
  idle(): Promise<void>;
  openDocument(collection: string, apiId: number): Promise<void>;
  /** Opens the fold of the form with what people seldom set. */
  openMore(): Promise<void>;
  /** Opens the list of a document's versions. */
  openVersions(collection: string, apiId: number): Promise<void>;
  /** The response of Payload's REST to the signed-in user: to a GET, or to a POST of `data`. */
  rest(path: string, data?: object): Promise<Record<string, unknown>>;
  /** Publishes the document and waits for the response. @throws Error if it is refused */
  publish(): Promise<void>;
  saveDraft(): Promise<void>;
  /** Does an action of the document's page, and confirms it: `duplicate`, `unpublish`, `delete`, `revert-to-published`. */
  choose(action: string): Promise<Response>;
  /** Restores the oldest version of a document from its list of versions. */
  restoreOldest(collection: string, apiId: number): Promise<void>;
  /** Does something that makes the page send a write, and gives the response. */
  answerTo(action: () => Promise<unknown>): Promise<Response>;
}

/**
 * The captured portal on its own server, with its administrator signed in, and no page open yet. Browser and server end with the
 * test file.
 * @param databaseUri a database that already has the portal
 */
export async function openPortal(
  databaseUri?: string,
): Promise<{ portal: TestServer; browser: Browser; admin: Administration }> {
  const portal = await startPortal(databaseUri);
  const context = await launchProfile(await freshFolder(), { viewport: VIEWPORT });
  onFileEnd(() => context.close());
  const browser = context.browser();
  if (!browser) throw new Error('The profile has no browser.');
  return { portal, browser, admin: await signInByRest(context, portal.url, ADMIN) };
}

/** The admin for another user, with separate cookies. No page is open yet. */
export async function signIn(browser: Browser, url: string, user: typeof ADMIN): Promise<Administration> {
  return signInByRest(await browser.newContext({ viewport: VIEWPORT }), url, user);
}

async function signInByRest(
  context: BrowserContext,
  url: string,
  user: typeof ADMIN,
): Promise<Administration> {
  const administration = await begin(context, url);
  await administration.rest('users/login', user);
  return administration;
}

async function begin(context: BrowserContext, url: string): Promise<Administration> {
  await context.addInitScript(disableAnimations);
  const page = await context.newPage();
  page.setDefaultTimeout(STEP);
  onTestFailure(
    async () => `${page.url()} shows\n${await page.locator('body').ariaSnapshot({ timeout: 5000 })}`,
  );
  return drive(page, url, await watchPolicy(page));
}

/** Runs in the page. Turns off animations, because each frame takes processor time. */
function disableAnimations(): void {
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }');
  document.adoptedStyleSheets.push(still);
}

const FORBIDDEN = 'forbidden by the policy: ';

/** Records violations of the page's own policy. Frames in it have stricter policies. */
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
  // A response whose body the page does not read never finishes. For a navigation the body counts.
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
    // The router does not navigate to the current page, and a new tab has none.
    if (isThere() || page.url() === 'about:blank') return load(path);
    // Another navigation, as after the creation of a document, may come between.
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

  /** The id of the document with this `api_id`. @throws Error unless there is exactly one */
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
    // For Playwright, a page whose scripts leave the body of an answer unread is never idle.
    await Promise.race([page.waitForLoadState('networkidle'), idle()]);
    return response;
  }

  async function choose(action: string): Promise<Response> {
    if (action !== 'revert-to-published') await page.click('.doc-controls__popup button');
    const entry = page.locator(`#action-${action}`);
    if (action === 'duplicate') return answerTo(() => entry.click());
    await entry.click();
    return answerTo(() => page.locator('dialog #confirm-action:visible').click());
  }

  async function openDocument(collection: string, apiId: number, view = ''): Promise<void> {
    await open(`/collections/${collection}/${await documentId(collection, apiId)}${view}`);
  }
  const openVersions = (collection: string, apiId: number) => openDocument(collection, apiId, '/versions');

  async function restoreOldest(collection: string, apiId: number): Promise<void> {
    await openVersions(collection, apiId);
    await page.locator('table tbody tr a').last().click();
    await page.locator('.restore-version__restore-as-draft-button').click();
    const answer = await answerTo(() => page.locator('dialog #confirm-action:visible').click());
    if (!answer.ok()) throw new Error(`restoring: ${answer.status()} ${await answer.text()}`);
  }

  async function openMore(): Promise<void> {
    await page.locator('.portal-more').waitFor();
    const closed = page.locator('.portal-more .collapsible--collapsed .collapsible__toggle');
    if ((await closed.count()) > 0) await closed.click();
    await page.locator('#field-api_id').waitFor();
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
    openDocument,
    openMore,
    openVersions,
    rest,
    publish: () => save('#action-save'),
    saveDraft: () => save('#action-save-draft'),
    choose,
    restoreOldest,
    answerTo,
  };
}
