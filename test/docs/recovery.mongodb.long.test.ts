import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import {
  ADDRESSES,
  startNginxCache,
  startPurging,
  startVarnishCache,
  WEBHOOK_SECRET,
} from '../support/caches.ts';
import { cmsPid, readiness, untilReadiness } from '../support/cms.ts';
import { freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import { LIST, type RestEditor, signInByRest } from '../support/editor.ts';
import { freePort } from '../support/freePort.ts';
import { read } from '../support/reader.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { listOf, startReceiver } from '../support/webhookReceiver.ts';

/** Milliseconds within which a cache has to be right when the server is back, and for which it is read at most. */
const LIMIT = { right: 2000, reading: 15_000 };
/** Milliseconds for which a cms hears of nothing. Its front notices after three seconds. */
const DEAF = 8000;

/** A server that keeps its port and its folder when it is started again. */
interface Subject {
  port: number;
  url: string;
  folder: string;
}

interface Cache {
  name: string;
  url: string;
}

/** What a cache answered. */
interface Sight {
  at: number;
  status: number;
  body: string;
}

let first: Subject;
let second: Subject;
let running: TestServer;
let start: (subject: Subject, until: 'answers' | 'saves') => Promise<TestServer>;
let caches: Cache[];
/** What the servers have delivered, to a receiver beside those of the caches. */
let delivered: Awaited<ReturnType<typeof startReceiver>>['received'];
/** A category that posts have. */
let category: { id: string; title: string };

beforeAll(async () => {
  const databaseUri = await preparedDatabaseUri('captured');
  const subject = async () => {
    const port = await freePort();
    return { port, url: `http://127.0.0.1:${port}`, folder: await freshFolder() };
  };
  [first, second] = [await subject(), await subject()];
  const receivers: number[] = [];
  for (let n = 0; n < 4; n++) receivers.push(await freePort());
  const beside = await startReceiver();
  delivered = beside.received;
  const hooks = [...receivers.map((port) => `http://127.0.0.1:${port}/`), beside.url];
  start = ({ port, folder }, until) => {
    const env = {
      CACHE_CONTROL: 'max-age=0, s-maxage=3600',
      WEBHOOKS: hooks.join(','),
      WEBHOOK_SECRET,
      DATA_DIR: folder,
    };
    return startServer({ databaseUri, port, until, env });
  };
  caches = await startCaches(receivers);
  running = await start(first, 'saves');
  await start(second, 'saves');
  const { rest } = await signInByRest(second);
  const { value } = await rest('GET', 'news-posts?limit=1&where[category][exists]=true');
  const [post] = value.docs as { category: { id: string; title: string } }[];
  if (!post) throw new Error('No captured post has a category.');
  category = post.category;
}, 300_000);

async function startCaches(receivers: readonly number[]): Promise<Cache[]> {
  const made: Cache[] = [];
  for (const [of, urls] of [
    ['one server', [first.url]],
    ['two servers', [first.url, second.url]],
  ] as const) {
    const folder = await freshFolder();
    const nginx = await startNginxCache(urls, folder);
    const varnish = await startVarnishCache(urls);
    if (!nginx || !varnish) throw new Error('Install nginx and Varnish (varnishd).');
    await startPurging(receivers[made.length] ?? 0, { NGINX_CACHE: folder });
    made.push({ name: `nginx, ${of}`, url: nginx });
    await startPurging(receivers[made.length] ?? 0, { VARNISH: varnish });
    made.push({ name: `Varnish, ${of}`, url: varnish });
  }
  return made;
}

const bodyOf = async ({ url }: { url: string }, address: string) =>
  (await read(`${url}/el/api/v1/${address}`)).body.toString();

/** Renames the category, which two lists show, and waits until that is delivered. */
async function rename({ rest }: RestEditor, title: string): Promise<void> {
  const before = delivered.length;
  const { status } = await rest('PATCH', `${LIST}/${category.id}`, { title, _status: 'published' });
  expect(status).toBe(200);
  await expect
    .poll(() => delivered.slice(before).map(listOf))
    .toEqual(expect.arrayContaining([LIST, 'news-posts']));
}

/** Asks each cache for each address until it is stopped. */
function readCaches() {
  let goesOn = true;
  const asked = caches.flatMap(({ name, url }) =>
    ADDRESSES.map((address) => ({ name, url, address, sights: [] as Sight[] })),
  );
  const loops = asked.map(async ({ url, address, sights }) => {
    for (; goesOn; await sleep(50)) {
      const at = Date.now();
      const answer = await read(`${url}/el/api/v1/${address}`).catch(() => undefined);
      sights.push({ at, status: answer?.status ?? 0, body: answer?.body.toString() ?? '' });
    }
  });
  return {
    asked,
    async stop() {
      goesOn = false;
      await Promise.all(loops);
    },
  };
}

/** Reads on until all is right, prints what each cache served, and expects it to have been right soon after that time. */
async function judge({ asked, stop }: ReturnType<typeof readCaches>, what: string, back: number) {
  const wanted = new Map<string, string>();
  for (const address of ADDRESSES) wanted.set(address, await bodyOf(second, address));
  const seen = () =>
    asked.map(({ name, address, sights }) => {
      const old = sights.filter(({ status, body }) => status === 200 && body !== wanted.get(address));
      const none = sights.filter(({ status }) => status !== 200).length;
      const last = sights.at(-1);
      return { name, reads: sights.length, none, old, isOld: last === old.at(-1), last };
    });
  const isRight = () =>
    seen().every(({ isOld, last }) => !isOld && last?.status === 200 && last.at > back + LIMIT.right);
  while (!isRight() && Date.now() < back + LIMIT.reading) await sleep(100);
  await stop();
  let text = `\n${what}\n`;
  const late: string[] = [];
  for (const { name } of caches) {
    const own = seen().filter((each) => each.name === name);
    const sum = (count: (each: (typeof own)[number]) => number) =>
      own.reduce((all, each) => all + count(each), 0);
    const after = Math.max(0, ...own.flatMap(({ old }) => old.map(({ at }) => at - back)));
    const still = own.filter(({ isOld }) => isOld).length;
    const right =
      still > 0 ? `STILL OLD at ${still} of ${own.length} addresses` : `right ${after} ms after it was back`;
    text += `  ${name}: ${sum(({ reads }) => reads)} reads, ${sum(({ old }) => old.length)} of them old, `;
    text += `${sum(({ none }) => none)} without a list; ${right}\n`;
    if (still > 0 || after > LIMIT.right) late.push(name);
  }
  process.stdout.write(text);
  expect(late).toEqual([]);
}

/** Waits until the kept lists of the first server are those that it serves. */
async function untilKept(): Promise<void> {
  const digest = createHash('sha256')
    .update(await bodyOf(first, `${LIST}/`))
    .digest('hex');
  const folder = (await readdir(first.folder)).find((name) => /^lists-[0-9a-f]{12}$/.test(name)) ?? '';
  await expect.poll(() => existsSync(path.join(first.folder, folder, `${digest}.json`))).toBe(true);
}

/** Waits until the first server is live and shows what the second one does; gives the time. */
async function untilBack(): Promise<number> {
  const same = async () =>
    (await readiness(first)).status === 'live' &&
    (await bodyOf(first, `${LIST}/`)) === (await bodyOf(second, `${LIST}/`));
  await expect.poll(same, { interval: 20, timeout: 60_000 }).toBe(true);
  return Date.now();
}

it('a cache is right when a server is back that was killed after a save', { timeout: 180_000 }, async () => {
  const editor = await signInByRest(first);
  await untilKept();
  await rename(editor, 'Πριν από το τέλος');
  process.kill(running.pid, 'SIGKILL');
  await running.stop();
  // What was delivered is purged again half a second later.
  await sleep(1000);
  running = await start(first, 'answers');
  await untilReadiness(first, { status: 'checkpoint' });
  const reading = readCaches();
  const back = await untilBack();
  await judge(reading, 'A server is killed after a save, and starts with its kept lists:', back);
});

it('a cache is right when a server is back that did not hear of a save', { timeout: 180_000 }, async () => {
  const editor = await signInByRest(second);
  await untilBack();
  const cms = cmsPid(running);
  process.kill(cms, 'SIGSTOP');
  try {
    await rename(editor, 'Χωρίς να ακούγεται');
    expect((await readiness(first)).status).toBe('live');
    const reading = readCaches();
    await sleep(DEAF);
    expect((await readiness(first)).status).toBe('behind');
    process.kill(cms, 'SIGCONT');
    const back = await untilBack();
    await judge(
      reading,
      `The cms of a server hears of nothing for ${DEAF / 1000} s, and of a save then:`,
      back,
    );
  } finally {
    process.kill(cms, 'SIGCONT');
  }
});
