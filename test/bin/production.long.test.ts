import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/databases.ts';
import { requireBuild } from '../support/requireBuild.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

interface Producer {
  copyProduction(folder: string): void;
}

/** Packages as `npm ci --omit=dev` installs them: those of the lock file that are for production. */
async function installWithoutDevelopment(folder: string): Promise<void> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>;
  };
  const names = Object.entries(packages)
    .filter(
      ([name, { dev, devOptional, link }]) =>
        name.startsWith('node_modules/') && !dev && !devOptional && !link,
    )
    .map(([name]) => name)
    // Nested packages come with the one that they stand in.
    .filter((name) => !name.slice('node_modules/'.length).includes('node_modules/'));
  const scopes = new Set(names.filter((name) => name.includes('/@')).map((name) => join(name, '..')));
  for (const scope of ['node_modules', ...scopes]) mkdirSync(join(folder, scope), { recursive: true });
  // Hard links: a package must not find its way back to the development tools. Another platform's are not there.
  await run(
    'sh',
    ['-c', 'for name; do [ ! -e "$0/$name" ] || cp -al "$0/$name" "$PWD/$name"; done', ROOT, ...names],
    {
      cwd: folder,
      maxBuffer: 1e7,
    },
  );
}

/** A user without rights, where the tests may become one. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

describe('a production install', () => {
  // On the same file system as the packages, for the links.
  const folder = join(ROOT, 'node_modules/.cache/production');
  let server: TestServer;
  let dataDir: string;
  const password = 'first of the portal';

  beforeAll(async () => {
    requireBuild('dist', '.next');
    await rm(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const { copyProduction } = (await import(
      new URL('../../bin/production.js', import.meta.url).href
    )) as Producer;
    copyProduction(folder);
    await installWithoutDevelopment(folder);
    const home = await freshFolder();
    dataDir = join(home, 'data');
    const temporary = join(home, 'tmp');
    for (const each of [dataDir, temporary]) mkdirSync(each);
    const passwordFile = join(home, 'password');
    writeFileSync(passwordFile, `${password}\n`);
    if (isRoot) for (const each of [home, dataDir, temporary, passwordFile]) chownSync(each, NOBODY, NOBODY);
    server = await startServer({
      cwd: folder,
      databaseUri: null,
      bare: true,
      ...(isRoot && { user: NOBODY }),
      env: {
        DATA_DIR: dataDir,
        TMPDIR: temporary,
        ADMIN_EMAIL: 'it@portal.example',
        ADMIN_PASSWORD_FILE: passwordFile,
      },
      until: 'administration',
    });
  }, 240_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('serves the lists and the admin, as a user without rights and without a home, and writes only what is its own', async () => {
    const list = await fetch(`${server.url}/el/api/v1/news-categories/`);
    expect(await list.text()).toBe(readFileSync(join(ROOT, 'sample/news-categories.json'), 'utf8').trimEnd());
    expect((await fetch(`${server.url}/admin/login`)).status).toBe(200);
    const { stdout } = await run('find', [
      folder,
      '-newer',
      join(dataDir, 'secret'),
      '-not',
      '-path',
      '*/node_modules/*',
    ]);
    expect(stdout).toBe('');
  });

  it('needs nothing of the project that it was made from', async () => {
    // The build has links to its packages.
    const links = (...of: string[]) => run('find', [join(folder, '.next'), '-type', 'l', ...of]);
    expect((await links()).stdout).toContain('/payload-');
    expect((await links('-lname', '/*')).stdout).toBe('');
  });

  it('has the first user that it was given, and says the password nowhere', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email: 'it@portal.example', password });
    const signIn = await fetch(`${server.url}/api/users/login`, { method: 'POST', headers, body });
    expect(signIn.status).toBe(200);
    expect(((await signIn.json()) as { user: { roles: string[] } }).user.roles).toEqual(['admin']);
    expect(server.output()).toMatch(/The first user is created: the one that ADMIN_EMAIL names\./);
    expect(server.output()).not.toContain(password);
    expect(() => readFileSync(join(dataDir, 'first-admin.txt'))).toThrow('ENOENT');
  });

  it('is healthy by the check of its container, and no more when it has stopped', async () => {
    const env = { PORT: new URL(server.url).port } as unknown as NodeJS.ProcessEnv;
    const check = () =>
      run(process.execPath, ['bin/health.js'], { cwd: folder, env }).then(
        () => 0,
        ({ code }: { code: number }) => code,
      );
    expect(await check()).toBe(0);
    expect(await server.stop()).toBe(0);
    expect(await check()).toBe(1);
  });
});
