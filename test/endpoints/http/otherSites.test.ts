import { describe, expect, it } from 'vitest';
import { createHandler } from '../../../endpoints/http/index.ts';
import { type Ask, clients } from './clients.ts';
import { capturedLists, responseOf, serving, TARGET, WITHOUT_RECORDS } from './served.ts';

const PORTAL = 'https://www.portal.example';
const OTHER = 'https://other.example';
const JSON_OF_OPTIONS =
  '{"name":"News Post List","description":"","renders":["application/json"],"parses":[]}';

const requests: Ask[] = [
  { target: TARGET },
  { target: TARGET, method: 'HEAD' },
  { target: TARGET, headers: { 'if-none-match': '"x"' } },
  { target: TARGET, headers: { 'accept-encoding': 'gzip' } },
  { target: TARGET, method: 'OPTIONS' },
  { target: TARGET, method: 'POST' },
  { target: `${TARGET}?format=xml` },
  { target: TARGET.slice(0, -1) },
  { target: '/el/api/v1/none/' },
];
const STATUSES = [200, 200, 304, 200, 200, 405, 404, 301, 404];
const VARY = ['Accept', 'Accept', 'Accept', 'Accept', 'Accept', 'Accept', 'Accept', undefined, undefined];

const preflight = (origin: string): Ask => ({
  target: TARGET,
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-portal' },
});

