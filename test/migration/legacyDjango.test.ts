import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHandler, type HandlerOptions, nodeListener } from '../../endpoints/http/index.ts';
import { lists } from '../../endpoints/lists/index.ts';
import { timeInCaches } from '../../src/capture/caches.ts';
import { paritySummary } from '../../src/commands/paritySummary.ts';
import {
  captureLegacy,
  changedSince,
  compareWithCapture,
  exitStatus,
  type Manifest,
  type ParityReport,
} from '../../src/migration/index.ts';
import { listening, responseOf, serving } from '../endpoints/http/served.ts';
import { freshFolder } from '../support/databases.ts';
import { type DjangoOptions, startDjango } from '../support/djangoSystem.ts';
import { category } from './captures.ts';
import { json } from './legacyPortal.ts';

const ONE = { lists: lists.filter(({ key }) => key === 'news-categories') };
const ALL = json([category(1), category(2), category(3)]);
const LIST = '/el/api/v1/news-categories/';
const PORTAL = 'https://www.portal.example';
const OTHER = 'https://other-site.example';

/** Captures a system on Django that has one list. */
async function captured(options: Partial<DjangoOptions>, more: { origins?: string[] } = {}) {
  const to = path.join(await freshFolder(), 'capture');
  const system: DjangoOptions = { bodies: { 'news-categories': ALL }, ...options };
  const { url, asked } = await startDjango(system);
  const retries: string[] = [];
  const request = { onRetry: (_: string, reason: string) => void retries.push(reason) };
  const manifest = await captureLegacy({ ...ONE, ...more, from: url, to, request });
  return { to, url, asked, manifest, system, retries };
}

/** Serves the same list as this project does. */
async function serve(options: Partial<HandlerOptions> = {}, body = ALL) {
  const readModel = { ...serving(() => responseOf(body)), ...ONE };
  const { port } = await listening(nodeListener(createHandler({ readModel, ...options })));
  return `http://127.0.0.1:${port}`;
}

const compared = async (legacy: string, url: string, requests?: string): Promise<ParityReport> =>
  compareWithCapture({ ...ONE, legacy, url, requests });

const headersOf = ({ rows }: ParityReport) =>
  rows.flatMap(({ request, differences }) =>
    differences.flatMap((each) =>
      each.kind === 'header' ? [[request, each.name, each.legacy, each.new]] : [],
    ),
  );

describe('pages of other sites', () => {
  it.each<[string, DjangoOptions['cors'], string[], string[], string]>([
    ['all', '*', [], ['*'], 'Browsers of other sites: all may read the lists (CORS_ORIGINS=* here).'],
    [
      'those that are named',
      [PORTAL],
      [PORTAL],
      [PORTAL],
      `Browsers of other sites: pages of ${PORTAL} may read the lists (CORS_ORIGINS=${PORTAL} here), those of ${OTHER} may not.`,
    ],
  ])('are let by the legacy system, %s, and have to be here', async (_, cors, origins, corsOrigins, said) => {
    const { to } = await captured({ cors: cors ?? [] }, { origins });
    const same = await compared(to, await serve({ corsOrigins }));
    expect([same.canSwitch, headersOf(same)]).toEqual(['Yes.', []]);
    expect(paritySummary(same)).toContain(said);
    const without = await compared(to, await serve());
    expect(exitStatus(without)).toBe(1);
    expect(headersOf(without)).toContainEqual([
      `news-categories for pages of ${origins[0] ?? OTHER}`,
      'Access-Control-Allow-Origin',
      cors === '*' ? '*' : PORTAL,
      null,
    ]);
  });

  it('are asked for by the site of the address and one that there is not; where neither may, the verdict says so', async () => {
    const { to, url, manifest } = await captured({ cors: [PORTAL] });
    expect(manifest.origins?.map(({ origin, isNamed, status }) => [origin, isNamed, status])).toEqual([
      [url, false, 200],
      [OTHER, false, 200],
    ]);
    const report = await compared(to, await serve({ corsOrigins: [PORTAL] }));
    expect(report.canSwitch).toBe(
      'Yes. Browsers of other sites were not tried: capture with --origin https://www.portal.example, if pages of such a site read the lists.',
    );
  });

  it('of which one is let, whoever asks, are found out by that', async () => {
    const { to, manifest } = await captured({ headers: { 'Access-Control-Allow-Origin': PORTAL } });
    expect(manifest.origins?.map(({ origin }) => origin)).toContain(PORTAL);
    const report = await compared(to, await serve({ corsOrigins: [PORTAL] }));
    expect([report.canSwitch, headersOf(report)]).toEqual(['Yes.', []]);
    expect(exitStatus(await compared(to, await serve()))).toBe(1);
  });

  it('that are let with cookies have to be here, too', async () => {
    const headers = { 'Access-Control-Allow-Credentials': 'true' };
    const { to } = await captured({ cors: [PORTAL], headers }, { origins: [PORTAL] });
    expect((await compared(to, await serve({ corsOrigins: [PORTAL] }))).canSwitch).toBe('Yes.');
    expect(exitStatus(await compared(to, await serve({ corsOrigins: ['*'] })))).toBe(1);
  });

  it('that are named and may not read the lists have been tried', async () => {
    const { to } = await captured({}, { origins: [PORTAL] });
    const report = await compared(to, await serve());
    expect(report.canSwitch).toBe('Yes.');
    await expect(
      compareWithCapture({ ...ONE, legacy: to, url: await serve(), origins: ['https://new.example'] }),
    ).rejects.toThrow(
      `${to} does not say what browsers get for pages of https://new.example. Capture again with --origin.`,
    );
  });
});

