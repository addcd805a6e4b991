import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { paritySummary } from '../../src/commands/paritySummary.ts';
import {
  captureLegacy,
  compareWithCapture,
  exitStatus,
  NoCapture,
  NoComparison,
  type ParityReport,
  readKnownDifferences,
} from '../../src/migration/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder } from '../support/databases.ts';
import { startLegacySystem } from '../support/legacySystem.ts';
import { category, type Files, saveCapture, section, usefulLink, whole } from './captures.ts';
import { captureOf, DOCUMENTED, json, legacyPortals, respond, type Slug } from './legacyPortal.ts';

/** What a Yes says of captures that have not asked for pages of other sites. */
const UNTRIED =
  ' Browsers of other sites were not tried: capture with --origin https://www.portal.example, if pages of such a site read the lists.';

const HEADERS = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };

/** A server that lives until the test file ends; returns its address. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Answer = (response: ServerResponse, slug: string, ordering: string | undefined) => void;

/** A portal whose lists are answered like this; what it was asked for goes to `asked`. */
function portal(answer: Answer, asked: string[] = []): Promise<string> {
  return listen((request, response) => {
    asked.push(request.url ?? '');
    const url = new URL(request.url ?? '/', 'http://localhost');
    const slug = /^\/el\/api\/v1\/([a-z-]+)\/$/.exec(url.pathname)?.[1];
    if (!slug || url.searchParams.get('format') !== 'api')
      response.writeHead(404, HEADERS).end('{"detail":"Not found."}');
    else answer(response, slug, url.searchParams.get('ordering') ?? undefined);
  });
}

/** A portal that answers with these files. */
const portalOf = (files: Files) =>
  portal((response, slug, ordering) => {
    const name = ordering === undefined ? slug : `${slug}.ordering=${ordering}`;
    response.writeHead(200, HEADERS).end(json(files[name] ?? []));
  });

/** Compares with a portal that has no lists but those of the capture. */
async function compare(legacy: Files, current: Files): Promise<ParityReport> {
  return compareWithCapture({
    legacy: await saveCapture(legacy),
    url: await portalOf(current),
    lists: lists.filter(({ key }) => key in legacy),
  });
}

const differences = ({ rows }: ParityReport) => rows.flatMap((row) => row.differences);

describe('a capture', () => {
  it('that lacks a list is not the same, and says which', async () => {
    const url = await portalOf({ 'news-categories': [category(1)] });
    const legacy = await saveCapture({
      'news-categories': [category(1)],
      'service-groups.ordering=title': [],
      News_Posts: [],
      organizations: [],
    });
    const report = await compareWithCapture({ legacy, url, lists: lists.slice(1, 4) });
    expect(report.rows.map(({ verdict }) => verdict)).toEqual(['same', 'same']);
    expect(exitStatus(report)).toBe(1);
    expect(paritySummary(report)).toBe(
      [
        'Misnamed: News_Posts.json. Rename it as a capture of news-posts (news-posts.json, or the same with .ordering=VALUE), or take it away.',
        'Missing: service-groups.json. Save it as the legacy system answers, and start again.',
        'Missing: news-posts.json. Save it as the legacy system answers, and start again.',
        'Passed over: organizations.json is of no list of this project.',
        '2 of 2 captured responses are the same, 2 lists are missing in the capture, 1 capture is misnamed.',
        'Can I switch? No: service-groups, news-posts are missing in the capture; News_Posts.json is misnamed in the capture.',
      ].join('\n\n'),
    );
  });
});

