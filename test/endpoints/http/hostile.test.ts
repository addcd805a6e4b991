import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHandler } from '../../../endpoints/http/index.ts';
import { lists } from '../../../endpoints/lists/index.ts';
import { emptyLists } from './served.ts';

const handler = createHandler({ readModel: emptyLists() });

const answer = async (url: string, method = 'GET') => {
  const response = await handler({ method, url, headers: {} });
  return response && [response.status, response.headers.Location ?? ''];
};

describe('a request target', () => {
  it.each<[string, (number | string)[] | null]>([
    ['', null],
    ['*', null],
    ['el/api/v1/news-posts/', null],
    ['//el/api/v1/news-posts/', null],
    ['/el/api/v1/news-posts/#fragment', [200, '']],
    ['/el/api/v1/news-posts#?ordering=id', [301, '/el/api/v1/news-posts/']],
    ['/el%2Fapi/v1/news-posts/', [200, '']],
    ['/el/api/v1/news-posts/?format=%00', [404, '']],
    [`/el/api/v1/news-posts/?${'&a=b'.repeat(100_000)}`, [200, '']],
    [`/el/api/v1/news-posts/?${'%'.repeat(100_000)}`, [200, '']],
    [`/el/api/v1/${'%2F'.repeat(100_000)}`, [404, '']],
    [`/el/api/v1/news-posts${'/'.repeat(100_000)}`, [404, '']],
    // RFC 9112, 3.2.2: a server accepts the absolute form.
    ['http://portal.example/el/api/v1/news-posts/?ordering=id', [200, '']],
    [
      'HTTPS://user:password@portal.example:8443/el/api/v1/news-posts?a=b',
      [301, '/el/api/v1/news-posts/?a=b'],
    ],
    ['http://portal.example?/el/api/v1/news-posts/', null],
    // What a redirect leads to is a path of ours.
    ['/el/api/v1//evil.example/news-posts', [404, '']],
    ['http://evil.example/el/api/v1/news-posts', [301, '/el/api/v1/news-posts/']],
    [
      '/el/api/v1/news-posts?a=\r\nSet-Cookie: x\u2028ά\xe9',
      [301, '/el/api/v1/news-posts/?a=%0D%0ASet-Cookie:%20x%E2%80%A8%CE%AC%C3%A9'],
    ],
    ['/el/api/v1/news-posts?\ud800', [301, '/el/api/v1/news-posts/?%EF%BF%BD']],
  ])('%j', async (url, expected) => {
    expect(await answer(url)).toEqual(expected);
  });

  it('of any kind, with any method and header, is answered or left to others, never by throwing', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '/el/api/v1',
        '/news-posts',
        '?',
        '&',
        'ordering=',
        '-id',
        ',',
        '%',
        '%2f',
        '#',
        'http://',
        '\\',
        '..',
        'format=',
        'api',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    const target = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        target,
        fc.oneof(fc.constantFrom('GET', 'HEAD', 'OPTIONS'), fc.string()),
        fc.string(),
        async (url, method, tags) => {
          const response = await handler({ method, url, headers: { 'if-none-match': tags } });
          if (!response) return;
          expect([200, 301, 304, 404, 405]).toContain(response.status);
          for (const value of Object.values(response.headers)) expect(value).toMatch(/^[\x20-\x7e]+$/);
          expect(response.headers.Location ?? '/el/api/v1/').toMatch(/^\/el\/api\/v1\/[a-z-]*/);
        },
      ),
      { numRuns: 500 },
    );
  });
});

it('a method is escaped where it is named', async () => {
  const response = await handler({ method: 'a"\\\n<b>', url: '/el/api/v1/news-posts/', headers: {} });
  expect(response?.body).toBe('{"detail":"Method \\"a\\"\\\\\\n<b>\\" not allowed."}');
});

it('a long header of broken tags is read once', async () => {
  const url = '/el/api/v1/news-posts/';
  for (const value of [
    `"${'a'.repeat(200_000)}`,
    '"a" '.repeat(50_000),
    `${' '.repeat(200_000)}x`,
    '"a",'.repeat(50_000),
    ','.repeat(200_000),
  ]) {
    expect((await handler({ url, headers: { 'if-none-match': value } }))?.status).toBe(200);
  }
});

it('lists that are not among the given ones have no address', async () => {
  const own = createHandler({ readModel: emptyLists(), lists: lists.slice(0, 1) });
  expect((await own({ url: '/el/api/v1/featured-sections/', headers: {} }))?.status).toBe(200);
  expect((await own({ url: '/el/api/v1/news-posts/', headers: {} }))?.status).toBe(404);
});
