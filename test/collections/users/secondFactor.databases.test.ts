import type { CollectionConfig, Payload } from 'payload';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountRefused, setPassword } from '../../../src/server/accounts.ts';
import { local, unusedSlug } from '../../support/content.ts';
import { freshDatabaseUri } from '../../support/databases.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { oneTimeCode } from '../../support/oneTimeCode.ts';
import { startPayload } from '../../support/payload.ts';
import { type Answer, type Rest, rest } from '../../support/rest.ts';
import { sessionCookie } from '../../support/sessionCookie.ts';

const PASSWORD = 'a long password';
const DAY = 24 * 60 * 60_000;
const NOW = Date.parse('2030-01-15T12:00:10Z');

/** Two servers on one database. */
let servers: [Payload, Payload];
let payload: Payload;
let admin: Rest;

interface Person {
  id: number | string;
  email: string;
}

beforeAll(async () => {
  const uri = await freshDatabaseUri();
  const options = { requireSecondFactor: ['editor' as const] };
  servers = [await startPayload({ uri, options }), await startPayload({ uri, options })];
  [payload] = servers;
  clock(NOW);
  admin = await sessionOf(await person('admin'));
});

beforeEach(() => void clock(NOW));

afterEach(() => void vi.useRealTimers());

/** Moves the clock of the servers. */
const clock = (at: number) => vi.useFakeTimers({ now: at, toFake: ['Date'] });

async function person(role = 'author'): Promise<Person> {
  const email = `${unusedSlug()}@portal.example`;
  const data = { email, password: PASSWORD, name: role, roles: [role], author_id: 7 };
  return { id: (await local(payload).create('users', data)).id, email };
}

const signIn = ({ email }: Person, code?: string, server = payload): Promise<Answer> =>
  rest(server)('POST', 'users/login', { email, password: PASSWORD, ...(code && { code }) });

async function sessionOf(who: Person, code?: string): Promise<Rest> {
  return rest(payload, { Cookie: sessionCookie((await signIn(who, code)).headers) });
}

const refusal = ({ status, value }: Answer) => {
  const [error] = (value.errors ?? []) as { data?: { secondFactor?: string } }[];
  return [status, error?.data?.secondFactor];
};

/** Somebody with a second factor that was set up two minutes ago. */
async function withFactor(role?: string) {
  clock(NOW - 120_000);
  const who = await person(role);
  const own = await sessionOf(who);
  const { value } = await own('GET', `users/${who.id}/access`);
  const { secret } = value.offer as { secret: string };
  const body = { password: PASSWORD, secret, newCode: oneTimeCode(secret, NOW - 120_000) };
  const made = await own('POST', `users/${who.id}/second-factor`, body);
  expect(made.status).toBe(200);
  clock(NOW);
  return { ...who, own, secret, recovery: made.value.recoveryCodes as string[] };
}

