import type { Payload } from 'payload';
import { beforeAll, expect, it, vi } from 'vitest';
import { local } from '../../support/content.ts';
import { freshDatabaseUri } from '../../support/databases.ts';
import { startPayload } from '../../support/payload.ts';
import { rest } from '../../support/rest.ts';
import { sessionCookie } from '../../support/sessionCookie.ts';

const PASSWORD = 'a long password';
const ROUNDS = 4;

/** Two servers on one database. */
let servers: [Payload, Payload];
let people = 0;

beforeAll(async () => {
  const uri = await freshDatabaseUri();
  servers = [await startPayload({ uri }), await startPayload({ uri })];
});

async function makeUser() {
  people += 1;
  const email = `user-${people}@portal.example`;
  const { id } = await local(servers[0]).create('users', { email, password: PASSWORD, roles: ['admin'] });
  return { id, email };
}

/** Signs in on one of the servers, and gives REST with the session. */
async function signIn(email: string, n: number) {
  const server = servers[n % 2] as Payload;
  const { status, headers } = await rest(server)('POST', 'users/login', { email, password: PASSWORD });
  expect(status).toBe(200);
  return rest(server, { Cookie: sessionCookie(headers) });
}

type Session = Awaited<ReturnType<typeof signIn>>;

const isSignedIn = async (session: Session) => (await session('GET', 'users/me')).value.user !== null;

const areSignedIn = (sessions: Session[]) => Promise.all(sessions.map(isSignedIn));

interface Account {
  name?: string;
  sessions?: { id: string; expiresAt: string }[];
}

async function accountOf(id: number | string): Promise<Account> {
  const { docs } = await servers[0].db.find<Account>({ collection: 'users', where: { id: { equals: id } } });
  return docs[0] ?? {};
}

const sessionsOf = async (id: number | string) => (await accountOf(id)).sessions ?? [];

it.each([2, 5])('of %d sign-ins of one account at once, all are signed in', async (count) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { email } = await makeUser();
    const sessions = await Promise.all(Array.from({ length: count }, (_, n) => signIn(email, n)));
    expect(await areSignedIn(sessions)).toEqual(Array(count).fill(true));
  }
});

it('whoever signs out, refreshes and signs in at once ends and begins no session but their own', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { email } = await makeUser();
    const [leaving, staying, idle] = await Promise.all([0, 1, 2].map((n) => signIn(email, n)));
    const [, , entered] = await Promise.all([
      (leaving as Session)('POST', 'users/logout'),
      (staying as Session)('POST', 'users/refresh-token'),
      signIn(email, 1),
      signIn(email, 0),
    ]);
    const all = [leaving, staying, idle, entered] as Session[];
    expect(await areSignedIn(all)).toEqual([false, true, true, true]);
  }
});

it('a session is found all the time while others of its account begin, are refreshed and end', async () => {
  const { email } = await makeUser();
  const session = await signIn(email, 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const other = await signIn(email, 0);
    const steps = [
      () => signIn(email, 0),
      () => other('POST', 'users/refresh-token'),
      () => other('POST', 'users/logout'),
    ];
    for (const step of steps) {
      const [seen] = await Promise.all([areSignedIn(Array(20).fill(session)), step()]);
      expect(seen).toEqual(Array(20).fill(true));
    }
  }
});

it('a sign-in takes no change of the account back that was made meanwhile', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, email } = await makeUser();
    // MongoDB refuses one that meets a session's at the same moment: it is made again.
    const change = vi.waitFor(() => local(servers[1]).update('users', id, { name: 'Όνομα 1' }));
    await Promise.all([signIn(email, 0), change, signIn(email, 0), signIn(email, 1)]);
    expect((await accountOf(id)).name).toBe('Όνομα 1');
  }
});

it('a refresh lengthens its session, which signing out everywhere ends with all others; what has expired goes', async () => {
  const { id, email } = await makeUser();
  const session = await signIn(email, 0);
  const [first] = await sessionsOf(id);
  const past = new Date(Date.now() - 1000).toISOString();
  await servers[0].db.updateOne({
    collection: 'users',
    id,
    data: { sessions: [{ ...first, expiresAt: past }] },
  });
  await session('POST', 'users/refresh-token');
  const [refreshed] = await sessionsOf(id);
  expect(refreshed?.id).toBe(first?.id);
  expect(Date.parse(refreshed?.expiresAt ?? '')).toBeGreaterThan(Date.now() + 7 * 3600_000);
  await servers[0].db.updateOne({
    collection: 'users',
    id,
    data: { sessions: [{ ...first, expiresAt: past }] },
  });
  const [other, last] = [await signIn(email, 0), await signIn(email, 1)];
  expect(await sessionsOf(id)).toHaveLength(2);
  await last('POST', 'users/logout?allSessions=true');
  expect(await areSignedIn([session, other, last])).toEqual([false, false, false]);
  expect(await sessionsOf(id)).toEqual([]);
});

it.each([
  ['is deleted', (id: number | string) => local(servers[1]).remove('users', id)],
  [
    'gets another password',
    (id: number | string) => local(servers[1]).update('users', id, { password: 'another password' }),
  ],
])('a sign-in is refused where its account %s before its session begins', async (_, change) => {
  const { id, email } = await makeUser();
  const { db } = servers[0];
  const { updateOne } = db;
  let isChanged = false;
  db.updateOne = async (args) => {
    const begins = Array.isArray(args.data.sessions) && args.data.updatedAt === null;
    if (begins && !isChanged) {
      isChanged = true;
      await change(id);
    }
    return updateOne.call(db, args);
  };
  try {
    const { status, value } = await rest(servers[0])('POST', 'users/login', { email, password: PASSWORD });
    expect(isChanged).toBe(true);
    expect({ status, value }).toEqual({
      status: 401,
      value: { errors: [{ message: 'The email or password provided is incorrect.' }] },
    });
    expect(await sessionsOf(id)).toEqual([]);
  } finally {
    db.updateOne = updateOne;
  }
});

it('twelve people change their passwords at once, each with the current one, and stay signed in where they are', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, makeUser));
  const sessions = await Promise.all(
    users.map(({ email }) => Promise.all([signIn(email, 0), signIn(email, 1)])),
  );
  const change = (at: number, data: object) => sessions[at]?.[0]('PATCH', `users/${users[at]?.id}`, data);
  const statuses = async (data: object) =>
    (await Promise.all(users.map((_, at) => change(at, data)))).map((answer) => answer?.status);
  const password = 'the next password';
  expect(await statuses({ password, currentPassword: 'a wrong one' })).toEqual(Array(12).fill(400));
  expect(await statuses({ password, currentPassword: PASSWORD })).toEqual(Array(12).fill(200));
  for (const pair of sessions) expect(await areSignedIn(pair)).toEqual([true, false]);
  expect(await Promise.all(users.map(async ({ id }) => (await sessionsOf(id)).length))).toEqual(
    Array(12).fill(1),
  );
});
