import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { firstStart, keptSecret } from '../../../src/system/settings/dataDir.ts';
import { filePath, fileUri, socketProblem } from '../../../src/system/settings/folders.ts';
import { beSoleServer, isServed, socketOf } from '../../../src/system/settings/soleServer.ts';
import { onFileEnd } from '../../support/cleanup.ts';
import { freshFolder } from '../../support/databases.ts';

it('a file in the place of the images is named, before anything is kept', async () => {
  const folder = await freshFolder();
  writeFileSync(join(folder, 'media'), '');
  expect(() => keptSecret(folder)).toThrow(
    `The images go into the folder ${join(folder, 'media')}, and that is a file. Move it away.`,
  );
  expect(existsSync(join(folder, 'secret'))).toBe(false);
});

it('a secret that a crash left empty is made anew', async () => {
  const folder = await freshFolder();
  writeFileSync(join(folder, 'secret'), '');
  expect(keptSecret(folder)).toMatch(/^[0-9a-f]{64}$/);
});

it('a database that is there already, made by a command for instance, gets no sample', async () => {
  const folder = await freshFolder();
  const database = join(folder, 'portal.db');
  writeFileSync(database, 'content');
  expect(firstStart(folder, database)).toBeUndefined();
  expect(existsSync(join(folder, 'first-start-unfinished'))).toBe(false);
});

it.each(['./data/portal.db', '/srv/50% off?/a#b c/δεδομένα.db'])(
  'the path %s survives as a file: address',
  (path) => {
    expect(filePath(fileUri(path))).toBe(path);
  },
);

it('an address with an authority means the same path', () => {
  expect(['file:///srv/a.db', 'file://localhost/srv/a.db', 'file:/srv/a.db?x=y'].map(filePath)).toEqual([
    '/srv/a.db',
    '/srv/a.db',
    '/srv/a.db',
  ]);
});

it.each([
  ['beside it', 'data'],
  ['elsewhere, where that path is too long for a socket', 'δεδομένα'.repeat(8)],
])('a server of an SQLite file is the only one: its socket is %s', async (_, name) => {
  const folder = join(await freshFolder(), name);
  mkdirSync(folder);
  const file = join(folder, 'portal.db');
  expect(Buffer.byteLength(socketOf(file) ?? '')).toBeLessThan(104);
  await beSoleServer(file);
  await expect(beSoleServer(file)).rejects.toThrow(`Another server uses ${file} already.`);
  await beSoleServer(join(folder, 'another.db'));
});

/** Whatever answers at a socket. */
async function listenAt(socket: string): Promise<void> {
  const other = createServer().listen(socket);
  onFileEnd(() => void other.close());
  await once(other, 'listening');
}

it.each([
  ['anybody may write there', 'data', 0o777],
  ['its path is too long', 'δεδομένα'.repeat(8), 0o700],
])('the socket stands in a folder of the owner alone, where %s', async (_, name, mode) => {
  const folder = join(await freshFolder(), name);
  mkdirSync(folder);
  chmodSync(folder, mode);
  const file = join(folder, 'portal.db');
  // Another user's, if that can be.
  if (mode === 0o777) await listenAt(`${file}-server`);
  const own = dirname(socketOf(file) ?? '');
  expect(own).toBe(join(tmpdir(), `portal-content-${process.getuid?.()}`));
  expect(statSync(own).mode & 0o777).toBe(0o700);
  expect(await isServed(file)).toBe(false);
  await beSoleServer(file);
  expect(await isServed(file)).toBe(true);
});

it.each([
  ['open to others', (folder: string) => mkdirSync(folder) ?? chmodSync(folder, 0o777)],
  [
    'a link',
    (folder: string) => mkdirSync(`${folder}-2`, { mode: 0o700 }) ?? symlinkSync(`${folder}-2`, folder),
  ],
])('a folder for sockets that is %s is not used, and holds up nothing', async (_, make) => {
  const file = join(await freshFolder(), 'δεδομένα'.repeat(8), 'portal.db');
  mkdirSync(dirname(file));
  try {
    vi.stubEnv('TMPDIR', await freshFolder());
    const socket = socketOf(file) ?? '';
    rmSync(dirname(socket), { recursive: true });
    make(dirname(socket));
    await listenAt(socket);
    expect(await isServed(file)).toBe(false);
    await expect(beSoleServer(file)).resolves.toBeUndefined();
  } finally {
    vi.unstubAllEnvs();
  }
});

it('a folder for temporary files is named whose path is too long for sockets in it', async () => {
  try {
    vi.stubEnv('TMPDIR', '/tmp');
    expect(socketProblem()).toBeUndefined();
    const long = `/tmp/${'a'.repeat(70)}`;
    vi.stubEnv('TMPDIR', long);
    expect(socketProblem()).toBe(
      `TMPDIR is ${long}, and that is too long for the sockets in it: 75 bytes, and there may be 74. Example: TMPDIR=/tmp`,
    );
  } finally {
    vi.unstubAllEnvs();
  }
});
