import { beforeAll, describe, expect, it } from 'vitest';
import { createHandler } from '../../../endpoints/http/index.ts';
import { lists } from '../../../endpoints/lists/index.ts';
import { captured, elementTexts } from '../support/capture.ts';
import { type Ask, BEHIND, type Client, clients, type Seen } from './clients.ts';
import { capturedLists, serving, WITHOUT_RECORDS } from './served.ts';

const THREE = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };
const BASE = '/el/api/v1';

function json(status: number, headers: Record<string, string>, body: string): Seen {
  return { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
}

const unknownPath = json(404, { 'Content-Type': 'application/json' }, '{"detail":"Not found."}');
const unknownFormat = json(404, THREE, '{"detail":"Not found."}');

describe.each(Object.entries(clients))('%s', (_name, connect) => {
  const readModel = capturedLists();
  let ask: Client;
  const get = (target: string, headers: Record<string, string> = {}) => ask({ target, headers });
  const whole = (slug: string, ordering?: string): Seen => {
    const { etag, body } = readModel.response(slug, ordering);
    return json(200, { ...THREE, ETag: etag }, body.toString());
  };

  beforeAll(async () => {
    ask = await connect(createHandler({ readModel, prefixes: [BASE, '/api/v1/'] }));
  });

  describe('a list', () => {
    it.each(lists.map(({ key }) => key))(
      '%s has exactly the captured bytes and the three headers',
      async (slug) => {
        const seen = await get(`${BASE}/${slug}/`);
        expect(seen).toEqual(whole(slug));
        expect(seen.body).toBe(captured(slug));
      },
    );

    it.each(['?', '?format=xml&format=api'])('answers %j like no query', async (query) => {
      expect(await get(`${BASE}/news-categories/${query}`)).toEqual(whole('news-categories'));
    });

    it.each([
      ['ordering=-title&ordering', ''],
      ['order%69ng=id&%6Frdering=-id', '-id'],
      ['ordering=%CE%B1%e1%bf%b3', 'αῳ'],
      ['ordering=%E0%A4%A', '\ufffd%A'],
      ['ordering=a=b', 'a=b'],
      ['ordering=a;ordering=b', 'a;ordering=b'],
      ['?ordering=title', undefined],
      ['ordering[]=title', undefined],
    ])('is asked for as %j names the ordering', async (query, ordering) => {
      expect(await get(`${BASE}/service-useful-links/?${query}`)).toEqual(
        whole('service-useful-links', ordering),
      );
    });

    it('stands under every prefix', async () => {
      expect(await get('/api/v1/news-categories/')).toEqual(whole('news-categories'));
    });
  });

  describe('a path', () => {
    it.each([
      ['/service-useful-links?', '/service-useful-links/'],
      ['/news%2Dposts?a=//evil.example', '/news-posts/?a=//evil.example'],
      ['/news-posts?a?b', '/news-posts/?a?b'],
    ])('without its slash leads to the one with it: %s', async (target, location) => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
        expect(await ask({ method, target: BASE + target })).toEqual({
          status: 301,
          headers: { Location: BASE + location, 'Content-Length': '0' },
          body: '',
        });
      }
    });

    it.each([
      '/',
      '',
      `/${WITHOUT_RECORDS}/1/`,
      `/${WITHOUT_RECORDS}/1`,
      '/news-posts/1/2/',
      '/news-posts//',
      '/news-posts//1/',
      '//news-posts/',
      '/%',
      '/%00/',
      '/constructor/',
      `/${'x'.repeat(5000)}`,
      '//evil.example',
    ])('under the prefix that is no list is a 404: %j', async (path) => {
      expect(await get(BASE + path)).toEqual(unknownPath);
      expect(await ask({ method: 'POST', target: BASE + path })).toEqual(unknownPath);
    });

    it.each([
      '/',
      '/el/api/v2/news-posts/',
      '/el/api/v1x/news-posts/',
      '/en/api/v1/news-posts/',
      '/admin?x=/el/api/v1/news-posts/',
    ])('that is under no prefix is left to what stands behind: %s', async (target) => {
      expect(await get(target)).toEqual(BEHIND);
    });
  });

  describe('a method', () => {
    it.each(['POST', 'DELETE'])('%s is not allowed, with a body either', async (method) => {
      const seen = await ask({ method, target: `${BASE}/news-posts/`, body: 'α'.repeat(100_000) });
      expect(seen).toEqual(json(405, THREE, `{"detail":"Method \\"${method}\\" not allowed."}`));
    });

    it('HEAD has the headers of GET and no body', async () => {
      for (const query of ['', '?ordering=-title', '?format=xml']) {
        const target = `${BASE}/service-useful-links/${query}`;
        expect(await ask({ method: 'HEAD', target })).toEqual({ ...(await get(target)), body: '' });
      }
      expect(await ask({ method: 'HEAD', target: `${BASE}/unknown/` })).toEqual({ ...unknownPath, body: '' });
    });
  });

  it.each(['xml', 'api&format=csv'])('format=%s is a 404, whatever the method', async (format) => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      const target = `${BASE}/news-posts/?ordering=id&format=${encodeURI(format)}`;
      expect(await ask({ method, target })).toEqual(unknownFormat);
    }
  });

  describe('If-None-Match', () => {
    const target = `${BASE}/news-categories/`;
    const { etag: tag } = readModel.response('news-categories');
    const { etag: otherTag } = readModel.response('news-categories', '-id');
    const matching: [string, string][] = [
      ['the tag', tag],
      ['the tag, weak', `W/${tag}`],
      ['a list with the tag last and a comma in another', `"a,b",\t${tag}`],
      ['a list with empty elements', `,"a",, ${tag},`],
      ['the tag as Apache passes it on, compressed', `${tag.slice(0, -1)}-gzip"`],
      ['such a weak tag in a list', `"a", W/${tag.slice(0, -1)}-br"`],
      ['any', '*'],
    ];
    const others: [string, string][] = [
      ['another tag', '"other"'],
      ['the tag of another order', otherTag],
      ['the tag without quotes', tag.slice(1, -1)],
      ['the tag with another ending', `${tag.slice(0, -1)}-zip"`],
      ['the tag inside another', `"x${tag.slice(1)}`],
      ['a lower-case weak tag', `w/${tag}`],
      ['a broken list', `"a" ${tag}`],
      ['a list that breaks off after the tag', `${tag}, a`],
      ['any in a list', `*, ${tag}`],
      ['nothing', ''],
    ];

    it.each(matching)('that has %s is answered with 304 and no body', async (_, value) => {
      const expected = { status: 304, headers: { ETag: tag, Vary: 'Accept' }, body: '' };
      expect(await get(target, { 'if-none-match': value })).toEqual(expected);
      expect(await ask({ method: 'HEAD', target, headers: { 'if-none-match': value } })).toEqual(expected);
    });

    it.each(others)('that has %s is answered with the list', async (_, value) => {
      expect(await get(target, { 'if-none-match': value })).toEqual(whole('news-categories'));
    });

    it.each<[Ask, number]>([
      [{ target: `${BASE}/unknown/` }, 404],
      [{ target: `${target}?format=xml` }, 404],
      [{ target, method: 'POST' }, 405],
      [{ target, method: 'OPTIONS' }, 200],
      [{ target: target.slice(0, -1) }, 301],
    ])('says nothing to %j', async (asked, status) => {
      const seen = await ask({ ...asked, headers: { 'if-none-match': '*' } });
      expect([seen.status, seen]).toEqual([status, await ask(asked)]);
    });
  });

  describe('a record', () => {
    const slug = 'news-posts';
    const elements = elementTexts(captured(slug));
    const idOf = (element = '') => JSON.parse(element).id as number;
    const first = idOf(elements[0]);
    const record = (element = '', list = slug): Seen =>
      json(200, { ...THREE, ETag: `"${list}-${idOf(element)}"` }, element);

    it.each([
      `/${slug}/00${first}/`,
      `/${slug}/+${first}/`,
      `/${slug}/%3${String(first)[0]}${String(first).slice(1)}/`,
      `/${slug}/${first}/?format=json&ordering=-title&page=2`,
    ])('is found as %s, too', async (path) => {
      expect(await get(BASE + path)).toEqual(record(elements[0]));
    });

    it('stands under every prefix', async () => {
      expect(await get(`/api/v1/${slug}/${first}/`)).toEqual(record(elements[0]));
    });

    it.each([
      [`/${slug}/${first}?format=json&x=%2F%0d%0a`, `/${slug}/${first}/?format=json&x=%2F%0d%0a`],
      [`/${slug}/a%0d%0aSet-Cookie%3ab`, `/${slug}/a%0D%0ASet-Cookie%3Ab/`],
      [`/${slug}/%CE%B1%ff`, `/${slug}/%25CE%25B1%25ff/`],
      [`/news%2Dposts%2F${first}`, `/${slug}/${first}/`],
    ])('without its slash leads to the one with it: %s', async (target, location) => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
        expect(await ask({ method, target: BASE + target })).toEqual({
          status: 301,
          headers: { Location: BASE + location, 'Content-Length': '0' },
          body: '',
        });
      }
    });

    it.each(['abc', '1.5', '.json', 'x'.repeat(5000)])('with %s for an id is not found', async (id) => {
      const seen = await get(`${BASE}/${slug}/${encodeURIComponent(id)}/`);
      expect(seen).toEqual(json(404, THREE, '{"detail":"Not found."}'));
    });

    it('that is not there says so', async () => {
      for (const id of ['0', '-1', '2147483647', '9'.repeat(400)]) {
        const seen = await get(`${BASE}/news-posts/${id}/`);
        expect(seen).toEqual(json(404, THREE, `{"detail":"No NewsPost matches the given query."}`));
      }
    });

    it('has a HEAD and a 304', async () => {
      const target = `${BASE}/${slug}/${first}/`;
      const ETag = `"${slug}-${first}"`;
      for (const id of [first, 'abc', '0']) {
        const head = await ask({ method: 'HEAD', target: `${BASE}/${slug}/${id}/` });
        expect(head).toEqual({ ...(await get(`${BASE}/${slug}/${id}/`)), body: '' });
      }
      expect(await get(target, { 'if-none-match': `W/"a", ${ETag}` })).toEqual({
        status: 304,
        headers: { ETag, Vary: 'Accept' },
        body: '',
      });
      expect(await get(target, { 'if-none-match': `"${slug}-0"` })).toEqual(record(elements[0]));
      expect((await get(`${BASE}/${slug}/0/`, { 'if-none-match': '*' })).status).toBe(404);
    });

    it('is sent as it is where lists are compressed, with the age of the lists', async () => {
      const options = { compression: ['gzip'] as const, age: () => 7 };
      const client = await connect(createHandler({ readModel, ...options }));
      const seen = await client({
        target: `${BASE}/${slug}/${first}/`,
        headers: { 'accept-encoding': 'gzip' },
      });
      const { headers, ...rest } = record(elements[0]);
      const expected = { ...headers, Vary: 'Accept, Accept-Encoding', Age: '7' };
      expect(seen).toEqual({ ...rest, headers: expected });
    });
  });

  it('before the first load the lists are a 503, and everything else is as ever', async () => {
    const client = await connect(createHandler({ readModel: serving(() => undefined) }));
    const target = `${BASE}/news-posts/`;
    const detail = '{"detail":"The lists are being loaded. Try again in a moment."}';
    const notLoaded = json(503, { ...THREE, 'Retry-After': '2' }, detail);
    expect(await client({ target })).toEqual(notLoaded);
    expect(await client({ target, method: 'HEAD' })).toEqual({ ...notLoaded, body: '' });
    expect(await client({ target, headers: { 'if-none-match': '*' } })).toEqual(notLoaded);
    expect((await client({ target, method: 'POST' })).status).toBe(405);
    expect((await client({ target, method: 'OPTIONS' })).status).toBe(200);
    expect(await client({ target: `${target}?format=xml` })).toEqual(unknownFormat);
    expect(await client({ target: `${BASE}/x/` })).toEqual(unknownPath);
    const unknown = { ...serving(() => undefined), servesRecords: () => undefined };
    const starting = await connect(createHandler({ readModel: unknown }));
    expect(await starting({ target: `${target}7/` })).toEqual(notLoaded);
    expect(await starting({ target: `${BASE}/x/7/` })).toEqual(unknownPath);
  });
});
