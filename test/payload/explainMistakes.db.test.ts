import { handleEndpoints, type Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { explainMistakes, isOverValues } from '../../src/payload/rest.ts';
import { category, local, SERVER_URL } from '../support/content.ts';
import { greekI18n } from '../support/greek.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { keyOf, startPayload } from '../support/payload.ts';
import { rest } from '../support/rest.ts';
import { sessionCookie } from '../support/sessionCookie.ts';

const USER = { email: 'admin@portal.example', password: 'a long password', roles: ['admin'] };

let payload: Payload;
let cookie: string;
let id: number | string;

beforeAll(async () => {
  const explained = (config: object) => ({ ...config, hooks: { afterError: [explainMistakes] } });
  payload = await startPayload({ i18n: greekI18n, plugins: [explained as never] });
  await local(payload).create('users', USER);
  cookie = sessionCookie((await rest(payload)('POST', 'users/login', USER)).headers);
  ({ id } = await category(payload));
});

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'multipart/form-data; boundary=x' };
const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`;

async function ask(method: string, path: string, init: RequestInit = {}, headers = {}) {
  const request = new Request(`${SERVER_URL}/api/${path}`, {
    ...init,
    method,
    headers: { Origin: SERVER_URL, ...headers, ...init.headers },
  });
  const response = await handleEndpoints({
    config: payload.config,
    payloadInstanceCacheKey: keyOf(payload),
    request,
  });
  return { status: response.status, value: await response.json() };
}

/** In words of ours: the body is not what is wanted, or a value in it or in the address is not. */
const refused = (words: 'σώμα' | 'τιμή') => ({
  status: 400,
  value: { errors: [{ message: expect.stringContaining(words) }] },
});

oneDatabase.describe('from nobody and from a user', () => {
  it.each<[string, string, RequestInit]>([
    [
      'a form without a boundary',
      'users/login',
      { headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' },
    ],
    ['a form that ends too early', 'users/login', { headers: FORM, body: 'x' }],
    ['a form of nothing', 'news-categories', { headers: FORM, body: '' }],
    ['a form whose document is no JSON', 'users/login', { headers: FORM, body: part('_payload', '{') }],
  ])('%s in place of a document is refused, with what is wanted', async (_, path, init) => {
    for (const session of [{}, { Cookie: cookie }])
      expect(await ask('POST', path, init, session)).toEqual(refused('σώμα'));
  });
});

oneDatabase.describe('a body that is missing', () => {
  it.each(['news-categories', 'users', 'media'])('is refused by whoever needs one: POST %s', async (path) => {
    expect(await ask('POST', path, {}, { Cookie: cookie })).toEqual(refused('σώμα'));
  });

  it.each(['1', '"x"', 'null'])('or is no object, likewise: %s', async (body) => {
    const init = { headers: JSON_TYPE, body };
    expect(await ask('POST', 'news-categories', init, { Cookie: cookie })).toEqual(refused('σώμα'));
  });

  it('is a sign-in without an address', async () => {
    expect(await ask('POST', 'users/login', { headers: JSON_TYPE })).toMatchObject({
      status: 400,
      value: { errors: [{ data: { errors: [{ path: 'email' }] } }] },
    });
  });
});

describe('a value of another kind is refused', () => {
  it.each([
    'news-categories?where[title][equals][x]=1',
    'news-categories?where[createdAt][equals][x]=1',
    'news-categories?where[id][equals][x]=1',
  ])('in a query: %s', async (path) => {
    const { status, value } = await ask('GET', path, {}, { Cookie: cookie });
    expect({ status, value }).toEqual(refused('τιμή'));
  });

  it.each([
    'sort[]=',
    'depth=-1',
    'select=',
    'populate[media]=',
    'locale=xx',
    'joins=x',
    'where=1',
    'where[id][near]=x',
    'where[createdAt][equals]=x',
    'draft[]=x',
  ])('or done without, and never a failure: %s', async (query) => {
    for (const path of ['news-categories', 'news-posts', 'users', 'media', 'news-posts/versions']) {
      const { status } = await ask('GET', `${path}?${query}`, {}, { Cookie: cookie });
      expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 500)]);
    }
  });

  it.each([{ title: ['x'] }, { api_id: 'x' }, { _status: { a: 1 } }, { id: {} }, { createdAt: ['x'] }])(
    'in a document: %j',
    async (data) => {
      for (const [method, path] of [
        ['POST', 'news-categories?draft=true'],
        ['PATCH', `news-categories/${id}?draft=true`],
      ] as const) {
        const init = { headers: JSON_TYPE, body: JSON.stringify(data) };
        const { status } = await ask(method, path, init, { Cookie: cookie });
        expect([method, status]).toEqual([method, expect.toSatisfy((code: number) => code < 500)]);
      }
    },
  );
});

oneDatabase.it('what a database or a disk fails over is no mistake of the client', () => {
  const failures = [
    Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' }),
    Object.assign(new Error('full'), { code: 'SQLITE_FULL' }),
    Object.assign(new Error('no file'), { code: 'ENOENT' }),
    Object.assign(new Error('away'), { name: 'MongoServerSelectionError' }),
    Object.assign(new Error('not the primary'), { name: 'MongoServerError', code: 10107 }),
    new Error('Failed query', { cause: Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' }) }),
  ];
  expect(failures.map(isOverValues)).toEqual(failures.map(() => false));
});
