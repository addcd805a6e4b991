import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { load } from 'js-yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { cmsPid, isRunning, readiness, untilReadiness } from '../support/cms.ts';
import { richText } from '../support/content.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { exchange } from '../support/exchange.ts';
import { freePort } from '../support/freePort.ts';
import { halfSentLogin } from '../support/halfSentLogin.ts';
import { PIXEL } from '../support/pixel.ts';
import { ADMIN, command } from '../support/portal.ts';
import { startServer, TEST_SECRET, type TestServer } from '../support/server.ts';
import { sessionCookie } from '../support/sessionCookie.ts';

/** Prometheus' rules. */
interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}

/** Grafana's dashboard. */
interface Dashboard {
  panels: { targets: { expr: string }[] }[];
}

const LISTS = lists.map(({ key }) => key);

let databaseUri: string;
let dataDir: string;
let server: TestServer;
let metricsUrl: string;

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}${path}`, { redirect: 'manual', ...init });
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}

async function json(path: string, init?: RequestInit) {
  const { status, body } = await ask(path, init);
  return { status, value: JSON.parse(body.toString()) };
}

function sending(value: unknown, cookie?: string): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(cookie && signed(cookie)) },
    body: JSON.stringify(value),
  };
}

/** What a browser sends that has signed in: Payload takes the cookie from its own pages alone. */
const signed = (cookie: string) => ({ Cookie: cookie, Origin: server.url });

async function signIn(): Promise<string> {
  const { status, headers } = await ask('/api/users/login', sending(ADMIN));
  expect(status).toBe(200);
  return sessionCookie(headers);
}

async function titles(): Promise<string[]> {
  const { value } = await json('/el/api/v1/news-categories/');
  return value.map(({ title }: { title: string }) => title);
}

async function publish(title: string, cookie: string): Promise<void> {
  const category = { title, _status: 'published' };
  expect((await json('/api/news-categories', sending(category, cookie))).status).toBe(201);
}

/** Uploads an image; gives its id. */
async function upload(name: string, bytes: Buffer<ArrayBuffer>, cookie: string): Promise<number> {
  const form = new FormData();
  form.set('_payload', JSON.stringify({ alt: 'εικόνα' }));
  form.set('file', new Blob([bytes], { type: 'image/png' }), name);
  const { status, value } = await json('/api/media', { method: 'POST', headers: signed(cookie), body: form });
  expect(status).toBe(201);
  return value.doc.id;
}

/** The process of the cms that runs now. */
const cms = () => cmsPid(server);

/** The cms answers, and the lists are as in the database. */
const up = () => untilReadiness(server, { code: 200, status: 'live', cms: 'up' }, 30_000);

beforeAll(async () => {
  databaseUri = await freshDatabaseUri();
  dataDir = join(await freshFolder(), 'not', 'made yet');
  const METRICS_LISTEN = String(await freePort());
  metricsUrl = `http://127.0.0.1:${METRICS_LISTEN}`;
  server = await startServer({ databaseUri, env: { DATA_DIR: dataDir, LOG_LEVEL: 'trace', METRICS_LISTEN } });
  await up();
}, 180_000);

