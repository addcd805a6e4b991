import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import { signInByRest } from '../support/editor.ts';
import { freePort } from '../support/freePort.ts';
import { startNginx } from '../support/nginx.ts';
import { ROOT, start } from '../support/portal.ts';
import { readOutput } from '../support/printed.ts';
import { inheritedEnvironment, startServer } from '../support/server.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const LIST = 'news-categories';

/** What clients ask a cache for. */
const ADDRESSES = [`${LIST}/`, `${LIST}/?ordering=-title&format=json`, 'news-posts/', 'service-groups/'];

/** The receiver of the docs, for a folder of nginx. */
async function startReceiver(port: number, cache: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(ROOT, 'examples/webhooks/purge.js')], {
    env: {
      ...(inheritedEnvironment() as NodeJS.ProcessEnv),
      PORT: String(port),
      WEBHOOK_SECRET: SECRET,
      NGINX_CACHE: cache,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onFileEnd(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** nginx with the cache of docs/operations.md. */
async function startCache(server: string, folder: string): Promise<string> {
  const text = await readFile(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const [, documented = ''] = /^```nginx file=cache\n(.*?)^```$/ms.exec(text) ?? [];
  const configured = documented
    .replace('/var/cache/nginx/portal', folder)
    .replace('http://127.0.0.1:3000', server);
  const url = await startNginx(configured);
  if (!url) throw new Error('There is no nginx on this machine.');
  return url;
}

const bodyOf = async (url: string, address: string, accept = 'application/json') =>
  (await fetch(`${url}/el/api/v1/${address}`, { headers: { accept } })).text();

it('a cache that is told by webhooks, and a folder that an export watches, are never old for long', async () => {
  const [receiverPort, cache, parent] = [await freePort(), await freshFolder(), await freshFolder()];
  const server = await startServer({
    databaseUri: await preparedDatabaseUri('captured'),
    until: 'administration',
    env: {
      CACHE_CONTROL: 'max-age=0, s-maxage=3600',
      WEBHOOKS: `http://127.0.0.1:${receiverPort}/`,
      WEBHOOK_SECRET: SECRET,
    },
  });
  let receiver = await startReceiver(receiverPort, cache);
  const url = await startCache(server.url, cache);
  const { rest } = await signInByRest(server);

  // nginx keeps what it is given, by every header that a client may send.
  const answer = await fetch(`${url}/el/api/v1/${LIST}/`);
  expect(answer.headers.get('cache-control')).toBe('max-age=0, s-maxage=3600');
  const record = await rest('POST', LIST, { title: 'Πρώτη', _status: 'published' });
  const { id } = record.value.doc as { id: number };

  /** The longest time in milliseconds after which a request still got something else than the server has. */
  async function staleFor(): Promise<number> {
    const begun = performance.now();
    const times = ADDRESSES.flatMap((address) =>
      ['application/json', '*/*'].map(async (accept) => {
        const expected = await bodyOf(server.url, address);
        for (let last = 0; ; await sleep(10)) {
          const asked = performance.now() - begun;
          if ((await bodyOf(url, address, accept)) === expected) return last;
          last = asked;
        }
      }),
    );
    return Math.max(...(await Promise.all(times)));
  }

  for (let n = 1; n <= 8; n++) {
    await Promise.all(ADDRESSES.map((address) => bodyOf(url, address)));
    const saved = await rest('PATCH', `${LIST}/${id}`, { title: `Αλλαγή ${n}`, _status: 'published' });
    expect(saved.status).toBe(200);
    expect(await staleFor()).toBeLessThan(1000);
  }

  // Its receiver is away: the cache is old, until it is back.
  receiver.kill();
  await once(receiver, 'exit');
  await bodyOf(url, `${LIST}/`);
  await rest('PATCH', `${LIST}/${id}`, { title: 'Χωρίς παραλήπτη', _status: 'published' });
  const now = await bodyOf(server.url, `${LIST}/`);
  await server.printed(
    /The webhook http:\/\/127\.0\.0\.1:\d+ does not take what it is sent: nothing listens there/,
  );
  expect(await bodyOf(url, `${LIST}/`)).not.toBe(now);
  receiver = await startReceiver(receiverPort, cache);
  await vi.waitFor(async () => expect(await bodyOf(url, `${LIST}/`)).toBe(now), { timeout: 20_000 });
  await server.printed(/The webhook http:\/\/127\.0\.0\.1:\d+ lacks nothing any more/);

  // Nobody else can purge.
  const forged = await fetch(`http://127.0.0.1:${receiverPort}/`, {
    method: 'POST',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: '{}',
  });
  expect(forged.status).toBe(401);

  await chmod(parent, 0o755);
  const folder = path.join(parent, 'lists');
  await mkdir(folder, { mode: 0o755 });
  const exporting = start(
    ['export', '--from', server.url, '--to', folder, '--watch'],
    server.databaseUri ?? '',
  );
  const closed = once(exporting, 'close');
  const { output, printed } = readOutput(exporting);
  await printed(/Z featured-sections\.json, /);
  const orderings = lists.flatMap((list) => [
    [`${list.key}.json`, `${list.key}/`],
    ...list.documentedOrderings.map((each) => [
      `${list.key}.ordering=${each}.json`,
      `${list.key}/?ordering=${each}`,
    ]),
  ]);
  const same = async () => {
    for (const [file = '', address = ''] of orderings)
      expect(await readFile(path.join(folder, file), 'utf8')).toBe(await bodyOf(server.url, address));
  };
  await same();
  const timeOf = async (file: string) => (await stat(path.join(folder, file))).mtimeMs;
  const [groups, categories] = [await timeOf('service-groups.json'), await timeOf(`${LIST}.json`)];
  await rest('PATCH', `${LIST}/${id}`, { title: 'Για το αντίγραφο', _status: 'published' });
  await vi.waitFor(same, { timeout: 10_000 });
  expect(await timeOf('service-groups.json')).toBe(groups);
  expect(await timeOf(`${LIST}.json`)).toBeGreaterThan(categories);
  exporting.kill('SIGTERM');
  expect({ ended: await closed, output: output() }).toMatchObject({ ended: [0, null] });
  expect(await readFile(path.join(folder, 'manifest.json'), 'utf8')).toContain('"version": 1');
}, 180_000);
