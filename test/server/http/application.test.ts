import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application } from '../../../src/server/http/application.ts';
import { exchange } from '../../support/exchange.ts';

let server: HttpServer;
let port: number;

/** Stands for Next: says what it was asked. */
beforeAll(async () => {
  const app = application({
    most: 1024,
    isSignedIn: async ({ cookie }) => cookie === 'payload-token=mine',
    serverUrl: undefined,
    imageFiles: (_request, _response, pass) => pass(),
    next: async ({ url }, response) => void response.end(`Next got ${url}`),
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Sends the path as it is written; clients of Node's would tidy it up. */
async function ask(path: string, { method = 'GET', headers = {} as Record<string, string>, body = '' } = {}) {
  const lines = Object.entries({ Host: 'cms.example', Connection: 'close', ...headers });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
  return exchange(port, [...head, ...length, '', body].join('\r\n'));
}

describe('a `redirect` of the admin that leads out of it is taken off', () => {
  it.each([
    '/admin/..//evil.example',
    '/admin/%2e%2e//evil.example',
    '/admin/..\\\\evil.example',
    '//evil.example',
    '/\\evil.example/admin',
    'https://evil.example/admin',
    'javascript:alert(1)',
    '/api/users/logout',
    '/admin/..',
    'http://[',
  ])('%j', async (target) => {
    const { status, headers } = await ask(`/admin/login?redirect=${encodeURIComponent(target)}&x=1`);
    expect({ status, location: headers.location }).toEqual({ status: 307, location: '/admin/login?x=1' });
  });

  it('wherever it stands, and every one', async () => {
    const at = async (path: string) => (await ask(path)).headers.location;
    expect(await at('/admin?redirect=//evil.example')).toBe('/admin');
    expect(await at('/admin/login/?a=%2B&%72edirect=//evil.example')).toBe('/admin/login/?a=%2B');
    expect(await at('/admin/logout?redirect=/admin&redirect=//evil.example')).toBe('/admin/logout');
    expect(await at('http://cms.example/admin/login?redirect=//evil.example')).toBe('/admin/login');
  });

  it.each([
    '/admin',
    '/admin/collections/news-posts?limit=10&page=2',
    '/admin/x/../collections/news-posts/1#a',
    '/admin//evil.example',
  ])('and any other stays: %s', async (target) => {
    const path = `/admin/login?redirect=${encodeURIComponent(target)}`;
    expect(await ask(path)).toMatchObject({ status: 200, body: `Next got ${path}` });
  });
});

describe('what Next or Payload would fail over is refused', () => {
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const asGet = { 'X-Payload-HTTP-Method-Override': 'GET' };
  const post = (path: string, headers: Record<string, string>) => ({ method: 'POST', path, headers });
  const routerState = (state: string) => ({
    path: '/admin',
    headers: { RSC: '1', 'Next-Router-State-Tree': state },
  });

  it.each([
    ['/_next/../api/users/me', 404],
    ['/_next/static/../../api/constructor', 404],
    ['/admin/./login', 404],
    ['/admin/x/../create-first-user', 404],
    ['/api/media/file/../../users/me', 404],
    ['/admin/..\\api\\users\\me', 404],
    ['/admin/../api/users/me#x?y', 404],
    [{ path: '/api/users/me', method: 'TRACE' }, 405],
    [{ path: '/_next/x', method: 'POST' }, 405],
    [routerState('broken'), 400],
    [routerState('%5B%22%22%2C1%5D'), 400],
    [post('/admin/login', { 'Next-Action': 'x', 'Content-Type': 'text/plain' }), 403],
    [post('/admin', { 'Content-Type': 'multipart/form-data; boundary=x' }), 403],
    ['/api/payload-migrations', 404],
    ['/api/constructor', 404],
    ['/api/%63onstructor?limit=1', 404],
    ['/api/users/hasOwnProperty', 404],
    ['/api/%', 400],
    ['/admin/%ff', 400],
    ['/api/media/file/x%0aline', 404],
    ['/api/media/file/x%1B[31m', 404],
    ['/api/users?limit=-1', 400],
    ['/api/users?limit=1&limit=-1', 400],
    ['/api/users?depth=0&page=-1', 400],
    [post('/api/users', form), 415],
    ['/api/news-posts?where[or][title][equals]=1', 400],
    ['/admin/collections/news-posts?where[or][0][and][title][equals]=1', 400],
    [post('/api/users', { 'Content-Type': 'text/plain' }), 415],
    [post('/api/users', { ...json, ...asGet }), 415],
    [{ ...post('/api/users', { ...form, ...asGet }), method: 'PATCH' }, 415],
  ])('%j: %i', async (asked, status) => {
    const { path, ...request } = typeof asked === 'string' ? { path: asked } : asked;
    const answer = await ask(path, request);
    expect({ ...answer, body: JSON.parse(answer.body) }).toMatchObject({
      status,
      body: { detail: expect.stringMatching(/^[A-Z].*\.$/) },
    });
  });

  it.each([
    '/api/users?limit=10&page=2&where[title][equals]=-1',
    '/api/media/file/%CE%B1%20(1).png',
    '/admin/collections/news-posts?limit=-1',
    '/api/news-posts?where[or][0][and][0][title][equals]=1&where[and][][id][in][]=2',
    post('/api/users', json),
    post('/api/media', { 'Content-Type': 'multipart/form-data; boundary=x' }),
    post('/api/users', { ...form, ...asGet }),
    post('/admin/login', {
      Origin: 'http://cms.example',
      Cookie: 'payload-token=mine',
      'Content-Type': 'text/plain;charset=UTF-8',
    }),
    '/api/users/..me/...',
    '/admin?x=/../y',
    routerState(encodeURIComponent('["",{"children":["admin",{}]},null,null,1]')),
  ])('and nothing else: %j', async (asked) => {
    const { path, ...request } = typeof asked === 'string' ? { path: asked } : asked;
    expect(await ask(path, request)).toMatchObject({ status: 200, body: `Next got ${path}` });
  });
});
