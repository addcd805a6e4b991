import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileUri } from '../../src/settings/index.ts';
import { freshFolder } from '../support/databases.ts';
import { ADMIN, command } from '../support/portal.ts';
import { read } from '../support/reader.ts';
import { startServer } from '../support/server.ts';

/** A start with an import, and a build should the sources have changed. */
const LONG = 240_000;

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
  it(
    'is for this machine alone, and so are its files for this user',
    async () => {
      const folder = await freshFolder();
      const env = { HOST: undefined, SERVER_URL: undefined, DATA_DIR: join(folder, 'not', 'made yet') };
      const server = await startServer({ databaseUri: null, env });
      await expect.poll(server.output, { timeout: 60_000 }).toContain('The administration:');
      expect(await read(`${server.url}/readyz`)).toMatchObject({ status: 200 });
      await expect(read(`${elsewhere(server.url)}/readyz`)).rejects.toThrow('ECONNREFUSED');
      const { port } = new URL(server.url);
      expect(server.output()).toContain(`  http://localhost:${port}/admin\n`);
      expect(server.output().split('of this machine alone')).toHaveLength(2);

      await server.stop();
      const { '/': own, ...made } = await modes(join(folder, 'not'));
      expect(own).toBe('700');
      const names = Object.keys(made).join();
      for (const name of ['/portal.db,', '/secret', '/lists-', '/index.json']) expect(names).toContain(name);
      expect(new Set(Object.values(made))).toEqual(new Set(['600', '700']));
      for (const [name, mode] of Object.entries(made)) {
        expect([name, mode]).toEqual([name, /\.(db|json)|secret/.test(name) ? '600' : '700']);
      }
    },
    LONG,
  );
});

it(
  'SERVER_URL opens it, with several fronts too; what is there already keeps its mode',
  async () => {
    const dataDir = join(await freshFolder(), 'data');
    await mkdir(dataDir);
    await chmod(dataDir, 0o755);
    const databaseUri = fileUri(join(dataDir, 'content', 'portal.db'));
    await command(['create-admin', '--email', ADMIN.email, '--password-stdin'], {
      databaseUri,
      input: ADMIN.password,
    });
    const env = { HOST: undefined, DATA_DIR: dataDir, WEB_CONCURRENCY: '2' };
    const server = await startServer({ databaseUri, env, until: 'administration' });
    expect(await read(`${elsewhere(server.url)}/readyz`)).toMatchObject({ status: 200 });
    expect(server.output()).not.toContain('of this machine alone');
    expect(await modes(dataDir)).toMatchObject({
      '/': '755',
      '/content': '700',
      '/content/portal.db': '600',
      '/content/portal.db-wal': '600',
      '/content/portal.db-shm': '600',
    });
  },
  LONG,
);
