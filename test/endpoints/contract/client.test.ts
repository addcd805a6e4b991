import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z as z3 } from 'zod/v3';
import {
  type FeaturedSection,
  lists,
  type NewsCategory,
  type NewsPost,
  PortalError,
  type PortalList,
  portalClient,
  z,
} from '../../../endpoints/contract/index.ts';
import { createHandler, nodeListener } from '../../../endpoints/http/index.ts';
import { LISTS } from '../../support/contractRows.ts';
import { freePort } from '../../support/freePort.ts';
import { capturedLists, listening } from '../http/served.ts';
import { captured } from '../support/capture.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** A server that answers in this way; `asked` has the requests. */
async function server(answer: Answer) {
  const asked: IncomingMessage[] = [];
  const { port } = await listening((request, response) => {
    asked.push(request);
    answer(request, response, asked.length);
  });
  return { baseUrl: `http://127.0.0.1:${port}`, asked };
}

/** A server whose answers all are this. */
const always = (status: number, body: string, headers: Record<string, string> = {}) =>
  server((_, response) => response.writeHead(status, headers).end(body));

async function portal(paths = {}) {
  const handler = createHandler({ readModel: capturedLists(), paths });
  return server(nodeListener(handler));
}

async function errorOf(promise: Promise<unknown>): Promise<PortalError> {
  const error = await promise.then(
    (value) => expect.fail(`no error, but ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(PortalError);
  return error as PortalError;
}

const CATEGORY = { id: 1, selected: false, title: 'α', slug: 'a' };
const ADDRESS = '/el/api/v1/news-categories/';

describe('a client of a portal', () => {
  it.each(lists.map(({ key }) => key))('gives %s as they are served', async (key) => {
    const { baseUrl } = await portal();
    expect(await portalClient({ baseUrl }).list(key)).toEqual(JSON.parse(captured(key)));
  });

  it('gives a record as it stands in its list', async () => {
    const { baseUrl, asked } = await portal();
    const client = portalClient({ baseUrl });
    const [post] = JSON.parse(captured('news-posts'));
    const [link] = JSON.parse(captured('service-useful-links'));
    expect(await client.newsPosts.get(post.id)).toEqual(post);
    expect(await client.serviceUsefulLinks.get(link.id)).toEqual(link);
    expect(await client.newsCategories.list()).toEqual(JSON.parse(captured('news-categories')));
    expect(asked.map(({ url }) => url)).toEqual([
      `/el/api/v1/news-posts/${post.id}/`,
      `/el/api/v1/service-useful-links/${link.id}/`,
      '/el/api/v1/news-categories/',
    ]);
    expectTypeOf(await client.newsPosts.get(post.id)).toEqualTypeOf<NewsPost>();
    expectTypeOf<Parameters<typeof client.newsPosts.get>[0]>().toEqualTypeOf<number>();
  });

  it('throws for a record that is not there, and says whether there are any', async () => {
    const { baseUrl } = await portal();
    const client = portalClient({ baseUrl });
    const none = await errorOf(client.newsPosts.get(0));
    expect(none).toMatchObject({ kind: 'status', status: 404 });
    expect(none.message).toContain('No NewsPost matches the given query.');
    const off = await errorOf(client.featuredSections.get(1));
    expect(off).toMatchObject({ kind: 'status', status: 404 });
    expect(off.message).toContain('Not found.');
  });

  it.each([
    ['null', 'invalid-element', 'is no record: it begins with "null"'],
    ['<html>', 'not-json', 'is no JSON'],
  ])('throws for %s in place of a record', async (answer, kind, message) => {
    const { baseUrl } = await always(200, answer);
    const error = await errorOf(portalClient({ baseUrl }).newsCategories.get(1));
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(message);
  });

  it('names lists of a host in camel case, and refuses an id that is none', async () => {
    const { baseUrl, asked } = await always(200, '{"id":7}');
    const list = { key: 'public-bodies-of-2024', element: z.object({ id: z.int() }) } as const;
    const other = { key: 'list', element: z.object({ id: z.int() }) } as const;
    const client = portalClient({ baseUrl, lists: [list, other] });
    expect(await client.publicBodiesOf2024.get(7)).toEqual({ id: 7 });
    expect(asked[0]?.url).toBe('/el/api/v1/public-bodies-of-2024/7/');
    expect(client.list).toBeTypeOf('function');
    for (const id of [1.5, Number.NaN, '7' as never]) {
      await expect(client.publicBodiesOf2024.get(id)).rejects.toThrow(TypeError);
    }
  });

  it('asks for an ordering of one name, or of several', async () => {
    const { baseUrl, asked } = await always(200, '[]');
    const client = portalClient({ baseUrl });
    await client.list('service-useful-links', { ordering: '-title' });
    await client.list('news-posts', { ordering: ['-created_timestamp', 'id'] });
    await client.list('news-posts', { ordering: [] });
    expect(asked.map(({ url }) => url)).toEqual([
      '/el/api/v1/service-useful-links/?ordering=-title',
      '/el/api/v1/news-posts/?ordering=-created_timestamp%2Cid',
      '/el/api/v1/news-posts/',
    ]);
  });

  it('knows other prefixes, paths and gateways', async () => {
    const { baseUrl, asked } = await always(200, '[]');
    const options = { prefix: '/api/v1', paths: { 'news-posts': 'νέα' } };
    await portalClient({ baseUrl: `${baseUrl}/gateway/`, ...options }).list('news-posts');
    expect(asked.map(({ url }) => url)).toEqual(['/gateway/api/v1/%CE%BD%CE%AD%CE%B1/']);
  });

  it('asks by the fetch that it is given', async () => {
    const asked: string[] = [];
    const client = portalClient({
      baseUrl: 'https://content.portal.example',
      async fetch(url, init) {
        asked.push(url, JSON.stringify(init.headers));
        return new Response('[]');
      },
    });
    await client.list('news-categories');
    expect(asked).toEqual([`https://content.portal.example${ADDRESS}`, '{"Accept":"application/json"}']);
  });

  it.each(['', 'ftp://portal.example'])('is not made for the address %j', (baseUrl) => {
    expect(() => portalClient({ baseUrl })).toThrow(
      `baseUrl must be an absolute address such as https://content.portal.example, not "${baseUrl}".`,
    );
  });

  it('takes no list whose schema is of another zod', () => {
    const offices = { key: 'offices', element: z3.object({ id: z3.number() }) };
    expect(() =>
      portalClient({ baseUrl: 'http://127.0.0.1', lists: [offices as unknown as PortalList] }),
    ).toThrow(
      new TypeError(
        'The list "offices" has an element that is no schema of zod 4 (your import of "zod" may find zod 3): make it with the "z" of payload-portal-content/contract.',
      ),
    );
  });

  it('has no list of another name', async () => {
    const client = portalClient({ baseUrl: 'http://127.0.0.1' });
    // @ts-expect-error
    await expect(client.list('constructor')).rejects.toThrow(
      `There is no list "constructor"; there are ${Object.keys(LISTS).join(', ')}.`,
    );
  });
});