describe('an empty database', () => {
  it('is ready: five empty lists', async () => {
    expect(await json('/readyz')).toEqual({
      status: 200,
      value: {
        status: 'live',
        since: expect.any(String),
        cms: 'up',
        lists: {
          'featured-sections': 0,
          'service-groups': 0,
          'news-posts': 0,
          'news-categories': 0,
          'service-useful-links': 0,
        },
        missing: [],
        failed: [],
        saveFailed: null,
        mediaMissing: expect.toBeOneOf([null, 0]),
      },
    });
    for (const key of LISTS) {
      for (const query of ['', '?format=api', '?ordering=-id']) {
        const { status, headers, body } = await ask(`/el/api/v1/${key}/${query}`);
        expect([status, headers.get('content-type'), body.toString()]).toEqual([
          200,
          'application/json',
          '[]',
        ]);
      }
    }
  });

  it.each([
    ['200', new Agent({ keepAlive: true }), {}, { connection: 'keep-alive', 'keep-alive': 'timeout=65' }],
    ['200', new Agent(), {}, { connection: 'close', 'keep-alive': undefined }],
  ])(
    'a list says how long its connection is kept, or that it is not: %s',
    async (status, agent, headers, expected) => {
      const sent = get(`${server.url}/el/api/v1/service-groups/`, { agent, headers });
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      await buffer(response);
      agent.destroy();
      const { connection, 'keep-alive': keepAlive } = response.headers;
      expect(String(response.statusCode)).toBe(status);
      expect({ connection, 'keep-alive': keepAlive }).toEqual(expected);
    },
  );

  it('the addresses are printed, and nothing has been made up', () => {
    expect(server.output()).toContain(`${server.url}/el/api/v1/news-posts/\n`);
    expect(server.output()).toContain(`${server.url}/admin\n`);
    expect(server.output()).not.toContain('password');
    expect(server.output()).toContain('Nobody can sign in yet.');
  });

  it.each([
    ['/api/users/first-register', { email: 'visitor@example.org', password: 'a long password' }],
    ['/api/users', { email: 'visitor@example.org', password: 'a long password', roles: ['admin'] }],
  ])('no visitor makes the first user: POST %s', async (path, user) => {
    expect((await json(path, sending(user))).status).toBe(403);
    expect((await json('/api/users/login', sending(user))).status).toBe(401);
  });

  it('the admin says who makes the first user', async () => {
    const { status, body } = await ask('/admin/create-first-user', { headers: { accept: 'text/html' } });
    expect(status).toBe(403);
    expect(body.toString()).toContain('portal-content create-admin');
  });
});

describe('a visitor', () => {
  it.each<[path: string, expected: number]>([
    ...LISTS.map((list): [string, number] => [list, 403]),
    ['media', 403],
    ['users', 403],
    ['globals/portal-settings', 403],
    ['news-posts/versions', 403],
    ['payload-jobs', 403],
    ['payload-jobs/run', 401],
    ['portal-import-runs', 403],
    ['payload-migrations', 404],
  ])('reads nothing at /api/%s: %i', async (path, expected) => {
    const { status, body } = await ask(`/api/${path}?depth=0`);
    expect(status).toBe(expected);
    expect(JSON.parse(body.toString())).not.toHaveProperty('docs');
  });

  it.each([
    ['POST', 'news-categories'],
    ['DELETE', 'news-categories'],
    ['POST', 'media'],
  ])('writes nothing: %s /api/%s', async (method, path) => {
    const query = method === 'POST' ? '' : '?where[id][exists]=true';
    const { status } = await json(`/api/${path}${query}`, { ...sending({ title: 'x', slug: 'x' }), method });
    expect(status).toBe(403);
  });

  it('finds at / what there is: the lists, their description and the administration', async () => {
    const { status, headers, body } = await ask('/');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const links = [...body.toString().matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) => path);
    expect(links.sort()).toEqual(
      ['/admin', ...LISTS.map((key) => `/el/api/v1/${key}/`), '/openapi.json'].sort(),
    );
    for (const path of links) expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
    expect(body.toString()).toContain(`curl '${server.url}/el/api/v1/news-posts/'`);
    const elsewhere = (await ask('/nothing')).headers;
    for (const name of ['referrer-policy', 'x-content-type-options', 'x-frame-options']) {
      expect([name, headers.get(name)]).toEqual([name, elsewhere.get(name)]);
    }
    expect((await ask('/', { method: 'HEAD' })).status).toBe(200);
    const { value } = await json('/openapi.json');
    expect(Object.keys(value.paths)).toEqual(
      LISTS.flatMap((key) => [`/el/api/v1/${key}/`, `/el/api/v1/${key}/{id}/`]),
    );
  });

  it.each(['POST', 'OPTIONS'])('finds nothing there with %s', async (method) => {
    for (const path of ['/', '/openapi.json']) expect((await ask(path, { method })).status).toBe(404);
  });

  it.each([
    ...['/api/og', '/api/graphql', '/api/graphql-playground', '/favicon.ico', '/next', '/administration'],
    '/_next/image?url=%2Ficon.png&w=64&q=75',
  ])('finds nothing at %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });
});