describe('a cache of the legacy system', () => {
  const NEW = json([category(1, 'Νέος τίτλος'), category(2), category(3)]);

  it('is asked past, with a parameter that the system does not know', async () => {
    const { to, system, manifest } = await captured({ cache: 600 });
    expect(manifest.caches).toEqual({ files: ['news-categories.json'], unsure: [], ignoresParameters: true });
    expect(await changedSince({ ...ONE, to })).toEqual([]);
    system.bodies = { 'news-categories': NEW };
    expect(await changedSince({ ...ONE, to })).toEqual([
      { file: 'news-categories.json', what: '1 changed (id 1)' },
    ]);
  });

  it('is waited for where the system refuses such a parameter', async () => {
    const { to, system, retries } = await captured({ cache: 1, isStrict: true });
    expect(retries).toContain('the answer may be a cache’s');
    system.bodies = { 'news-categories': NEW };
    const unsure: string[][] = [];
    const moved = await changedSince({ ...ONE, to, onUnsure: (files) => void unsure.push(files) });
    expect(moved.map(({ what }) => what)).toEqual(['1 changed (id 1)']);
    expect(unsure).toEqual([[]]);
  });

  it('that can be had neither way is named', async () => {
    const { to, manifest } = await captured({ headers: { Age: '5' }, isStrict: true });
    expect(manifest.caches?.unsure).toEqual(['news-categories.json']);
    const unsure: string[] = [];
    expect(await changedSince({ ...ONE, to, onUnsure: (files) => void unsure.push(...files) })).toEqual([]);
    expect(unsure).toEqual(['news-categories.json']);
  });

  const DATE = 'Sat, 28 Nov 2026 12:00:00 GMT';
  const inSeconds = (seconds: number) => new Date(Date.parse(DATE) + seconds * 1000).toUTCString();
  it.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'cache-control': 'max-age=0' }, undefined],
    [{ 'cache-control': 'no-store, max-age=60' }, undefined],
    [{ expires: DATE }, undefined],
    [{ expires: '0' }, undefined],
    [{ 'cache-control': 'max-age=600', expires: inSeconds(12) }, 12],
    [{ 'cache-control': 'max-age=0, s-maxage=60' }, 60],
    [{ 'cache-control': 'public, max-age=60', age: '20' }, 40],
    [{ expires: inSeconds(30) }, 30],
    // Django 5.2.
    [{ 'cache-control': 'max-age=600', age: '400', expires: inSeconds(200) }, 200],
    [{ 'cache-control': 'max-age=60', age: '60' }, 0],
    [{ age: '0' }, Number.POSITIVE_INFINITY],
    [{ 'cache-control': 'max-age=60', age: '90' }, Number.POSITIVE_INFINITY],
    [{ 'x-cache-status': 'HIT' }, Number.POSITIVE_INFINITY],
    [{ 'cf-cache-status': 'DYNAMIC', 'cache-control': 'max-age=5' }, 5],
  ])('may go on giving an answer with %j for %s s', (headers, seconds) => {
    const time = new Date(DATE);
    expect(timeInCaches({ headers: { date: DATE, ...headers }, time })).toBe(seconds);
  });
});

it.each([
  ['OPTIONS, GET', true],
  ['GET, HEAD, OPTIONS', false],
  ['GET,OPTIONS', true],
  ['GET, POST, OPTIONS', false],
])('Allow: %s is a set', async (allow, isSame) => {
  const { to } = await captured({ allow });
  const report = await compared(to, await serve());
  expect(headersOf(report).map(([, name]) => name)).toEqual(isSame ? [] : ['Allow']);
  expect(report.notes).toEqual(
    isSame
      ? [`Allow: ${allow}, and here the same methods in another order, which says nothing: GET, OPTIONS.`]
      : [],
  );
});