describe('an outage is an error', () => {
  it.each<[number, string, Record<string, string>, string]>([
    [
      503,
      '{"detail":"The lists are being loaded."}',
      { 'Retry-After': '2' },
      'The lists are being loaded. Ask again in 2 s.',
    ],
    [404, '{"detail":"Not found."}', {}, 'Not found.'],
    [502, '<h1>Bad gateway</h1>', { 'Content-Type': 'text/html' }, ''],
    [304, '', { ETag: '"a"' }, ''],
  ])('a %i, whatever its body: %s', async (status, body, headers, words) => {
    const { baseUrl, asked } = await always(status, body, headers);
    const { kind, message, ...error } = await errorOf(portalClient({ baseUrl }).list('news-categories'));
    expect({ kind, status: error.status, url: error.url, retryAfter: error.retryAfter }).toEqual({
      kind: 'status',
      status,
      url: baseUrl + ADDRESS,
      retryAfter: status === 503 ? 2 : undefined,
    });
    expect(message).toMatch(new RegExp(`^${baseUrl}${ADDRESS} answered ${status} [A-Z][A-Za-z ]+`));
    expect(message.endsWith(words === '' ? '.' : `: ${words}`)).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it('no server at the address', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const { kind, status, message } = await errorOf(portalClient({ baseUrl }).list('news-posts'));
    expect([kind, status]).toEqual(['unreachable', undefined]);
    expect(message).toMatch(/news-posts\/ did not answer \(.*ECONNREFUSED.*\)\.$/);
  });

  it('redirects without an end', async () => {
    const { baseUrl } = await server((_, response) => response.writeHead(301, { Location: ADDRESS }).end());
    const { kind, message } = await errorOf(portalClient({ baseUrl }).list('news-categories'));
    expect([kind, message]).toEqual(['redirect', `${baseUrl}${ADDRESS} redirects without an end.`]);
  });

  it('a body that breaks off, even where what came is a list', async () => {
    const { baseUrl } = await server((_, response) => response.write('[]', () => response.destroy()));
    const { kind, status } = await errorOf(portalClient({ baseUrl }).list('news-posts'));
    expect([kind, status]).toEqual(['incomplete', 200]);
  });

  it('no response in time', async () => {
    const { baseUrl } = await server(() => {});
    const { kind } = await errorOf(portalClient({ baseUrl, timeout: 50 }).list('news-categories'));
    expect(kind).toBe('timeout');
  });

  it.each([
    ['', 'not-json', 'is no JSON: it begins with nothing (the body is empty).'],
    ['<!doctype html>', 'not-json', 'is no JSON: it begins with "<!doctype html>".'],
    ['{"results":[]}', 'not-a-list', 'is no list: it begins with "{\\"results\\":[]}".'],
  ])('a body of %j', async (body, kind, words) => {
    const { baseUrl } = await always(200, body);
    const error = await errorOf(portalClient({ baseUrl }).list('news-categories'));
    expect([error.kind, error.status, error.message]).toEqual([kind, 200, `${baseUrl}${ADDRESS} ${words}`]);
  });
});

describe('an element', () => {
  it('that is not as its list promises is named, with all that is wrong', async () => {
    const { id: _, ...without } = CATEGORY;
    const { baseUrl } = await always(
      200,
      JSON.stringify([CATEGORY, { ...CATEGORY, id: 7, title: 5, slug: null }, without, null]),
    );
    const { kind, message, problems } = await errorOf(portalClient({ baseUrl }).list('news-categories'));
    expect({ kind, message, problems }).toEqual({
      kind: 'invalid-element',
      message:
        `${baseUrl}${ADDRESS} has elements that are not as the list promises: element 1 (id 7): title is a number, ` +
        'not a text; element 1 (id 7): slug is null, not a text; element 2: id is missing; and 1 more.',
      problems: [
        { index: 1, id: 7, path: 'title', reason: 'is a number, not a text' },
        { index: 1, id: 7, path: 'slug', reason: 'is null, not a text' },
        { index: 2, id: undefined, path: 'id', reason: 'is missing' },
        { index: 3, id: undefined, path: '', reason: 'is null, not an object' },
      ],
    });
  });

  it('may have keys that its list does not know, wherever they are', async () => {
    const [post] = JSON.parse(captured('news-posts'));
    const further = {
      ...post,
      more: 1,
      category: { ...post.category, more: [] },
      related: [{ ...post, more: {} }],
    };
    const { baseUrl } = await always(200, JSON.stringify([further]));
    expect(await portalClient({ baseUrl }).list('news-posts')).toEqual([further]);
    const wrong = await always(200, JSON.stringify([{ ...further, related: [{ more: 1 }] }]));
    const { problems } = await errorOf(portalClient(wrong).list('news-posts'));
    expect(problems.map(({ path }) => path)).toContain('related[0].title');
  });

  it.each([{ a: 1 }, 'x', null])('may have %j where any JSON may be', async (files) => {
    const [post] = JSON.parse(captured('news-posts'));
    const { baseUrl } = await always(200, JSON.stringify([{ ...post, files }]));
    expect((await portalClient({ baseUrl }).list('news-posts'))[0]?.files).toEqual(files);
  });

  it('is not looked at where that is not wanted', async () => {
    const { baseUrl } = await always(200, '[5]');
    expect(await portalClient({ baseUrl, validate: false }).list('news-posts')).toEqual([5]);
  });
});

describe('with a cache, a client', () => {
  it('asks with the tag that it has, and gives the same array as before', async () => {
    const { baseUrl, asked } = await portal();
    const client = portalClient({ baseUrl, cache: 1 });
    const first = await client.list('news-categories');
    expect(await client.list('news-categories')).toBe(first);
    const [{ etag }] = [capturedLists().response('news-categories')];
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, etag]);
  });

  it('asks so that a shared cache may answer by itself', async () => {
    const { baseUrl, asked } = await portal();
    const client = portalClient({ baseUrl, cache: 1 });
    await client.list('news-categories');
    await client.list('news-categories');
    await client.newsCategories.get(JSON.parse(captured('news-categories'))[0].id);
    const sent = asked.map(({ headers }) => [headers['cache-control'], headers.pragma]);
    expect(sent).toEqual([
      [undefined, undefined],
      ['max-age=31536000', ''],
      [undefined, undefined],
    ]);
  });

  it('gives what has changed', async () => {
    const { baseUrl } = await server((_, response, count) =>
      response.setHeader('ETag', `"${count}"`).end(JSON.stringify([{ ...CATEGORY, id: count }])),
    );
    const client = portalClient({ baseUrl, cache: 1 });
    expect(await client.list('news-categories')).toEqual([{ ...CATEGORY, id: 1 }]);
    expect(await client.list('news-categories')).toEqual([{ ...CATEGORY, id: 2 }]);
  });

  it('holds the answers of so many addresses, those that were asked for last', async () => {
    const { baseUrl, asked } = await server((_, response) => response.setHeader('ETag', '"a"').end('[]'));
    const client = portalClient({ baseUrl, cache: 2 });
    for (const ordering of ['id', 'title', 'id', 'slug', 'id', 'title'] as const) {
      await client.list('news-categories', { ordering });
    }
    const tags = asked.map(({ headers }) => headers['if-none-match']);
    expect(tags).toEqual([undefined, undefined, '"a"', undefined, '"a"', undefined]);
  });

  it('holds nothing that is no list, and nothing without a tag', async () => {
    const { baseUrl, asked } = await server((_, response, count) => {
      if (count === 1) response.setHeader('ETag', '"a"').end('{}');
      else response.end('[]');
    });
    const client = portalClient({ baseUrl, cache: 1 });
    await errorOf(client.list('news-categories'));
    await client.list('news-categories');
    await client.list('news-categories');
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined, undefined]);
  });
});