describe('a portal that answers as captured', () => {
  it('is the same, each response asked for as the legacy one was', async () => {
    const asked: string[] = [];
    const files = { 'news-categories': [category(1)], 'news-categories.ordering=-id, title': [category(1)] };
    const url = await portal((response) => response.writeHead(200, HEADERS).end(json([category(1)])), asked);
    const report = await compareWithCapture({ legacy: await saveCapture(files), url: `${url}/` });
    expect(report.rows.map(({ verdict }) => verdict)).toEqual(['same', 'same']);
    expect(asked.sort()).toEqual([
      '/el/api/v1/news-categories/?format=api',
      '/el/api/v1/news-categories/?ordering=-id%2C%20title&format=api',
    ]);
  });

  it('is the same where elements that tie stand in another order', async () => {
    const links = [
      usefulLink(1, { title: 'α' }),
      usefulLink(2, { title: 'α' }),
      usefulLink(3, { title: 'β' }),
    ];
    const [one, two, three] = links;
    const legacy = { 'service-useful-links': links, 'service-useful-links.ordering=title': links };
    const report = await compare(legacy, {
      ...legacy,
      'service-useful-links.ordering=title': [two, one, three],
    });
    expect(report.rows.map(({ verdict }) => verdict)).toEqual(['same', 'ties']);
    expect(exitStatus(report)).toBe(0);
  });

  it('is the same where rows of one link stand in another order, and no others', async () => {
    const [one, two, three] = [section(1, ['a']), section(2, ['a', 'b']), section(3, [])];
    const legacy = {
      'featured-sections': [one, two, three],
      'featured-sections.ordering=-section_two_links': [three, two, one, two],
    };
    const rows = (order: unknown[]) =>
      compare(legacy, { ...legacy, 'featured-sections.ordering=-section_two_links': order });
    expect((await rows([three, two, two, one])).verdict).toBe('same');
    expect((await rows([two, three, one, two])).verdict).toBe('different');
  });

  it('is the same where an ordering goes on behind a link that elements share, which is named, and nothing else is passed over', async () => {
    const sections = [section(1, ['a']), section(2, ['a', 'b']), section(3, ['b'])];
    const [one, two, three] = sections;
    const rows = async (ordering: string, before: unknown[], now: unknown[]) => {
      const file = `featured-sections.ordering=${ordering}`;
      const legacy = { 'featured-sections': sections, [file]: before };
      return compare(legacy, { ...legacy, [file]: now });
    };
    const report = await rows('section_two_links,-id', [two, one, three, two], [one, two, two, three]);
    expect([report.verdict, report.canSwitch]).toEqual(['same', `Yes.${UNTRIED}`]);
    expect(paritySummary(report)).toContain(
      [
        'Known, and not counted:',
        '  2 of featured-sections ordering=section_two_links,-id: elements that share a link: the legacy system goes on with the next key of the ordering, and here each link of an element is one of its own',
        '',
        'The same: 2 of 2 captured responses, 1 of them but for known differences.',
      ].join('\n'),
    );
    const other = [one, three, two, two];
    expect((await rows('section_two_links,-id', [two, one, three, two], other)).verdict).toBe('different');
    expect((await rows('-id,section_two_links', sections.toReversed(), sections)).verdict).toBe('different');
  });

  it('of any kind is the same, however its database orders ties', async () => {
    await fc.assert(
      fc.asyncProperty(legacyPortals, fc.nat(), async (legacy, seed) => {
        const files = captureOf(legacy, DOCUMENTED).responses.map(({ list, ordering, body }) => {
          const name = ordering === undefined ? list : `${list}.ordering=${ordering}`;
          return [name, JSON.parse(body.toString())];
        });
        const url = await portal((response, slug, ordering) => {
          // the default order is the same each time; only an ordering that is asked for leaves ties to the database
          const current = ordering === undefined ? legacy : { ...legacy, seed };
          response.writeHead(200, HEADERS).end(respond(current, slug as Slug, ordering));
        });
        const report = await compareWithCapture({
          legacy: await saveCapture(Object.fromEntries(files)),
          url,
        });
        expect(differences(report)).toEqual([]);
        expect(report.verdict).toBe('same');
      }),
      { numRuns: 10 },
    );
  });
});

