import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { ADDRESSES, startNginxCache, startPurging, WEBHOOK_SECRET } from '../support/caches.ts';
import { freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import { signInByRest } from '../support/editor.ts';
import { freePort } from '../support/freePort.ts';
import { ROOT } from '../support/portal.ts';
import { startServer, type TestServer } from '../support/server.ts';

const LIST = 'news-categories';

const bodyOf = async (url: string, address: string, accept = 'application/json') =>
  (await fetch(`${url}/el/api/v1/${address}`, { headers: { accept } })).text();

/** The longest time in milliseconds after which a request to a cache still got something else than the server has. */
async function staleFor(server: string, cache: string): Promise<number> {
  const begun = performance.now();
  const times = ADDRESSES.flatMap((address) =>
    // nginx keeps one for each value of a header in Vary.
    ['application/json', '*/*'].map(async (accept) => {
      const expected = await bodyOf(server, address);
      for (let last = 0; ; await sleep(10)) {
        const asked = performance.now() - begun;
        if ((await bodyOf(cache, address, accept)) === expected) return last;
        last = asked;
      }
    }),
  );
  return Math.max(...(await Promise.all(times)));
}

it('a cache that is told by webhooks, and a folder that they have captured, are never old for long', async () => {
  const [receiverPort, metricsPort] = [await freePort(), await freePort()];
  const hook = `http://127.0.0.1:${receiverPort}`;
  const folder = await freshFolder();
  let receiver = await startPurging(receiverPort, { NGINX_CACHE: folder });
  const server = await startServer({
    databaseUri: await preparedDatabaseUri('captured'),
    until: 'saves',
    env: {
      CACHE_CONTROL: 'max-age=0, s-maxage=3600',
      METRICS_LISTEN: String(metricsPort),
      WEBHOOKS: `${hook}/`,
      WEBHOOK_SECRET,
    },
  });
  const { rest } = await signInByRest(server);
  const { value } = await rest('POST', LIST, { title: 'Πρώτη', _status: 'published' });
  const { id } = value.doc as { id: number };
  const rename = async (title: string) =>
    expect((await rest('PATCH', `${LIST}/${id}`, { title, _status: 'published' })).status).toBe(200);

  const cache = await startNginxCache([server.url], folder);
  if (cache) {
    const { headers } = await fetch(`${cache}/el/api/v1/${LIST}/`);
    expect(headers.get('cache-control')).toBe('max-age=0, s-maxage=3600');
    for (let n = 1; n <= 2; n++) {
      await Promise.all(ADDRESSES.map((address) => bodyOf(cache, address)));
      await rename(`Αλλαγή ${n}`);
      expect(await staleFor(server.url, cache)).toBeLessThan(1000);
    }
  }

  receiver.kill();
  await once(receiver, 'exit');
  const before = cache && (await bodyOf(cache, `${LIST}/`));
  await rename('Χωρίς παραλήπτη');
  // A connection that was kept open may only break off now.
  await server.printed(
    /The webhook \S+ does not take what it is sent: (?:nothing listens there|the connection broke off)/,
  );
  const failingSeconds = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const name = `portal_webhook_failing_seconds{hook="${hook}",process="cms"} `;
    return Number(metrics.split(name)[1]?.split('\n')[0]);
  };
  expect(await failingSeconds()).toBeGreaterThan(0);
  expect(cache && (await bodyOf(cache, `${LIST}/`))).toBe(before);
  receiver = await startPurging(receiverPort, { NGINX_CACHE: folder });
  await server.printed(/The webhook \S+ lacks nothing any more/);
  expect(await failingSeconds()).toBe(0);
  expect(await staleFor(server.url, cache ?? server.url)).toBeLessThan(1000);

  const forged = await fetch(hook, {
    method: 'POST',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: '{"data":{"paths":["/"]}}',
  });
  expect(forged.status).toBe(401);

  receiver.kill();
  await once(receiver, 'exit');
  await follows(server, receiverPort, rename);
}, 180_000);

/** The documented receiver captures the lists into a folder after a change. */
async function follows(server: TestServer, port: number, rename: (title: string) => Promise<void>) {
  const [folder, { url }] = [await freshFolder(), server];
  const capture = `${process.execPath} ${path.join(ROOT, 'bin/portal-content.js')} capture --from ${url} --to ${folder}`;
  await startPurging(port, { RUN: capture });
  const files = lists.flatMap(({ key, documentedOrderings }) => [
    [`${key}.json`, `${key}/`],
    ...documentedOrderings.map((each) => [`${key}.ordering=${each}.json`, `${key}/?ordering=${each}`]),
  ]);
  const same = async () => {
    for (const [file = '', address = ''] of files)
      expect(await readFile(path.join(folder, file), 'utf8')).toBe(await bodyOf(url, address));
  };
  await rename('Για το αντίγραφο');
  await vi.waitFor(same, { timeout: 30_000, interval: 100 });
}
