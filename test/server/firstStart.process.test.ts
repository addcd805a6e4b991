import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import type { Environment } from '../support/bounded.ts';
import { freshFolder } from '../support/databases.ts';
import { inheritedEnvironment, startServer, type TestServer } from '../support/server.ts';
import { startCommand } from '../support/startCommand.ts';

/** Three starts with an import each, and a build should the sources have changed. */
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

/** What the server printed of how to sign in; it says so once the admin answers too. */
async function credentials(server: TestServer): Promise<{ email: string; password: string }> {
  await expect.poll(server.output, { timeout: 30_000, interval: 50 }).toMatch(/^The administration:/m);
  const [, email = '', password = ''] = /email +(\S+)\n +password +(\S+)\n/.exec(server.output()) ?? [];
  return { email, password };
}

async function signIn({ url }: TestServer, user: { email: string; password: string }): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${url}/api/users/login`, { method: 'POST', headers, body: JSON.stringify(user) }))
    .status;
}

it(
  'nothing configured: the sample portal, one admin, a kept secret; and never again',
  async () => {
    const dataDir = join(await freshFolder(), 'data');
    const first = await startUnconfigured(dataDir);
    const user = await credentials(first);
    expect(first.output().split(user.password)).toHaveLength(2);
    expect(await signIn(first, user)).toBe(200);
    const sample = await served(first);
    expect(sample).toEqual(await shipped());
    const secret = await readFile(join(dataDir, 'secret'), 'utf8');
    await first.stop();
    const kept = (await readdir(dataDir)).filter((file) => !file.startsWith('portal.db'));
    expect(kept).toEqual([expect.stringMatching(/^lists-[0-9a-f]{12}$/), 'secret']);

    const second = await startUnconfigured(dataDir);
    expect(await credentials(second)).toEqual({ email: '', password: '' });
    expect(await signIn(second, user)).toBe(200);
    expect(await served(second)).toEqual(sample);
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(secret);
  },
  LONG,
);

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
