import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import { listUrl, saveSteadily, signInByRest } from '../support/editor.ts';
import { freePort } from '../support/freePort.ts';
import { startNginx } from '../support/nginx.ts';
import { ROOT } from '../support/portal.ts';
import { read, readSteadily } from '../support/reader.ts';
import { startServer } from '../support/server.ts';

const MINUTES = 60_000;

/** nginx with deploy/nginx.conf: to the other server goes what finds no server, and what gets 503. */
async function nginx(ports: readonly [number, number]): Promise<string> {
  const text = await readFile(path.join(ROOT, 'deploy/nginx.conf'), 'utf8');
  const configured = text
    .replaceAll('server-1:3000', `127.0.0.1:${ports[0]}`)
    .replaceAll('server-2:3000', `127.0.0.1:${ports[1]}`);
  expect(configured.match(/127\.0\.0\.1/g)).toHaveLength(4);
  const url = await startNginx(configured);
  if (!url) throw new Error('Install nginx.');
  return url;
}

/** The status and the `Age` of all answers of a server that is being started. */
function answersOf(url: string): { stop(): Promise<Set<string>> } {
  const answers = new Set<string>();
  let goesOn = true;
  const asking = (async () => {
    for (; goesOn; await sleep(20)) {
      const answer = await read(url).catch(() => undefined);
      if (answer) answers.add(`${answer.status}, ${answer.headers.age}`);
    }
  })();
  return {
    async stop() {
      goesOn = false;
      await asking;
      return answers;
    },
  };
}

it(
  'a server is replaced under readers and editors, of whom nobody notices',
  async () => {
    const ports = [await freePort(), await freePort()] as const;
    const url = await nginx(ports);
    const databaseUri = await preparedDatabaseUri('captured');
    const env = { SERVER_URL: url, TRUST_PROXY: '127.0.0.1', DRAIN_SECONDS: '5', KEPT_LISTS_AFTER: '60' };
    const start = async (port: number, folder: string) =>
      startServer({ databaseUri, port, until: 'saves', env: { ...env, DATA_DIR: folder } });
    const folders = [await freshFolder(), await freshFolder()] as const;
    const first = await start(ports[0], folders[0]);
    await start(ports[1], folders[1]);
    const ready = async (query: string) => (await read(`${first.url}/readyz${query}`)).status;
    expect(await ready('?edit')).toBe(200);

    const editor = await signInByRest({ url });
    const direct = await signInByRest(first);
    const reading = readSteadily(listUrl({ url }));
    const saving = saveSteadily({ url }, editor, 'Κατά την αλλαγή');
    await saving.more(5);
    const stopped = first.stop();
    // It tells balancers, and answers everything.
    await expect.poll(() => Promise.all(['', '?live', '?edit'].map(ready))).toEqual([503, 503, 503]);
    expect(await direct.publish('Στο τέλος')).toBe(true);
    expect((await read(listUrl(first))).status).toBe(200);
    expect(await stopped).toBe(0);
    await saving.more(5);
    // Its lists are there before anybody can save.
    const early = answersOf(listUrl(first));
    const again = await start(ports[0], folders[0]);
    expect(await early.stop()).toEqual(new Set(['503, undefined', '200, undefined']));
    await expect.poll(async () => (await read(`${again.url}/readyz?edit`)).status).toBe(200);
    await saving.more(5);
    const { acknowledged, refused } = await saving.stop();
    expect(refused).toEqual([]);
    const { failed, reads } = await reading.stop();
    expect([failed, reads > 100]).toEqual([[], true]);
    // Each save once.
    const body = JSON.parse((await read(listUrl({ url }))).body.toString()) as { title: string }[];
    const titles = body.map(({ title }) => title);
    expect(titles.filter((title) => acknowledged.includes(title)).sort()).toEqual([...acknowledged].sort());
  },
  4 * MINUTES,
);
