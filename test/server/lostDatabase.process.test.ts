import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cmsPid, untilReadiness } from '../support/cms.ts';
import { fillDatabase, freshFolder } from '../support/databases.ts';
import { read } from '../support/reader.ts';
import { startServer } from '../support/server.ts';

it('a database file that is gone is missed, not made anew: its lists go on until it is back', async () => {
  const folder = await freshFolder();
  const file = join(folder, 'portal.db');
  const databaseUri = `file:${file}`;
  await fillDatabase(databaseUri, 'administered');
  const server = await startServer({ databaseUri, until: 'administration' });
  const url = `${server.url}/el/api/v1/service-groups/`;
  const before = (await read(url)).body;
  const away = await freshFolder();
  const move = (from: string, to: string) => {
    for (const name of ['portal.db', 'portal.db-wal', 'portal.db-shm']) {
      if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name));
    }
  };
  move(folder, away);
  process.kill(cmsPid(server), 'SIGKILL');
  await expect
    .poll(server.output, { timeout: 60_000 })
    .toContain(`DATABASE_URI names ${file}, and that file is gone. Its lists are still served.`);
  await untilReadiness(server, { code: 200, status: 'behind' });
  expect(await read(url)).toMatchObject({ status: 200, body: before });
  expect(existsSync(file)).toBe(false);
  move(away, folder);
  await untilReadiness(server, { code: 200, status: 'live', cms: 'up' });
}, 240_000);