describe('asked to try again, a client', () => {
  const failing = (times: number, retryAfter?: string) =>
    server((_, response, count) => {
      if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
      response.writeHead(count > times ? 200 : 503).end('[]');
    });

  it.each(['0', 'Sun, 06 Nov 1994 08:49:37 GMT'])(
    'repeats what gets a 503 with Retry-After: %s',
    async (after) => {
      const { baseUrl, asked } = await failing(2, after);
      expect(await portalClient({ baseUrl, retries: 2 }).list('news-posts')).toEqual([]);
      expect(asked).toHaveLength(3);
    },
  );

  it('does so that often and no more', async () => {
    const { baseUrl, asked } = await failing(9, '0');
    expect((await errorOf(portalClient({ baseUrl, retries: 2 }).list('news-posts'))).status).toBe(503);
    expect(asked).toHaveLength(3);
  });

  it.each([undefined, '61', '-1'])('does not where Retry-After is %s', async (after) => {
    const { baseUrl, asked } = await failing(1, after);
    expect((await errorOf(portalClient({ baseUrl, retries: 5 }).list('news-posts'))).status).toBe(503);
    expect(asked).toHaveLength(1);
  });

  it('does not repeat another status', async () => {
    const { baseUrl, asked } = await always(500, '', { 'Retry-After': '0' });
    expect((await errorOf(portalClient({ baseUrl, retries: 5 }).list('news-posts'))).retryAfter).toBe(0);
    expect(asked).toHaveLength(1);
  });
});

