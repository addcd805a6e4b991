import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { cmsPid } from '../support/cms.ts';
import { freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import { PIXEL } from '../support/pixel.ts';
import { ADMIN, ROOT } from '../support/portal.ts';
import { read } from '../support/reader.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sessionCookie } from '../support/sessionCookie.ts';

const MB = 1024 ** 2;

let server: TestServer;
let authorization: string;

beforeAll(async () => {
  server = await startServer({
    databaseUri: await preparedDatabaseUri('captured'),
    until: 'administration',
    env: {
      CORS_ORIGINS: 'https://www.portal.example',
      PORTAL_COMPRESSION: 'br,gzip',
      PREFIXES: '/el/api/v1,/api/v1>/el/api/v1',
    },
  });
  const response = await fetch(`${server.url}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  authorization = `JWT ${sessionCookie(response.headers).split('=')[1]}`;
}, 180_000);

/** As forms of the admin read it, too. */
function tooLarge(most: string) {
  const detail = `The request is too large: it may have ${most}.`;
  return { detail, message: detail };
}

/** An editor state with a text of so many characters. */
function state(characters: number) {
  const one = {
    type: 'text',
    version: 1,
    text: 'α'.repeat(1000),
    format: 0,
    style: '',
    mode: 'normal',
    detail: 0,
  };
  const paragraph = {
    type: 'paragraph',
    version: 1,
    format: '',
    indent: 0,
    direction: null,
    children: [one],
  };
  const children = Array.from({ length: characters / 1000 }, () => paragraph);
  return { root: { type: 'root', version: 1, format: '', indent: 0, direction: null, children } };
}

/** The most memory that the cms has had so far, in bytes. */
function peak(): number {
  const status = readFileSync(`/proc/${cmsPid(server)}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** Sends zeros until they are all sent, the connection is closed, or with `heeds` there is an answer. */
async function pour(
  path: string,
  bytes: number,
  { heeds = false, ...headers }: Record<string, string | number | boolean>,
) {
  const sent = request(`${server.url}${path}`, {
    method: 'POST',
    headers: headers as Record<string, string>,
  });
  sent.on('error', () => {});
  const closed = once(sent, 'close');
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  let isAnswered = false;
  void answered.then(() => {
    isAnswered = true;
  });
  const piece = Buffer.alloc(MB);
  for (let left = bytes; left > 0 && !sent.destroyed && !(heeds && isAnswered); left -= MB) {
    if (!sent.write(piece)) await Promise.race([once(sent, 'drain'), closed, ...(heeds ? [answered] : [])]);
  }
  sent.end();
  const [response] = await answered;
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
}

// First, since the peak that it looks at is that of the whole life of the cms.
describe('a stranger', () => {
  it('sends no 50 MB, and the cms has no more memory for it', async () => {
    const before = peak();
    const headers = {
      'Content-Length': 50 * MB,
      'Content-Type': 'application/json',
      authorization: 'JWT x.y.z',
    };
    const answer = await pour('/api/users/login', 50 * MB, headers);
    expect(answer).toEqual({ status: 413, body: tooLarge('64 KB without a user who is signed in') });
    expect(peak() - before).toBeLessThan(35 * MB);
  });
});

describe('a user', () => {
  it('saves a text of nearly 6 MB, through the form that the admin sends', async () => {
    const listed = await fetch(`${server.url}/api/news-posts?limit=1&depth=0`, {
      headers: { authorization },
    });
    const [post] = (await listed.json()).docs;
    const form = new FormData();
    form.set('_payload', JSON.stringify({ ...post, content: state(2_900_000), _status: 'published' }));
    const saved = await fetch(`${server.url}/api/news-posts/${post.id}?depth=0`, {
      method: 'PATCH',
      headers: { authorization },
      body: form,
    });
    expect({ status: saved.status, size: (await saved.text()).length > 3 * MB }).toEqual({
      status: 200,
      size: true,
    });
    const opened = await fetch(`${server.url}/api/news-posts/${post.id}?depth=0`, {
      headers: { authorization },
    });
    expect((await opened.json()).content.root.children).toHaveLength(2900);
    const { body } = await read(`${server.url}/el/api/v1/news-posts/`);
    expect(body.includes('α'.repeat(1000))).toBe(true);
  });

  it('saves what it sends in chunks', async () => {
    const title = 'Σε κομμάτια';
    const [start, end] = [`{"title":"${title}","ignored":"${'x'.repeat(2 * MB)}`, '","_status":"draft"}'];
    const headers = { authorization, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    const sent = request(`${server.url}/api/news-categories?depth=0&draft=true`, { method: 'POST', headers });
    sent.write(start);
    sent.end(end);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { doc } = JSON.parse(await text(response));
    expect([response.statusCode, doc?.title]).toEqual([201, title]);
  });

  it('sends no 51 MB', async () => {
    const headers = { authorization, 'Content-Type': 'application/json', 'Content-Length': 51 * MB };
    expect(await pour('/api/news-categories', 51 * MB, { ...headers, heeds: true })).toEqual({
      status: 413,
      body: tooLarge('50 MB'),
    });
  });

  it('asks a server function with 6 MB', async () => {
    const manifest = readFileSync('.next/server/server-reference-manifest.json', 'utf8');
    const [action = ''] = Object.keys(JSON.parse(manifest).node);
    const ask = async (size: number) => {
      const response = await fetch(`${server.url}/admin/login`, {
        method: 'POST',
        headers: { authorization, 'Next-Action': action, 'Content-Type': 'text/plain' },
        body: JSON.stringify([{ name: 'copy-data-from-locale', args: { data: 'x'.repeat(size) } }]),
      });
      return { status: response.status, body: await response.text() };
    };
    // The function has read its arguments: it misses the same in both.
    expect(await ask(6 * MB)).toEqual(await ask(10));
  });
});

it('a reader gets a list in the coding that PORTAL_COMPRESSION names first of those that it takes', async () => {
  const list = `${server.url}/el/api/v1/news-posts/`;
  const answer = await fetch(list, { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect((await read(list)).headers['content-encoding']).toBeUndefined();
  expect(await answer.text()).toBe((await read(list)).body.toString());
});

it('with CORS_ORIGINS pages of that site may read the lists, and clients of a prefix that leads to another are sent on', async () => {
  const headers = { Origin: 'https://www.portal.example' };
  const list = await fetch(`${server.url}/el/api/v1/news-posts/`, { method: 'HEAD', headers });
  expect(list.headers.get('access-control-allow-origin')).toBe('https://www.portal.example');
  expect(list.headers.get('vary')).toContain('Origin');
  const sent = await fetch(`${server.url}/api/v1/news-posts?ordering=title`, { redirect: 'manual' });
  expect([sent.status, sent.headers.get('location')]).toEqual([302, '/el/api/v1/news-posts/?ordering=title']);
});

describe('a program with an API key', () => {
  const KEY = 'a6cf1c48-7a52-4ab3-9f0e-2d3a51c9d7f1';

  /** What is typed in docs/portal-developers.md, and each of its answers. */
  async function typed(): Promise<Record<string, unknown>[]> {
    const docs = await readFile(path.join(ROOT, 'docs/portal-developers.md'), 'utf8');
    const [, section = ''] = docs.split('## Programs that write\n');
    const commands = [...(section.split('\n## ')[0] ?? '').matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(
      ([, block = '']) => block.replaceAll('\\\n', ' ').trim().split('\n'),
    );
    const cwd = await freshFolder();
    await writeFile(path.join(cwd, 'square.png'), PIXEL);
    const answers: Record<string, unknown>[] = [];
    let ID = '';
    for (const command of commands) {
      const env = { ...process.env, PORTAL: server.url, KEY, ID };
      const { stdout } = await promisify(execFile)('sh', ['-euc', command], { cwd, env });
      const answer = JSON.parse(stdout) as { doc?: { id: unknown } };
      if (ID === '' && answer.doc) ID = String(answer.doc.id);
      answers.push(answer);
    }
    return answers;
  }

  it('publishes, uploads and plans as docs/portal-developers.md says, and its key is in no line of the log', async () => {
    const headers = { authorization, 'Content-Type': 'application/json' };
    const { user } = (await (await fetch(`${server.url}/api/users/me`, { headers })).json()) as {
      user: { id: unknown };
    };
    const made = await fetch(`${server.url}/api/users/${user.id}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ apiKey: KEY }),
    });
    expect(made.status).toBe(200);
    expect(await typed()).toMatchObject([
      { user: { email: ADMIN.email } },
      { doc: { title: 'Δελτία τύπου', slug: 'deltia-typou', _status: 'published' } },
      { doc: { title: 'Όλα τα δελτία τύπου', slug: 'deltia-typou', _status: 'published' } },
      { doc: { alt: 'Η πλατεία', filename: 'square.png' } },
      { planned: { change: 'unpublish', at: '2099-01-15T12:30:00.000Z' } },
      { docs: [{ change: 'unpublish', at: '2099-01-15T12:30:00.000Z', by: ADMIN.email }] },
    ]);
    expect(await (await fetch(`${server.url}/el/api/v1/news-categories/`)).text()).toContain(
      '"Όλα τα δελτία τύπου"',
    );
    // The accounts of authors.
    const docs = await readFile(path.join(ROOT, 'docs/migration.md'), 'utf8');
    const [, loop = ''] = /^```bash\n(while .*?)^```$/ms.exec(docs) ?? [];
    const env = { ...process.env, PORTAL: server.url, KEY };
    await promisify(execFile)('bash', ['-euc', `openssl() { echo 0123456789abcdef; }\n${loop}`], { env });
    const users = await fetch(`${server.url}/api/users?where[author_id][greater_than]=1&sort=author_id`, {
      headers,
    });
    expect(await users.json()).toMatchObject({
      docs: [
        { author_id: 7, email: 'maria@portal.example', name: 'Μαρία Παπαδοπούλου', roles: ['editor'] },
        { author_id: 12, email: 'nikos@portal.example', roles: ['author'] },
      ],
    });
    // A body that needs somebody who is signed in.
    const large = await fetch(`${server.url}/api/news-posts`, {
      method: 'POST',
      headers: { Authorization: `users API-Key ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'α'.repeat(100_000) }),
    });
    expect(large.status).toBe(400);
    expect(server.output()).not.toContain(KEY);
  });
});