describe('a portal that answers otherwise', () => {
  const legacy = { 'news-categories': [category(1), category(2), category(3)] };

  it.each<[string, unknown[], object[]]>([
    [
      'a value',
      [category(1), category(2, 'Άλλη'), category(3)],
      [
        {
          kind: 'changed',
          id: 2,
          place: 1,
          newPlace: 1,
          key: 'title',
          legacy: '"Κατηγορία 2"',
          new: '"Άλλη"',
          offset: 106,
        },
      ],
    ],
    [
      'a missing element',
      [category(1), category(3)],
      [{ kind: 'missing', id: 2, place: 1, offset: 71, element: json(category(2)) }],
    ],
    [
      'an element too many',
      [category(1), category(2), category(9), category(3)],
      [{ kind: 'surplus', id: 9, newPlace: 2, element: json(category(9)) }],
    ],
    [
      'another order',
      [category(1), category(3), category(2)],
      [{ kind: 'order', place: 1, end: 2, legacyIds: [2, 3], newIds: [3, 2], offset: 71 }],
    ],
  ])('with %s is different, and it is said where', async (_, current, expected) => {
    const report = await compare(legacy, { 'news-categories': current });
    expect(differences(report)).toEqual(expected);
    expect(exitStatus(report)).toBe(1);
  });

  it('with a change deep within a long text is shown there', async () => {
    const long = (text: string) =>
      usefulLink(1, { description: `${'α'.repeat(500)}${text}${'β'.repeat(500)}` });
    const report = await compare(
      { 'service-useful-links': [long('<p>πριν</p>')] },
      { 'service-useful-links': [long('<p>μετά</p>')] },
    );
    expect(differences(report)).toMatchObject([
      {
        key: 'description',
        legacy: `…"${'α'.repeat(37)}<p>πριν</p>${'β'.repeat(32)}"…`,
        new: `…"${'α'.repeat(37)}<p>μετά</p>${'β'.repeat(32)}"…`,
      },
    ]);
  });

  it.each<[string, string]>([
    ['spaces', `[${json(category(1))}, ${json(category(2))},${json(category(3))}]`],
    ['a line at its end', `${json(legacy['news-categories'])}\n`],
  ])('with %s is different, too', async (_, body) => {
    const url = await portal((response) => response.writeHead(200, HEADERS).end(body));
    const report = await compareWithCapture({ legacy: await saveCapture(legacy), url });
    expect(differences(report)).toMatchObject([{ kind: 'bytes' }]);
  });

  it('with the same values written otherwise is different, too', async () => {
    const escaped = json(legacy['news-categories']).replace('Κ', '\\u039a');
    const url = await portal((response) => response.writeHead(200, HEADERS).end(escaped));
    const report = await compareWithCapture({ legacy: await saveCapture(legacy), url });
    expect(differences(report)).toMatchObject([{ kind: 'changed', id: 1, key: '', offset: 35 }]);
  });

  it('with other headers is different, each of the three exactly', async () => {
    const headers = { Allow: 'GET, HEAD, OPTIONS', 'Content-Type': 'application/json; charset=utf-8' };
    const url = await portal((response) =>
      response.writeHead(200, headers).end(json(legacy['news-categories'])),
    );
    const report = await compareWithCapture({ legacy: await saveCapture(legacy), url });
    expect(report.rows[0]?.differences).toEqual([
      { kind: 'header', name: 'Allow', legacy: 'GET, OPTIONS', new: 'GET, HEAD, OPTIONS' },
      {
        ...{ kind: 'header', name: 'Content-Type' },
        ...{ legacy: 'application/json', new: 'application/json; charset=utf-8' },
      },
      { kind: 'header', name: 'Vary', legacy: 'Accept', new: null },
    ]);
    expect(exitStatus(report)).toBe(1);
  });

  it('with an error is different', async () => {
    const url = await portal((response) => response.writeHead(404, HEADERS).end('{"detail":"Not found."}'));
    const report = await compareWithCapture({ legacy: await saveCapture(legacy), url });
    expect(report.rows).toMatchObject([
      { verdict: 'different', differences: [{ name: 'Status', legacy: '200', new: '404' }] },
    ]);
    expect(paritySummary(report)).toContain(`No list is at ${url}/el/api/v1/. For clients `);
  });
});

