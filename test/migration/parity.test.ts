import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { paritySummary } from '../../src/commands/index.ts';
import {
  compareWithCapture,
  exitStatus,
  NoAddress,
  NoCapture,
  type ParityReport,
} from '../../src/migration/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder } from '../support/databases.ts';
import { category, type Files, saveCapture, section, usefulLink } from './captures.ts';
import { captureOf, DOCUMENTED, json, legacyPortals, respond, type Slug } from './legacyPortal.ts';

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

const differences = ({ responses }: ParityReport) => responses.flatMap((response) => response.differences);

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
    expect(report.responses.map(({ verdict }) => verdict)).toEqual(['same', 'same']);
    expect(exitStatus(report)).toBe(1);
    expect(paritySummary(report)).toBe(
      [
        'Misnamed: News_Posts.json. Rename it as a capture of news-posts (news-posts.json, or the same with .ordering=VALUE), or take it away.',
        'Missing: service-groups.json. Save it as the legacy system answers, and start again.',
        'Missing: news-posts.json. Save it as the legacy system answers, and start again.',
        'Passed over: organizations.json is of no list of this project.',
        '2 of 2 captured responses are the same, 2 lists are missing in the capture, 1 capture is misnamed.',
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
    expect(report.responses.map(({ verdict }) => verdict)).toEqual(['same', 'same']);
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
    expect(report.responses.map(({ verdict }) => verdict)).toEqual(['same', 'ties']);
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
      { numRuns: 25 },
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
    expect(report.responses[0]?.headers).toEqual([
      { name: 'Allow', expected: 'GET, OPTIONS', actual: 'GET, HEAD, OPTIONS' },
      { name: 'Content-Type', expected: 'application/json', actual: 'application/json; charset=utf-8' },
      { name: 'Vary', expected: 'Accept', actual: null },
    ]);
    expect(exitStatus(report)).toBe(1);
  });

  it('with an error is different', async () => {
    const url = await portal((response) => response.writeHead(404, HEADERS).end('{"detail":"Not found."}'));
    const report = await compareWithCapture({ legacy: await saveCapture(legacy), url });
    expect(report.responses).toMatchObject([{ verdict: 'different', status: 404 }]);
  });

  it('is told so that a person can act on it', async () => {
    const report = await compare(legacy, {
      'news-categories': [category(1), category(2, 'Άλλη'), category(3)],
    });
    expect(paritySummary(report).replace(report.new, 'URL')).toBe(
      [
        'news-categories.json against URL/news-categories/?format=api',
        '  place 1, id 2: title, from byte 106 of the capture',
        '      legacy  "Κατηγορία 2"',
        '      new     "Άλλη"',
        '',
        '0 of 1 captured responses are the same, 1 differ.',
      ].join('\n'),
    );
  });
});

describe('what cannot be compared', () => {
  const legacy = () => saveCapture({ 'news-categories': [category(1)] });

  it.each<[string, RequestListener, RegExp]>([
    ['a server that is not ready', (_, response) => response.writeHead(503).end(), /the answer is 503/],
    ['one that closes the connection', (request) => request.socket.destroy(), /socket hang up|ECONNRESET/],
    [
      'one that breaks off within the body',
      (request, response) => {
        response.writeHead(200, { ...HEADERS, 'Content-Length': 99 }).write('[');
        setTimeout(() => request.socket.destroy(), 20);
      },
      /broke off|aborted|ECONNRESET/,
    ],
    ['one that never answers', () => {}, /no answer for 0.2 seconds/],
  ])('is %s', async (_, listener, reason) => {
    const url = await listen(listener);
    const times = { silence: 200, whole: 5000 };
    const report = await compareWithCapture({ legacy: await legacy(), url, times });
    expect(report.responses[0]).toMatchObject({
      verdict: 'not compared',
      reason: expect.stringMatching(reason),
    });
    expect(exitStatus(report)).toBe(2);
  });

  it('is a server that is not there, and one that drips for ever', async () => {
    const gone = await compareWithCapture({ legacy: await legacy(), url: 'http://127.0.0.1:1' });
    expect(gone.responses[0]?.reason).toMatch(/ECONNREFUSED/);
    const url = await listen((_, response) => {
      response.writeHead(200, HEADERS);
      const drip = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(drip));
    });
    const times = { silence: 200, whole: 600 };
    const slow = await compareWithCapture({ legacy: await legacy(), url, times });
    expect(slow.responses[0]?.reason).toMatch(/not all of it came within 0.6 seconds/);
  });

  it('is a capture that is broken, while the others are compared', async () => {
    const folder = await legacy();
    await writeFile(`${folder}/service-groups.json`, '[{"id":');
    const report = await compareWithCapture({
      legacy: folder,
      url: await portalOf({ 'news-categories': [category(1)] }),
    });
    expect(report.responses.map(({ list, verdict }) => [list, verdict])).toEqual([
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
      await expect(compareWithCapture({ legacy: await legacy(), url })).rejects.toThrow(NoAddress);
    }
  });
});
