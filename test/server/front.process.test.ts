import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../support/bounded.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { cmsPid, isRunning } from '../support/cms.ts';
import { freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import { listUrl } from '../support/editor.ts';
import { freePort } from '../support/freePort.ts';
import { readOutput } from '../support/printed.ts';
import { read } from '../support/reader.ts';
import { inheritedEnvironment, startServer, TEST_SECRET } from '../support/server.ts';
import { startCommand } from '../support/startCommand.ts';

const ROOT = join(import.meta.dirname, '../..');
const LONG = 120_000;

/** `npm start` with these variables and no others that configure it. */
async function start(variables: Record<string, string>) {
  const env: Environment = {
    ...inheritedEnvironment(),
    DATA_DIR: await freshFolder(),
    HOST: '127.0.0.1',
    ...variables,
  };
  const child: ChildProcess = spawn(process.execPath, startCommand(), {
    cwd: ROOT,
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onFileEnd(() => void child.kill('SIGKILL'));
  return { child, closed: once(child, 'close'), output: readOutput(child).output };
}

const secret = { PAYLOAD_SECRET: TEST_SECRET };

describe('a server that cannot start says why and ends with 1', { timeout: LONG }, () => {
  it.each([
    ['a wrong variable', { PORT: '80 80' }, /^PORT must be /m],
    [
      'an address of another machine',
      { ...secret, HOST: '192.0.2.1', PORT: '0' },
      /^HOST 192\.0\.2\.1 is no address/m,
    ],
  ])('%s', async (_, variables, message) => {
    const { closed, output } = await start(variables);
    expect((await closed)[0]).toBe(1);
    expect(output()).toMatch(message);
  });

  it('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { closed, output } = await start({ ...secret, PORT: String(port) });
    expect((await closed)[0]).toBe(1);
    expect(output()).toBe(
      `PORT ${port} is taken by another program on 127.0.0.1. Example: PORT=${port + 1}\n`,
    );
    other.close();
  });
});

it(
  'while the database is away it is alive, not ready, and says so on every path; and it can be stopped',
  async () => {
    const port = await freePort();
    const { child, closed, output } = await start({
      ...secret,
      PORT: String(port),
      DATABASE_URI: 'mongodb://127.0.0.1:1/portal?replicaSet=none&serverSelectionTimeoutMS=1000',
    });
    const ask = async (path: string, init?: RequestInit) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
      const { status, headers } = response;
      return {
        status,
        retry: headers.get('retry-after'),
        type: headers.get('content-type'),
        body: await response.text(),
      };
    };
    await expect
      .poll(() => ask('/healthz').catch(() => null), { timeout: LONG, interval: 100 })
      .toEqual({
        status: 200,
        retry: null,
        type: 'application/json',
        body: '{"status":"ok"}',
      });
    expect(JSON.parse((await ask('/readyz')).body)).toEqual({
      status: 'loading',
      since: expect.any(String),
      cms: 'starting',
      lists: expect.any(Object),
      missing: [],
      failed: [],
      saveFailed: null,
      mediaMissing: null,
    });
    expect((await ask('/readyz')).status).toBe(503);
    expect(await ask('/el/api/v1/news-posts/')).toMatchObject({
      status: 503,
      retry: expect.stringMatching(/^\d+$/),
    });
    expect(await ask('/api/users/me')).toMatchObject({ status: 503, retry: '5', type: 'application/json' });
    expect(await ask('/admin', { headers: { accept: 'text/html' } })).toMatchObject({
      status: 503,
      type: 'text/html; charset=utf-8',
    });
    expect(await ask('/healthz', { method: 'POST' })).toMatchObject({ status: 405 });
    const said =
      'MongoDB does not answer at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1. Start it, or correct';
    await expect.poll(output, { timeout: LONG }).toContain(said);
    child.kill('SIGTERM');
    expect((await closed)[0]).toBe(0);
    // It is tried again each second, and said again each minute.
    expect(output().split(said)).toHaveLength(2);
  },
  LONG,
);

it(
  'killed, and started again by a supervisor, it gives readers the kept lists before its cms is up',
  async () => {
    const dataDir = await freshFolder();
    const port = await freePort();
    const databaseUri = await preparedDatabaseUri('administered');
    const options = { port, databaseUri, env: { DATA_DIR: dataDir } };
    const first = await startServer({ ...options, until: 'saves' });
    const { body } = await read(listUrl(first));
    const kept = () =>
      readdirSync(dataDir, { recursive: true }).filter((file) => /index\.json$/.test(`${file}`));
    await expect.poll(kept, { timeout: LONG }).toHaveLength(1);
    const formerCms = cmsPid(first);
    process.kill(first.pid, 'SIGKILL');
    const killed = performance.now();
    const second = await startServer(options);
    // A second on a quiet machine.
    expect(performance.now() - killed).toBeLessThan(15_000);
    expect(await read(listUrl(second))).toMatchObject({ status: 200, body });
    expect(second.output()).toContain('kept lists are served, and the administration is starting.');
    const mayEdit = () => read(`${second.url}/readyz?edit`).then(({ status }) => status);
    await expect.poll(mayEdit, { timeout: LONG }).toBe(200);
    expect(isRunning(formerCms)).toBe(false);
  },
  LONG,
);
