import type { Payload } from 'payload';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/payload/rest.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { CLIENT, type Lies, type LyingProvider, startLyingProvider } from '../support/lyingProvider.ts';
import { startPayload } from '../support/payload.ts';
import { Visitor } from '../support/visitor.ts';

const CALLBACK = '/api/users/oidc/callback';
const ROLES = { 'portal-admins': 'admin', 'portal-editors': 'editor' } as const;

let provider: LyingProvider;
let other: LyingProvider;
let payload: Payload;
let people = 0;

/** Somebody else each time, of whom all claims are right. */
function someone(claims: Record<string, unknown> = {}) {
  people += 1;
  const email = `person-${people}@portal.example`;
  provider.person = {
    sub: `subject-${people}`,
    email,
    email_verified: true,
    roles: ['portal-editors'],
    ...claims,
  };
  return email;
}

const start = (of: LyingProvider, uri: string) =>
  startPayload({
    uri,
    options: {
      clientAddress: ({ headers }) => headers.get('x-real-ip') ?? undefined,
      openId: { ...CLIENT, issuer: of.issuer, roles: ROLES },
    },
  });

/** The whole way of a new visitor. */
async function arrive(visitor = new Visitor([payload], { 'x-real-ip': `192.0.2.${people}` })) {
  const landed = await visitor.open('/api/users/oidc/start');
  return { ...landed, visitor, reason: await reasonOf(landed.body) };
}

/** The reason in the newest entry of the audit log that has the number of a page. */
async function reasonOf(body: string): Promise<string | undefined> {
  const number = /<p>Number for whomever you ask: ([\w-]+)<\/p>/.exec(body)?.[1];
  if (!number) return undefined;
  const where = { note: { contains: number } };
  const { docs } = await payload.find({ collection: 'portal-audit-log' as never, where });
  return (docs[0] as { note?: string } | undefined)?.note?.replace(`, ${number}`, '');
}

beforeAll(async () => {
  const uri = await freshDatabaseUri();
  [provider, other] = [await startLyingProvider(), await startLyingProvider()];
  payload = await start(provider, uri);
});

beforeEach(() => {
  provider.lies = {};
});

it('who is authenticated, and has a role, is signed in and goes on to the admin', async () => {
  const email = someone();
  const { body, headers, status, visitor } = await arrive();
  expect({ status, refresh: headers.get('refresh') }).toEqual({ status: 200, refresh: '0;url=/admin' });
  expect(body).toContain('<a href="/admin">');
  expect(await visitor.user()).toMatchObject({ email, roles: ['editor'], collection: 'users' });
});

const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;

