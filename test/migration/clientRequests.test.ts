import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { paritySummary } from '../../src/commands/paritySummary.ts';
import {
  captureLegacy,
  compareWithCapture,
  exitStatus,
  type KnownDifference,
  type ParityReport,
  type RequestOptions,
} from '../../src/migration/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder } from '../support/databases.ts';
import { startLegacySystem } from '../support/legacySystem.ts';
import { category, saveCapture } from './captures.ts';
import { json } from './legacyPortal.ts';

/** What a Yes says of captures that have not asked for pages of other sites. */
const UNTRIED =
  ' Browsers of other sites were not tried: capture with --origin https://www.portal.example, if pages of such a site read the lists.';

const LOGS = path.join(import.meta.dirname, '../fixtures/access-logs');
const HEADERS = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };
const CATEGORIES = [category(1), category(2), category(3)];
const ALL = json(CATEGORIES);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What a system was asked. */
interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  at: number;
}

/** A system that lives until the test file ends. */
async function start(answer: Answer): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, headers, at: performance.now() });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const send = (response: ServerResponse, body = ALL, status = 200, headers: object = {}) =>
  response.writeHead(status, { ...HEADERS, ...headers }).end(body);

/** Answers everything with the same list. */
const plain: Answer = (_, response) => send(response);

/** Only these requests are answered otherwise than by the same list. */
const but =
  (pattern: RegExp, answer: (response: ServerResponse, request: IncomingMessage) => void): Answer =>
  (request, response) =>
    pattern.test(`${request.method} ${request.url}`) ? answer(response, request) : send(response);

let number = 0;

async function logOf(content: string | Buffer): Promise<string> {
  const file = path.join(await freshFolder(), `access-${++number}.log`);
  await writeFile(file, content);
  return file;
}

/** Lines in the combined format, a second apart. */
const lines = (...requests: string[]) =>
  requests
    .map(
      (request, at) =>
        `203.0.113.7 - - [01/Nov/2026:09:00:${String(at % 60).padStart(2, '0')} +0200] "${request} HTTP/1.1" 200 5 "-" "curl/8"\n`,
    )
    .join('');

interface Compared {
  report: ParityReport;
  legacy: Asked[];
  current: Asked[];
}

const OPTIONS = { lists: lists.filter(({ key }) => key === 'news-categories') };

/** Captures go into the working folder. */
async function inFolder<T>(work: () => Promise<T>): Promise<T> {
  const cwd = process.cwd();
  process.chdir(await freshFolder());
  try {
    return await work();
  } finally {
    process.chdir(cwd);
  }
}

/** Compares two systems by a log, and leaves out what was asked for the capture. */
async function compare(
  log: string | Buffer,
  legacy: Answer,
  current: Answer,
  more: { known?: KnownDifference[]; showsValues?: boolean; request?: RequestOptions } = {},
): Promise<Compared> {
  const [before, now] = [await start(legacy), await start(current)];
  const requests = await logOf(log);
  const report = await inFolder(() =>
    compareWithCapture({ ...OPTIONS, legacy: before.url, url: now.url, requests, ...more }),
  );
  const isClient = ({ headers }: Asked) => headers.accept === '*/*';
  return { report, legacy: before.asked.filter(isClient), current: now.asked.filter(isClient) };
}

const clients = ({ rows }: ParityReport) => rows.filter(({ isOfClients }) => isOfClients);

const targetsOf = (asked: Asked[]) => asked.map(({ method, url }) => `${method} ${url}`);

const GET = (query = '') => `GET /el/api/v1/news-categories/${query}`;

