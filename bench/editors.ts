import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { program } from '../test/support/chromium.ts';
import { type App, makeApp } from './app.ts';
import { kilobytes, median, milliseconds, printFigure, printHeading } from './print.ts';
import { processorSecondsOfAll, stop } from './processes.ts';
import { firstDocument, rest, signIn } from './saves.ts';
import type { Server } from './server.ts';

/** A form of ours, and a plain one with the same fields in the same app. */
const FORMS = { ours: 'news-posts', plain: 'posts' };
type Form = keyof typeof FORMS;
const BOTH = ['plain', 'ours'] as const;

const OPENINGS = 10;
const SAVES = 80;
/** After the last answer that a form waits for, in milliseconds. */
const QUIET = 1_000;

/** What opening a form took. */
interface Opened {
  /** In milliseconds. */
  server: number;
  browser: number;
  /** Answers of the server beside scripts, styles, fonts and images. */
  requests: number;
  /** Of those answers. */
  bytes: number;
}

/** Compares what an editor waits for with a plain collection, and the app with the plugin with the same app without it. */
export async function measureEditors(): Promise<void> {
  const folder = path.resolve('.cache', `bench-editors-${process.pid}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  console.error('Building an app without the plugin, and with it.');
  const without = await makeApp(path.join(folder, 'without'), false);
  const app = await makeApp(path.join(folder, 'with'), true);
  await measureForms(app, without);
}

async function measureForms(app: App, without: App): Promise<void> {
  const { args, executablePath } = await program();
  // With the optimizing compilers that an editor's browser has.
  const flags = args.filter((each) => !each.startsWith('--js-flags'));
  const started = await chromium.launchServer({ executablePath, args: flags });
  const browser = await chromium.connect(started.wsEndpoint());
  const { pid } = started.process();

  const stock = await without.start();
  const [stockBytes] = await firstLoads(browser, stock, ['plain']);
  await stop(stock.child);

  const server = await app.start();
  const headers = await signIn(server);
  const [hostBytes, ownBytes] = await firstLoads(browser, server, BOTH);
  const opened: Record<Form, Opened[]> = { plain: [], ours: [] };
  const contexts = { plain: await signedIn(browser, server), ours: await signedIn(browser, server) };
  const addresses = { plain: '', ours: '' };
  for (const form of BOTH) addresses[form] = await addressOf(server, form);
  // The first are not counted: scripts are fetched and compiled, and the server warms up.
  for (let round = -4; round < OPENINGS; round += 1) {
    for (const form of round % 2 ? BOTH : BOTH.toReversed()) {
      const took = await open(contexts[form], addresses[form], { browser: { pid }, server: server.child });
      if (round >= 0) opened[form].push(took);
    }
  }
  await started.close();
  const saved = await measureSaves(server, headers);
  await stop(server.child);

  printHeading('What an editor waits for, by processor time, over a plain collection with the same fields');
  compare('opening a form: the server', '1.2', opened, ({ server }) => server, milliseconds);
  compare('the browser', '1.1', opened, ({ browser }) => browser, milliseconds);
  compare('requests', '', opened, ({ requests }) => requests, String);
  compare('bytes of their answers', '', opened, ({ bytes }) => bytes, kilobytes);
  compare('a save over REST', '1.3', saved, (each) => each, milliseconds);
  printHeading('What the plugin adds to an app');
  const more = (name: string, promise: string, ours: number, plain: number) =>
    printFigure({
      name,
      value: `+ ${kilobytes(ours - plain)}`,
      promise,
      detail: `${kilobytes(ours)} beside ${kilobytes(plain)}`,
    });
  more('JavaScript of the admin, compressed', '+ 120 KB', app.scriptBytes, without.scriptBytes);
  more("the first load of a host's own form", '+ 30 KB', hostBytes ?? 0, stockBytes ?? 0);
  more("the first load of a post's form", '', ownBytes ?? 0, stockBytes ?? 0);
  printFigure({
    name: 'a build',
    value: (app.built / without.built).toFixed(2),
    promise: '1.1',
    detail: `${app.built.toFixed(1)} s beside ${without.built.toFixed(1)} s`,
  });
}

function compare<T>(
  name: string,
  promise: string,
  taken: Record<Form, T[]>,
  figureOf: (each: T) => number,
  said: (value: number) => string,
): void {
  const [ours, plain] = [median(taken.ours.map(figureOf)), median(taken.plain.map(figureOf))];
  printFigure({
    name,
    value: (ours / plain).toFixed(2),
    promise,
    detail: `${said(ours)} beside ${said(plain)}`,
  });
}

async function addressOf(server: Server, form: Form): Promise<string> {
  const { id } = await firstDocument(server, await signIn(server), FORMS[form]);
  return `${server.url}/admin/collections/${FORMS[form]}/${id}`;
}

async function signedIn(browser: Browser, server: Server): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'el' });
  const { Cookie = '' } = await signIn(server);
  const [name = '', value = ''] = Cookie.split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  return context;
}

/** Bytes on the wire of a form that a browser has never seen. */
async function firstLoads(browser: Browser, server: Server, forms: readonly Form[]): Promise<number[]> {
  const loads: number[] = [];
  for (const form of forms) {
    const address = await addressOf(server, form);
    const context = await signedIn(browser, server);
    const page = await context.newPage();
    const bytes = await counted(page);
    await ready(page, address);
    loads.push(bytes.all);
    await context.close();
  }
  return loads;
}

/** Counts what a page receives, from now on. */
async function counted(page: Page) {
  const counts = { all: 0, answers: 0, bytes: 0 };
  const session = await page.context().newCDPSession(page);
  const isAnswer = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Document' || type === 'Fetch' || type === 'XHR') isAnswer.add(requestId);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength, requestId }) => {
    counts.all += encodedDataLength;
    if (!isAnswer.has(requestId)) return;
    counts.answers += 1;
    counts.bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return counts;
}

/** Opens a form, until its editor can be typed into and nothing is asked any more. */
async function ready(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForSelector('[data-lexical-editor][contenteditable=true] p');
  await page.waitForLoadState('networkidle');
  await sleep(QUIET);
}

async function open(
  context: BrowserContext,
  address: string,
  processes: Record<'browser' | 'server', { pid?: number | undefined }>,
): Promise<Opened> {
  const page = await context.newPage();
  const counts = await counted(page);
  const now = () => ({
    browser: processorSecondsOfAll(processes.browser),
    server: processorSecondsOfAll(processes.server),
  });
  const before = now();
  await ready(page, address);
  const after = now();
  await page.close();
  return {
    server: (after.server - before.server) * 1_000,
    browser: (after.browser - before.browser) * 1_000,
    requests: counts.answers,
    bytes: counts.bytes,
  };
}

/** Publishes a document of each again and again, in turn. */
async function measureSaves(
  server: Server,
  headers: Record<string, string>,
): Promise<Record<Form, number[]>> {
  const saved: Record<Form, number[]> = { plain: [], ours: [] };
  const BLOCK = 10;
  for (let round = -1; round < SAVES / BLOCK; round += 1) {
    for (const form of BOTH) {
      const { id } = await firstDocument(server, headers, FORMS[form]);
      const before = processorSecondsOfAll(server.child);
      for (let save = 0; save < BLOCK; save += 1) {
        const body = { title: `Ανακοίνωση ${round}, ${save}`, _status: 'published' };
        await rest(server, `${FORMS[form]}/${id}`, { method: 'PATCH', headers, body });
      }
      const took = ((processorSecondsOfAll(server.child) - before) * 1_000) / BLOCK;
      if (round >= 0) saved[form].push(took);
    }
  }
  return saved;
}