describe('a provider that lies lets in nobody', () => {
  const table: [string, Lies, number, string][] = [
    ['another nonce', { token: { nonce: 'another' } }, 502, 'untrusted'],
    ['no nonce', { token: { nonce: undefined } }, 502, 'untrusted'],
    ['another audience', { token: { aud: 'another-portal' } }, 502, 'untrusted'],
    ['audiences with another party', { token: { aud: ['portal', 'x'], azp: 'x' } }, 502, 'untrusted'],
    ['another issuer', { token: { iss: 'https://id.example' } }, 502, 'untrusted'],
    ['an expired token', { token: { exp: minutes(-2) } }, 502, 'untrusted'],
    ['a token of the future', { token: { iat: minutes(9), nbf: minutes(9) } }, 502, 'untrusted'],
    ['alg none', { header: { alg: 'none' }, unsigned: true }, 502, 'untrusted'],
    [
      'alg none, as its metadata says',
      {
        header: { alg: 'none' },
        unsigned: true,
        metadata: { id_token_signing_alg_values_supported: ['RS256', 'none'] },
      },
      502,
      'untrusted',
    ],
    ['alg HS256', { header: { alg: 'HS256' } }, 502, 'untrusted'],
    ['the key of somebody else', { foreignKey: true }, 502, 'untrusted'],
    ['no signature', { unsigned: true }, 502, 'untrusted'],
    ['no subject', { token: { sub: undefined } }, 502, 'untrusted'],
    ['a subject that is a number', { token: { sub: 7 } }, 502, 'untrusted'],
    ['an answer of another issuer', { redirect: { iss: 'https://id.example' } }, 502, 'untrusted'],
    ['an answer without its issuer', { redirect: { iss: null } }, 502, 'untrusted'],
    ['another code', { redirect: { code: 'another' } }, 400, 'stale'],
    ['another state', { redirect: { state: 'f'.repeat(64) } }, 400, 'stale'],
    ['no state', { redirect: { state: null } }, 400, 'stale'],
    ['a refusal', { redirect: { error: 'access_denied', code: null } }, 403, 'denied'],
    ['an unverified address', { token: { email_verified: false } }, 403, 'unverified'],
    ['an address of which it says nothing', { token: { email_verified: undefined } }, 403, 'unverified'],
    ['an address that is verified in words', { token: { email_verified: 'true' } }, 403, 'unverified'],
    ['no address', { token: { email: undefined } }, 403, 'unverified'],
    ['an address that is a list', { token: { email: ['a@b.example'] } }, 403, 'unverified'],
    ['no role that is known', { token: { roles: ['others'] } }, 403, 'noRole'],
    ['the information of somebody else', { info: { sub: 'somebody else' } }, 502, 'untrusted'],
  ];

  it.each(table)('%s', async (_, lies, expected, reason) => {
    someone();
    provider.lies = lies;
    const landed = await arrive();
    expect({ status: landed.status, reason: landed.reason }).toEqual({
      status: expected,
      reason: `OpenID Connect: ${reason}`,
    });
    expect(landed.visitor.cookie('payload-token')).toBeUndefined();
    expect(await landed.visitor.user()).toBeNull();
    // In both languages, with whom to ask.
    expect(landed.body).toMatch(
      /lang="el".*(?:Ρωτήστε|ρωτήστε|Ζητήστε|Δείξτε|δείξτε).*lang="en".*(?:[Aa]sk|Show|show) /s,
    );
  });
});