describe('logs that nginx has written', () => {
  const empty: Answer = (_, response) => send(response, '[]');

  /** Asks two systems, both empty, what a log has. */
  async function read(file: string) {
    const [legacy, current] = [await start(empty), await start(empty)];
    const requests = path.resolve(LOGS, file);
    const report = await inFolder(() =>
      compareWithCapture({ legacy: legacy.url, url: current.url, requests }),
    );
    const asked = [legacy, current].map((side) =>
      side.asked.filter(({ headers }) => headers.accept === '*/*'),
    );
    return { report, asked };
  }

  const PREFIX = '/el/api/v1';
  const EXPECTED = [
    `GET ${PREFIX}/news-posts/?format=api`,
    `GET ${PREFIX}/service-useful-links/?ordering=-title`,
    `GET ${PREFIX}/news-categories/?ordering=-slug&email=maria%40portal.example`,
    `HEAD ${PREFIX}/news-posts/7/`,
    `OPTIONS ${PREFIX}/news-posts`,
    'GET /api/v1/news-categories/?ordering=title',
    `GET /${PREFIX}/news-categories/`,
    `GET ${PREFIX}/../v1/news-categories/`,
    `GET ${PREFIX}/news%2Dcategories/`,
    `GET ${PREFIX}/news-categories/`,
    `GET ${PREFIX}/service-groups/?q=${'x'.repeat(2048)}`,
    `GET ${PREFIX}/service-groups/`,
  ];

  it.each(['combined.log', 'common.log'])(
    '%s: every request for a list is asked as it was made, and no other',
    async (file) => {
      const { report, asked } = await read(file);
      for (const side of asked) expect(targetsOf(side).sort()).toEqual([...EXPECTED].sort());
      expect(report.log).toMatchObject({
        ...{ lines: 21, unreadable: 0 },
        notAsked: { 'with spaces or control characters': 2 },
      });
      // Raw bytes in two of them, which a server on Node refuses with 400 before its listener is called.
      expect(clients(report).reduce((sum, { count }) => sum + count, 0)).toBe(15);
      expect(clients(report).every(({ verdict }) => verdict === 'same')).toBe(true);
    },
  );
});

describe('one path a line', () => {
  it('is asked, too, with another method and of an address, as jq makes it of a log', async () => {
    const log = [
      GET('?ordering=title').slice(4),
      'HEAD /el/api/v1/news-categories/',
      'http://other.example/el/api/v1/news-categories/7/',
      '',
      '/favicon.ico',
      // As jq writes it; a server on Node refuses raw bytes with 400 before its listener is called.
      `${GET('?q=Παπα').slice(4)}`,
    ];
    const { report, legacy, current } = await compare(log.join('\r\n'), plain, plain);
    const asked = [GET('7/'), GET('?ordering=title'), 'HEAD /el/api/v1/news-categories/'];
    expect(targetsOf(legacy).sort()).toEqual(asked);
    expect(targetsOf(current).sort()).toEqual(asked);
    expect(report.log).toMatchObject({ lines: 5, unreadable: 0, notAsked: {} });
    expect(clients(report).map(({ request }) => request)).toContain('GET /el/api/v1/news-categories/?q=…');
    expect(exitStatus(report)).toBe(0);
  });
});