describe('who gives a request up', () => {
  it.each<[string, Answer]>([
    ['before the response', () => {}],
    ['in the body', (_, response) => response.write('[')],
    ['while it waits to try again', (_, response) => response.writeHead(503, { 'Retry-After': '60' }).end()],
  ])('%s has their own reason back', async (_, answer) => {
    const controller = new AbortController();
    const { baseUrl } = await server((request, response, count) => {
      answer(request, response, count);
      setImmediate(() => controller.abort('enough'));
    });
    const asking = portalClient({ baseUrl, retries: 1 }).list('news-posts', { signal: controller.signal });
    await expect(asking).rejects.toBe('enough');
  });
});

describe('types', () => {
  const client = portalClient({ baseUrl: 'https://content.portal.example' });

  it('of elements are those of their list', () => {
    expectTypeOf(client.list<'news-categories'>).returns.resolves.toEqualTypeOf<readonly NewsCategory[]>();
    expectTypeOf(client.list<'news-posts'>).returns.resolves.toEqualTypeOf<readonly NewsPost[]>();
    expectTypeOf<NewsCategory>().toEqualTypeOf<{
      id: number;
      selected: boolean;
      title: string;
      slug: string;
    }>();
    expectTypeOf<NewsPost['created_timestamp']>().toEqualTypeOf<string>();
    expectTypeOf<string | number | object | null>().toExtend<NewsPost['files']>();
    expectTypeOf<undefined>().not.toExtend<NewsPost['files']>();
    expectTypeOf<null>().not.toExtend<FeaturedSection['featured_image']>();
    expectTypeOf<NewsPost['category']>().toEqualTypeOf<NewsCategory>();
  });

  it('of orderings are the names that a list can be ordered by', () => {
    type Options = NonNullable<Parameters<typeof client.list<'news-categories'>>[1]>;
    type Name = 'id' | 'selected' | 'title' | 'slug';
    type Term = Name | `-${Name}`;
    expectTypeOf<Options['ordering']>().toEqualTypeOf<Term | readonly Term[] | undefined>();
    type PostOptions = NonNullable<Parameters<typeof client.list<'news-posts'>>[1]>;
    expectTypeOf<'-created_timestamp'>().toExtend<PostOptions['ordering']>();
    expectTypeOf<'category'>().not.toExtend<PostOptions['ordering']>();
    type SectionOptions = NonNullable<Parameters<typeof client.list<'featured-sections'>>[1]>;
    expectTypeOf<'-section_two_links'>().toExtend<SectionOptions['ordering']>();
  });
});
