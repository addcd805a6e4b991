import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { category, local } from '../support/content.ts';
import { greekI18n } from '../support/greek.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, rest, signedIn } from '../support/rest.ts';

const LAST = {
  el: 'Είναι ο μόνος διαχειριστής: ορίστε πρώτα έναν άλλο.',
  en: 'This is the only admin: appoint another one first.',
};

interface User {
  id: number | string;
  email: string;
  password: string;
}

let payload: Payload;
let users = 0;

async function makeUser(roles = ['editor']): Promise<User> {
  users += 1;
  const [email, password] = [`user-${users}@portal.example`, 'a long password'];
  const { id } = await local(payload).create('users', { email, password, roles });
  return { id, email, password };
}

beforeAll(async () => {
  payload = await startPayload({ i18n: greekI18n });
});

describe('the only admin', () => {
  let only: User;
  const refused = (message: string) => ({ status: 409, value: { errors: [{ message }] } });
  const roles = async () =>
    (await payload.findByID({ collection: 'users' as never, id: only.id })) as unknown as {
      roles: string[];
    };

  beforeAll(async () => {
    await makeUser();
    only = await makeUser(['admin']);
  });

  it.each(['el', 'en'] as const)(
    'is neither deleted nor made an editor, and is told why: %s',
    async (lang) => {
      const own = await signedIn(payload, only, { 'Accept-Language': lang });
      const path = `users/${only.id}`;
      expect(await own('DELETE', path)).toMatchObject(refused(LAST[lang]));
      expect(await own('PATCH', path, { roles: ['editor'] })).toMatchObject(refused(LAST[lang]));
      expect((await own('DELETE', 'users?where[id][exists]=true')).status).toBe(403);
      expect((await own('PATCH', 'users?where[id][exists]=true', { roles: ['editor'] })).status).toBe(403);
      expect((await roles()).roles).toContain('admin');
      expect((await own('PATCH', path, { roles: ['editor', 'admin'], name: 'Άλλο' })).status).toBe(200);
    },
  );

  it('may go once there is another', async () => {
    const other = await makeUser(['editor', 'admin']);
    const own = await signedIn(payload, only);
    expect((await own('PATCH', `users/${only.id}`, { roles: ['editor'] })).status).toBe(200);
    const others = await signedIn(payload, other);
    expect((await others('DELETE', `users/${only.id}`)).status).toBe(200);
    expect((await others('DELETE', `users/${other.id}`)).status).toBe(409);
  });
});

describe('the lock of a document', () => {
  const LOCKS = 'payload-locked-documents';
  let owner: User;
  let other: Rest;
  let otherUser: User;
  let path: string;

  /** As Payload makes it when its owner opens the document. */
  beforeAll(async () => {
    owner = await makeUser();
    otherUser = await makeUser();
    other = await signedIn(payload, otherUser);
    const document = { relationTo: 'news-categories', value: (await category(payload)).id };
    const user = { relationTo: 'users', value: owner.id };
    const { id } = await payload.db.create({ collection: LOCKS, data: { document, user } });
    path = `${LOCKS}/${id}`;
  });

  const user = ({ id }: User) => ({ user: { relationTo: 'users', value: id } });

  it('is made by nobody over REST', async () => {
    const lock = { globalSlug: 'portal-settings', ...user(owner) };
    expect((await other('POST', LOCKS, lock)).status).toBe(403);
    expect((await other('POST', LOCKS, { ...lock, ...user(otherUser) })).status).toBe(403);
  });

  it('is neither deleted by another nor given to somebody or moved', async () => {
    expect((await other('DELETE', path)).status).toBeGreaterThanOrEqual(403);
    expect((await other('DELETE', `${LOCKS}?where[id][exists]=true`)).value.docs).toEqual([]);
    expect((await other('PATCH', path, { globalSlug: 'x' })).status).toBe(403);
    expect((await other('PATCH', path, { ...user(otherUser), globalSlug: 'x' })).status).toBe(403);
    const given = await other('PATCH', path, user(await makeUser()));
    expect(given.status).toBe(403);
    const all = `${LOCKS}?where[id][exists]=true`;
    expect((await other('PATCH', all, user(owner))).status).toBe(403);
    const { value } = await other('GET', `${path}?depth=0`);
    expect(value).toMatchObject(user(owner));
  });

  it('is taken over by who opens the document all the same, and given up by its owner', async () => {
    expect((await other('PATCH', path, user(otherUser))).status).toBe(200);
    const own = await signedIn(payload, owner);
    expect((await own('DELETE', path)).status).toBeGreaterThanOrEqual(403);
    expect((await other('DELETE', path)).status).toBe(200);
    expect((await other('GET', path)).status).toBe(404);
  });
});

describe('jobs', () => {
  it.each([
    ['nobody', undefined, 401],
    ['an editor', ['editor'], 401],
    ['an admin', ['admin'], 200],
  ])('are run over REST by admins alone: %s', async (_who, roles, status) => {
    const asked = roles ? await signedIn(payload, await makeUser(roles)) : rest(payload);
    expect((await asked('GET', 'payload-jobs/run')).status).toBe(status);
    expect((await asked('GET', 'payload-jobs')).status).toBe(403);
    expect((await asked('POST', 'payload-jobs', { taskSlug: 'schedulePublish' })).status).toBe(403);
    expect((await asked('DELETE', 'payload-jobs?where[id][exists]=true')).status).toBe(403);
  });
});
