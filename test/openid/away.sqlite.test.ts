import { expect, it, vi } from 'vitest';
import { freePort } from '../support/freePort.ts';
import { CLIENT, type Lies, startLyingProvider } from '../support/lyingProvider.ts';
import { startPayload } from '../support/payload.ts';
import { Visitor } from '../support/visitor.ts';

const PERSON = { sub: 'one', email: 'one@portal.example', email_verified: true, roles: ['editors'] };

async function arrive(issuer: string) {
  const roles = { editors: 'editor' } as const;
  const payload = await startPayload({ options: { openId: { ...CLIENT, issuer, roles } } });
  const visitor = new Visitor([payload]);
  const warned = vi.spyOn(payload.logger, 'warn');
  const begun = performance.now();
  const landed = await visitor.open('/api/users/oidc/start');
  return { landed, payload, visitor, warned, seconds: (performance.now() - begun) / 1000 };
}

const STEPS: [string, Lies['steps'], number][] = [
  ['its metadata', { metadata: 'never' }, 503],
  ['its token', { token: 'never' }, 503],
  ['its keys', { keys: 'never' }, 503],
  ['its user information', { info: 'never' }, 503],
  ['its metadata but with an error', { metadata: 500 }, 503],
  ['its token but with an error', { token: 503 }, 503],
  ['its keys but with an error', { keys: 500 }, 503],
  ['its user information but with an error', { info: 502 }, 503],
  ['its metadata', { metadata: 404 }, 502],
  ['its token but with nothing', { token: 200 }, 502],
];

it.concurrent.each(STEPS)('a provider that does not answer for %s: words soon', async (_, steps, status) => {
  const provider = await startLyingProvider();
  provider.person = PERSON;
  provider.lies = { info: {}, steps };
  const { landed, seconds, visitor, warned } = await arrive(provider.issuer);
  expect(landed.status).toBe(status);
  expect(seconds).toBeLessThan(8);
  const [, number = 'none'] = /<p>Number for whomever you ask: ([\w-]+)<\/p>/.exec(landed.body) ?? [];
  expect(warned.mock.calls.flat().join()).toContain(`(${number})`);
  expect(landed.headers.get('retry-after')).toBe(status === 503 ? '30' : null);
  // It is back.
  provider.lies = { info: {} };
  expect((await visitor.open('/api/users/oidc/start')).status).toBe(200);
  expect((await visitor.user())?.email).toBe(PERSON.email);
});

it('a provider where nothing listens: words at once', async () => {
  const { landed, seconds } = await arrive(`http://127.0.0.1:${await freePort()}`);
  expect(landed.status).toBe(503);
  expect(landed.body).toContain('does not answer');
  expect(seconds).toBeLessThan(3);
});

it('a provider that is away at the sign-out: ours has ended, and the page says so', async () => {
  const provider = await startLyingProvider();
  const ends = { metadata: { end_session_endpoint: `${provider.issuer}/end` } };
  provider.person = PERSON;
  provider.lies = ends;
  const { visitor } = await arrive(provider.issuer);
  expect(await visitor.signOut()).toBe(200);
  provider.lies = { steps: { metadata: 'never' } };
  const { body, status } = await visitor.open('/api/users/oidc/end');
  expect({ status, user: await visitor.user() }).toEqual({ status: 503, user: null });
  expect(body).toMatch(/Αποσυνδεθήκατε από την πύλη, αλλά όχι .*signed out of the portal, but not of /s);
  provider.lies = ends;
  const { url } = await visitor.open('/api/users/oidc/end', ({ origin }) => origin !== provider.issuer);
  expect(url.href).toMatch(new RegExp(`^${provider.issuer}/end\\?.*id_token_hint=`));
});

it('a provider that calls itself otherwise, as one for all tenants does', async () => {
  const provider = await startLyingProvider();
  provider.lies = { metadata: { issuer: 'https://login.example/{tenantid}/v2.0' } };
  expect((await arrive(provider.issuer)).landed.status).toBe(502);
});
