import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  beSoleServer,
  EnvironmentError,
  filePath,
  fileUri,
  firstStart,
  keptSecret,
  socketOf,
} from '../../src/settings/index.ts';
import { freshFolder } from '../support/databases.ts';

it('a secret is made once, kept, and readable by this user alone', async () => {
  const folder = join(await freshFolder(), 'data');
  const secret = keptSecret(folder);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(keptSecret(folder)).toBe(secret);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

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

it('a data folder that cannot be made is refused by the name of its variable', async () => {
  const file = join(await freshFolder(), 'a-file');
  writeFileSync(file, '');
  expect(() => keptSecret(join(file, 'data'))).toThrow(EnvironmentError);
  expect(() => keptSecret(join(file, 'data'))).toThrow(/^DATA_DIR /);
  expect(() => keptSecret('/proc/nosuch/data')).toThrow(
    /^DATA_DIR is \/proc\/nosuch\/data, and that folder cannot be made: ENOENT/,
  );
});

it('the first start is first until it is finished, however often it is interrupted', async () => {
  const folder = await freshFolder();
  const database = join(folder, 'portal.db');
  expect(firstStart(folder, database)).toBeDefined();
  writeFileSync(database, 'half');
  const again = firstStart(folder, database);
  expect(again).toBeDefined();
  again?.finish();
  expect(firstStart(folder, database)).toBeUndefined();
});

it('a database that is there already, made by a command for instance, gets no sample', async () => {
  const folder = await freshFolder();
  const database = join(folder, 'portal.db');
  writeFileSync(database, 'content');
  expect(firstStart(folder, database)).toBeUndefined();
  expect(existsSync(join(folder, 'first-start-unfinished'))).toBe(false);
});

it.each(['/srv/portal.db', './data/portal.db', '/srv/50% off?/a#b c/δεδομένα.db', '/a+b&c=d.db'])(
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
  expect(Buffer.byteLength(socketOf(file))).toBeLessThan(104);
  await beSoleServer(file);
  await expect(beSoleServer(file)).rejects.toThrow(`Another server uses ${file} already.`);
  await beSoleServer(join(folder, 'another.db'));
});
