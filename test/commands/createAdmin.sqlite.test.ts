import { stat } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAdmin, setPassword } from '../../src/server/accounts.ts';
import { fileUri } from '../../src/system/settings/folders.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { command, run } from '../support/portal.ts';
import { rest, signedIn } from '../support/rest.ts';

it('a forgotten password is set by a command, which signs the user out everywhere', async () => {
  const databaseUri = await freshDatabaseUri();
  const payload = await startPayload({ uri: databaseUri });
  const email = 'nobody@portal.example';
  const old = { email, password: 'a password of today' };
  await createAdmin(payload, { ...old, authorId: 7 });
  await expect(createAdmin(payload, { ...old, password: 'another password' })).rejects.toThrow(
    `A user with the address ${email} is there already.`,
  );
  await expect(createAdmin(payload, { email: 'nobody', password: 'a long password' })).rejects.toThrow(
    'nobody is no e-mail address.',
  );
  await expect(createAdmin(payload, { email: 'a@portal.example', password: 'short' })).rejects.toThrow(
    'The password needs 10 characters or more.',
  );
  const own = await signedIn(payload, old);
  expect((await own('GET', 'users/me')).value.user).toMatchObject({ email, roles: ['admin'], author_id: 7 });

  const other = { email: 'other@portal.example', password: 'a long password' };
  await expect(setPassword(payload, other)).rejects.toThrow(
    'There is no user with the address other@portal.example.',
  );

  const args = ['set-password', '--email', ' Nobody@portal.example', '--random-password'];
  const { output } = await run(args, databaseUri);
  const password = /^Password \(shown only this once\): (\S{16})$/m.exec(output)?.[1];
  expect((await own('GET', 'users/me')).value.user).toBeNull();
  const status = async (data: object) => (await rest(payload)('POST', 'users/login', data)).status;
  expect(await status(old)).toBe(401);
  expect(await status({ email, password })).toBe(200);
  expect(output).toContain('An API key of theirs goes on: it is taken away in the admin, at the user.');
  const changes = { collection: 'portal-audit-log', where: { action: { equals: 'passwordChanged' } } };
  const { docs } = await payload.db.find<{ title: string; who: string }>(changes);
  const who = `${userInfo().username}@${hostname()}`;
  expect(docs.map((entry) => [entry.title, entry.who])).toEqual([[email, who]]);
}, 180_000);

it('two commands at once make a database for this user of the machine alone, both do their work, and their users sign in', async () => {
  const folder = join(await freshFolder(), 'content');
  const databaseUri = fileUri(join(folder, 'portal.db'));
  const [made, told] = await Promise.all([
    command(['create-admin', '--email', 'one@portal.example', '--random-password'], { databaseUri }),
    command(['create-admin', '--email', ' Two@Portal.example', '--password-stdin', '--name', 'Δύο'], {
      databaseUri,
      input: 'a password of two',
    }),
  ]);
  const password = /^Password \(shown only this once\): (\S{16})$/m.exec(made)?.[1];
  expect(told.trim()).toBe('Two@Portal.example can sign in at /admin.');
  const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect([await mode(folder), await mode(join(folder, 'portal.db'))]).toEqual(['700', '600']);

  const payload = await startPayload({ uri: databaseUri });
  const signIn = async (email: string, password?: string) => {
    const { status, value } = await rest(payload)('POST', 'users/login', { email, password });
    const user = value.user as { name?: string; roles: string[]; author_id: number } | undefined;
    return { status, name: user?.name ?? null, roles: user?.roles, author: user?.author_id };
  };
  expect(await signIn('one@portal.example', password)).toEqual({
    status: 200,
    // Without a name of its own, the address stands for it.
    name: 'one@portal.example',
    roles: ['admin'],
    author: 1,
  });
  expect(await signIn('two@portal.example', 'a password of two')).toEqual({
    status: 200,
    name: 'Δύο',
    roles: ['admin'],
    author: 1,
  });
}, 180_000);

it('a wrong option is named, and the help names each command', async () => {
  const args = ['create-admin', '--email', 'a@portal.example', '--random-password', '--author-id', 'seven'];
  expect(await run(args)).toEqual({
    code: 1,
    output: '',
    errors: '--author-id must be a whole number, and is seven\n',
  });
  const { code, output } = await run(['--help']);
  expect(code).toBe(0);
  for (const name of ['import', 'parity', 'create-admin', 'set-password'])
    expect(output).toContain(`\n  ${name} `);
});