describe.each(Object.entries(clients))('%s', (_, connect) => {
  const asking = async (corsOrigins?: string[], compression: ['gzip'] | [] = []) => {
    const readModel = serving(() => responseOf('[1,2]'));
    const ask = await connect(createHandler({ readModel, compression, ...(corsOrigins && { corsOrigins }) }));
    const of = async (origin?: string) => {
      const seen = await Promise.all(
        requests.map((request) =>
          ask({ ...request, headers: { ...request.headers, ...(origin && { origin }) } }),
        ),
      );
      expect(seen.map(({ status }) => status)).toEqual(STATUSES);
      return seen.map(({ headers }) => [headers.Vary, headers['Access-Control-Allow-Origin']]);
    };
    return { ask, of };
  };

  it('says nothing to browsers of other sites unless it is told to, and answers OPTIONS as ever', async () => {
    for (const origins of [undefined, []]) {
      const { ask, of } = await asking(origins);
      expect(await of(PORTAL)).toEqual(VARY.map((vary) => [vary, undefined]));
      const { body, headers } = await ask(preflight(PORTAL));
      expect(body).toBe(JSON_OF_OPTIONS);
      expect(Object.keys(headers).filter((name) => name.startsWith('Access-Control'))).toEqual([]);
    }
  });

  it('lets all read every answer, without another Vary', async () => {
    const { ask, of } = await asking(['*']);
    // The client of the contract keeps an answer by its tag, and asks again after a 503 when it is told to.
    expect((await ask({ target: TARGET })).headers['Access-Control-Expose-Headers']).toBe(
      'ETag, Retry-After',
    );
    for (const origin of [undefined, PORTAL, 'null'])
      expect(await of(origin)).toEqual(VARY.map((vary) => [vary, '*']));
  });

  it('lets those that are named read every answer, which then varies by who asks', async () => {
    const { ask, of } = await asking([PORTAL, 'http://localhost:5173']);
    const varied = VARY.map((vary) => (vary ? `${vary}, Origin` : 'Origin'));
    for (const origin of [PORTAL, 'http://localhost:5173'])
      expect(await of(origin)).toEqual(varied.map((vary) => [vary, origin]));
    for (const origin of [undefined, OTHER, `${PORTAL}.evil.example`, 'null', '*'])
      expect(await of(origin)).toEqual(varied.map((vary) => [vary, undefined]));
    expect((await ask({ target: TARGET, headers: { origin: PORTAL } })).headers).toEqual({
      Allow: 'GET, OPTIONS',
      'Content-Type': 'application/json',
      Vary: 'Accept, Origin',
      ETag: '"x"',
      'Content-Length': '5',
      'Access-Control-Allow-Origin': PORTAL,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': 'ETag, Retry-After',
    });
    const compressed = await asking([PORTAL], ['gzip']);
    expect((await compressed.of(PORTAL))[0]).toEqual(['Accept, Accept-Encoding, Origin', PORTAL]);
  });

  it('answers a preflight, and takes no other OPTIONS for one', async () => {
    const { ask } = await asking([PORTAL]);
    const permitted = {
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers': 'x-portal',
      'Access-Control-Max-Age': '86400',
    };
    const own = { 'Content-Length': '0', Vary: 'Origin' };
    const allowed = { 'Access-Control-Allow-Origin': PORTAL, 'Access-Control-Allow-Credentials': 'true' };
    expect(await ask(preflight(PORTAL))).toMatchObject({
      status: 200,
      headers: { ...own, ...allowed, ...permitted },
      body: '',
    });
    // A browser takes no redirect for the answer to a preflight.
    expect(await ask({ ...preflight(PORTAL), target: TARGET.slice(0, -1) })).toMatchObject({
      status: 200,
      body: '',
    });
    const { headers, status } = await ask(preflight(OTHER));
    expect({ headers, status }).toEqual({ status: 200, headers: own });
    expect((await ask({ target: TARGET, method: 'OPTIONS', headers: { origin: PORTAL } })).body).toBe(
      JSON_OF_OPTIONS,
    );
    const all = await asking(['*']);
    expect((await all.ask(preflight(OTHER))).headers).toEqual({
      'Content-Length': '0',
      'Access-Control-Allow-Origin': '*',
      ...permitted,
    });
  });

  it('sends clients of another prefix on to the lists, in one step, as Django does without a language', async () => {
    const readModel = capturedLists();
    const ask = await connect(createHandler({ readModel, redirects: { '/api/v1/': 'el/api/v1' } }));
    const location = async (target: string, method = 'GET') => {
      const { status, headers } = await ask({ target, method });
      return [status, headers.Location];
    };
    expect(await ask({ target: '/api/v1/news-posts/?ordering=title' })).toEqual({
      status: 302,
      headers: {
        Location: '/el/api/v1/news-posts/?ordering=title',
        Vary: 'Accept-Language, Cookie',
        'Content-Length': '0',
      },
      body: '',
    });
    expect(await location('/api/v1/news-posts?format=xml', 'POST')).toEqual([
      302,
      '/el/api/v1/news-posts/?format=xml',
    ]);
    expect(await location('/api/v1/news-posts/7')).toEqual([302, '/el/api/v1/news-posts/7/']);
    expect(await location('/api/v1/news%2Dposts/7/?a=b')).toEqual([302, '/el/api/v1/news-posts/7/?a=b']);
    expect(await location(`/api/v1/${WITHOUT_RECORDS}/7/`)).toEqual([404, undefined]);
    expect(await location('/api/v1/none/')).toEqual([404, undefined]);
    expect(await location('/api/v1/')).toEqual([404, undefined]);
    expect((await location('/api/v2/news-posts/'))[0]).not.toBe(302);
    // An escaped question mark begins no query.
    expect(await location('/api/v1/news-posts%3Fa/')).toEqual([404, undefined]);
    expect(await location('/api/v1/news-posts/7%3Fa/?b=c')).toEqual([
      302,
      '/el/api/v1/news-posts/7%3Fa/?b=c',
    ]);
  });

  it.each(['/el', '/', '/el/api/v1', '/api/v1'])(
    'sends clients on from %s but once, also where it leads to what is below it',
    async (from) => {
      const redirects = { [from]: '/el/api/v1', '/el/api/v1': '/api/v1' };
      const ask = await connect(createHandler({ readModel: capturedLists(), redirects }));
      const statusOf = async (target: string) => (await ask({ target })).status;
      expect(await statusOf('/el/api/v1/news-posts/')).toBe(200);
      expect(await statusOf('/el/api/v1/none/')).toBe(404);
      expect(await statusOf('/el/api/v1/el/api/v1/news-posts/none/no/')).toBe(404);
    },
  );
});
