import { execFile } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { untilReadiness } from '../support/cms.ts';
import { fillDatabase, freshFolder } from '../support/databases.ts';
import { signInByRest } from '../support/editor.ts';
import { readLists } from '../support/lists.ts';
import { read } from '../support/reader.ts';
import { startServer } from '../support/server.ts';

const run = promisify(execFile);

it('a database file that is moved away is missed, not made anew: no save is lost, and its lists go on until it is back', async () => {
  const folder = await freshFolder();
  const file = join(folder, 'portal.db');
  const databaseUri = `file:${file}`;
  await fillDatabase(databaseUri, 'administered');
  const server = await startServer({ databaseUri, until: 'administration' });
  const url = `${server.url}/el/api/v1/service-groups/`;
  const { rest } = await signInByRest(server);
  await rest('POST', 'service-groups', { title: 'Πριν', _status: 'published' });
  const before = (await read(url)).body;
  const away = await freshFolder();
  const move = (from: string, to: string) => {
    for (const name of ['portal.db', 'portal.db-wal', 'portal.db-shm']) {
      if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name));
    }
  };
  move(folder, away);
  const refused = await rest('POST', 'service-groups', { title: 'Μετά', _status: 'published' });
  expect(refused.status).toBe(503);
  const said = expect.poll(server.output, { timeout: 60_000 });
  await said.toContain(`The database file ${file} is gone. Nothing can be saved; the cms starts again`);
  await said.toContain(`DATABASE_URI names ${file}, and that file is gone. Its lists are still served.`);
  await untilReadiness(server, { code: 200, status: 'behind' });
  expect(await read(url)).toMatchObject({ status: 200, body: before });
  expect(existsSync(file)).toBe(false);
  move(away, folder);
  await untilReadiness(server, { code: 200, status: 'live', cms: 'up' });
}, 240_000);

it('a database is restored as the manual says, over one that was killed, and serves the same bytes', async () => {
  const folder = await freshFolder();
  const data = join(folder, 'data');
  const backup = join(folder, 'backup');
  await mkdir(join(data, 'media'), { recursive: true });
  await mkdir(join(backup, 'media'), { recursive: true });
  const options = {
    databaseUri: `file:${join(data, 'portal.db')}`,
    env: { DATA_DIR: data },
    until: 'administration' as const,
  };
  await fillDatabase(options.databaseUri, 'administered');
  const first = await startServer(options);
  const save = async (server: typeof first, titles: string[]) => {
    const { rest } = await signInByRest(server);
    for (const title of titles) await rest('POST', 'service-groups', { title, _status: 'published' });
  };
  await save(first, ['Πρώτη', 'Δεύτερη']);
  const before = await readLists(first.url);
  await first.stop();
  await copyFile(join(data, 'portal.db'), join(backup, 'portal.db'));

  const second = await startServer(options);
  await save(
    second,
    Array.from({ length: 20 }, (_, n) => `Μετά το αντίγραφο ${n}`),
  );
  process.kill(-second.pid, 'SIGKILL');
  await second.stop();
  expect(existsSync(join(data, 'portal.db-wal'))).toBe(true);
  const commands = await restoreCommands();
  expect(commands).toHaveLength(3);
  for (const command of commands) await run('sh', ['-c', command], { cwd: folder });

  const restored = await startServer(options);
  await untilReadiness(restored, { code: 200, status: 'live', cms: 'up' });
  expect(await readLists(restored.url)).toEqual(before);

  // What is put in place under a running server is taken as it is, too.
  await save(restored, ['Και μετά']);
  await copyFile(join(backup, 'portal.db'), join(backup, 'again.db'));
  await rename(join(backup, 'again.db'), join(data, 'portal.db'));
  await expect.poll(() => readLists(restored.url), { timeout: 60_000 }).toEqual(before);
  await untilReadiness(restored, { code: 200, status: 'live', cms: 'up' });
  await save(restored, ['Τρίτη']);
  expect((await readLists(restored.url))['service-groups/']).toContain('Τρίτη');
}, 240_000);

/** What docs/operations.md says to do between the two servers. */
async function restoreCommands(): Promise<string[]> {
  const manual = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const [, block = ''] = /^## Restore\n.*?^```sh\n(.*?)^```/ms.exec(manual) ?? [];
  return block.split('\n').filter((line) => line && line !== 'npm start');
}