describe('a capture with a manifest', () => {
  const files = whole({ 'news-categories': [category(1), category(2)] });
  const bodies = Object.fromEntries(Object.entries(files).map(([name, elements]) => [name, json(elements)]));

  async function captured(headers: Record<string, string>) {
    const legacy = await startLegacySystem({ ...bodies });
    legacy.headers = headers;
    const to = path.join(await freshFolder(), 'capture');
    await captureLegacy({ from: legacy.url, to });
    return { legacy, to };
  }

  it('is compared with a system and with a folder of one, offline, by the headers that it was served with', async () => {
    const ofDjango = { Allow: 'GET, HEAD, OPTIONS', Vary: 'Accept, Cookie', 'X-Frame-Options': 'DENY' };
    const { to } = await captured(ofDjango);
    const again = await captured({ ...ofDjango, Vary: 'Cookie, origin, accept' });
    const same = await compareWithCapture({ legacy: to, url: again.legacy.url });
    expect({ verdict: same.verdict, canSwitch: same.canSwitch }).toEqual({
      verdict: 'same',
      canSwitch: `Yes.${UNTRIED}`,
    });
    const other = await captured({});
    for (const url of [other.legacy.url, other.to]) {
      const report = await compareWithCapture({ legacy: to, url });
      expect(report.rows[0]?.differences).toEqual([
        { kind: 'header', name: 'Allow', legacy: 'GET, HEAD, OPTIONS', new: 'GET, OPTIONS' },
        { kind: 'header', name: 'Vary', legacy: 'Accept, Cookie', new: 'Accept' },
      ]);
      expect(report.otherHeaders).toEqual(['X-Frame-Options: DENY']);
    }
    const manifest = await readFile(path.join(to, 'manifest.json'), 'utf8');
    await writeFile(
      path.join(to, 'manifest.json'),
      manifest.replace(/("ended": ")[^"]+/, '$12021-04-01T09:15:02.000Z'),
    );
    const offline = await compareWithCapture({ legacy: to, url: again.to });
    expect(offline.verdict).toBe('same');
    expect(offline.canSwitch).toBe(
      'Yes, if nothing has changed in the legacy system since 2021-04-01 (capture --still says).',
    );
  });

  it('of a system that compresses is the same as one that does not', async () => {
    const { to } = await captured({ Vary: 'Accept, Accept-Encoding' });
    const { legacy } = await captured({});
    expect((await compareWithCapture({ legacy: to, url: legacy.url })).verdict).toBe('same');
  });

  it('is different from a system that sends its clients on, or lacks a list in its folder', async () => {
    const { legacy, to } = await captured({});
    legacy.fault = ({ list }) => (list === 'news-posts' ? { redirect: legacy.url } : undefined);
    const moved = await compareWithCapture({ legacy: to, url: legacy.url });
    expect(moved.rows.filter(({ verdict }) => verdict !== 'same')).toMatchObject([
      {
        ...{ list: 'news-posts', verdict: 'different' },
        differences: [{ name: 'Status', legacy: '200', new: '302' }],
      },
    ]);
    const lacking = await saveCapture({ 'news-posts': [] });
    const { rows } = await compareWithCapture({ legacy: to, url: lacking });
    expect(rows.filter(({ verdict }) => verdict === 'not compared')).toHaveLength(rows.length - 1);
  });
});