describe('what cannot be answered', () => {
  const port = () => Number(new URL(server.url).port);

  it('is a form in place of JSON, and a request to the admin without a Host', async () => {
    const form = { method: 'POST', body: new URLSearchParams({ title: 'x' }) };
    expect((await json('/api/news-categories', form)).status).toBe(415);
    const { status, body } = await exchange(port(), 'GET /admin/login HTTP/1.0\r\n\r\n');
    expect([status, body]).toEqual([400, '{"detail":"The request has no Host header."}']);
    const lists = await exchange(port(), 'GET /el/api/v1/service-groups/ HTTP/1.0\r\n\r\n');
    expect([lists.status, lists.body]).toEqual([200, '[]']);
  });

  it.each<[string, RequestInit]>([
    ['a form without a boundary', { headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' }],
    ['an empty form', { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: '' }],
  ])('is a sign-in of %s', async (_, init) => {
    expect((await json('/api/users/login', { ...init, method: 'POST' })).status).toBe(400);
  });
});

describe('an operator and an editor', () => {
  it('create-admin makes a user while the server runs', async () => {
    const args = ['create-admin', '--email', ADMIN.email, '--password-stdin'];
    await command(args, { databaseUri, input: `${ADMIN.password}\n` });
    await signIn();
  }, 180_000);

  it('the session is in a cookie alone, which scripts cannot read', async () => {
    const login = await ask('/api/users/login', sending(ADMIN));
    const [set = ''] = login.headers.getSetCookie();
    expect(set).toMatch(/^payload-token=[\w.-]+; Expires=[^;]+; Path=\/; HttpOnly=true; SameSite=Lax$/);
    const cookie = sessionCookie(login.headers);
    const token = cookie.split('=')[1] ?? '';
    const me = await ask('/api/users/me', { headers: signed(cookie) });
    const refreshed = await ask('/api/users/refresh-token', { method: 'POST', headers: signed(cookie) });
    for (const { status, body } of [login, me, refreshed]) {
      expect(status).toBe(200);
      expect(JSON.parse(body.toString())).toHaveProperty('user.email', ADMIN.email);
      expect(body.toString()).not.toContain('oken":"');
      expect(body.toString()).not.toContain(token);
    }
  });

  it('a save that has returned is in the next response', async () => {
    const cookie = await signIn();
    for (const title of ['Πρώτη', 'Δεύτερη', 'Τρίτη']) {
      await publish(title, cookie);
      expect(await titles()).toContain(title);
    }
  });

  it('a list view has the titles of its documents, and not their texts', async () => {
    const cookie = await signIn();
    const words = 'Κείμενο που η λίστα δεν δείχνει. ';
    const draft = {
      title: 'Με μεγάλο κείμενο',
      content: richText(words.repeat(5_000)),
      _status: 'draft',
    };
    const made = await json('/api/news-posts?draft=true&depth=0', sending(draft, cookie));
    expect(made.status).toBe(201);
    const { status, body } = await ask('/admin/collections/news-posts', { headers: signed(cookie) });
    expect(status).toBe(200);
    expect(body.toString()).toContain(draft.title);
    expect(body.toString()).not.toContain(words);
  });

  it('what the front shows is known in the admin when the save returns', async () => {
    const cookie = await signIn();
    await publish('Στην πύλη', cookie);
    const { value } = await json('/api/news-categories?limit=1&sort=-createdAt', { headers: signed(cookie) });
    const [{ id, api_id: apiId }] = value.docs;
    const states = await json(`/api/portal-publication/news-categories?ids=${id}`, {
      headers: signed(cookie),
    });
    const shown = { standing: 'live', isShown: true, apiId, list: '/el/api/v1/news-categories/' };
    expect(states).toMatchObject({ status: 200, value: { [id]: shown } });
  });

  it('an upload comes back byte for byte: to who has signed in, and to anyone once something published shows it', async () => {
    const cookie = await signIn();
    const id = await upload('εικόνα 1.png', PIXEL, cookie);
    const file = async (headers = {}) => {
      const { status, headers: got, body } = await ask('/api/media/file/εικόνα%201.png', { headers });
      return { status, type: got.get('content-type'), same: body.equals(PIXEL) };
    };
    const whole = { status: 200, type: 'image/png', same: true };
    const none = { status: 404, type: 'application/json', same: false };
    expect([await file(), await file(signed(cookie))]).toEqual([none, whole]);

    const section = { section_one_title: 'Ενότητα', featured_image: id };
    const { value } = await json('/api/featured-sections?draft=true', sending(section, cookie));
    expect(await file()).toEqual(none);
    const path = `/api/featured-sections/${value.doc.id}`;
    const become = (_status: string) => json(path, { ...sending({ _status }, cookie), method: 'PATCH' });
    expect((await become('published')).status).toBe(200);
    expect(await file()).toEqual(whole);
    expect((await become('draft')).status).toBe(200);
    expect([await file(), await file(signed(cookie))]).toEqual([none, whole]);
    expect((await ask(`/api/media/${id}`)).status).toBe(403);
  });

  it('a download that its client ends leaves no file open', async () => {
    const cookie = await signIn();
    const size = 8 * 1024 ** 2;
    await upload('large.png', Buffer.concat([PIXEL, Buffer.alloc(size)]), cookie);
    const open = () => {
      const folder = `/proc/${cms()}/fd`;
      const targets = readdirSync(folder).map((fd) => {
        try {
          return readlinkSync(join(folder, fd));
        } catch {
          return '';
        }
      });
      return targets.filter((target) => target.endsWith('/large.png')).length;
    };
    for (let n = 0; n < 20; n += 1) {
      const sent = get(`${server.url}/api/media/file/large.png`, { headers: signed(cookie) });
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      await once(response, 'data');
      response.destroy();
    }
    await expect.poll(open, { timeout: 20_000 }).toBe(0);
  });
});

describe('whatever the cms answers', () => {
  const COMMON = {
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'strict-transport-security': null,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };

  async function headersOf(path: string, init?: RequestInit) {
    const { headers } = await ask(path, init);
    return Object.fromEntries(
      ['content-security-policy', ...Object.keys(COMMON)].map((name) => [name, headers.get(name)]),
    );
  }

  it.each<[string, RequestInit?]>([
    ['/api/users/me'],
    ['/api/users/login', { method: 'POST' }],
    ['/api/nothing'],
    ['/api/%'],
  ])('is kept by nobody, is what it says, and is shown in no frame: %s', async (path, init) => {
    expect(await headersOf(path, init)).toEqual({
      ...COMMON,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it('in the admin, runs no script but those of this server', async () => {
    const { body, headers } = await ask('/admin/login', { headers: { 'Content-Security-Policy': 'x' } });
    const policy = headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(await headersOf('/admin/login')).toMatchObject(COMMON);
    expect(policy.split('; ')).toEqual([
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'`,
      "style-src 'self' 'unsafe-inline' https:",
      "img-src 'self' data: blob: https: http:",
      "media-src 'self' https: http:",
      "font-src 'self' data: https: http:",
      "object-src 'none'",
      "frame-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    const scripts = [...body.toString().matchAll(/<script[^>]*>/g)].map(([script]) => script);
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
    expect((await headersOf('/admin/login'))['content-security-policy']).not.toContain(nonce);
  });

  it('of its scripts and styles, may be kept', async () => {
    const page = (await ask('/admin/login')).body.toString();
    const [path = ''] = /\/_next\/static\/[^"]+\.css/.exec(page) ?? [];
    expect((await headersOf(path))['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});

describe('a page of another site', () => {
  it.each([
    ['POST', '/api/news-categories'],
    ['POST', '/admin/login'],
  ])('does nothing with the session of who looks at it: %s %s', async (method, path) => {
    const cookie = await signIn();
    const { headers, body } = sending({ title: 'x', slug: 'x' }, cookie);
    for (const Origin of ['https://evil.example', 'null']) {
      const init = { method, body, headers: { ...(headers as object), Origin } };
      expect((await ask(path, init)).status).toBe(403);
    }
    expect((await json('/api/users/me', { headers: signed(cookie) })).value.user).not.toBeNull();
  });
});

describe("what the admin's pages call on the server", () => {
  /** The action of `src/app/(payload)/serverFunction.ts`, as Next has built it. */
  function actionId(): string {
    const manifest = JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8'));
    const actions = Object.entries(manifest.node as Record<string, { filename: string }>);
    const [id = ''] = actions.find(([, { filename }]) => filename.endsWith('serverFunction.ts')) ?? [];
    return id;
  }

  async function call(name: unknown, headers: Record<string, string> = {}) {
    const { status, body } = await ask('/admin/login', {
      method: 'POST',
      headers: { ...headers, 'Next-Action': actionId(), 'Content-Type': 'text/plain;charset=UTF-8' },
      body: JSON.stringify([{ name, args: { collectionSlug: 'users', operation: 'create' } }]),
    });
    return { status, text: body.toString() };
  }

  it.each(['constructor', ['constructor'], 'form-state', 'nothing'])(
    'is called by nobody who has not signed in: %j',
    async (name) => {
      const detail =
        'Only the pages of the admin send this, of somebody who has signed in. Sign in at /admin.';
      expect(await call(name)).toEqual({ status: 403, text: JSON.stringify({ detail }) });
    },
  );

  it('is called by who has, by its name alone', async () => {
    const headers = signed(await signIn());
    const { status, text } = await call('form-state', headers);
    expect([status, text]).toEqual([200, expect.stringContaining('"confirm-password"')]);
    for (const name of ['constructor', ['constructor'], 'nothing', null, 'schedule-publish']) {
      expect((await call(name, headers)).status).toBe(404);
    }
  });

  it('asks this server and no other port for the page that it leads to, where a document is not there', async () => {
    const asked: string[] = [];
    const other = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.cookie}`);
      response.end();
    });
    onFileEnd(() => void other.close());
    // Next's own port. Where another program has it, the answer alone tells.
    await new Promise<void>((resolve) => {
      other.once('error', () => resolve()).listen(3000, 'localhost', resolve);
    });
    const args = { collectionSlug: 'news-posts', docID: '999999', initialData: {}, paramsOverride: {} };
    const { headers, body } = await ask('/admin/collections/news-posts', {
      method: 'POST',
      headers: {
        ...signed(await signIn()),
        'Next-Action': actionId(),
        'Content-Type': 'text/plain;charset=UTF-8',
      },
      body: JSON.stringify([{ name: 'render-document', args }]),
    });
    expect(headers.get('x-action-redirect')).toContain('/admin/collections/news-posts?notFound=999999');
    // The page itself, which Next has fetched.
    expect(body.toString()).toContain('notFound');
    expect(asked).toEqual([]);
  });
});

describe('the log', () => {
  /** What is typed, none of which may be in it. */
  const TYPED = {
    password: 'A-wrong-password-that-is-typed',
    alt: 'An-alternative-text-that-is-typed',
    key: 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJlLXR5cGVk',
    reset: '5d41402abc4b2a76b9719d911017c592aaaaaaaa',
  };

  interface LogRecord {
    level: string;
    process: string;
    requestId?: string;
    msg: string;
  }

  /** The records that are written while something happens, and their lines in full. */
  async function logged<T>(act: () => Promise<T>) {
    const before = server.written().length;
    const result = await act();
    const lines = server.written().slice(before).split('\n').filter(Boolean);
    return { result, records: lines.map((line) => JSON.parse(line) as LogRecord) };
  }

  it('is one record a line, of both processes', async () => {
    const lines = server.written().trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line));
    expect(new Set(records.map((record) => record.process))).toEqual(new Set(['main', 'cms']));
    for (const record of records) {
      expect(record).toMatchObject({
        level: expect.stringMatching(/^(?:trace|debug|info|warn|error)$/),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        msg: expect.stringMatching(/^\P{Cc}*$/u),
      });
    }
  });

  it('has a line at debug of a wrong password, with the id that the response has', async () => {
    const wrong = { ...ADMIN, password: TYPED.password };
    const { result, records } = await logged(() => ask('/api/users/login', sending(wrong)));
    expect(result.status).toBe(401);
    expect(records).toMatchObject([
      { level: 'debug', process: 'cms', requestId: result.headers.get('x-request-id') },
    ]);
    expect(records[0]?.msg).not.toContain(' [');
  });

  it.each<[string, string, RequestInit]>([
    ['no JSON', '/api/users/login', { method: 'POST', body: `{"password":"${TYPED.password}"` }],
    [
      'a form that is no JSON',
      '/api/users/login',
      {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
        body: `--x\r\nContent-Disposition: form-data; name="_payload"\r\n\r\n{"password":${TYPED.password}}\r\n--x--\r\n`,
      },
    ],
    ['a token of nobody', '/api/users/me', { headers: { Authorization: `JWT ${TYPED.key}` } }],
    ['a session of nobody', '/api/users', { headers: { Cookie: `payload-token=${TYPED.key}` } }],
    ['a search for passwords', `/api/users?where[password][equals]=${TYPED.password}`, {}],
    [
      'a reset that nobody asked for',
      '/api/users/reset-password',
      { method: 'POST', body: JSON.stringify({ token: TYPED.reset, password: TYPED.password }) },
    ],
    ['a page of a document that is not there', `/admin/collections/users/${TYPED.reset}`, {}],
  ])('has no line above debug of what a stranger sends: %s', async (_, path, init) => {
    const headers = { 'Content-Type': 'application/json', ...init.headers };
    const { records } = await logged(() => ask(path, { ...init, headers }));
    expect(records.filter(({ level }) => level !== 'debug' && level !== 'trace')).toEqual([]);
    expect(records.length).toBeLessThan(2);
  });

  it('has no line above debug of a connection that its client ends', async () => {
    const { records } = await logged(async () => {
      const login = await halfSentLogin(server);
      login.abandon();
      await ask('/api/users/me');
    });
    expect(records.filter(({ level }) => level !== 'debug')).toEqual([]);
  });

  it('has an error of what fails here, for whoever asks', async () => {
    const media = join(dataDir, 'media');
    const cookie = await signIn();
    renameSync(media, `${media}-elsewhere`);
    writeFileSync(media, '');
    const form = new FormData();
    form.set('_payload', JSON.stringify({ alt: TYPED.alt }));
    form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'typed.png');
    const save = () => ask('/api/media', { method: 'POST', headers: signed(cookie), body: form });
    const { result, records } = await logged(save);
    rmSync(media);
    renameSync(`${media}-elsewhere`, media);
    expect(result.status).toBe(500);
    expect(JSON.parse(String(result.body))).toEqual({ errors: [{ message: 'Something went wrong.' }] });
    const ours = records.filter(({ requestId }) => requestId === result.headers.get('x-request-id'));
    expect(ours).toContainEqual(expect.objectContaining({ level: 'error' }));
  });

  it('has nothing of what was typed, of sessions and of secrets', async () => {
    const session = (await signIn()).split('=')[1] ?? '';
    const written = server.written();
    const secrets = [...Object.values(TYPED), ADMIN.password, TEST_SECRET, session];
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  });
});

describe('the metrics', () => {
  const read = async (path = '/metrics', init?: RequestInit) => fetch(`${metricsUrl}${path}`, init);

  /** A sample by its name and labels, as it is written. */
  async function value(sample: string): Promise<number> {
    const lines = (await (await read()).text()).split('\n');
    return Number(lines.find((line) => line.startsWith(`${sample} `))?.slice(sample.length + 1) ?? 0);
  }

  it('are at an address of their own, where nothing else is', async () => {
    expect((await read('/')).status).toBe(404);
    expect((await read('/el/api/v1/news-posts/')).status).toBe(404);
    expect((await read('/metrics', { method: 'POST' })).status).toBe(405);
    expect((await ask('/metrics')).status).toBe(404);
  });

  it('count each read of a list with its bytes', async () => {
    const labels = '{list="news-categories",status="200",process="main"}';
    const before = [
      await value(`portal_reads_total${labels}`),
      await value(`portal_read_bytes_total${labels}`),
    ];
    const { body } = await ask('/el/api/v1/news-categories/');
    await ask('/el/api/v1/news-categories/?ordering=-title');
    await ask('/el/api/v1/news-categories/', { method: 'HEAD' });
    expect(await value(`portal_reads_total${labels}`)).toBe((before[0] ?? 0) + 3);
    expect(await value(`portal_read_bytes_total${labels}`)).toBe((before[1] ?? 0) + 2 * body.length);
    expect(await value('portal_list_elements{list="news-categories",process="main"}')).toBe(
      JSON.parse(body.toString()).length,
    );
    expect(await value('portal_lists_age_seconds{process="main"}')).toBe(0);
    const metrics = await (await read()).text();
    // From the start, since an alarm sees only what is added to a counter that is there.
    expect(metrics).toContain('portal_reads_total{list="service-groups",status="503",process="main"} 0\n');
    // Not zero: no import has ended.
    expect(metrics).toContain('# TYPE portal_import_timestamp_seconds gauge\n');
    expect(metrics).not.toContain('portal_import_timestamp_seconds{');
  });

  it('count saves by how they ended, and nothing else that is sent', async () => {
    const count = (outcome: string) =>
      value(`portal_save_duration_seconds_count{outcome="${outcome}",process="cms"}`);
    const before = await Promise.all(['saved', 'refused', 'failed'].map(count));
    const cookie = await signIn();
    await ask('/api/news-categories', sending({ title: '', _status: 'published' }, cookie));
    const made = await json('/api/news-categories?draft=true', sending({ title: 'Μετρημένο' }, cookie));
    await ask(`/api/news-categories/${made.value.doc.id}`, { method: 'DELETE', headers: signed(cookie) });
    const after = await Promise.all(['saved', 'refused', 'failed'].map(count));
    expect(after.map((each, index) => each - (before[index] ?? 0))).toEqual([2, 1, 0]);
  });

  it('have, as /readyz, the last save that failed', async () => {
    const { value: ready } = await json('/readyz');
    // An upload for which the folder was away.
    expect(ready.saveFailed).toEqual({ reason: 'other', at: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await value('portal_save_failed_timestamp_seconds{reason="other",process="main"}')).toBe(
      Date.parse(ready.saveFailed.at) / 1000,
    );
  });

  it('are given while the lists on disk cannot be read, and the server goes on', async () => {
    const name = readdirSync(dataDir).find((each) => each.startsWith('lists-')) ?? '';
    const folder = join(dataDir, name);
    renameSync(folder, `${folder}-elsewhere`);
    writeFileSync(folder, '');
    const response = await read();
    const metrics = await response.text();
    rmSync(folder);
    renameSync(`${folder}-elsewhere`, folder);
    expect([response.status, metrics.includes('portal_checkpoint_timestamp_seconds{')]).toEqual([200, false]);
    expect(await value('portal_checkpoint_timestamp_seconds{process="main"}')).toBeGreaterThan(0);
  });

  it('are all that the rules and the dashboard ask for', async () => {
    const given = new Set(
      [...(await (await read()).text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    const folder = join(import.meta.dirname, '../../docs/prometheus');
    const { groups } = load(readFileSync(join(folder, 'alerts.yml'), 'utf8')) as Rules;
    const dashboard = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as Dashboard;
    const rules = groups.flatMap((group) => group.rules);
    const queries = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
    expect(rules.length).toBeGreaterThan(10);
    const asked = queries.flatMap((query) => query.match(/\b(?:portal|process|nodejs)_\w+/g) ?? []);
    expect(asked.filter((name) => !given.has(name))).toEqual([]);
    for (const rule of rules) {
      expect(rule).toEqual({
        alert: expect.stringMatching(/^Portal[A-Z]\w+$/),
        expr: expect.any(String),
        ...('for' in rule && { for: expect.stringMatching(/^\d+m$/) }),
        labels: { severity: expect.stringMatching(/^(?:critical|warning)$/) },
        annotations: { summary: expect.any(String), description: expect.any(String) },
      });
    }
  });
});

describe('the cms halted', () => {
  it('the lists go on, say that they are behind, and are live when it goes on', async () => {
    const cookie = await signIn();
    const before = await titles();
    const live = await readiness(server);
    expect(live).toMatchObject({ code: 200, status: 'live' });
    process.kill(cms(), 'SIGSTOP');
    const waiting = publish('Περίμενε', cookie);
    try {
      await untilReadiness(server, { code: 200, status: 'behind', since: expect.any(String) }, 15_000);
      const behind = await readiness(server);
      expect(Date.parse(behind.since)).toBeGreaterThan(Date.parse(live.since));
      expect(await titles()).toEqual(before);
      // A balancer sees only the code.
      expect((await ask('/readyz')).status).toBe(200);
      expect((await ask('/readyz?live')).status).toBe(503);
      const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
      expect(metrics).toContain('portal_lists_state{state="behind",process="main"} 1\n');
      expect(metrics).toMatch(/^portal_lists_age_seconds\{process="main"\} \d/m);
    } finally {
      process.kill(cms(), 'SIGCONT');
    }
    await waiting;
    expect(await titles()).toContain('Περίμενε');
    await untilReadiness(server, { code: 200, status: 'live' }, 15_000);
    expect((await ask('/readyz?live')).status).toBe(200);
  });
});

it('a second server on the same SQLite file is refused, also with a folder of its own', async () => {
  const refused = startServer({ databaseUri });
  const file = databaseUri.replace('file:', '');
  await expect(refused).rejects.toThrow(`Another server uses ${file} already. Stop it first`);
  expect(await readiness(server)).toMatchObject({ code: 200, status: 'live' });
});

it('a DATA_DIR that cannot be made is refused before anything is served', async () => {
  const file = join(await freshFolder(), 'a-file');
  writeFileSync(file, '');
  const refused = startServer({ databaseUri, env: { DATA_DIR: join(file, 'data') } });
  const { message } = await refused.then(
    () => new Error('it began'),
    (error: Error) => error,
  );
  expect(message).toMatch(/DATA_DIR is .*a-file.data, and that folder cannot be made: /);
  expect(message).not.toContain('Listening');
});

describe('the end', () => {
  it('of a front that is killed is the end of its cms', async () => {
    const orphan = cms();
    process.kill(server.pid, 'SIGKILL');
    await expect.poll(() => isRunning(orphan), { timeout: 15_000 }).toBe(false);
  });

  it('what it had served is in DATA_DIR, which was not there when it first began', () => {
    expect(readdirSync(dataDir)).toContainEqual(expect.stringMatching(/^lists-[0-9a-f]+$/));
    expect(server.output()).not.toContain('could not be written');
  });
});
