import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { paritySummary } from '../../src/commands/paritySummary.ts';
import {
  captureLegacy,
  compareWithCapture,
  exitStatus,
  type KnownDifference,
  type ParityReport,
  type RequestLogs,
} from '../../src/migration/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder } from '../support/databases.ts';
import { startLegacySystem } from '../support/legacySystem.ts';
import { category, saveCapture } from './captures.ts';
import { json } from './legacyPortal.ts';

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
  { known = [], ...more }: Partial<RequestLogs> & { known?: KnownDifference[] } = {},
): Promise<Compared> {
  const [before, now] = [await start(legacy), await start(current)];
  const files = [await logOf(log)];
  const report = await inFolder(() =>
    compareWithCapture({
      ...OPTIONS,
      legacy: before.url,
      url: now.url,
      known,
      requests: { files, rate: 100_000, ...more },
    }),
  );
  const isClient = ({ headers }: Asked) => headers['user-agent'] !== 'portal-content';
  return { report, legacy: before.asked.filter(isClient), current: now.asked.filter(isClient) };
}

const targetsOf = (asked: Asked[]) => asked.map(({ method, url }) => `${method} ${url}`);

const GET = (query = '') => `GET /el/api/v1/news-categories/${query}`;

describe('logs that nginx has written', () => {
  const empty: Answer = (_, response) => send(response, '[]');

  /** Asks two systems, both empty, what these logs have. */
  async function read(...files: string[]) {
    const [legacy, current] = [await start(empty), await start(empty)];
    const report = await inFolder(() =>
      compareWithCapture({
        legacy: legacy.url,
        url: current.url,
        requests: { files: files.map((file) => path.resolve(LOGS, file)), rate: 100_000 },
      }),
    );
    const asked = [legacy, current].map((side) =>
      side.asked.filter(({ url }) => !/^(\/el)?\/api\/v1\/[a-z-]+\/\?[^?]*format=api$/.test(url)),
    );
    return { report, asked };
  }

  const PREFIX = '/el/api/v1';
  const EXPECTED = [
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

  it.each([
    ['combined.log', 2],
    ['common.log', 2],
    ['json.log', 0],
    ['careless-json.log', 2],
  ])('%s: every request for a list is asked as it was made, and no other', async (file, unsendable) => {
    const { report, asked } = await read(file);
    for (const side of asked) expect(targetsOf(side).sort()).toEqual([...EXPECTED].sort());
    expect(report.requests).toMatchObject({
      count: 15,
      asked: 14,
      // Raw bytes in two of them, which a server on Node refuses with 400 before its listener is called.
      counted: { same: 15 },
      lines: 21,
      unreadable: 0,
      from: expect.stringMatching(/^2026-11-26T17:12:26/),
      notTaken: unsendable ? { 'with spaces or control characters': unsendable } : {},
    });
    const links = asked[1]?.find(({ url }) => url.includes('-title'))?.headers;
    expect(links?.['user-agent']).toBe(file === 'common.log' ? 'portal-content' : 'python-requests/2.31.0');
    if (file === 'json.log')
      expect(links).toMatchObject({ accept: '*/*', 'accept-encoding': 'gzip, deflate' });
  });

  it('are read compressed, too, and several together', async () => {
    const zipped = gzipSync(await readFile(path.join(LOGS, 'common.log')));
    const { report } = await read('json.log', await logOf(zipped), await logOf(''));
    expect(report.requests).toMatchObject({ count: 30, lines: 42 });
  });
});

describe('a log of JSON lines', () => {
  it.each<[string, object]>([
    [
      'Caddy',
      {
        ts: 1761984000.5,
        request: {
          method: 'GET',
          uri: GET('?x=1').slice(4),
          headers: { 'User-Agent': ['Java/17'], Accept: ['text/html'] },
        },
        status: 200,
      },
    ],
    [
      'Traefik',
      {
        StartUTC: '2025-11-01T08:00:00.5Z',
        RequestMethod: 'GET',
        RequestPath: GET('?x=1').slice(4),
        'request_User-Agent': 'Java/17',
        request_Accept: 'text/html',
      },
    ],
    [
      'Elastic',
      {
        '@timestamp': '2025-11-01T08:00:00.500Z',
        http: { request: { method: 'GET', headers: { accept: 'text/html' } } },
        url: { original: GET('?x=1').slice(4) },
        user_agent: { original: 'Java/17' },
        accept: 'text/html',
      },
    ],
    [
      '$uri and $args',
      {
        time_local: '01/Nov/2025:10:00:00 +0200',
        request_method: 'GET',
        uri: '/el/api/v1/news-categories/',
        args: 'x=1',
        user_agent: 'Java/17',
        http_accept: 'text/html',
      },
    ],
    [
      'a Greek text',
      {
        msec: '1761984000.500',
        request: `${GET('?x=1')} HTTP/2.0`,
        site: 'Δήμος',
        agent: 'Java/17',
        accept: 'text/html',
      },
    ],
  ])('of %s is known', async (_, line) => {
    const { report, current } = await compare(
      `Nov  1 10:00:00 web nginx: ${JSON.stringify(line)}\r\n`,
      plain,
      plain,
    );
    expect(current).toMatchObject([
      {
        method: 'GET',
        url: '/el/api/v1/news-categories/?x=1',
        headers: { 'user-agent': 'Java/17', accept: 'text/html' },
      },
    ]);
    expect(report.requests?.from).toMatch(/^2025-11-01T08:00:00\.[05]00Z$/);
  });
});

describe('requests of clients', () => {
  it('that are answered the same are a Yes that counts, days and all', async () => {
    const log = lines(
      ...Array.from({ length: 1200 }, () => GET()),
      GET('?ordering=-slug'),
      GET('1/'),
    ).replace('[01/Nov', '[19/Oct');
    const { report } = await compare(log, plain, plain);
    expect(report.canSwitch).toBe('Yes: 1,202 of 1,202 requests of 13 days are answered the same.');
    expect(exitStatus(report)).toBe(0);
    expect(report.requests).toMatchObject({
      asked: 3,
      undocumented: [{ list: 'news-categories', ordering: '-slug', count: 1 }],
    });
  });

  it('that are answered otherwise are a No that names them, the most frequent first, with an example', async () => {
    const log = lines(
      GET('?ordering=-slug'),
      ...Array.from({ length: 5 }, (_, at) => GET(`${at + 1}/`)),
      GET(),
    );
    const current = but(/ordering|s\/\d\//, (response, { url }) =>
      url?.includes('ordering')
        ? send(response, json([...CATEGORIES].reverse()))
        : send(response, '{"detail":"Not found."}', 404),
    );
    const { report } = await compare(log, plain, current);
    expect(exitStatus(report)).toBe(1);
    const host = report.new.replace('/el/api/v1', '');
    expect(paritySummary(report).replaceAll(host, 'URL')).toBe(
      [
        [
          'What clients ask from 2026-11-01 to 2026-11-01: 7 requests for lists, of which 7 distinct ones were asked.',
          '  Orderings that the API does not document:',
          '    news-categories ordering=-slug: 1 request',
        ].join('\n'),
        ['5 requests differ: GET /el/api/v1/news-categories/{id}/', '  status: legacy 200, new 404'].join(
          '\n',
        ),
        [
          '1 request differs: GET /el/api/v1/news-categories/?ordering=-slug',
          '  places 0 to 2: another order, and not of elements that tie (byte 1 of the capture)',
          '      legacy  ids 1, 2, 3',
          '      new     ids 3, 2, 1',
        ].join('\n'),
        'The same: 2 of 2 captured responses.',
        'Can I switch? No: 1 of 7 requests of 1 day are answered the same; 6 differ: GET /el/api/v1/news-categories/{id}/ (5), GET /el/api/v1/news-categories/?ordering=-slug (1).',
      ].join('\n\n'),
    );
  });

  it("that the legacy system answers with an error are compared and named, and stand in nobody's way", async () => {
    const log = lines(
      GET(),
      'GET /api/v1/news-categories/',
      'OPTIONS /el/api/v1/news-categories/',
      GET('?ordering=crash'),
    );
    const legacy: Answer = (request, response) => {
      if (request.url?.startsWith('/api/')) send(response, '<html>', 404, { 'Content-Type': 'text/html' });
      else if (request.url?.includes('crash')) send(response, 'Server Error (500)', 500);
      else send(response, request.method === 'OPTIONS' ? '{"name":"News Category List"}' : ALL);
    };
    const { report } = await compare(
      log,
      legacy,
      but(/^OPTIONS/, (response) => send(response, '{}')),
    );
    expect(report.canSwitch).toBe(
      'Yes: 1 of 4 requests of 1 day are answered the same; 3 differ where the legacy system gives no list either: GET /api/v1/news-categories/ (1), OPTIONS /el/api/v1/news-categories/ (1), GET /el/api/v1/news-categories/?ordering=crash (1).',
    );
    expect(exitStatus(report)).toBe(0);
  });

  const record = (title?: string) => json([category(2, title)]).slice(1, -1);

  it.each<[string, string, Answer, Answer, object]>([
    [
      'a header of HEAD',
      'HEAD /el/api/v1/news-categories/',
      plain,
      but(/^HEAD/, (response) => send(response, '', 200, { Vary: 'Origin' })),
      { name: 'Vary', expected: 'Accept', actual: 'Origin' },
    ],
    [
      'a redirect elsewhere',
      'GET /el/api/v1/news-categories',
      but(/s$/, (response, { url, headers }) =>
        send(response, '', 301, { Location: `http://${headers.host}${url}/` }),
      ),
      but(/s$/, (response) => send(response, '', 301, { Location: '/news-categories/' })),
      { name: 'Location', expected: '/el/api/v1/news-categories/', actual: '/news-categories/' },
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
    expect(report.requests?.groups.find(({ verdict }) => verdict === 'different')?.differences).toEqual([
      difference,
    ]);
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
    expect(report.canSwitch).toBe('Yes: 2 of 2 requests of 1 day are answered the same.');
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
    expect(report.canSwitch).toBe(
      'No: 1 of 2 requests of 1 day are answered the same; 1 could not be compared: GET /el/api/v1/news-categories/?b=… (1).',
    );
    expect(paritySummary(report)).toMatch(
      /1 request could NOT be COMPARED: GET \/el\/api\/v1\/news-categories\/\?b=…\n {2}http:\S+: the answer is 503, and asks to wait for 0 s\n/,
    );
  });

  it('are asked of a capture as far as it holds them', async () => {
    const legacy = await saveCapture({
      'news-categories': CATEGORIES,
      'news-categories.ordering=-id': [...CATEGORIES].reverse(),
    });
    const { url } = await start(
      but(/ordering=-id/, (response) => send(response, json([...CATEGORIES].reverse()))),
    );
    const files = [
      await logOf(
        lines(GET(), GET('?format=json'), GET('?ordering=-id&format=api'), GET('1/'), GET('?page=2')),
      ),
    ];
    const report = await compareWithCapture({ ...OPTIONS, legacy, url, requests: { files, rate: 100_000 } });
    expect(report.canSwitch).toBe(
      'No: 3 of 5 requests of 1 day are answered the same; 2 could not be compared: GET /el/api/v1/news-categories/{id}/ (1), GET /el/api/v1/news-categories/?page=2 (1).',
    );
    expect(report.requests?.groups.find(({ verdict }) => verdict === 'not compared')?.reason).toBe(
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
    const files = [await logOf(lines(GET('2/'), GET('2'), 'GET /api/v1/news-categories/', GET('99/')))];
    const requests = { files, rate: 100_000 };
    const report = await compareWithCapture({ ...OPTIONS, legacy: to, url: system.url, requests });
    expect(report.requests?.counted).toMatchObject({ same: 3, 'not compared': 1 });
  });

  it('are asked no more often than the rate', async () => {
    const { current } = await compare(
      lines(...Array.from({ length: 6 }, (_, at) => GET(`?${'abcdef'[at]}`))),
      plain,
      plain,
      { rate: 50 },
    );
    const [first, last] = [current[0]?.at ?? 0, current.at(-1)?.at ?? 0];
    expect(last - first).toBeGreaterThan(5 * 20 * 0.9);
  });

  it('that only get past a cache are asked a thousand times, and the others count as these', async () => {
    const legacy = await saveCapture({ 'news-categories': CATEGORIES });
    const log = lines(...Array.from({ length: 1500 }, (_, at) => GET(`?_=${at}`)));
    const requests = { files: [await logOf(log)] };
    const report = await compareWithCapture({ ...OPTIONS, legacy, url: legacy, requests });
    expect(report.requests).toMatchObject({
      ...{ count: 1500, asked: 1000, counted: { 'not compared': 1500 } },
      groups: [{ request: 'GET /el/api/v1/news-categories/?_=…' }],
    });
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
    expect(report.requests).toMatchObject({ unreadable: 1, counted: { different: 4 } });
    expect(report.requests?.groups.map(({ request }) => request).sort()).toEqual([
      'GET /el/api/v1/news-categories/?email=…&ordering=id',
      'GET /el/api/v1/news-categories/?…',
      'GET /el/api/v1/news-categories/…/?ordering=…',
      'HEAD /el/api/v1/news-categories?q=…&id=…',
    ]);
    expect(report.requests?.firstUnreadable).toMatch(
      /access-\d+\.log, line 5: 000\.0\.000\.0 xxxxx 0000 xxxxxxxxxxxx$/,
    );
  });

  it('is in one that was asked for it', async () => {
    const { report } = await compare(log, echo, other, { showsValues: true });
    expect(report.requests?.groups.map(({ example }) => example?.target)).toContain(
      '/el/api/v1/news-categories/?email=maria@portal.example&ordering=id',
    );
    expect(paritySummary(report)).toContain(
      'for example /el/api/v1/news-categories/maria/?ordering=maria@x by curl/8',
    );
    expect(report.requests?.firstUnreadable).toMatch(/203\.0\.113\.9 maria 4711 Παπαδοπούλου$/);
  });
});

describe('a log', () => {
  it.each<[string, string | Buffer, RegExp]>([
    [
      'in another format',
      'error 1\nerror 2\n',
      /^2 of 2 lines are no requests in the common or combined format, nor JSON with a known key \(parity --help names them\)\. The first is \S+access-\d+\.log, line 1: xxxxx 0$/,
    ],
    [
      'without a list',
      lines('GET /', 'POST /el/api/v1/news-categories/'),
      /of 2 lines none is a GET, HEAD or OPTIONS for a list under \/el\/api\/v1\/, \/api\/v1\/\.$/,
    ],
    [
      'that is cut off',
      gzipSync(lines(GET())).subarray(0, -12),
      /^\S+access-\d+\.log cannot be read: unexpected end of file$/,
    ],
    ['of one endless line', 'x'.repeat(300_000), /^1 of 1 lines are no requests/],
  ])('%s is refused before anybody is asked', async (_, content, message) => {
    const system = await start(plain);
    const files = [await logOf(content)];
    const compared = compareWithCapture({
      ...OPTIONS,
      legacy: system.url,
      url: system.url,
      requests: { files },
    });
    await expect(compared).rejects.toThrow(message);
    expect(system.asked).toEqual([]);
  });

  it('that is not there is refused by name', async () => {
    const compared = compareWithCapture({
      legacy: '/',
      url: 'http://127.0.0.1:1',
      requests: { files: ['/nowhere.log'] },
    });
    await expect(compared).rejects.toThrow('/nowhere.log cannot be read: ENOENT');
  });
});