describe('records, and lists without a language', () => {
  const files = whole({ 'news-categories': [category(1), category(2), category(3), category(4)] });
  const KEY = 'news-categories';

  async function system(
    has: { records?: string[]; prefixes?: string[]; sendingOn?: string[] },
    changed: Files = {},
  ) {
    const bodies = Object.entries({ ...files, ...changed }).map(([name, elements]) => [name, json(elements)]);
    const legacy = await startLegacySystem(Object.fromEntries(bodies));
    return Object.assign(legacy, has);
  }

  async function captureOfSystem(has: Parameters<typeof system>[0]) {
    const to = path.join(await freshFolder(), 'capture');
    await captureLegacy({ from: (await system(has)).url, to });
    return to;
  }

  const others = ({ rows }: ParityReport) =>
    rows.flatMap(({ file, request, verdict }) => (file === null ? [[request, verdict]] : []));

  const RECORDS = `${KEY}, ${KEY}/{id}/`;

  it('are the same where the new system has them, too, and are asked for as they were captured', async () => {
    const has = { records: [KEY], prefixes: ['/api/v1'] };
    const legacy = await captureOfSystem(has);
    const current = await system(has);
    const report = await compareWithCapture({ legacy, url: current.url });
    const bare = lists.map(({ key }) => [`${key}, /api/v1/${key}/`, 'same']);
    expect(others(report)).toEqual(
      bare.flatMap((each) => (each[0]?.startsWith(KEY) ? [[RECORDS, 'same'], each] : [each])),
    );
    expect(report.canSwitch).toBe(`Yes.${UNTRIED}`);
    expect(current.othersAsked).toEqual(
      ['1/', '1', '3/', '3', '4/', '4', '2147483647/'].map((asked) => `/el/api/v1/${KEY}/${asked}`),
    );
    // In two folders, too, as far as they say it.
    const folder = await captureOfSystem(has);
    expect(others(await compareWithCapture({ legacy, url: folder }))).toEqual(others(report));
    expect(others(await compareWithCapture({ legacy, url: await saveCapture(files) }))).toEqual([]);
  });

  it('are different where the new system does not have them', async () => {
    const legacy = await captureOfSystem({ records: [KEY], prefixes: ['/api/v1'] });
    const report = await compareWithCapture({ legacy, url: (await system({})).url });
    expect(others(report)).toEqual(
      lists.flatMap(({ key }) => [
        ...(key === KEY
          ? [
              [RECORDS, 'different'],
              [RECORDS, 'same'],
            ]
          : []),
        [`${key}, /api/v1/${key}/`, 'different'],
      ]),
    );
    expect(report.canSwitch).toMatch(/^No: .*news-categories.* are different\.$/);
    const folder = await captureOfSystem({});
    expect(others(await compareWithCapture({ legacy, url: folder }))).toEqual(others(report));
    const summary = paritySummary(report);
    expect(summary).toContain('Set PREFIXES=/el/api/v1,/api/v1 and start it again');
    expect(summary).toContain(
      [
        `${RECORDS} (6): DIFFERENT (1 difference) against ${report.new}/${KEY}/1/`,
        '  status: legacy 200, new 404',
      ].join('\n'),
    );
  });

  it('are shown by the key that differs, and the words for a record that there is not do not count', async () => {
    const legacy = await captureOfSystem({ records: [KEY] });
    const [one, two, three] = files[KEY] as object[];
    const current = await system(
      { records: [KEY] },
      { [KEY]: [one, two, { ...three, title: 'Άλλος' }, category(4)] as never },
    );
    const report = await compareWithCapture({ legacy, url: current.url });
    const ofRecords = report.rows.find(({ request, verdict }) => request === RECORDS && verdict !== 'same');
    expect(ofRecords?.differences).toMatchObject([{ kind: 'changed', id: 3, key: 'title', new: '"Άλλος"' }]);
    const manifest = path.join(legacy, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace('No NewsCategory matches', 'No Category matches'));
    const otherWords = await compareWithCapture({ legacy, url: (await system({ records: [KEY] })).url });
    expect(others(otherWords)).toEqual([[RECORDS, 'same']]);
    expect(otherWords.canSwitch).toBe(`Yes.${UNTRIED}`);
  });

  it('that the legacy system does not have are not compared', async () => {
    const legacy = await captureOfSystem({});
    const current = await system({ records: [KEY], prefixes: ['/api/v1'] });
    expect(others(await compareWithCapture({ legacy, url: current.url }))).toEqual([]);
  });

  it('count as there where the legacy system sends its clients on to the language', async () => {
    const legacy = await captureOfSystem({ sendingOn: ['/api/v1'] });
    const with_ = await compareWithCapture({ legacy, url: (await system({ prefixes: ['/api/v1'] })).url });
    expect(others(with_)).toEqual(lists.map(({ key }) => [`${key}, /api/v1/${key}/`, 'known']));
    expect((await compareWithCapture({ legacy, url: (await system({})).url })).verdict).toBe('different');
  });
});

