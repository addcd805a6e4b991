import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { readCapture } from '../../src/capture/folder.ts';
import { ADDRESSES, startNginxCache, startPurging, WEBHOOK_SECRET } from '../support/caches.ts';
import { freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import { signInByRest } from '../support/editor.ts';
import { freePort } from '../support/freePort.ts';
import { run, start } from '../support/portal.ts';
import { readOutput } from '../support/printed.ts';
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

it('a cache that is told by webhooks, and a folder that an export watches, are never old for long', async () => {
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
    for (let n = 1; n <= 8; n++) {
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

  await follows(server, rename);
}, 180_000);

/** An export that watches writes what changes, and nothing else, until it is told to stop. */
async function follows(server: TestServer, rename: (title: string) => Promise<void>) {
  const folder = await freshFolder();
  const { url, databaseUri = '' } = server;
  const exporting = start(['export', '--from', url, '--to', folder, '--watch'], databaseUri);
  const closed = once(exporting, 'close');
  await readOutput(exporting).printed(/Z featured-sections\.json, /);
  const files = lists.flatMap(({ key, documentedOrderings }) => [
    [`${key}.json`, `${key}/`],
    ...documentedOrderings.map((each) => [`${key}.ordering=${each}.json`, `${key}/?ordering=${each}`]),
  ]);
  const same = async () => {
    for (const [file = '', address = ''] of files)
      expect(await readFile(path.join(folder, file), 'utf8')).toBe(await bodyOf(url, address));
  };
  await same();
  // Somebody removes the folder, or a disk is full: it says so, and makes all of it again.
  await rm(folder, { recursive: true });
  await vi.waitFor(same, { timeout: 10_000 });
  const timeOf = async (file: string) => (await stat(path.join(folder, file))).mtimeMs;
  const [groups, categories] = [await timeOf('service-groups.json'), await timeOf(`${LIST}.json`)];
  await rename('Για το αντίγραφο');
  await vi.waitFor(same, { timeout: 10_000 });
  expect(await timeOf('service-groups.json')).toBe(groups);
  expect(await timeOf(`${LIST}.json`)).toBeGreaterThan(categories);
  // systemd signals each of the two processes of a command, so that it comes twice.
  exporting.kill('SIGTERM');
  exporting.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
  // What is there is a capture.
  const { responses } = await readCapture(
    folder,
    lists.map(({ key }) => key),
  );
  expect(responses.length).toBe(files.length);

  // Again, without following: only what is damaged or has changed.
  await writeFile(path.join(folder, 'service-groups.json'), '[]');
  const again = await run(['export', '--from', url, '--to', folder], databaseUri);
  expect(again).toEqual({ code: 0, output: `service-groups.json\nExported into ${folder}.\n`, errors: '' });
  await same();
  const nowhere = await run(
    ['export', '--from', 'http://127.0.0.1:9', '--to', folder, '--retries', '0'],
    databaseUri,
  );
  expect({ ...nowhere, errors: nowhere.errors.split('\n').at(-2) }).toEqual({
    code: 2,
    output: '',
    errors: 'Not exported.',
  });
  await same();
}
