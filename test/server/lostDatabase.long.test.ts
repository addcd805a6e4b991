import { existsSync, renameSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { untilReadiness } from '../support/cms.ts';
import { fillDatabase, freshFolder } from '../support/databases.ts';
import { signInByRest } from '../support/editor.ts';
import { type Bodies, readLists } from '../support/lists.ts';
import { type ServerOptions, startServer, type TestServer } from '../support/server.ts';

let folder: string;
let data: string;
let options: ServerOptions;
let server: TestServer;

beforeAll(async () => {
  folder = await freshFolder();
  data = join(folder, 'data');
  await mkdir(join(data, 'media'), { recursive: true });
  await mkdir(join(folder, 'backup', 'media'), { recursive: true });
  options = {
    databaseUri: `file:${join(data, 'portal.db')}`,
    env: { DATA_DIR: data },
  };
  await fillDatabase(`file:${join(data, 'portal.db')}`, 'captured');
  await copyFile(join(data, 'portal.db'), join(folder, 'backup/portal.db'));
  server = await startServer(options);
}, 240_000);

async function save(titles: string[]): Promise<void> {
  const { rest } = await signInByRest(server);
  for (const title of titles) await rest('POST', 'service-groups', { title, _status: 'published' });
}

let before: Bodies;

it('a database file that is moved away is missed, not made anew: no save is lost, and its lists go on until it is back', async () => {
  before = await readLists(server.url);
  const { rest } = await signInByRest(server);
  const file = join(data, 'portal.db');
  const away = await freshFolder();
  const move = (from: string, to: string) => {
    for (const name of ['portal.db', 'portal.db-wal', 'portal.db-shm']) {
      if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name));
    }
  };
  move(data, away);
  const refused = await rest('POST', 'service-groups', { title: 'Μετά', _status: 'published' });
  expect(refused.status).toBe(503);
  const said = expect.poll(server.output, { timeout: 60_000 });
  await said.toContain(`The database file ${file} is gone. Nothing can be saved; the cms starts again`);
  await said.toContain(`DATABASE_URI names ${file}, and that file is gone. Its lists are still served.`);
  await untilReadiness(server, { code: 200, status: 'behind' });
  expect(await readLists(server.url)).toEqual(before);
  expect(existsSync(file)).toBe(false);
  move(away, data);
  await untilReadiness(server, { code: 200, status: 'live', cms: 'up' });
}, 240_000);

it('a copy of the file takes the place of one that was killed, and of one that is served, with the same bytes', async () => {
  await save(Array.from({ length: 3 }, (_, n) => `Μετά το αντίγραφο ${n}`));
  process.kill(-server.pid, 'SIGKILL');
  await server.stop();
  expect(existsSync(join(data, 'portal.db-wal'))).toBe(true);
  for (const name of ['portal.db', 'portal.db-wal', 'portal.db-shm'])
    await rm(join(data, name), { force: true });
  await copyFile(join(folder, 'backup/portal.db'), join(data, 'portal.db'));

  server = await startServer(options);
  await untilReadiness(server, { code: 200, status: 'live', cms: 'up' });
  expect(await readLists(server.url)).toEqual(before);

  // What is put in place under a running server is taken as it is, too.
  await save(['Και μετά']);
  const backup = join(folder, 'backup');
  await copyFile(join(backup, 'portal.db'), join(backup, 'again.db'));
  await rename(join(backup, 'again.db'), join(data, 'portal.db'));
  await expect.poll(() => readLists(server.url), { timeout: 60_000 }).toEqual(before);
  await untilReadiness(server, { code: 200, status: 'live', cms: 'up' });
  await save(['Τρίτη']);
  expect((await readLists(server.url))['service-groups/']).toContain('Τρίτη');
}, 240_000);