describe('a path without a language', () => {
  it('that is a redirect there has to be one here', async () => {
    const { to, url, manifest } = await captured({ i18n: true });
    expect(manifest.withoutLanguage).toEqual({
      from: `${url}/api/v1/`,
      lists: [{ list: 'news-categories', status: 302, isSame: true, location: `${url}${LIST}?format=api` }],
    });
    const requests = path.join(await freshFolder(), 'requests.log');
    await writeFile(requests, '/api/v1/news-categories?ordering=title\n/api/v1/news-categories/?a=b\n');
    const redirects = { '/api/v1': '/el/api/v1' };
    for (const legacy of [url, to]) {
      const report = await compared(
        legacy,
        await serve({ redirects }),
        legacy === url ? requests : undefined,
      );
      expect(report.rows.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'same')).toEqual([]);
    }
    const atOnce = await compared(to, await serve({ prefixes: ['/el/api/v1', '/api/v1'] }));
    expect(exitStatus(atOnce)).toBe(0);
    expect(atOnce.excused).toEqual([
      {
        request: 'news-categories, /api/v1/news-categories/',
        reason: 'the legacy system sends clients on to its lists, and here they are answered at once',
        count: 1,
      },
    ]);
    const report = await compared(to, await serve());
    expect(exitStatus(report)).toBe(1);
    expect(paritySummary(report)).toContain(
      "The legacy system sends clients on from /api/v1/ to /el/api/v1/, and this server does not. Set PREFIXES='/el/api/v1,/api/v1>/el/api/v1' and start it again; with the plugin in an app of yours, say redirects: { '/api/v1': '/el/api/v1' }.",
    );
  });
});

it('lists that stand at a path without a language have to stand there here, too', async () => {
  const to = path.join(await freshFolder(), 'capture');
  await captureLegacy({ ...ONE, from: await serve({ prefixes: ['/api/v1'] }), to });
  expect((await compared(to, await serve({ prefixes: ['/el/api/v1', '/api/v1'] }))).verdict).toBe('same');
  const url = await serve();
  const report = await compared(to, url);
  expect(report.canSwitch).toBe('No: news-categories is different.');
  expect(paritySummary(report)).toContain(
    `No list is at ${url}/api/v1/. For clients that ask at /api/v1/, set PREFIXES=/api/v1 there; if a proxy sends them to another path, give --new the address at which the lists stand.`,
  );
  expect((await compared(to, `${url}/el/api/v1`)).verdict).toBe('same');
});

describe('a stock Django REST Framework', () => {
  it.each<[DjangoOptions['renderers'], string]>([
    ['stock', 'the answer is 406'],
    ['json', 'the answer is 404'],
  ])(
    'with the renderers %s is asked without format=api, and the manifest says why',
    async (renderers, reason) => {
      const { to, asked, manifest } = await captured({ renderers: renderers ?? 'json' });
      expect(manifest.withoutFormat).toBe(reason);
      expect(manifest.responses[0]?.url).toMatch(/news-categories\/$/);
      expect(asked.filter((url) => url.includes('format=api'))).toEqual([`${LIST}?format=api`]);
      const saved = JSON.parse(await readFile(path.join(to, 'manifest.json'), 'utf8')) as Manifest;
      expect(saved.withoutFormat).toBe(reason);
      expect((await compared(to, await serve())).verdict).toBe('same');
      expect(await changedSince({ ...ONE, to })).toEqual([]);
    },
  );

  it('has its pages and errors compared as such, whatever they say', async () => {
    const { url } = await captured({ renderers: 'stock' });
    const requests = path.join(await freshFolder(), 'requests.log');
    const log = [`${LIST}?format=xml`, `${LIST}?format=api`, `OPTIONS ${LIST}`, `${LIST}?format=csv`];
    await writeFile(requests, log.join('\n'));
    const report = await compared(url, await serve(), requests);
    const clients = report.rows.filter(({ isOfClients }) => isOfClients);
    expect(clients.map(({ request, verdict }) => [request, verdict])).toEqual([
      [`GET ${LIST}?format=xml`, 'same'],
      [`GET ${LIST}?format=api`, 'known'],
      [`OPTIONS ${LIST}`, 'same'],
      [`GET ${LIST}?format=csv`, 'same'],
    ]);
    expect(report.notes).toEqual([
      'Errors have other words than here: the legacy system writes them in its own language, or in that of the Accept-Language of a reader. Of an error the status alone counts.',
    ]);
    expect(report.excused.map(({ reason }) => reason)).toContain(
      'the legacy system answers with a page of its browsable API, of which no client reads a list',
    );
  });
});
