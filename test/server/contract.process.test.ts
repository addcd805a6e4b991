import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { API, type ContractRow, contractRows, ETAG, LISTS, recordRows } from '../support/contractRows.ts';
import { preparedDatabaseUri } from '../support/databases.ts';
import { signInByRest } from '../support/editor.ts';
import { differences } from '../support/lists.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Seen = ContractRow['seen'];

const NAMES = Object.keys(LISTS);

let server: TestServer;

beforeAll(async () => {
  const databaseUri = await preparedDatabaseUri('captured');
  server = await startServer({ databaseUri, env: { PREFIXES: '/el/api/v1,/api/v1/' } });
}, 240_000);

/** What every server adds to a response. */
const ADDED = ['Date', 'Connection', 'Keep-Alive'];

/** Sends a request on a connection of its own and gives the whole response: every header as it is spelled. */
async function send({ method, target, headers = {}, body }: ContractRow['ask']): Promise<Seen> {
  const { hostname, port } = new URL(server.url);
  const sent = request({ hostname, port, method, path: target, headers, agent: false }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  sent.destroy();
  const { statusCode: status = 0, rawHeaders } = response;
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  expect(new Set(names).size, 'each header once').toBe(names.length);
  const all = names.map((name, index) => [name, rawHeaders[2 * index + 1] ?? '']);
  const own: Record<string, string> = Object.fromEntries(all.filter(([name = '']) => !ADDED.includes(name)));
  if (method !== 'HEAD' && status !== 304) expect(own['Content-Length']).toBe(String(bytes.length));
  return { status, headers: own, body: bytes.toString() };
}

const get = (path: string, headers = {}) => send({ method: 'GET', target: `${API}/${path}`, headers });

/** Whole responses are compared: which strong entity tag there is, the contract leaves open (RFC 9110, 8.8.3). */
function expectSame({ body, ...head }: Seen, expected: Seen): void {
  if (/^"[\x21\x23-\x7e]+"$/.test(head.headers.ETag ?? '')) head.headers.ETag = ETAG;
  expect({ ...head, body: body.length }).toEqual({ ...expected, body: expected.body.length });
  // of long bodies that differ, the place alone is shown
  expect(differences({ body: expected.body }, { body })).toEqual([]);
}

describe('over an imported portal', () => {
  it.each(contractRows.map((row) => [row.claim, row] as const))('%s', async (_, row) => {
    expectSame(await send(row.ask), row.seen);
  });

  it.each(NAMES)('%s under If-None-Match', async (name) => {
    const first = await get(`${name}/`);
    const tag = first.headers.ETag ?? '';
    for (const value of [tag, `W/${tag}`, `"a", ${tag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const target = `${API}/${name}/?format=api`;
        expect(await send({ method, target, headers: { 'If-None-Match': value } })).toEqual({
          status: 304,
          headers: { ETag: tag, Vary: 'Accept' },
          body: '',
        });
      }
    }
    for (const value of [
      '"other"',
      tag.slice(1, -1),
      (await get(`${name}/?ordering=-title,-id`)).headers.ETag,
    ]) {
      expect((await get(`${name}/`, { 'If-None-Match': value })).status).toBe(200);
    }
  });

  it.each(NAMES)('%s stands under the second prefix, too', async (name) => {
    const [first, second] = await Promise.all(
      [API, '/api/v1'].map((prefix) => send({ method: 'GET', target: `${prefix}/${name}/`, headers: {} })),
    );
    expect(second).toEqual(first);
    const redirect = await send({ method: 'GET', target: `/api/v1/${name}`, headers: {} });
    expect([redirect.status, redirect.headers.Location]).toEqual([301, `/api/v1/${name}/`]);
  });
});

describe('with records', () => {
  beforeAll(async () => {
    await server.printed(/^The administration:/m);
    const editor = await signInByRest(server);
    const groups = NAMES.map((name) => [name.replaceAll('-', '_'), { records: true }]);
    const { status } = await editor.rest('POST', 'globals/portal-settings', Object.fromEntries(groups));
    expect(status).toBe(200);
  }, 120_000);

  it.each(recordRows.map((row) => [row.claim, row] as const))('%s', async (_, row) => {
    expectSame(await send(row.ask), row.seen);
  });
});
