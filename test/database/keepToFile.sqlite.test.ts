import { copyFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databaseProblem } from '../../src/database/index.ts';
import { bounded } from '../support/bounded.ts';
import { local } from '../support/content.ts';
import { freshFolder } from '../support/databases.ts';
import { greekI18n } from '../support/greek.ts';
import { startPayload } from '../support/payload.ts';
import { signedIn } from '../support/rest.ts';

const NOT_SAVED =
  'Δεν αποθηκεύτηκε. Το αρχείο της βάσης δεδομένων δεν βρίσκεται πια στη θέση του. Ειδοποιήστε τον διαχειριστή του συστήματος.';

const USER = { email: 'admin@portal.example', password: 'a long password' };

/** A file that is opened by way of a link, and somebody who is signed in. */
async function start() {
  const folder = join(await freshFolder(), 'kept');
  const first = await startPayload({ uri: `file:${join(folder, 'portal.db')}` });
  await local(first).create('users', { ...USER, roles: ['admin'] });
  await first.destroy();
  const link = join(await freshFolder(), 'link.db');
  await symlink(join(folder, 'portal.db'), link);
  const payload = await startPayload({ uri: `file:${link}`, i18n: greekI18n });
  const rest = await signedIn(payload, USER);
  const save = (title: string) =>
    rest('POST', 'news-categories', { title, slug: title, _status: 'published' });
  return { folder, link, payload, rest, save };
}

type Place = { folder: string; link: string };

describe('no save is acknowledged, of a document or of anything else, once the database file', () => {
  it.each<[string, (place: Place) => Promise<unknown>]>([
    ['has been moved away', ({ folder }) => rename(join(folder, 'portal.db'), join(folder, 'other.db'))],
    [
      'has been replaced by a copy',
      async ({ folder }) => {
        await copyFile(join(folder, 'portal.db'), join(folder, 'copy.db'));
        await rename(join(folder, 'copy.db'), join(folder, 'portal.db'));
      },
    ],
    ['has lost its log', ({ folder }) => rm(join(folder, 'portal.db-wal'))],
    [
      'is another one behind the same link',
      async ({ folder, link }) => {
        await copyFile(join(folder, 'portal.db'), join(folder, 'copy.db'));
        await symlink(join(folder, 'copy.db'), `${link}-new`);
        await rename(`${link}-new`, link);
      },
    ],
  ])('%s', async (_, move) => {
    const { folder, link, payload, rest, save } = await start();
    expect((await save('before')).status).toBe(201);
    await move({ folder, link });
    const refused = { status: 503, value: { errors: [{ message: NOT_SAVED }] } };
    expect(await save('after')).toMatchObject(refused);
    expect(await rest('POST', 'news-categories?draft=true', { title: 'a draft' })).toMatchObject(refused);
    expect(await rest('POST', 'users/login', USER)).toMatchObject(refused);
    const byCode = local(payload).create('news-categories', { title: 'by code' }, { draft: true });
    await expect(byCode).rejects.toMatchObject({ name: 'DatabaseMoved' });
    const settings = payload.updateGlobal({ slug: 'portal-settings' as never, data: {} as never });
    await expect(settings).rejects.toMatchObject({ name: 'DatabaseMoved' });
  });
});

/** Opens a database and closes it again, as a backup does. */
const PASSING_BY = `
  import { createClient } from '@libsql/client';
  const client = createClient({ url: process.argv[1] });
  await client.execute('SELECT count(*) FROM users');
  client.close();
`;

it('its log stays when another process closes it, also after this one has looked whether the file can be used', async () => {
  const { folder, link, save } = await start();
  expect((await save('before')).status).toBe(201);
  expect(await databaseProblem({ database: 'sqlite', databaseUri: `file:${link}` })).toBeUndefined();
  const url = `file:${join(folder, 'portal.db')}`;
  await bounded(process.execPath, ['--input-type=module', '--eval', PASSING_BY, url], { total: 30_000 });
  expect((await save('after')).status).toBe(201);
});
