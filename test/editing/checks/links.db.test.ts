import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FINDINGS, LINKS } from '../../../src/editing/checks/collections.ts';
import { lastNight, runChecks } from '../../../src/editing/checks/runChecks.ts';
import { htmlToLexical } from '../../../src/rich-text/index.ts';
import { documentLink, paragraph, state, text } from '../../rich-text/states.ts';
import { onFileEnd } from '../../support/cleanup.ts';
import {
  category,
  type Doc,
  editor,
  importDocument,
  local,
  post,
  unusedSlug,
} from '../../support/content.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { startPayload } from '../../support/payload.ts';
import { firstPage } from '../../support/waiting.ts';

type Row = Record<string, unknown>;

let payload: Payload;
let group: Doc['id'];
/** The address of a faulty site, and what was asked of it: method, path and User-Agent. */
let site: string;
let asked: string[];
let agents: Set<unknown>;
/** Statuses by path, in place of the usual ones. */
let statuses: Record<string, number>;

/** The paths of the faulty site. `/hang` never answers. */
function answer({
  url = '/',
}: IncomingMessage): { status: number; headers?: Record<string, string> } | undefined {
  const [path = ''] = url.split('?');
  if (statuses[path]) return { status: statuses[path] };
  if (path === '/hang') return undefined;
  if (path === '/loop') return { status: 302, headers: { location: '/loop' } };
  if (path === '/moved') return { status: 301, headers: { location: '/there' } };
  if (path === '/inside') return { status: 302, headers: { location: 'http://10.1.2.3/secret' } };
  if (path === '/metadata') return { status: 302, headers: { location: 'http://169.254.169.254/latest' } };
  if (path === '/busy') return { status: 429, headers: { 'retry-after': '3600' } };
  return { status: Number(/^\/(\d{3})$/.exec(path)?.[1] ?? 200) };
}

beforeAll(async () => {
  payload = await startPayload();
  group = (await category(payload)).id;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    agents.add(request.headers['user-agent']);
    // Some sites do not know HEAD.
    if (request.method === 'HEAD' && request.url === '/no-head') return response.writeHead(405).end();
    if (request.method === 'HEAD' && request.url === '/cut-off') return response.destroy();
    const given = answer(request);
    if (given) response.writeHead(given.status, given.headers).end('ok');
    return undefined;
  }).listen(0, '127.0.0.1');
  onFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(async () => {
  asked = [];
  agents = new Set();
  statuses = {};
  for (const collection of ['news-posts', 'service-useful-links', 'featured-sections'])
    await payload.delete({ collection: collection as never, where: {} });
  await payload.db.deleteMany({ collection: LINKS, where: {} });
});

const SITE = 'https://content.portal.example';

/** One turn of the checks, that may ask 127.0.0.1 and waits for nothing. */
const run = (more: object = {}) =>
  runChecks(payload, {
    site: SITE,
    links: true,
    privateHosts: ['127.0.0.1'],
    pause: 0,
    timeout: 150,
    again: 0,
    ...more,
  });

async function rows(): Promise<Row[]> {
  const found = await payload.find({
    collection: LINKS as never,
    depth: 0,
    pagination: false,
    sort: ['address', 'words'],
  });
  return found.docs as unknown as Row[];
}

/** The state of each address, by its path. */
async function states(): Promise<Record<string, unknown>> {
  return Object.fromEntries(
    (await rows()).map(({ address, reason, state }) => [
      String(address).replace(site, ''),
      reason ? [state, reason] : state,
    ]),
  );
}

const linking = (...paths: string[]) =>
  htmlToLexical(
    paths
      .map((path) => `<p><a href="${path.startsWith('/') ? site : ''}${path}">Σελίδα ${path}</a></p>`)
      .join(''),
  );

const publishLinks = (paths: string[], data: object = {}) =>
  post(payload, { title: 'Με συνδέσμους', category: group, content: linking(...paths), ...data });

