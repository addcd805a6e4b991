import { expect, it } from 'vitest';
import { freshDatabaseUri } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { command } from '../support/portal.ts';
import { rest } from '../support/rest.ts';

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
    const user = value.user as { name?: string; roles: string[] } | undefined;
    return { status, name: user?.name ?? null, roles: user?.roles };
  };
  expect(await signIn('one@portal.example', password)).toEqual({
    status: 200,
    name: null,
    roles: ['admin'],
  });
  expect(await signIn('two@portal.example', 'a password of two')).toEqual({
    status: 200,
    name: 'Δύο',
    roles: ['admin'],
  });
}, 180_000);
