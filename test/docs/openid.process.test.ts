import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Environment } from '../support/bounded.ts';
import { preparedDatabaseUri } from '../support/databases.ts';
import { freePort } from '../support/freePort.ts';
import { startIdentityProvider } from '../support/identityProvider.ts';
import { ADMIN, ROOT, run } from '../support/portal.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { Visitor } from '../support/visitor.ts';

let env: Environment;
let databaseUri: string;
let server: TestServer;
let portal: string;

/** The variables that docs/operations.md has, with the addresses of this test. */
async function documented(issuer: string): Promise<Environment> {
  const text = await readFile(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const [, block = ''] = /```sh\n(SERVER_URL=http:\/\/localhost:3000\nOIDC_ISSUER[^`]*)```/.exec(text) ?? [];
  expect(text).toContain('node examples/openid/provider.js');
  const lines = block.replace('http://localhost:3000', portal).replace('http://localhost:4000', issuer);
  return Object.fromEntries(
    [...lines.matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, name, value]) => [name, value]),
  );
}

beforeAll(async () => {
  const port = await freePort();
  portal = `http://localhost:${port}`;
  env = await documented(await startIdentityProvider(portal));
  databaseUri = await preparedDatabaseUri('administered');
  server = await startServer({ port, databaseUri, until: 'administration', env });
});

it('the example of the documentation signs people in and out as written', async () => {
  const maria = new Visitor(portal);
  expect((await maria.open('/admin/login')).body).toContain('Δήμος Παραδείγματος');
  const signedIn = await maria.authenticate('/api/users/oidc/start?redirect=/admin/account', 'maria');
  expect([signedIn.status, signedIn.headers.get('refresh')]).toEqual([200, '0;url=/admin/account']);
  expect(signedIn.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await maria.user()).toMatchObject({ name: 'Μαρία Παπαδοπούλου', roles: ['editor'] });
  expect(await maria.signOut()).toBe(200);
  expect((await maria.authenticate('/api/users/oidc/end', '')).url.href).toBe(`${portal}/admin/login`);

  const eleni = new Visitor(portal);
  const refused = await eleni.authenticate('/api/users/oidc/start', 'eleni');
  expect(refused.status).toBe(403);
  const [, number = 'none'] = /Number for whomever you ask: ([\w-]+)/.exec(refused.body) ?? [];
  await expect.poll(() => server.output()).toContain(`OpenID Connect (${number})`);
  // Neither the code nor the secret of the client is in the log.
  expect(server.output()).not.toMatch(/code=|a-secret-for-trials-only/);
});

it('the doctor says that the provider answers, and who has the only password', async () => {
  const doctor = (more: Environment) => run(['doctor'], databaseUri, { env: { ...env, PORT: '0', ...more } });
  const off = { PASSWORDS: 'off', EMERGENCY_ADMIN: ADMIN.email };
  expect((await doctor(off)).output).toContain(
    `Sign-in: ${env.OIDC_ISSUER} answers and ends its sessions, too; a password is only for ${ADMIN.email}`,
  );
  const nobody = await doctor({ ...off, EMERGENCY_ADMIN: 'nobody@portal.example' });
  expect(nobody).toMatchObject({ code: 1, output: expect.stringContaining('create-admin --email nobody@') });
  const unnamed = await doctor({ PASSWORDS: 'off' });
  expect(unnamed).toMatchObject({
    code: 1,
    output: expect.stringContaining('EMERGENCY_ADMIN must be set where PASSWORDS is'),
  });
  const away = await doctor({ OIDC_ISSUER: `http://localhost:${await freePort()}` });
  expect(away.output).toMatch(/WARNING {2}Sign-in: .*\(OIDC_ISSUER\) is no provider/);
});

it('without an emergency admin, passwords stay on: the server does not start', async () => {
  const start = (more: Environment) =>
    startServer({ databaseUri, env: { ...env, PASSWORDS: 'off', ...more } });
  await expect(start({})).rejects.toThrow('EMERGENCY_ADMIN must be set where PASSWORDS is');
  await server.stop();
  await expect(start({ EMERGENCY_ADMIN: 'nobody@portal.example' })).rejects.toThrow(
    'EMERGENCY_ADMIN names nobody@portal.example, which is no admin of this portal',
  );
  const named = await start({ EMERGENCY_ADMIN: ADMIN.email });
  expect(named.output()).toContain(`A password is only for EMERGENCY_ADMIN, ${ADMIN.email}`);
});