describe('a sign-in by password to an account with a second factor', () => {
  it('asks for its code, and takes it once on any server', async () => {
    const who = await withFactor();
    const code = oneTimeCode(who.secret, NOW);
    expect(refusal(await signIn(who))).toEqual([401, 'needed']);
    expect((await signIn(who, code)).status).toBe(200);
    for (const server of servers) expect(refusal(await signIn(who, code, server))).toEqual([401, 'wrong']);
    expect((await signIn(who, oneTimeCode(who.secret, NOW + 30_000), servers[1])).status).toBe(200);
    // What came before one that was used is worth nothing either.
    expect(refusal(await signIn(who, code))).toEqual([401, 'wrong']);
  });

  it('of several at once with one code, one signs in', async () => {
    const who = await withFactor();
    const code = oneTimeCode(who.secret, NOW);
    const answers = await Promise.all([0, 1, 0, 1].map((at) => signIn(who, code, servers[at as 0 | 1])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  oneDatabase.it.each([
    [-61, 401],
    [-30, 200],
    [0, 200],
    [30, 200],
    [61, 401],
  ])('takes a code of a clock that is off by %d seconds: %d', async (seconds, status) => {
    const who = await withFactor();
    expect((await signIn(who, oneTimeCode(who.secret, NOW + seconds * 1000))).status).toBe(status);
  });

  it('takes each of ten recovery codes once, as people type them', async () => {
    const { recovery, ...who } = await withFactor();
    expect(new Set(recovery).size).toBe(10);
    const [first = '', second = ''] = recovery;
    expect((await signIn(who, ` ${first.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200);
    expect(refusal(await signIn(who, first, servers[1]))).toEqual([401, 'wrong']);
    const both = await Promise.all(servers.map((server) => signIn(who, second, server)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await admin('GET', `users/${who.id}/access`)).value.factor).toMatchObject({ codesLeft: 8 });
  });

  it('takes no more than ten wrong codes, and none of the right ones after that', async () => {
    const who = await withFactor();
    const tries = await Promise.all(Array.from({ length: 12 }, (_, n) => signIn(who, `00000${n % 10}`)));
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2);
    expect((await signIn(who, oneTimeCode(who.secret, NOW))).status).toBe(429);
    // Who does not know the password keeps nobody out.
    const other = await withFactor();
    const wrong = { email: other.email, password: 'another password', code: '000000' };
    for (let n = 0; n < 9; n += 1)
      expect((await rest(payload)('POST', 'users/login', wrong)).status).toBe(401);
    expect((await signIn(other, oneTimeCode(other.secret, NOW))).status).toBe(200);
  });

  oneDatabase.it.each([
    ['', [401, 'needed']],
    [0, [401, 'wrong']],
    [null, [401, 'needed']],
    [{ $ne: '' }, [401, 'wrong']],
    [['000000'], [401, 'wrong']],
    ['٠٠٠٠٠٠', [401, 'wrong']],
  ])('refuses a code that is %j', async (code, answer) => {
    const { email } = await withFactor();
    expect(refusal(await rest(payload)('POST', 'users/login', { email, password: PASSWORD, code }))).toEqual(
      answer,
    );
  });

  oneDatabase.it('is asked by code on the server, too', async () => {
    const { email, secret } = await withFactor();
    const data = { email, password: PASSWORD };
    await expect(payload.login({ collection: 'users', data })).rejects.toMatchObject({ status: 401 });
    const code = oneTimeCode(secret, NOW);
    const signedIn = await payload.login({ collection: 'users', data: { ...data, code } as never });
    expect(signedIn.user?.email).toBe(email);
  });

  oneDatabase.it('does not get around it by a new password of an e-mail', async () => {
    const { secret, ...who } = await withFactor();
    const token = await payload.forgotPassword({
      collection: 'users',
      data: { email: who.email },
      disableEmail: true,
    });
    const reset = await rest(payload)('POST', 'users/reset-password', { token, password: PASSWORD });
    expect(reset.status).toBe(200);
    expect(reset.value.token).toBe(undefined);
    const session = rest(payload, { Cookie: sessionCookie(reset.headers) });
    expect((await session('GET', 'users/me')).value.user).toBe(null);
    expect((await session('POST', 'users/refresh-token')).status).toBe(403);
    expect(refusal(await signIn(who))).toEqual([401, 'needed']);
    expect((await signIn(who, oneTimeCode(secret, NOW))).status).toBe(200);
  });

  oneDatabase.it('is asked by whichever way Payload has, and asks nobody who is signed in', async () => {
    const who = await withFactor();
    expect((await admin('POST', 'users/unlock', { email: who.email })).status).toBe(200);
    const statuses = [];
    for (const way of ['login', 'first-register']) {
      const { headers, status } = await rest(payload)('POST', `users/${way}`, {
        email: who.email,
        password: PASSWORD,
      });
      statuses.push([status, headers.getSetCookie()]);
    }
    expect(statuses).toEqual([
      [401, []],
      [403, []],
    ]);
    expect((await who.own('GET', 'users/me')).value.user).toMatchObject({ email: who.email });
    expect((await who.own('POST', 'users/refresh-token')).status).toBe(200);
  });

  oneDatabase.it('leaves API keys alone', async () => {
    const who = await withFactor();
    const apiKey = 'k'.repeat(36);
    expect((await admin('PATCH', `users/${who.id}`, { apiKey })).status).toBe(200);
    const program = rest(payload, { Authorization: `users API-Key ${apiKey}` });
    expect((await program('GET', 'users/me')).value.user).toMatchObject({ id: who.id });
  });
});

describe('a second factor is set up', () => {
  oneDatabase.it('by its user alone, with the password and a code that shows it is in a phone', async () => {
    const who = await person();
    const own = await sessionOf(who);
    const { secret } = (await own('GET', `users/${who.id}/access`)).value.offer as { secret: string };
    const newCode = oneTimeCode(secret, NOW);
    const right = { password: PASSWORD, secret, newCode };
    const setUp = (as: Rest, body: object) => as('POST', `users/${who.id}/second-factor`, body);
    const statuses = [];
    for (const wrong of [
      { password: 'another' },
      { newCode: oneTimeCode(secret, NOW - DAY) },
      { newCode: undefined },
      { secret: 'AAAA' },
      { secret: { $ne: '' } },
    ])
      statuses.push((await setUp(own, { ...right, ...wrong })).status);
    for (const as of [admin, rest(payload), await sessionOf(await person())])
      statuses.push((await setUp(as, right)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 403, 403, 403]);
    expect((await admin('GET', `users/${who.id}/access`)).value).toMatchObject({ factor: { codesLeft: 0 } });
    expect((await admin('GET', `users/${who.id}/access`)).value).not.toHaveProperty('offer');
    expect((await setUp(own, right)).status).toBe(200);
    // The code that has shown it signs nobody in.
    expect(refusal(await signIn(who, newCode))).toEqual([401, 'wrong']);
  });

  it('anew with a code of the one that is there, which ends with its recovery codes', async () => {
    const { own, recovery, ...who } = await withFactor();
    const { secret } = (await own('GET', `users/${who.id}/access`)).value.offer as { secret: string };
    const body = { password: PASSWORD, secret, newCode: oneTimeCode(secret, NOW) };
    const path = `users/${who.id}/second-factor`;
    expect((await own('POST', path, body)).status).toBe(400);
    expect((await own('POST', path, { ...body, code: recovery[0] })).status).toBe(200);
    expect(refusal(await signIn(who, recovery[1]))).toEqual([401, 'wrong']);
    expect(refusal(await signIn(who, oneTimeCode(who.secret, NOW + 30_000)))).toEqual([401, 'wrong']);
    expect((await signIn(who, oneTimeCode(secret, NOW + 30_000))).status).toBe(200);
  });

  oneDatabase.it('and nothing of it is read, searched, or written by a save', async () => {
    const { own, recovery, secret, ...who } = await withFactor('admin');
    const answers = [];
    for (const as of [own, admin]) {
      for (const path of [
        `users/${who.id}`,
        'users/me',
        'users?limit=100',
        `users/${who.id}/access`,
        'portal-audit-log?limit=100',
        'portal-audit-log/export',
        'portal-second-factors',
        `access`,
      ])
        answers.push(await as('GET', path));
      answers.push(await as('PATCH', `users/${who.id}`, { name: 'Άλλο', second_factor: null, kept: null }));
      for (const method of ['POST', 'PATCH', 'DELETE'])
        answers.push(await as(method, 'portal-second-factors', { account: String(who.id), kept: null }));
    }
    expect(answers.some(({ body }) => [secret, ...recovery].some((each) => body.includes(each)))).toBe(false);
    expect(answers.filter(({ status, body }) => body.includes('"kept"') && status === 200)).toEqual([]);
    const { docs } = await payload.db.find({ collection: 'portal-second-factors', limit: 1000 });
    const stored = JSON.stringify(docs);
    expect([secret, ...recovery].some((each) => stored.includes(each))).toBe(false);
    expect(refusal(await signIn(who))).toEqual([401, 'needed']);
  });

  it('and of recovery codes hashes alone are kept, also for who has the secret of the server', async () => {
    const { id, recovery, secret } = await withFactor();
    const where = { account: { equals: String(id) } };
    const row = await payload.db.findOne<{ kept: string; id: number }>({
      collection: 'portal-second-factors',
      where,
    });
    const kept = payload.decrypt(row?.kept ?? '');
    expect(JSON.parse(kept)).toMatchObject({ secret, recovery: Array(10).fill(expect.any(String)) });
    const plain = recovery.flatMap((code) => [code, code.replaceAll('-', '')]);
    expect(plain.filter((code) => kept.includes(code))).toEqual([]);
  });
});

describe('a role that needs a second factor', () => {
  it('signs in several times at once, of which each may be the first', async () => {
    const who = await person('editor');
    const answers = await Promise.all([0, 1, 0, 1].map((at) => signIn(who, undefined, servers[at as 0 | 1])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const where = { account: { equals: String(who.id) } };
    const { docs } = await payload.db.find({ collection: 'portal-second-factors', where });
    expect(docs).toMatchObject([{ since: '2030-01-15T12:00:10.000Z' }]);
  });

  it('signs in without for a week, and not after it', async () => {
    const who = await person('editor');
    const own = await sessionOf(who);
    expect((await own('GET', `users/${who.id}/access`)).value.factor).toMatchObject({
      until: '2030-01-22T12:00:10.000Z',
    });
    clock(NOW + 7 * DAY - 1000);
    const late = await sessionOf(who);
    clock(NOW + 7 * DAY + 1000);
    expect((await signIn(who)).status).toBe(403);
    expect((await late('POST', 'users/refresh-token')).status).toBe(403);
    // A wrong password says nothing of that.
    expect((await rest(payload)('POST', 'users/login', { email: who.email, password: 'x' })).status).toBe(
      401,
    );
    expect((await late('POST', `users/${who.id}/second-factor/remove`)).status).toBe(403);
    const later = await sessionOf(await person('admin'));
    expect((await later('POST', `users/${who.id}/second-factor/remove`)).status).toBe(200);
    expect((await signIn(who)).status).toBe(200);
  });
});

oneDatabase.it('an admin takes it from others, which is in the log, and nobody from themselves', async () => {
  const who = await withFactor();
  const boss = await withFactor('admin');
  const path = `users/${who.id}/second-factor/remove`;
  expect((await who.own('POST', path)).status).toBe(403);
  expect((await boss.own('POST', `users/${boss.id}/second-factor/remove`)).status).toBe(403);
  const same = typeof boss.id === 'number' ? `0${boss.id}` : boss.id.toUpperCase();
  expect((await boss.own('POST', `users/${same}/second-factor/remove`)).status).toBe(403);
  expect((await boss.own('POST', path)).status).toBe(200);
  expect((await admin('DELETE', `users/${boss.id}`)).status).toBe(200);
  expect((await signIn(who)).status).toBe(200);
  const { docs } = await payload.find({
    collection: 'portal-audit-log' as never,
    limit: 1,
    where: { action: { equals: 'secondFactorRemoved' } },
  });
  expect(docs).toMatchObject([{ document: String(who.id), who: 'admin' }]);
  const where = { account: { equals: String(boss.id) } };
  expect((await payload.db.find({ collection: 'portal-second-factors', where })).docs).toEqual([]);
});

oneDatabase.it('the operator takes it away with a new password, but opens no closed account', async () => {
  const who = await withFactor();
  expect(await setPassword(payload, { email: who.email, password: PASSWORD })).toBe(true);
  expect(await setPassword(payload, { email: who.email, password: PASSWORD })).toBe(false);
  expect((await signIn(who)).status).toBe(200);
  await admin('PATCH', `users/${who.id}`, { closed: true });
  await expect(setPassword(payload, { email: who.email, password: PASSWORD })).rejects.toThrow(
    AccountRefused,
  );
});

oneDatabase.it('a host with users of his own keeps them, and how they sign in', async () => {
  const people: CollectionConfig = {
    slug: 'people',
    auth: {
      strategies: [
        {
          name: 'badge',
          authenticate: async ({ headers, payload: host }) => {
            const where = { badge: { equals: headers.get('x-badge') ?? '-' } };
            const [found] = (await host.find({ collection: 'people' as never, where })).docs as object[];
            return { user: found ? ({ ...found, collection: 'people' } as never) : null };
          },
        },
      ],
    },
    fields: ['badge', 'roles', 'closed'].map((name) => ({ name, type: 'text' })),
  };
  const host = await startPayload({
    collections: [people],
    options: { requireSecondFactor: ['admin'] },
    config: { admin: { user: 'people' } },
  });
  const data = { email: 'it@portal.example', password: PASSWORD, badge: '7', roles: 'admin', closed: 'true' };
  const { id } = await local(host).create('people', data);
  expect(Object.keys(host.collections)).not.toContain('portal-second-factors');
  const byBadge = await rest(host, { 'x-badge': '7' })('GET', 'people/me');
  const byPassword = await rest(host)('POST', 'people/login', { email: data.email, password: PASSWORD });
  for (const { status, value } of [byBadge, byPassword])
    expect([status, value]).toMatchObject([200, { user: { id } }]);
  expect(await setPassword(host, { email: data.email, password: PASSWORD })).toBe(false);
  expect((await rest(host, { 'x-badge': '7' })('DELETE', `people/${id}`)).status).toBe(200);
});
