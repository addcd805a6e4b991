import type { Payload } from 'payload';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { local } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { CLIENT, type LyingProvider, startLyingProvider } from '../support/lyingProvider.ts';
import { startPayload } from '../support/payload.ts';
import { rest, signedIn } from '../support/rest.ts';
import { Visitor } from '../support/visitor.ts';

const PASSWORD = 'a long password';
const ROLES = { admins: 'admin', editors: 'editor', authors: 'author' } as const;
const DAY = 24 * 60 * 60_000;
const BOSS = { email: 'boss@portal.example', password: PASSWORD };

let provider: LyingProvider;
/** Two servers on one database. */
let servers: [Payload, Payload];
let people = 0;

function someone(claims: Record<string, unknown> = {}) {
  people += 1;
  const email = `person-${people}@portal.example`;
  provider.person = { sub: `subject-${people}`, email, email_verified: true, roles: ['editors'], ...claims };
  return email;
}

async function arrive() {
  const visitor = new Visitor(servers);
  const { body, status } = await visitor.open('/api/users/oidc/start');
  return { body, status, visitor, user: await visitor.user() };
}

const makeAccount = (email: string, data: object = {}) =>
  local(servers[0]).create('users', { email, password: PASSWORD, roles: ['author'], ...data });

async function usersWhere(email: string) {
  const where = { email: { equals: email } };
  const { docs } = await servers[0].db.find<Record<string, unknown>>({ collection: 'users', where });
  return docs;
}

/** The newest entries of the audit log about an account, oldest first. */
async function entriesOf(title: string) {
  const { docs } = await servers[0].db.find<Record<string, unknown>>({
    collection: 'portal-audit-log',
    where: { title: { equals: title } },
    sort: 'at',
    limit: 50,
  });
  return docs.map(({ action, fields, note }) => [action, fields, note]);
}

beforeAll(async () => {
  const uri = await freshDatabaseUri();
  provider = await startLyingProvider();
  const openId = { ...CLIENT, issuer: provider.issuer, roles: ROLES };
  const options = { openId, requireSecondFactor: ['editor' as const] };
  servers = [await startPayload({ uri, options }), await startPayload({ uri, options })];
  await makeAccount(BOSS.email, { roles: ['admin'] });
});

beforeEach(() => {
  provider.lies = {};
});

afterEach(() => void vi.useRealTimers());

