import express from 'express';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createHandler, fetchHandler, portalRouter, routeHandlers } from '../../../endpoints/http/index.ts';
import { emptyLists, listening } from './served.ts';

const handler = createHandler({ readModel: emptyLists() });
const LIST = '/el/api/v1/news-posts/';

async function listen(app: express.Express): Promise<string> {
  const { port } = await listening(app);
  return `http://127.0.0.1:${port}`;
}

describe('the Express router', () => {
  it('is an Express request handler', async () => {
    expectTypeOf(portalRouter(handler)).toExtend<express.RequestHandler>();
  });

  it('has its own headers, whatever middleware before it has set', async () => {
    const app = express();
    app.use((_, response, next) => {
      response.type('html').vary('Origin').set({ Allow: 'POST', 'X-Other': 'kept' });
      next();
    });
    app.use(express.json(), portalRouter(handler));
    const base = await listen(app);
    for (const [method, status] of [
      ['GET', 200],
      ['POST', 405],
      ['OPTIONS', 200],
    ] as const) {
      const { headers, status: seen } = await fetch(base + LIST, { method });
      const names = ['allow', 'content-type', 'vary', 'x-other'];
      expect([seen, ...names.map((name) => headers.get(name))]).toEqual([
        status,
        'GET, OPTIONS',
        'application/json',
        'Accept',
        'kept',
      ]);
    }
  });

  it('answers before a body parser without reading the body, and leaves other bodies to it', async () => {
    const app = express();
    app.use(portalRouter(handler), express.json());
    app.post('/echo', (request, response) => void response.json(request.body));
    const base = await listen(app);
    const post = { method: 'POST', body: '{"broken', headers: { 'content-type': 'application/json' } };
    expect((await fetch(base + LIST, post)).status).toBe(405);
    expect(await (await fetch(`${base}/echo`, { ...post, body: '{"a":1}' })).json()).toEqual({ a: 1 });
  });

  it('goes by the path that the client sent', async () => {
    const app = express();
    const router = portalRouter(createHandler({ readModel: emptyLists(), prefixes: ['/gateway/el/api/v1'] }));
    app.use('/gateway', express.Router().use(router));
    const base = await listen(app);
    const moved = await fetch(`${base}/gateway/el/api/v1/news-posts?a=b`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      '/gateway/el/api/v1/news-posts/?a=b',
    ]);
    expect((await fetch(base + LIST)).status).toBe(404);
  });
});

describe('the fetch handler', () => {
  it('is a 404 for what is under no prefix', async () => {
    const response = await fetchHandler(handler)(new Request('https://a.example/elsewhere'));
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      404,
      'application/json',
      '{"detail":"Not found."}',
    ]);
  });

  it('is the same for every method of a Next route file', async () => {
    const { GET, ...others } = routeHandlers(handler);
    expect(Object.keys(others)).toEqual(['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
    expect(Object.values(others).every((other) => other === GET)).toBe(true);
  });

  it('leaves a body unread', async () => {
    const request = new Request(`https://a.example${LIST}`, { method: 'POST', body: 'α' });
    const { status } = await fetchHandler(handler)(request);
    expect([status, request.bodyUsed]).toEqual([405, false]);
  });
});