describe('an answer of the provider counts once, in the browser that asked', () => {
  /** A visitor on the way back, and the address that the provider leads to. */
  async function onTheWay() {
    const visitor = new Visitor([payload]);
    const { url } = await visitor.open('/api/users/oidc/start', ({ pathname }) => pathname !== CALLBACK);
    return { visitor, back: url.href };
  }

  it('a second time it is refused, also with the cookie', async () => {
    someone();
    const { back, visitor } = await onTheWay();
    const thief = new Visitor([payload]);
    thief.copy(visitor);
    expect((await visitor.open(back)).status).toBe(200);
    const [again, stolen] = [await visitor.open(back), await thief.open(back)];
    expect([again.status, stolen.status]).toEqual([400, 400]);
    expect(await thief.user()).toBeNull();
    expect(await visitor.user()).not.toBeNull();
  });

  it('another browser is refused, and one that has begun another sign-in', async () => {
    someone();
    const { back, visitor } = await onTheWay();
    const [stranger, beginner] = [new Visitor([payload]), (await onTheWay()).visitor];
    expect((await stranger.open(back)).status).toBe(400);
    expect((await beginner.open(back)).status).toBe(400);
    expect((await visitor.open(back)).status).toBe(200);
  });

  it('a cookie that was changed leads nowhere but to the admin, and one that is none to a refusal', async () => {
    someone();
    const { back, visitor } = await onTheWay();
    const [name, value = ''] = (visitor.cookie('payload-oidc-') ?? '').split('=');
    const attempt = JSON.parse(Buffer.from(value, 'base64url').toString());
    const openWith = (cookie: unknown) => {
      const forged = Buffer.from(JSON.stringify(cookie)).toString('base64url');
      return new Visitor([payload], { Cookie: `${name}=${forged}` }).open(back);
    };
    for (const wrong of [null, 7, {}, { ...attempt, state: 'another' }])
      expect((await openWith(wrong)).status).toBe(400);
    for (const wrong of [{ nonce: 'another' }, { verifier: undefined }])
      expect((await openWith({ ...attempt, ...wrong })).status).toBeGreaterThan(399);
    const elsewhere = await onTheWay();
    const [cookie, kept = ''] = (elsewhere.visitor.cookie('payload-oidc-') ?? '').split('=');
    const evil = { ...JSON.parse(Buffer.from(kept, 'base64url').toString()), to: '//evil.example/admin' };
    const forged = `${cookie}=${Buffer.from(JSON.stringify(evil)).toString('base64url')}`;
    const { headers } = await new Visitor([payload], { Cookie: forged }).open(elsewhere.back);
    expect(headers.get('refresh')).toBe('0;url=/admin');
  });

  it('two tabs come back, each to where it was', async () => {
    someone();
    const visitor = new Visitor([payload]);
    const begin = (to: string) =>
      visitor.open(`/api/users/oidc/start?redirect=${to}`, ({ pathname }) => pathname !== CALLBACK);
    const [one, two] = [await begin('/admin/account'), await begin('/admin/collections/media?limit=10')];
    const [first, second] = [await visitor.open(one.url.href), await visitor.open(two.url.href)];
    // One cookie of sixteen may have been that of both.
    if (first.status === 200) expect(first.headers.get('refresh')).toBe('0;url=/admin/account');
    expect(second.headers.get('refresh')).toBe('0;url=/admin/collections/media?limit=10');
  });

  it('ten minutes after it began, it is refused, and the browser has forgotten it', async () => {
    someone();
    const { back, visitor } = await onTheWay();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 10 * 60_000 + 1);
    expect((await visitor.open(back)).status).toBe(400);
    vi.restoreAllMocks();
    const begun = await new Visitor([payload]).open('/api/users/oidc/start', () => false);
    expect(begun.headers.get('set-cookie')).toMatch(
      /^payload-oidc-.*; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
    );
  });

  it('that of another provider is refused (mix-up)', async () => {
    someone();
    other.person = provider.person;
    const { back, visitor } = await onTheWay();
    const mixed = new URL(back);
    mixed.searchParams.set('iss', other.issuer);
    const landed = await visitor.open(mixed.href);
    expect({ status: landed.status, asked: other.asked.token }).toEqual({ status: 502, asked: undefined });
  });
});

it.each([
  'https://evil.example/admin',
  '//evil.example/admin',
  '/admin/..//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/administration',
  '/api/users',
  `/admin/${'x'.repeat(2000)}`,
])('goes on to nothing but the admin: %s', async (to) => {
  someone();
  const { headers } = await new Visitor([payload]).open(
    `/api/users/oidc/start?redirect=${encodeURIComponent(to)}`,
  );
  expect(headers.get('refresh')).toBe('0;url=/admin');
});

it('a network asks three hundred times a minute at most', async () => {
  const network = new Visitor([payload], { 'x-real-ip': '198.51.100.7' });
  const asked = Array.from({ length: 310 }, () => network.open(CALLBACK));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

it('a clock that is off by a minute does not matter', async () => {
  for (const [iat, exp] of [
    [minutes(-6), minutes(-1) + 5],
    [minutes(1) - 5, minutes(6)],
  ]) {
    someone();
    provider.lies = { token: { iat, exp, nbf: iat } };
    expect((await arrive()).status).toBe(200);
  }
});

it("what a host's hook refuses is said in its words, and nobody is signed in", async () => {
  const CLOSED = { el: 'Ο λογαριασμός έχει κλείσει.', en: 'This account is closed.' };
  const closed = await startPayload({
    options: {
      openId: { ...CLIENT, issuer: provider.issuer, roles: ROLES },
      users: {
        hooks: {
          beforeLogin: [
            ({ req }) => {
              throw new Refusal(req, CLOSED, 403);
            },
          ],
        },
      },
    },
  });
  someone();
  const visitor = new Visitor([closed]);
  const { body, status } = await visitor.open('/api/users/oidc/start');
  expect({ status, cookie: visitor.cookie('payload-token') }).toEqual({ status: 403, cookie: undefined });
  expect(body).toContain('This account is closed.');
});