describe('an account', () => {
  it('is made at the first sign-in, with role, name and language of the claims, and is in the audit log', async () => {
    const email = someone({ name: ' Μαρία Παπαδοπούλου ', locale: 'en-GB', roles: 'authors' });
    const { user } = await arrive();
    expect(user).toMatchObject({ email, name: 'Μαρία Παπαδοπούλου', roles: ['author'] });
    expect(await usersWhere(email)).toMatchObject([{ language: 'en' }]);
    expect(user).not.toHaveProperty('oidc_identity');
    expect(await entriesOf('Μαρία Παπαδοπούλου')).toEqual([
      ['userCreated', null, 'OpenID Connect'],
      ['signedIn', null, 'OpenID Connect'],
    ]);
  });

  it('is Greek without a language that is known, and is known by its address without a name', async () => {
    const email = someone({ name: { given: 'x' }, locale: 7 });
    expect((await arrive()).user).toMatchObject({ email, name: email });
    expect(await usersWhere(email)).toMatchObject([{ language: 'el' }]);
  });

  it('that is there is taken by its verified address, in any letters, and then by its subject', async () => {
    const email = someone();
    const { id } = await makeAccount(email, { name: 'Από πριν', author_id: 7 });
    provider.person.email = email.toUpperCase();
    expect((await arrive()).user).toMatchObject({ id, name: 'Από πριν', author_id: 7, roles: ['editor'] });
    expect(await entriesOf('Από πριν')).toEqual([
      ['userCreated', null, null],
      ['userChanged', 'roles', 'OpenID Connect'],
      ['signedIn', null, 'OpenID Connect'],
    ]);
    // Later without a word about the address.
    provider.person = { sub: provider.person.sub, roles: ['editors'] };
    expect((await arrive()).user).toMatchObject({ id, email });
  });

  it('follows an address that has changed, if it is verified', async () => {
    const before = someone();
    const { user } = await arrive();
    provider.person.email = `new-${before}`;
    expect((await arrive()).user).toMatchObject({ id: user?.id, email: `new-${before}` });
    provider.person = { ...provider.person, email: 'boss@elsewhere.example', email_verified: false };
    expect((await arrive()).user).toMatchObject({ id: user?.id, email: `new-${before}` });
  });

  it('of somebody else is not taken by its address, also if it was theirs once', async () => {
    const email = someone();
    await arrive();
    someone({ email });
    const { status, user } = await arrive();
    expect({ status, user }).toEqual({ status: 409, user: null });
    // Who has an account may not take the address of another one.
    const own = someone();
    await arrive();
    provider.person.email = BOSS.email;
    expect((await arrive()).status).toBe(409);
    expect(await usersWhere(own)).toHaveLength(1);
  });

  it.each([
    'boss@portal.example.',
    'bo\u017f\u017f@portal.example',
    ' ',
    'boss',
    'boss@portal@portal.example',
  ])('is not that of another address that looks like it: %s', async (email) => {
    someone({ email });
    const { user } = await arrive();
    expect(user?.email).not.toBe(BOSS.email);
  });

  it('of an earlier provider goes over to this one by its address', async () => {
    const email = someone();
    const { id } = await makeAccount(email);
    await local(servers[0]).update('users', id, { oidc_identity: 'https://old.example subject-1' });
    expect((await arrive()).user).toMatchObject({ id });
  });

  it('that is closed on the way to the provider lets nobody in, and stays as it is', async () => {
    const email = someone();
    const { user, visitor } = await arrive();
    const again = new Visitor(servers);
    const { url } = await again.open('/api/users/oidc/start', (to) => !to.pathname.endsWith('/callback'));
    await local(servers[0]).update('users', user?.id as string, { closed: true });
    provider.person = { ...provider.person, email: `new-${email}`, roles: ['authors'] };
    const { body, status } = await again.open(url.href);
    expect(status).toBe(403);
    expect(body).toMatch(/lang="el".*Ο λογαριασμός έχει κλείσει\..*lang="en".*This account is closed\./s);
    expect([await again.user(), await visitor.user()]).toEqual([null, null]);
    expect(await usersWhere(email)).toMatchObject([{ closed: true, roles: ['editor'], sessions: [] }]);
    expect(await entriesOf(email)).toEqual([
      ['userCreated', null, 'OpenID Connect'],
      ['signedIn', null, 'OpenID Connect'],
      ['accountClosed', null, null],
    ]);
    expect(await entriesOf(`new-${email}`)).toEqual([
      ['signInRefused', null, expect.stringMatching(/^OpenID Connect: closed, [\w-]+$/)],
    ]);
  });

  it('is asked for no second factor, also after its days of one by password are over', async () => {
    const email = someone();
    const { id } = await makeAccount(email, { roles: ['editor'] });
    const byPassword = () => rest(servers[0])('POST', 'users/login', { email, password: PASSWORD });
    expect((await byPassword()).status).toBe(200);
    const clock = (at: number) => vi.useFakeTimers({ now: at, toFake: ['Date'] });
    const now = Date.now() + 8 * DAY;
    clock(now);
    expect((await byPassword()).status).toBe(403);
    const { visitor } = await arrive();
    const own = rest(servers[1], { Cookie: visitor.cookie('payload-token') ?? '' });
    clock(now + DAY / 4);
    expect((await own('POST', 'users/refresh-token')).status).toBe(200);
    expect((await own('GET', `users/${id}/access`)).value.factor).toEqual({ codesLeft: 0 });
  });

  it('is one, also where its person arrives several times at once', async () => {
    for (let round = 0; round < 8; round++) {
      const email = someone();
      const all = await Promise.all([1, 2, 3, 4, 5].map(() => arrive()));
      expect(all.map(({ user }) => user?.email)).toEqual(Array(5).fill(email));
      expect(await usersWhere(email)).toHaveLength(1);
    }
  });
});

