import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, stat, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import type { Environment } from '../support/bounded.ts';
import { freshFolder } from '../support/databases.ts';
import { read } from '../support/reader.ts';
import { inheritedEnvironment, startServer, type TestServer } from '../support/server.ts';
import { startCommand } from '../support/startCommand.ts';

/** Three starts with an import each. */
const LONG = 240_000;

/** As `npm start` in a fresh clone: nothing configured but where to listen and keep things. */
function startUnconfigured(dataDir: string): Promise<TestServer> {
  return startServer({ databaseUri: null, env: { DATA_DIR: dataDir } });
}

/** A start that is killed, all its processes at once, when the import of the sample has begun to write. */
async function killWhileImporting(dataDir: string): Promise<void> {
  const env: Environment = { ...inheritedEnvironment(), DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' };
  const child = spawn(process.execPath, startCommand(), { env: env as NodeJS.ProcessEnv, detached: true });
  const ended = once(child, 'close');
  for await (const chunk of child.stdout) {
    if (!String(chunk).includes('importing the sample portal')) continue;
    await changes(dataDir, 'portal.db-wal', 20);
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  }
  await ended;
}

/** Resolves when a file of a folder has been written to so many times. */
async function changes(folder: string, file: string, times: number): Promise<void> {
  let left = times;
  for await (const { filename } of watch(folder)) if (filename === file && --left === 0) return;
}

/** Every list as it is served. */
async function served({ url }: TestServer): Promise<Record<string, string>> {
  const bodies = lists.map(async ({ key: slug }) => {
    const response = await fetch(`${url}/el/api/v1/${slug}/`);
    return [slug, await response.text()] as const;
  });
  return Object.fromEntries(await Promise.all(bodies));
}

/** Every list as the project ships it. */
async function shipped(): Promise<Record<string, string>> {
  const files = lists.map(async ({ key: slug }) => {
    const text = await readFile(join(import.meta.dirname, '../../sample', `${slug}.json`), 'utf8');
    return [slug, text.trimEnd()] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

/** How to sign in: without a terminal the server prints where that is. */
async function credentials(server: TestServer): Promise<{ email: string; password: string }> {
  const [, file = ''] = await server.printed(
    / password is the second line of (.+), which only this user may read/,
  );
  const [email = '', password = ''] = (await readFile(file, 'utf8')).split('\n');
  return { email, password };
}

async function signIn({ url }: TestServer, user: { email: string; password: string }): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${url}/api/users/login`, { method: 'POST', headers, body: JSON.stringify(user) }))
    .status;
}

/** The modes of everything in a folder, and its own. */
async function modes(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((each) => join(each.parentPath, each.name));
  const found = [folder, ...paths].map(async (path) => {
    const { mode } = await stat(path);
    return [path.slice(folder.length) || '/', (mode & 0o777).toString(8)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Every address of the loopback network is this machine's own, and not what 127.0.0.1 alone listens on. */
const elsewhere = (url: string) => url.replace('127.0.0.1', '127.0.0.2');

describe('a server of which nothing is configured', () => {
  let dataDir: string;
  let first: TestServer;
  let user: { email: string; password: string };
  let sample: Record<string, string>;
  let secret: string;
  beforeAll(async () => {
    dataDir = join(await freshFolder(), 'not', 'made yet');
    const env = { HOST: undefined, SERVER_URL: undefined, DATA_DIR: dataDir };
    first = await startServer({ databaseUri: null, env });
    user = await credentials(first);
    sample = await served(first);
  }, LONG);

  it('has the sample portal and one admin', async () => {
    expect(first.written()).not.toContain(user.password);
    expect(first.output()).toMatch(/^Importing the sample portal: news-posts, 0 of \d+\.$/m);
    expect(await signIn(first, user)).toBe(200);
    expect(sample).toEqual(await shipped());
  });

  it('has its pictures, with what they show in Greek', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const login = { method: 'POST', headers, body: JSON.stringify(user) };
    const cookie = (await fetch(`${first.url}/api/users/login`, login)).headers.get('set-cookie') ?? '';
    const media = await fetch(`${first.url}/api/media?depth=0&limit=50`, {
      headers: { Cookie: cookie.split(';')[0] ?? '' },
    });
    const { docs } = (await media.json()) as { docs: { alt: string; url: string }[] };
    expect(docs).toHaveLength(14);
    for (const { alt, url } of docs) {
      expect(alt).toMatch(/^\p{Script=Greek}[\p{Script=Greek} ]+$/u);
      const picture = await fetch(new URL(url, first.url));
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  });

  it('is for this machine alone, and says so', async () => {
    expect(await read(`${first.url}/readyz`)).toMatchObject({ status: 200 });
    await expect(read(`${elsewhere(first.url)}/readyz`)).rejects.toThrow('ECONNREFUSED');
    const { port } = new URL(first.url);
    expect(first.output()).toContain(`  http://localhost:${port}/admin\n`);
    expect(first.output().split('of this machine alone')).toHaveLength(2);
  });

  it('leaves files for this user alone, and a kept secret', async () => {
    secret = await readFile(join(dataDir, 'secret'), 'utf8');
    await first.stop();
    const kept = (await readdir(dataDir)).filter((file) => !file.startsWith('portal.db'));
    expect(kept).toEqual([
      'first-admin.txt',
      expect.stringMatching(/^lists-[0-9a-f]{12}$/),
      'media',
      'secret',
    ]);
    const { '/': own, ...made } = await modes(join(dataDir, '..'));
    expect(own).toBe('700');
    const names = Object.keys(made).join();
    for (const name of ['/portal.db,', '/secret', '/lists-', '/index.json']) expect(names).toContain(name);
    expect(new Set(Object.values(made))).toEqual(new Set(['600', '700']));
    for (const [name, mode] of Object.entries(made)) {
      expect([name, mode]).toEqual([name, /\.(db|json|png|txt)|secret/.test(name) ? '600' : '700']);
    }
  });

  it('makes nothing anew when it starts again; SERVER_URL opens it, and what is there keeps its mode', {
    timeout: LONG,
  }, async () => {
    await chmod(dataDir, 0o755);
    const env = { HOST: undefined, DATA_DIR: dataDir };
    const second = await startServer({ databaseUri: null, env });
    await second.printed(/^The administration:\n.*\/admin\n/m);
    expect(second.output()).not.toContain('password');
    expect(await signIn(second, user)).toBe(200);
    expect(await served(second)).toEqual(sample);
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(secret);
    expect(await read(`${elsewhere(second.url)}/readyz`)).toMatchObject({ status: 200 });
    expect(second.output()).not.toContain('of this machine alone');
    expect(await modes(dataDir)).toMatchObject({
      '/': '755',
      '/portal.db': '600',
      '/portal.db-wal': '600',
      '/portal.db-shm': '600',
    });
  });
});

it(
  'interrupted, it goes on where it was, with an admin whose password is known',
  async () => {
    const dataDir = await freshFolder();
    await killWhileImporting(dataDir);
    expect(await readdir(dataDir)).toContain('first-start-unfinished');
    const again = await startUnconfigured(dataDir);
    expect(await signIn(again, await credentials(again))).toBe(200);
    expect(await served(again)).toEqual(await shipped());
    expect(await readdir(dataDir)).not.toContain('first-start-unfinished');
  },
  LONG,
);
