import type { Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { SERVER_URL } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { EXAMPLE, startIdentityProvider } from '../support/identityProvider.ts';
import { startPayload } from '../support/payload.ts';
import { Visitor } from '../support/visitor.ts';

/** Two servers on one database: the provider leads back to the other one. */
let servers: [Payload, Payload];
let issuer: string;

beforeAll(async () => {
  issuer = await startIdentityProvider(SERVER_URL);
  const uri = await freshDatabaseUri();
  const options = { openId: { ...EXAMPLE, issuer } };
  servers = [await startPayload({ uri, options }), await startPayload({ uri, options })];
});

const START = '/api/users/oidc/start';

it('a provider as it is certified signs in editors, on any server', async () => {
  const maria = new Visitor(servers);
  const { body, status } = await maria.authenticate(START, 'maria');
  expect({ status, body }).toMatchObject({ status: 200, body: expect.stringContaining('Συνδεθήκατε') });
  expect(await maria.user()).toMatchObject({
    email: 'maria@portal.example',
    name: 'Μαρία Παπαδοπούλου',
    roles: ['editor'],
  });
});

it('whoever has no role is told so', async () => {
  const eleni = new Visitor(servers);
  const { body, status } = await eleni.authenticate(START, 'eleni');
  expect(status).toBe(403);
  expect(body).toContain('has no role in this portal');
  expect(await eleni.user()).toBeNull();
});

it('signing out ends the session there too, in each tab', async () => {
  const nikos = new Visitor(servers);
  await nikos.authenticate(START, 'nikos');
  // The session at the provider goes on: nothing is asked again.
  expect((await nikos.open(START)).status).toBe(200);
  expect(await nikos.signOut()).toBe(200);
  const out = await nikos.authenticate('/api/users/oidc/end', '');
  expect(out.url.href).toBe(`${SERVER_URL}/admin/login`);
  expect(await nikos.user()).toBeNull();
  // The other tab has nothing to end, and goes to the sign-in page.
  const again = await nikos.open('/api/users/oidc/end', ({ pathname }) => pathname !== '/admin/login');
  expect(again.url.href).toBe(`${SERVER_URL}/admin/login`);
  // It asks who one is.
  expect((await nikos.open(START)).body).toContain('name="login"');
});