it('some lists alone are compared, whatever the others are', async () => {
  const files = whole({ 'news-categories': [category(1)], 'news-posts': [] });
  const url = await portalOf({ ...files, 'news-categories': [category(1, 'Άλλη')] });
  const { 'news-posts': posts = [], 'service-groups': _, ...others } = files;
  const legacy = await saveCapture({ ...others, 'news-posts': posts });
  const report = await compareWithCapture({ legacy, url, only: ['news-posts', 'service-useful-links'] });
  expect(report.rows.map(({ list }) => list)).toEqual(['news-posts', 'service-useful-links']);
  expect(report).toMatchObject({ canSwitch: `Yes.${UNTRIED}`, missing: {}, unknownFiles: [] });
  await expect(compareWithCapture({ legacy, url, only: ['posts'] })).rejects.toThrow(
    'There is no list posts;',
  );
});

describe('a legacy system that runs', () => {
  it('is asked twice, and what it changes by itself is named and not counted', async () => {
    const categories = (title: string) => [category(1), category(2, title), category(3)];
    const files = whole({ 'news-categories': categories('πριν'), 'service-groups': [] });
    const bodies = Object.fromEntries(
      Object.entries(files).map(([name, elements]) => [name, json(elements)]),
    );
    const legacy = await startLegacySystem({ ...bodies });
    legacy.meanwhile = ({ list, before }) => {
      if (list === 'news-categories') legacy.bodies[list] = json(categories(`για ${before}η φορά`));
    };
    const cwd = process.cwd();
    process.chdir(await freshFolder());
    onFileEnd(async () => process.chdir(cwd));
    const compared = async (mine: unknown[]) =>
      compareWithCapture({ legacy: legacy.url, url: await portalOf({ ...files, 'news-categories': mine }) });
    const same = await compared(categories('τρίτη'));
    expect(same).toMatchObject({
      verdict: 'same',
      moved: [{ file: 'news-categories.json', what: '1 changed (id 2)' }],
      canSwitch: `Yes, once nobody writes in the legacy system: while it was asked, news-categories changed there.${UNTRIED}`,
    });
    const other = await compared([category(1, 'Άλλη'), ...categories('τρίτη').slice(1)]);
    expect(differences(other).filter(({ known }) => known === undefined)).toMatchObject([
      { id: 1, key: 'title' },
    ]);
    expect(other.verdict).toBe('different');
  });
});

