import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder } from '../support/databases.ts';
import { freePort } from '../support/freePort.ts';
import { run, start } from '../support/portal.ts';
import { TEST_SECRET } from '../support/server.ts';

/** What it says with these variables, and no others, in a folder of its own. */
async function doctor(env: Record<string, string>) {
  const cwd = await freshFolder();
  const port = String(await freePort());
  const variables = { DATABASE_URI: '', PORT: port, ...env };
  const { code, output, errors } = await run(['doctor'], '', { cwd, env: variables });
  const lines = output
    .replaceAll(cwd, 'HERE')
    .replaceAll(port, 'PORT')
    .replace(/[\d.]+ GB/, 'N GB')
    .replace(/\d{4}-\d\d-\d\dT[\d:]{8}Z/, 'NOW')
    .trimEnd()
    .split('\n');
  return { code, errors, lines };
}

const MAIL =
  'ok       Mail: the server sends none; a forgotten password is replaced by portal-content set-password';

it('a folder in which nothing is configured has all that a first start needs', async () => {
  expect(await doctor({ SERVER_URL: '', PAYLOAD_SECRET: '', DATA_DIR: '' })).toEqual({
    code: 0,
    errors: '',
    lines: [
      'ok       Configuration: every variable can be read',
      "ok       Database: file:HERE/data/portal.db, of the server's own (DATABASE_URI is not set), with a sample portal",
      'ok       Folder: HERE/data can be written to, N GB free',
      'ok       Temporary files: can be written',
      'ok       Port: PORT is free',
      'ok       Address: SERVER_URL is not set: the server listens on 127.0.0.1, port PORT, and calls itself http://localhost:PORT',
      'ok       Clock: NOW',
      'ok       Proxy: none is trusted (TRUST_PROXY is not set)',
      MAIL,
    ],
  });
});

it('it names all that is wrong, and ends with 1', async () => {
  const file = join(await freshFolder(), 'portal.db');
  await writeFile(file, 'no database, but a text of some length'.repeat(20));
  const port = await freePort();
  const SERVER_URL = `https://127.0.0.1:${port}`;
  const secret = { PAYLOAD_SECRET: TEST_SECRET, SERVER_URL };
  const other = createServer().listen(0, '127.0.0.1');
  onFileEnd(() => void other.close());
  await once(other, 'listening');
  const { port: taken } = other.address() as AddressInfo;
  expect(
    await doctor({
      ...secret,
      DATABASE_URI: `file:${file}`,
      DATA_DIR: '/proc/nosuch',
      METRICS_LISTEN: `0.0.0.0:${taken}`,
    }),
  ).toEqual({
    code: 1,
    errors: '',
    lines: [
      'ok       Configuration: every variable can be read',
      `WRONG  Database: DATABASE_URI names a file that is damaged, or no SQLite database: ${file}, SQLITE_NOTADB: file is not a database. Restore a backup (portal-content restore FILE), or name another. Example: DATABASE_URI=file:./data/content.db`,
      "WRONG  Folder: DATA_DIR is /proc/nosuch, and that folder cannot be made: ENOENT: no such file or directory, mkdir '/proc/nosuch'. Example: DATA_DIR=./data",
      'ok       Temporary files: can be written',
      `WRONG  Port: METRICS_LISTEN is 0.0.0.0:${taken}, a port that PORT or another program has taken. Example: METRICS_LISTEN=127.0.0.1:9464`,
      `WARNING  Metrics: METRICS_LISTEN is every address of this machine, port ${taken}, and nobody has to sign in there. Let only the monitoring reach it: by a firewall, or with METRICS_LISTEN=127.0.0.1:${taken}`,
      `WARNING  Address: nothing answers at ${SERVER_URL} (connect ECONNREFUSED 127.0.0.1:${port}). That is right while the server is stopped.`,
      'ok       Clock: NOW',
      'WARNING  Proxy: SERVER_URL is https, which a proxy in front has to speak, and TRUST_PROXY is not set: everybody counts as one client, and one who signs in wrongly shuts out all. Name the proxy. Example: TRUST_PROXY=127.0.0.1',
      MAIL,
    ],
  });
  expect(await doctor({ ...secret, DATABASE_URI: 'mongodb://127.0.0.1:1' })).toMatchObject({
    code: 1,
    lines: [expect.stringMatching(/^WRONG {2}Configuration: DATABASE_URI must name a file /)],
  });
});

/** What answers as a server that is told of no installation, and one of this installation. */
it.each([
  [
    'another',
    'another server of this program answers: its PAYLOAD_SECRET or DATABASE_URI is not the one here',
  ],
  ['this', 'ok       Address: this server answers at '],
])('it says whether what answers at SERVER_URL is %s server', async (installation, says) => {
  const folder = await freshFolder();
  const DATABASE_URI = `file:${join(folder, 'portal.db')}`;
  const digest = createHmac('sha256', TEST_SECRET).update(`installation ${DATABASE_URI}`).digest('hex');
  const server = createHttpServer(({ headers }, response) => {
    const is = headers['x-portal-installation'] === digest ? 'this' : 'another';
    const told = installation === 'this' ? is : 'another';
    response.end(JSON.stringify({ status: 'ok', installation: told }));
  }).listen(0, '127.0.0.1');
  onFileEnd(() => void server.close());
  await once(server, 'listening');
  const SERVER_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { lines } = await doctor({ DATABASE_URI, PAYLOAD_SECRET: TEST_SECRET, SERVER_URL, DATA_DIR: folder });
  expect(lines.join('\n')).toContain(says);
});

it('it ends quietly when whoever reads its output has gone', async () => {
  const variables = { DATA_DIR: await freshFolder(), PORT: String(await freePort()), SERVER_URL: '' };
  const child = start(['doctor'], '', variables, { cwd: await freshFolder() });
  child.stdout?.destroy();
  const [errors, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
});