describe('requests of clients', () => {
  it('that are answered the same are a Yes, and counted', async () => {
    const log = lines(...Array.from({ length: 1200 }, () => GET()), GET('?ordering=-slug'), GET('1/'));
    const { report, legacy } = await compare(log, plain, plain);
    expect(report.canSwitch).toBe(`Yes.${UNTRIED}`);
    expect(exitStatus(report)).toBe(0);
    expect(targetsOf(legacy).sort()).toEqual([GET(), GET('1/'), GET('?ordering=-slug')]);
    expect(paritySummary(report)).toBe(
      [
        'The same: 2 of 2 captured responses.',
        'The same: 1,202 of 1,202 requests of clients.',
        `Can I switch? Yes.${UNTRIED}`,
      ].join('\n\n'),
    );
  });

  it('that are answered otherwise are a No that names them, the most frequent first', async () => {
    const log = lines(GET('?ordering=-slug'), ...[1, 2, 3, 5, 2].map((id) => GET(`${id}/`)), GET());
    const current = but(/ordering|s\/\d\//, (response, { url }) =>
      url?.includes('ordering')
        ? send(response, json([...CATEGORIES].reverse()))
        : send(response, '{"detail":"Not found."}', url?.includes('/5/') ? 200 : 404),
    );
    const { report } = await compare(
      log,
      but(/\/5\/$/, (response) => send(response, '', 404)),
      current,
    );
    expect(exitStatus(report)).toBe(1);
    const summary = paritySummary(report);
    for (const part of [
      '  1 of GET /el/api/v1/news-categories/{id}/: the legacy system answers with an error itself',
      'GET /el/api/v1/news-categories/{id}/ (4): DIFFERENT (1 difference)',
      '2 of 7 requests of clients are the same, 1 of them but for known differences, 5 differ.',
      'Can I switch? No: GET /el/api/v1/news-categories/{id}/ (4), GET /el/api/v1/news-categories/?ordering=-slug (1) are different.',
    ])
      expect(summary).toContain(part);
  });

  it("that the legacy system answers with an error are compared by status, and stand in nobody's way", async () => {
    const log = lines(
      GET(),
      'GET /api/v1/news-categories/',
      'OPTIONS /el/api/v1/news-categories/',
      GET('?ordering=crash'),
      GET('99/'),
    );
    const legacy: Answer = (request, response) => {
      if (/^\/api|99/.test(request.url ?? '')) send(response, '<html>', 404, { 'Content-Type': 'text/html' });
      else if (request.url?.includes('crash')) send(response, 'Server Error (500)', 500);
      else send(response, request.method === 'OPTIONS' ? '{"name":"News Category List"}' : ALL);
    };
    const current = but(/^OPTIONS|99/, (response, { method }) =>
      method === 'OPTIONS' ? send(response, '{}') : send(response, '{"detail":"Not found."}', 404),
    );
    const { report } = await compare(log, legacy, current);
    expect(report.canSwitch).toBe(`Yes.${UNTRIED}`);
    expect(clients(report).map(({ request, verdict }) => [request, verdict])).toEqual([
      ['GET /el/api/v1/news-categories/', 'same'],
      ['GET /api/v1/news-categories/', 'known'],
      ['OPTIONS /el/api/v1/news-categories/', 'same'],
      ['GET /el/api/v1/news-categories/?ordering=crash', 'known'],
      ['GET /el/api/v1/news-categories/{id}/', 'same'],
    ]);
    expect(exitStatus(report)).toBe(0);
  });

  const record = (title?: string) => json([category(2, title)]).slice(1, -1);

  it.each<[string, string, Answer, Answer, object]>([
    [
      'a header of HEAD',
      'HEAD /el/api/v1/news-categories/',
      plain,
      but(/^HEAD/, (response) => send(response, '', 200, { Vary: 'Origin' })),
      { kind: 'header', name: 'Vary', legacy: 'Accept', new: 'Origin' },
    ],
    [
      'a redirect elsewhere',
      'GET /el/api/v1/news-categories',
      but(/s$/, (response, { url, headers }) =>
        send(response, '', 301, { Location: `http://${headers.host}${url}/` }),
      ),
      but(/s$/, (response) => send(response, '', 301, { Location: '/news-categories/' })),
      { kind: 'header', name: 'Location', legacy: '…/news-categories/', new: '/news-categories/' },
    ],
    [
      'a redirect to another site',
      'GET /el/api/v1/news-categories',
      but(/s$/, (response, { url }) => send(response, '', 301, { Location: `${url}/` })),
      but(/s$/, (response, { url }) =>
        send(response, '', 301, { Location: `http://elsewhere.example${url}/` }),
      ),
      {
        ...{ kind: 'header', name: 'Location', legacy: '…/news-categories/' },
        new: 'http://elsewhere.example/el/api/v1/news-categories/',
      },
    ],
    [
      'what is neither a list nor a record',
      GET('9/'),
      but(/9\/$/, (response) => send(response, '{"detail":"a"}')),
      but(/9\/$/, (response) => send(response, '{"detail":"b"}')),
      {
        ...{ kind: 'bytes', reason: 'Other bytes', offset: 11 },
        ...{ legacy: '"{\\"detail\\":\\"a\\"}"', new: '"{\\"detail\\":\\"b\\"}"' },
      },
    ],
    [
      'a value of a record',
      GET('2/'),
      but(/s\/2\/$/, (response) => send(response, record())),
      but(/s\/2\/$/, (response) => send(response, record('Άλλη'))),
      {
        ...{ kind: 'changed', id: 2, place: 0, newPlace: 0, key: 'title' },
        ...{ legacy: '"Κατηγορία 2"', new: '"Άλλη"', offset: 36 },
      },
    ],
  ])('differ by %s', async (_, request, legacy, current, difference) => {
    const { report } = await compare(lines(request, GET()), legacy, current);
    expect(clients(report).find(({ verdict }) => verdict === 'different')?.differences).toEqual([difference]);
    expect(exitStatus(report)).toBe(1);
  });

  it('are the same where each system sends clients on within itself', async () => {
    const sent = (location: (host: string | undefined) => string) =>
      but(/s$/, (response, { headers }) => send(response, '', 301, { Location: location(headers.host) }));
    const whole = sent((host) => `http://${host}/el/api/v1/news-categories/`);
    const { report } = await compare(
      lines('GET /el/api/v1/news-categories'),
      whole,
      sent(() => '/el/api/v1/news-categories/'),
    );
    expect(report.verdict).toBe('same');
  });

  it('that differ in a known way, or in the legacy system itself, are the same', async () => {
    const log = lines(GET('8/'), GET('9/'));
    let times = 0;
    const legacy = but(/\/8\/$/, (response) =>
      send(response, json([category(8, `${++times}η φορά`)]).slice(1, -1)),
    );
    const known = [{ list: 'news-categories', header: 'Status', reason: 'Nobody needs that one.' }];
    const first = json([category(8, 'άλλη')]).slice(1, -1);
    const current: Answer = (request, response) => {
      if (request.url?.endsWith('/8/')) send(response, first);
      else if (request.url?.endsWith('/9/')) send(response, '', 404);
      else send(response);
    };
    const { report } = await compare(log, legacy, current, { known });
    expect(report.canSwitch).toBe(`Yes.${UNTRIED}`);
    expect(report.known).toMatchObject([{ count: 1 }]);
    expect(times).toBe(2);
  });

  it('that an outage leaves open are not compared, and Retry-After is waited for', async () => {
    const log = lines(GET('?a=1'), GET('?b=1'));
    let busy = 1;
    const current: Answer = (request, response) => {
      if (request.url?.includes('a=1') && busy-- > 0) send(response, '', 429, { 'Retry-After': '0' });
      else if (request.url?.includes('b=1')) send(response, '', 503, { 'Retry-After': '0' });
      else send(response);
    };
    const { report } = await compare(log, plain, current);
    expect(exitStatus(report)).toBe(2);
    expect(report.canSwitch).toBe('No: GET /el/api/v1/news-categories/?b=… (1) could not be compared.');
    expect(paritySummary(report)).toMatch(
      /GET \/el\/api\/v1\/news-categories\/\?b=…: NOT COMPARED\. http:\/\/127\.0\.0\.1:\d+: the answer is 503, and asks to wait for 0 s\n/,
    );
  });

  it('are waited for once in an outage, and given up after ten without an answer', async () => {
    const log = lines(...Array.from({ length: 20 }, (_, at) => GET(`${at}/`)));
    const away = but(/s\/\d+\/$/, (response) => send(response, '', 503, { 'Retry-After': '0' }));
    const { report, legacy, current } = await compare(log, plain, away, { request: { retries: 2 } });
    expect(clients(report)).toMatchObject([{ verdict: 'not compared', count: 20 }]);
    expect([legacy.length, current.length]).toEqual([20, 12]);
  });

  it('are asked of a capture as far as it holds them', async () => {
    const legacy = await saveCapture({
      'news-categories': CATEGORIES,
      'news-categories.ordering=-id': [...CATEGORIES].reverse(),
    });
    const { url } = await start(
      but(/ordering=-id/, (response) => send(response, json([...CATEGORIES].reverse()))),
    );
    const requests = await logOf(
      lines(GET(), GET('?format=json'), GET('?ordering=-id&format=api'), GET('1/'), GET('?page=2')),
    );
    const report = await compareWithCapture({ ...OPTIONS, legacy, url, requests });
    expect(report.canSwitch).toBe(
      'No: GET /el/api/v1/news-categories/{id}/ (1), GET /el/api/v1/news-categories/?page=2 (1) could not be compared.',
    );
    expect(clients(report).find(({ verdict }) => verdict === 'not compared')?.reason).toBe(
      `${legacy} has no capture of it`,
    );
    expect(exitStatus(report)).toBe(2);
  });

  it('are asked of a capture that holds records and paths without a language, too', async () => {
    const bodies = Object.fromEntries(lists.map(({ key }) => [key, key === 'news-categories' ? ALL : '[]']));
    const system = await startLegacySystem(bodies);
    system.records = ['news-categories'];
    system.prefixes = ['/api/v1'];
    const to = path.join(await freshFolder(), 'capture');
    await captureLegacy({ from: system.url, to, ...OPTIONS });
    // Some systems name themselves when they send clients on.
    const manifest = path.join(to, 'manifest.json');
    const relative = '"location": "/';
    const saved = await readFile(manifest, 'utf8');
    expect(saved).toContain(relative);
    const named = `"location": "${new URL(system.url).origin}/`;
    await writeFile(manifest, saved.replaceAll(relative, named));
    const requests = await logOf(lines(GET('2/'), GET('2'), 'GET /api/v1/news-categories/', GET('99/')));
    const report = await compareWithCapture({ ...OPTIONS, legacy: to, url: system.url, requests });
    expect(clients(report).map(({ request, verdict }) => [request, verdict])).toEqual([
      ['GET /el/api/v1/news-categories/{id}/', 'same'],
      ['GET /el/api/v1/news-categories/{id}/', 'not compared'],
      ['GET /el/api/v1/news-categories/{id}', 'same'],
      ['GET /api/v1/news-categories/', 'same'],
    ]);
  });

  it('that only get past a cache are asked a thousand times, and the others are named', async () => {
    const legacy = await saveCapture({ 'news-categories': CATEGORIES });
    const log = lines(...Array.from({ length: 1500 }, (_, at) => GET(`?_=${at}`)));
    const report = await compareWithCapture({ ...OPTIONS, legacy, url: legacy, requests: await logOf(log) });
    expect(clients(report)).toMatchObject([{ request: 'GET /el/api/v1/news-categories/?_=…', count: 1000 }]);
    expect(paritySummary(report)).toContain(
      'Of the requests of clients:\n  not asked: 500 requests beyond the first 1,000 different ones of a kind\n',
    );
  });
});