describe('known differences', () => {
  const legacy = { 'news-categories': [category(1), category(2)] };
  const current = { 'news-categories': [{ ...category(1, 'Διορθωμένη'), slug: 'άλλο' }, category(2)] };

  async function compareKnown(entries: unknown) {
    const file = path.join(await freshFolder(), 'known.json');
    await writeFile(file, JSON.stringify(entries));
    return compareWithCapture({
      legacy: await saveCapture(legacy),
      url: await portalOf(current),
      lists: lists.filter(({ key }) => key in legacy),
      known: await readKnownDifferences(file),
    });
  }
  const title = { list: 'news-categories', id: 1, key: 'title', reason: 'corrected here' };
  const slug = { list: 'news-categories', key: 'slug', reason: 'made new' };

  it('are counted with their reasons, and one that nothing matches is named', async () => {
    const report = await compareKnown([title, slug, { ...slug, header: 'Allow', key: undefined }]);
    expect(report.verdict).toBe('same');
    expect(paritySummary(report)).toBe(
      [
        'Known, and not counted:',
        '  1 of news-categories 1 title: corrected here',
        '  1 of news-categories slug: made new',
        '',
        'Known, but met nowhere any more; take it out of the file:',
        '  news-categories Allow: made new',
        '',
        'The same: 1 of 1 captured responses, 1 of them but for known differences.',
        '',
        `Can I switch? Yes.${UNTRIED}`,
      ].join('\n'),
    );
  });

  it('hide nothing else of the same element', async () => {
    const report = await compareKnown([title]);
    expect(differences(report)).toMatchObject([{ key: 'title', known: 'corrected here' }, { key: 'slug' }]);
    expect(report.verdict).toBe('different');
  });

  it.each<[string, unknown, string]>([
    ['without a reason', [{ ...title, reason: ' ' }], 'entry 1 reason: '],
    ['of a whole list', [title, { list: 'news-posts', reason: 'x' }], 'entry 2: says which difference'],
    ['with a key that is misspelt', [{ ...title, heder: 'Allow' }], 'entry 1: Unrecognized key: "heder"'],
    ['that are no array', {}, 'the file: '],
  ])('%s are refused', async (_, entries, message) => {
    await expect(compareKnown(entries)).rejects.toThrow(message);
  });
});

describe('what cannot be compared', () => {
  const legacy = () => saveCapture({ 'news-categories': [category(1)] });

  const patient = { timeout: 200, retries: 0 };

  it.each<[string, RequestListener, RegExp]>([
    ['a server that is not ready', (_, response) => response.writeHead(503).end(), /the answer is 503$/],
    ['one that closes the connection', (request) => request.socket.destroy(), /the connection broke off$/],
    ['one that never answers', () => {}, /no answer begins$/],
  ])('is %s', async (_, listener, reason) => {
    const url = await listen(listener);
    const report = await compareWithCapture({ legacy: await legacy(), url, request: patient });
    expect(report.rows[0]).toMatchObject({
      verdict: 'not compared',
      reason: expect.stringMatching(reason),
    });
    const others = lists.map(({ key }) => key).filter((key) => key !== 'news-categories');
    expect(report.canSwitch).toBe(
      `No: news-categories could not be compared; ${others.join(', ')} are missing in the capture.`,
    );
    expect(exitStatus(report)).toBe(2);
  });

  it('is a capture that is broken, while the others are compared', async () => {
    const folder = await legacy();
    await writeFile(`${folder}/service-groups.json`, '[{"id":');
    const report = await compareWithCapture({
      legacy: folder,
      url: await portalOf({ 'news-categories': [category(1)] }),
    });
    expect(report.rows.map(({ list, verdict }) => [list, verdict])).toEqual([
      ['service-groups', 'not compared'],
      ['news-categories', 'same'],
    ]);
    expect(exitStatus(report)).toBe(2);
  });

  it('is refused at once where it is no folder or no address', async () => {
    await expect(
      compareWithCapture({ legacy: await freshFolder(), url: 'http://localhost' }),
    ).rejects.toThrow(NoCapture);
    for (const url of ['localhost:3000', 'ftp://portal.example', '']) {
      await expect(compareWithCapture({ legacy: await legacy(), url })).rejects.toThrow(NoCapture);
    }
    await expect(compareWithCapture({ legacy: await legacy(), url: 'http://:80' })).rejects.toThrow(
      NoComparison,
    );
  });
});