describe('a sign-in that was begun', () => {
  /** A visitor on the way back, and the address that the provider leads to. It takes a code as often as it is given. */
  async function onTheWay() {
    const visitor = new Visitor(servers);
    const { url } = await visitor.open('/api/users/oidc/start', (to) => !to.pathname.endsWith('/callback'));
    return { visitor, back: url };
  }

  it('is good once, with the same cookie, state and code, on either server', async () => {
    someone();
    const { back, visitor } = await onTheWay();
    const thieves = servers.map((server) => new Visitor([server]));
    for (const thief of thieves) thief.copy(visitor);
    expect((await visitor.open(back.href)).status).toBe(200);
    for (const thief of [...thieves, ...thieves]) {
      const { body, status } = await thief.open(back.href);
      expect({ status, user: await thief.user() }).toEqual({ status: 400, user: null });
      expect(body).toMatch(/έχει ήδη χρησιμοποιηθεί.*has been used already/s);
    }
    // Also by another name, which the cookie has, too.
    const [name, value = ''] = (thieves[0]?.cookie('payload-oidc-') ?? '').split('=');
    const attempt = JSON.parse(Buffer.from(value, 'base64url').toString());
    const state = `${attempt.state.slice(0, -1)}x`;
    const forged = Buffer.from(JSON.stringify({ ...attempt, state })).toString('base64url');
    back.searchParams.set('state', state);
    const renamed = await new Visitor(servers, { Cookie: `${name}=${forged}` }).open(back.href);
    expect(renamed.status).toBe(400);
    expect(renamed.body).toContain('has been used already');
  });

  it('is good once, also where it comes back several times at the same moment', async () => {
    someone();
    const { back, visitor } = await onTheWay();
    const all = [0, 1, 2, 3, 4, 5].map((at) => {
      const each = new Visitor([servers[at % 2] as Payload]);
      each.copy(visitor);
      return each.open(back.href);
    });
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('is forgotten by the database when it is too old to be used', async () => {
    const kept = async () => {
      const where = { key: { like: 'openid:' } };
      const { docs } = await servers[0].db.find({ collection: 'portal-counters', where, limit: 0 });
      return docs.length;
    };
    someone();
    await arrive();
    expect(await kept()).toBeGreaterThan(1);
    vi.useFakeTimers({ now: Date.now() + 9 * DAY, toFake: ['Date'] });
    await arrive();
    expect(await kept()).toBe(1);
  });
});

describe('roles', () => {
  it('follow the claims at each sign-in, and changes are in the audit log', async () => {
    const email = someone({ roles: ['editors'] });
    await arrive();
    provider.person.roles = ['authors'];
    expect((await arrive()).user?.roles).toEqual(['author']);
    expect((await entriesOf(email)).map(([action, fields]) => [action, fields])).toEqual([
      ['userCreated', null],
      ['signedIn', null],
      ['userChanged', 'roles'],
      ['signedIn', null],
    ]);
  });

  it('that are gone let nobody in, end the sessions, and leave the account as it is', async () => {
    const email = someone();
    const { visitor } = await arrive();
    provider.person.roles = [];
    expect((await arrive()).status).toBe(403);
    expect(await visitor.user()).toBeNull();
    expect(await usersWhere(email)).toMatchObject([{ roles: ['editor'], sessions: [] }]);
    expect((await entriesOf(email)).at(-1)).toEqual([
      'signInRefused',
      null,
      expect.stringMatching(/^OpenID Connect: noRole, [\w-]+$/),
    ]);
  });

  it('never take the last admin theirs', async () => {
    const boss = await usersWhere(BOSS.email);
    someone({ email: BOSS.email, roles: ['authors'] });
    expect((await arrive()).user).toMatchObject({
      id: boss[0]?.id,
      roles: expect.arrayContaining(['admin']),
    });
    // With another admin, they do.
    await makeAccount('second@portal.example', { roles: ['admin'] });
    expect((await arrive()).user?.roles).toEqual(['author']);
    await local(servers[0]).update('users', boss[0]?.id as string, { roles: ['admin'] });
  });
});

it('no API gives or takes who an account is at the provider', async () => {
  const email = someone();
  const { user } = await arrive();
  const admin = await signedIn(servers[0], BOSS);
  const given = await admin('GET', `users/${user?.id}`);
  expect(given.body).not.toContain('subject-');
  const data = { oidc_identity: `${provider.issuer} another` };
  expect((await admin('PATCH', `users/${user?.id}`, data)).status).toBe(200);
  const [stored] = await usersWhere(email);
  expect(stored?.oidc_identity).toBe(`${provider.issuer} ${provider.person.sub}`);
  const asked = await admin('GET', 'users?where[oidc_identity][contains]=subject');
  expect(asked.value.docs ?? []).toEqual([]);
});

it('a session of one server holds on the other, beside one with a password, until it is ended', async () => {
  const email = someone();
  await makeAccount(email);
  const { visitor } = await arrive();
  const byPassword = await signedIn(servers[1], { email, password: PASSWORD });
  // Each request goes to the other server.
  for (let request = 0; request < 4; request++) expect(await visitor.user()).toMatchObject({ email });
  const Cookie = visitor.cookie('payload-token') ?? '';
  expect((await rest(servers[1], { Cookie })('POST', 'users/logout')).status).toBe(200);
  expect(await visitor.user()).toBeNull();
  expect((await byPassword('GET', 'users/me')).value.user).toMatchObject({ email });
});

it('a deleted account is made anew, without what it had', async () => {
  someone({ roles: ['admins'] });
  const { user } = await arrive();
  await local(servers[0]).remove('users', user?.id as string);
  provider.person.roles = ['authors'];
  const again = await arrive();
  expect(again.user).toMatchObject({ roles: ['author'] });
});
