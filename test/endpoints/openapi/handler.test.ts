import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { createHandler, fetchHandler } from '../../../endpoints/http/index.ts';
import { lists } from '../../../endpoints/lists/index.ts';
import { type DescriptionHandlerOptions, descriptionHandler } from '../../../endpoints/openapi/index.ts';
import { KEYS } from '../../support/contractRows.ts';
import { type Client, clients } from '../http/clients.ts';
import { emptyLists } from '../http/served.ts';

const { 'Express 5, mounted at its prefixes': _, ...unmounted } = clients;

const SECURITY = {
  'Content-Security-Policy': expect.stringMatching(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  ),
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};
const ETAG = expect.stringMatching(/^"[\w-]{22}"$/);

function pageOf(options: Partial<DescriptionHandlerOptions> = {}, url = '/portal-api'): string {
  const handler = descriptionHandler({ at: '/portal-api', ...options });
  const response = handler({ url, headers: { host: 'content.portal.example' } });
  if (!response || response instanceof Promise) throw new Error('no page');
  return String(response.body);
}

describe.each(Object.entries(unmounted))('through %s, the description', (_, connect) => {
  const handler = descriptionHandler({ at: '/portal-api', headers: { 'X-Further': 'a' } });
  const HEADERS = { ...SECURITY, 'X-Further': 'a' };
  const asking = async () => connect(handler);

  async function whole(ask: Client, target: string, type: string) {
    const { body, ...seen } = await ask({ target });
    expect(seen).toEqual({
      status: 200,
      headers: {
        ...HEADERS,
        ETag: ETAG,
        'Cache-Control': 'no-cache',
        'Content-Type': type,
        'Content-Length': String(Buffer.byteLength(body)),
      },
    });
    return { body, ...seen };
  }

  it.each([
    ['/portal-api', 'text/html; charset=utf-8'],
    ['/portal-api?a=b', 'text/html; charset=utf-8'],
    ['/portal-api/openapi.json', 'application/json'],
  ])('is at %s', async (target, type) => {
    const ask = await asking();
    const { body, ...seen } = await whole(ask, target, type);
    expect(await ask({ target, method: 'HEAD' })).toEqual({ ...seen, body: '' });
    const { ETag = '' } = seen.headers;
    for (const method of ['GET', 'HEAD']) {
      expect(await ask({ target, method, headers: { 'if-none-match': `"a", W/${ETag}` } })).toEqual({
        status: 304,
        headers: { ...HEADERS, ETag, 'Cache-Control': 'no-cache' },
        body: '',
      });
    }
    expect(await ask({ target, headers: { 'if-none-match': '"a"' } })).toEqual({ ...seen, body });
    expect(await ask({ target, method: 'OPTIONS' })).toEqual({
      status: 200,
      headers: { ...HEADERS, Allow: 'GET, HEAD, OPTIONS', 'Content-Length': '0' },
      body: '',
    });
    const refused = '{"detail":"Method \\"POST\\" not allowed."}';
    expect(await ask({ target, method: 'POST', body: 'α' })).toEqual({
      status: 405,
      headers: {
        ...HEADERS,
        Allow: 'GET, HEAD, OPTIONS',
        'Content-Type': 'application/json',
        'Content-Length': String(refused.length),
      },
      body: refused,
    });
  });

  it('leads from the path with a slash to the page', async () => {
    expect(await (await asking())({ target: '/portal-api/' })).toMatchObject({
      status: 301,
      headers: { ...HEADERS, Location: '/portal-api' },
    });
  });

  it.each(['/', '/portal-api/x', '/el/api/v1/news-posts/', '//portal-api'])(
    'leaves %s to what stands behind',
    async (target) => {
      for (const method of ['GET', 'POST'])
        expect((await (await asking())({ target, method })).status).toBe(418);
    },
  );
});

it('is a handler that a fetch server can try before the lists', async () => {
  const description = descriptionHandler({ at: '/portal-api' });
  const handler = createHandler({ readModel: emptyLists() });
  const both = fetchHandler((request) => description(request) ?? handler(request));
  const status = async (path: string) => (await both(new Request(`https://a.example${path}`))).status;
  expect([await status('/portal-api'), await status('/el/api/v1/news-posts/'), await status('/a')]).toEqual([
    200, 200, 404,
  ]);
});