describe('the rows of links', () => {
  const shown = async () =>
    (await rows()).map(({ address, document, field, title, words }) => ({
      address,
      document,
      field,
      title,
      words,
    }));

  it('are those of what is published, as soon as it is saved or deleted', async () => {
    const { id } = await publishLinks(['/200#μέρος', '/200#άλλο', '/moved']);
    await post(payload, { title: 'Πρόχειρο', category: group, content: linking('/draft'), _status: 'draft' });
    const own = { document: String(id), field: 'content', title: 'Με συνδέσμους' };
    expect(await shown()).toEqual([
      { ...own, address: `${site}/200`, words: 'Σελίδα /200#άλλο' },
      { ...own, address: `${site}/200`, words: 'Σελίδα /200#μέρος' },
      { ...own, address: `${site}/moved`, words: 'Σελίδα /moved' },
    ]);

    await local(payload).update('news-posts', id, { content: linking('/draft') }, { draft: true });
    expect((await shown()).map(({ words }) => words)).toEqual([
      'Σελίδα /200#άλλο',
      'Σελίδα /200#μέρος',
      'Σελίδα /moved',
    ]);
    await local(payload).update('news-posts', id, {
      content: linking('/moved'),
      title: 'Άλλος',
      _status: 'published',
    });
    expect(await shown()).toEqual([
      { ...own, title: 'Άλλος', address: `${site}/moved`, words: 'Σελίδα /moved' },
    ]);
    await local(payload).remove('news-posts', id);
    expect(await shown()).toEqual([]);
  });

  it('stay when the title alone changes, and have the new one', async () => {
    const links = [1, 2, 3].map((n) => `<a href="https://www.gov.gr/${n}">λέξη ${n}</a>`);
    const { id } = await post(payload, {
      category: group,
      content: htmlToLexical(`<p>${links.join(' ')}</p>`),
    });
    const before = await rows();
    await local(payload).update('news-posts', id, { title: 'Άλλος τίτλος', _status: 'published' });
    const after = await rows();
    expect(after.map(({ title }) => title)).toEqual(['Άλλος τίτλος', 'Άλλος τίτλος', 'Άλλος τίτλος']);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('are there once an import has ended, and go with a withdrawal', async () => {
    const { id } = await importDocument(payload, 'service-useful-links', {
      title: 'Χρήσιμος',
      slug: unusedSlug(),
      url: `${site}/200`,
      description: `<table><tr><td><a href="${site}/cell">Κελί</a></td></tr></table>`,
    });
    const ended = new Date().toISOString();
    await payload.db.create({ collection: 'portal-import-runs', data: { began: ended, ended } });
    await run({ links: false });
    const useful = { document: String(id), title: 'Χρήσιμος' };
    expect(await shown()).toEqual([
      { ...useful, field: 'url', address: `${site}/200`, words: 'Χρήσιμος' },
      { ...useful, field: 'description', address: `${site}/cell`, words: 'Κελί' },
    ]);
    await local(payload).update('service-useful-links', id, { _status: 'draft' });
    expect(await shown()).toEqual([]);
  });

  it('are mended at night, whatever has gone past the saves', async () => {
    const [kept, gone] = [await publishLinks(['/200'], { title: 'Τίτλος' }), await publishLinks(['/gone'])];
    await payload.db.deleteMany({ collection: LINKS, where: { document: { equals: String(kept.id) } } });
    await payload.db.updateOne({ collection: 'news-posts', id: kept.id, data: { title: 'Tίτλος' } });
    await payload.db.deleteOne({ collection: 'news-posts', where: { id: { equals: gone.id } } });
    expect((await shown()).map(({ document }) => document)).toEqual([String(gone.id)]);
    // The next night.
    const where = { key: { equals: 'checks-night' } };
    await payload.db.deleteMany({ collection: 'portal-counters', where });
    await run({ links: false });
    expect(await shown()).toMatchObject([
      { document: String(kept.id), title: 'Tίτλος', words: 'Σελίδα /200' },
    ]);
    const { docs } = await payload.find({
      collection: FINDINGS as never,
      where: { check: { equals: 'letters' } },
    });
    expect(docs).toMatchObject([{ document: String(kept.id), field: 'title', words: 'Tίτλος' }]);
  });

  oneDatabase.it('are read by who reads content, and written by nobody', async () => {
    await publishLinks(['/200']);
    const as = async (user: PayloadRequest['user']) => ({
      overrideAccess: false,
      user,
      req: await createLocalReq({ user } as never, payload),
    });
    const author = await as(await editor(payload, ['author']));
    const { totalDocs } = await payload.find({ collection: LINKS as never, ...author });
    expect(totalDocs).toBe(1);
    await expect(payload.delete({ collection: LINKS as never, where: {}, ...author })).rejects.toThrow();
    await expect(payload.find({ collection: LINKS as never, ...(await as(null)) })).rejects.toThrow();
  });
});

oneDatabase.describe('what answers', () => {
  it('works, whatever way it takes, and is not asked again until the next night', async () => {
    await publishLinks(['/200', '/moved', '/no-head', '/cut-off', '/500', '/403']);
    await run();
    expect(await states()).toEqual({
      '/200': 'works',
      '/403': 'unclear',
      '/500': 'unclear',
      '/cut-off': 'works',
      '/moved': 'works',
      '/no-head': 'works',
    });
    expect(asked).toContain('HEAD /there');
    expect([...agents]).toEqual([`portal-content link check (+${SITE})`]);
    asked = [];
    await run();
    expect(asked).toEqual([]);
    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
    await payload.db.updateMany({
      collection: LINKS,
      data: { checkedAt: yesterday },
      where: { address: { contains: '/200' } },
    });
    await run();
    expect(asked).toEqual(['HEAD /200']);
  });

  it('is broken once it has failed twice, and mended when it answers', async () => {
    await publishLinks(['/404', '/410', '/loop']);
    await run();
    expect(await states()).toEqual({
      '/404': ['failed', 'missing'],
      '/410': ['failed', 'removed'],
      '/loop': ['failed', 'redirects'],
    });
    const [first] = await rows();
    await run();
    expect(await states()).toEqual({
      '/404': ['broken', 'missing'],
      '/410': ['broken', 'removed'],
      '/loop': ['broken', 'redirects'],
    });
    expect((await rows())[0]?.since).toBe(first?.since);
    statuses['/404'] = 200;
    await payload.db.updateMany({ collection: LINKS, data: { checkedAt: null }, where: {} });
    await run();
    expect(await states()).toMatchObject({ '/404': 'works', '/410': ['broken', 'removed'] });
  });

  it('in an hour at the earliest, when it has failed', async () => {
    await publishLinks(['/404']);
    await run({ again: undefined });
    asked = [];
    await run({ again: undefined });
    expect(asked).toEqual([]);
    const [row] = await payload.db
      .find<{ retryAt: string }>({ collection: LINKS, where: {} })
      .then(({ docs }) => docs);
    expect(new Date(row?.retryAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 59 * 60_000);
  });

  it('not at all is broken too', async () => {
    await publishLinks(['/hang']);
    await run();
    await run();
    expect(await states()).toEqual({ '/hang': ['broken', 'silent'] });
  });

  it('later is asked again when it says, and no other page of it before', async () => {
    await publishLinks(
      ['/busy', '/later'].map((path) => path.replace('/', `${site.replace('127.0.0.1', 'localhost')}/`)),
    );
    const busy = { privateHosts: ['localhost'] };
    await run(busy);
    const before = asked.length;
    await run(busy);
    expect(asked.length).toBe(before);
    expect(new Set(await rows().then((all) => all.map(({ state }) => state)))).toEqual(new Set(['waiting']));
  });
});

oneDatabase.describe('what is never asked', () => {
  it('are private networks, also behind a redirect', async () => {
    await publishLinks([
      '/inside',
      '/metadata',
      'http://10.1.2.3/a',
      'http://[::1]/a',
      'http://localhost:1/a',
    ]);
    await run();
    expect(await states()).toEqual({
      '/inside': 'unasked',
      '/metadata': 'unasked',
      'http://10.1.2.3/a': 'unasked',
      'http://[::1]/a': 'unasked',
      'http://localhost:1/a': 'unasked',
    });
    expect(asked).toEqual(['HEAD /inside', 'HEAD /metadata']);
  });

  it('is anything, if the setting says so', async () => {
    const settings = (brokenLinks: string) =>
      payload.updateGlobal({ slug: 'portal-settings' as never, data: { checks: { brokenLinks } } as never });
    await publishLinks(['/200']);
    await settings('off');
    await run();
    await settings('warning');
    expect(asked).toEqual([]);
    expect(await states()).toEqual({ '/200': 'waiting' });
  });

  it('is held against nobody, if no site answers at all', async () => {
    const warn = vi.spyOn(payload.logger, 'warn').mockReturnValue();
    await publishLinks(['http://127.0.0.1:1/a', 'http://127.0.0.1:2/a', 'http://127.0.0.1:3/a']);
    await run();
    expect(new Set(Object.values(await states()))).toEqual(new Set(['waiting']));
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('this machine seems to have no connection'));
    warn.mockRestore();
  });
});

oneDatabase.it('each address is asked once for all its links, one request at a time', async () => {
  const pages = Array.from({ length: 8 }, (_, page) => `/page-${page}`);
  for (const title of ['Πρώτο', 'Δεύτερο']) await publishLinks(pages, { title });
  await run();
  expect([...asked].sort()).toEqual(pages.map((page) => `HEAD ${page}`));
  expect(await rows()).toHaveLength(16);
  expect(new Set(Object.values(await states()))).toEqual(new Set(['works']));
  // A further document is told what is known.
  asked = [];
  await publishLinks(['/page-3'], { title: 'Τρίτο' });
  await run();
  expect(asked).toEqual([]);
  expect((await rows()).filter(({ title }) => title === 'Τρίτο')).toMatchObject([{ state: 'works' }]);
});

it('broken links and findings are on the first page, and go with their cause', async () => {
  const user = await editor(payload);
  const found = async () => {
    const { brokenLinks = [], findings = [] } = (await firstPage(payload, user))?.kinds ?? {};
    return [...brokenLinks, ...findings].map(({ href, notes, title }) => [title, href, ...notes]);
  };
  const { id } = await publishLinks(['/404', '/200'], { title: 'Tο πρόγραμμα' });
  await payload.updateGlobal({
    slug: 'portal-settings' as never,
    data: { news_posts: { address: `${site}/{slug}` } } as never,
  });
  const { id: draft } = await post(payload, { category: group, _status: 'draft' });
  const { id: holder } = await post(payload, {
    title: 'Τρίτο',
    category: group,
    content: state(paragraph(documentLink('news-posts', draft, text('οι οδηγίες της αίτησης')))),
  });
  await post(payload, {
    title: 'Άλλο',
    category: group,
    content: htmlToLexical(`<p><a href="${site}/200">εδώ</a></p>`),
  });
  await run();
  await run();
  const of = (collection: string, field: string, value: string) =>
    `/admin/collections/${collection}?${new URLSearchParams({ [`where[or][0][and][0][${field}][equals]`]: value })}`;
  const linkTexts = ['Links that do not say where they lead: 1', of('portal-findings', 'check', 'linkTexts')];
  expect(await found()).toEqual([
    ['All links that do not work', of('portal-links', 'state', 'broken')],
    [
      'Tο πρόγραμμα',
      `/admin/collections/news-posts/${id}`,
      `News post · «Σελίδα /404» ${site}/404`,
      expect.stringMatching(/^the page does not exist \(404\), since /),
    ],
    linkTexts,
    ['Latin letters in Greek words: 1', of('portal-findings', 'check', 'letters')],
    ['Links that do not work: 1', of('portal-findings', 'check', 'brokenLinks')],
  ]);
  await local(payload).update('news-posts', holder, { content: null });
  await local(payload).update('news-posts', id, { title: 'Το πρόγραμμα', content: linking('/200') });
  await run();
  expect(await found()).toEqual([linkTexts]);
});

oneDatabase.it('the night begins at four in the time of the portal', () => {
  const night = (now: string) => new Date(lastNight(Date.parse(now), 'Europe/Athens')).toISOString();
  expect(night('2026-11-25T01:59:00Z')).toBe('2026-11-24T02:00:00.000Z');
  expect(night('2026-11-25T02:00:00Z')).toBe('2026-11-25T02:00:00.000Z');
  // The day on which clocks skip from three to four.
  expect(night('2026-03-29T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
});
