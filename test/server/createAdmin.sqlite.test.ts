import { expect, it } from 'vitest';
import { freshDatabaseUri } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { command } from '../support/portal.ts';
import { rest, signedIn } from '../support/rest.ts';

it('a forgotten password is set by a command, which signs the user out everywhere', async () => {
  const databaseUri = await freshDatabaseUri();
  const email = 'nobody@portal.example';
  const setPassword = (more: string[], input = '') =>
    command(['set-password', ...more], { databaseUri, input }).then(String, (error: Error) => error.message);
  const run = (input: string, address = email) =>
    setPassword(['--email', address, '--password-stdin'], input);
  await command(['create-admin', '--email', email, '--random-password', '--author-id', '7'], { databaseUri });

  const payload = await startPayload({ uri: databaseUri });
  const status = async (password: string) =>
    (await rest(payload)('POST', 'users/login', { email, password })).status;
  expect(await run('a password of today', ' Nobody@portal.example ')).toContain(
    'has another password, and is signed out everywhere.\n',
  );
  const own = await signedIn(payload, { email, password: 'a password of today' });
  expect((await own('GET', 'users/me')).value.user).toMatchObject({ email, roles: ['admin'], author_id: 7 });

  expect(await run('short')).toContain('ended with 1:\nThe password needs 10 characters or more.\n');
  expect(await run('a long password', 'other@portal.example')).toContain(
    'ended with 1:\nThere is no user with the address other@portal.example.\n',
  );
  expect(await status('a password of today')).toBe(200);

  const told = await setPassword(['--email', email, '--random-password']);
  const password = /^Password \(shown only this once\): (\S{16})$/m.exec(told)?.[1] ?? '';
  expect((await own('GET', 'users/me')).value.user).toBeNull();
  expect(await status('a password of today')).toBe(401);
  expect(await status(password)).toBe(200);
}, 180_000);

it('two commands at once on an empty database both do their work, and their users sign in', async () => {
  const databaseUri = await freshDatabaseUri();
  const [made, told] = await Promise.all([
    command(['create-admin', '--email', 'one@portal.example', '--random-password'], { databaseUri }),
    command(['create-admin', '--email', ' Two@Portal.example', '--password-stdin', '--name', 'Δύο'], {
      databaseUri,
      input: 'a password of two',
    }),
  ]);
  const password = /^Password \(shown only this once\): (\S{16})$/m.exec(made)?.[1];
  expect(told.trim()).toBe('Two@Portal.example can sign in at /admin.');

  const payload = await startPayload({ uri: databaseUri });
  const signIn = async (email: string, password?: string) => {
    const { status, value } = await rest(payload)('POST', 'users/login', { email, password });
    const user = value.user as { name?: string; roles: string[]; author_id: number } | undefined;
    return { status, name: user?.name ?? null, roles: user?.roles, author: user?.author_id };
  };
  expect(await signIn('one@portal.example', password)).toEqual({
    status: 200,
    name: null,
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