describe('a description', () => {
  it.each([
    ['/el/api/v1', undefined, '/el/api/v1'],
    ['/', ['/'], '/'],
  ])('is not made at %j beside the prefixes %j', (at, prefixes, address) => {
    const make = () => descriptionHandler({ at, ...(prefixes && { prefixes }) });
    expect(make).toThrow(`descriptionHandler: ${address} is under the prefix `);
  });

  it.each(['/el/api/v1x', '/el/api', '/'])('is made at %s', (at) => {
    expect(descriptionHandler({ at })({ url: at, headers: {} })).toMatchObject({ status: 200 });
  });

  it('has a policy that lets its own style in, and nothing else', () => {
    const handler = descriptionHandler({ at: '/' });
    const response = handler({ url: '/', headers: {} });
    if (!response || response instanceof Promise) throw new Error('no page');
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(String(response.body)) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    expect(response.headers['Content-Security-Policy']).toContain(`'sha256-${digest}'`);
    expect(style).not.toMatch(/url\(|@import/);
  });
});

describe('the page', () => {
  /** By tag: the attributes of its elements. */
  function elements(html: string): [string, Record<string, string>][] {
    const found: [string, Record<string, string>][] = [];
    const parser = new Parser({ onopentag: (name, attributes) => found.push([name, attributes]) });
    parser.end(html);
    return found;
  }
  const linksOf = (html: string) =>
    elements(html).flatMap(([name, { href }]) => (name === 'a' && href !== undefined ? [href] : []));
  const text = (html: string) => html.replace(/<style>.*<\/style>/s, '').replace(/<[^>]*>/g, '');

  it('loads and runs nothing', () => {
    const names = new Set(elements(pageOf()).map(([name]) => name));
    for (const name of ['script', 'link', 'img', 'iframe', 'object', 'form', 'base'])
      expect(names).not.toContain(name);
    const attributes = elements(pageOf()).flatMap(([, attributes]) => Object.keys(attributes));
    expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
  });

  it('links to the lists, to the document, and to the administration where there is one', () => {
    const addresses = lists.map(({ key }) => `/el/api/v1/${key}/`);
    expect(linksOf(pageOf()).filter((href) => !href.startsWith('#'))).toEqual([
      '/portal-api/openapi.json',
      ...addresses,
    ]);
    expect(linksOf(pageOf({ admin: '/admin' }))).toContain('/admin');
    expect(linksOf(pageOf({ prefixes: ['/a', '/b'] })).filter((href) => /^\/[ab]\//.test(href))).toHaveLength(
      2 * lists.length,
    );
  });

  it('has a place for every link within it', () => {
    const html = pageOf();
    const ids = elements(html).flatMap(([, { id }]) => id ?? []);
    const within = linksOf(html).filter((href) => href.startsWith('#'));
    expect(within.filter((href) => !ids.includes(href.slice(1)))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the keys of each list in their order, with what they are', () => {
    const tables = [...pageOf().matchAll(/<table class="keys">.*?<tbody>(.*?)<\/tbody>/gs)];
    const rows = tables.map(([, body = '']) =>
      [...body.matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>/gs)].map(([, key = '', value = '']) => [
        text(key),
        text(value),
      ]),
    );
    expect(rows.map((keys) => keys.map(([key]) => key))).toEqual(lists.map(({ key }) => KEYS[key]));
    expect(Object.fromEntries(rows[2] ?? [])).toMatchObject({
      id: 'whole number',
      selected: 'true or false',
      category: 'element of News Category List',
      related: `array of objects with ${KEYS['news-posts']?.filter((key) => !['category', 'related', 'files'].includes(key)).join(', ')}`,
      files: 'any JSON',
      title: 'text',
      created_timestamp: 'time in UTC (ISO 8601)',
      content: 'HTML',
    });
    expect(Object.fromEntries(rows[0] ?? [])).toMatchObject({
      section_two_links: 'array of objects with text, link',
      featured_image: 'any JSON but null',
    });
    expect(Object.fromEntries(rows[4] ?? [])).toMatchObject({
      url: 'text or null',
      service: 'whole number or null',
    });
  });

  it('has commands for the address that it was asked at, or for the public one', () => {
    const command = (html: string) => /curl '(.*?)'/.exec(html)?.[1];
    const path = '/el/api/v1/featured-sections/';
    expect(command(pageOf())).toBe(`http://content.portal.example${path}`);
    expect(command(pageOf({}, 'https://other.example/portal-api'))).toBe(`https://other.example${path}`);
    expect(command(pageOf({ url: 'https://public.example' }))).toBe(`https://public.example${path}`);
    const odd = descriptionHandler({ at: '/' })({ url: '/', headers: { host: `'<script>"` } });
    if (!odd || odd instanceof Promise) throw new Error('no page');
    expect(command(String(odd.body))).toBe(`http://localhost${path}`);
  });

  it('shows names as they are written', () => {
    const [list] = lists;
    if (!list) throw new Error('no list');
    const html = pageOf({ lists: [{ ...list, name: '<b>"Α" & Β</b>' }], title: '</title><script>' });
    expect(html).toContain('<h2 id="featured-sections">&lt;b&gt;&quot;Α&quot; &amp; Β&lt;/b&gt;</h2>');
    expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
  });
});