describe('what may be of a person', () => {
  const SECRETS = /203\.0\.113|maria|Παπα|%CE%A0|4711/i;
  const log = [
    lines(
      GET('?email=maria@portal.example&ordering=id'),
      GET('?maria@portal.example'),
      GET('maria/?ordering=maria@x'),
      `HEAD /el/api/v1/news-categories?q=%CE%A0%CE%B1%CF%80%CE%B1&id=4711`,
    ),
    '203.0.113.9 maria 4711 Παπαδοπούλου\n',
  ].join('');
  /** Repeats what was asked for, as redirects and pages do. */
  const echo: Answer = (request, response) => {
    const { url = '' } = request;
    if (request.method === 'HEAD') send(response, '', 301, { Location: url.replace('?', '/?') });
    else if (url.includes('format=api')) send(response);
    else
      send(response, json({ next: url } as unknown as unknown[]), 200, {
        Link: `<http://x${url}>; rel="next"`,
      });
  };
  const other: Answer = (request, response) =>
    request.method === 'HEAD'
      ? send(response, '', 301, { Location: '/' })
      : request.url?.includes('format=api')
        ? send(response)
        : send(response, '{"maria":1}');

  it('is in no report', async () => {
    const { report } = await compare(log, echo, other);
    expect(JSON.stringify(report)).not.toMatch(SECRETS);
    expect(paritySummary(report)).not.toMatch(SECRETS);
    expect(report.log).toMatchObject({ unreadable: 1, firstUnreadable: 5 });
    expect(
      clients(report)
        .map(({ request, verdict }) => `${request} ${verdict}`)
        .sort(),
    ).toEqual([
      'GET /el/api/v1/news-categories/?email=…&ordering=id different',
      'GET /el/api/v1/news-categories/?… different',
      'GET /el/api/v1/news-categories/…/?ordering=… different',
      'HEAD /el/api/v1/news-categories?q=…&id=… different',
    ]);
  });

  it('is in one that was asked for it', async () => {
    const { report } = await compare(log, echo, other, { showsValues: true });
    expect(clients(report).map(({ url }) => url)).toContain(
      `${report.new}/news-categories/?email=maria@portal.example&ordering=id`,
    );
    expect(paritySummary(report)).toContain('/el/api/v1/news-categories/maria/?ordering=maria@x\n');
  });
});

describe('a file of requests', () => {
  it.each<[string, string | Buffer, RegExp]>([
    [
      'in another format',
      'error 1\nerror 2\n',
      /access-\d+\.log: 2 of 2 lines are no requests in the common or combined format, nor paths\. The first is line 1\. docs\/migration\.md says /,
    ],
    [
      'without a list',
      lines('GET /', 'POST /el/api/v1/news-categories/'),
      /of 2 lines none is a GET, HEAD or OPTIONS for a list under \/el\/api\/v1\/, \/api\/v1\/\.$/,
    ],
  ])('%s is refused before anybody is asked', async (_, content, message) => {
    const system = await start(plain);
    const requests = await logOf(content);
    const compared = compareWithCapture({ ...OPTIONS, legacy: system.url, url: system.url, requests });
    await expect(compared).rejects.toThrow(message);
    expect(system.asked).toEqual([]);
  });
});
