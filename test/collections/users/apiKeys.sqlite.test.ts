import { randomUUID } from 'node:crypto';
import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { local, unusedSlug } from '../../support/content.ts';
import { startPayload } from '../../support/payload.ts';
import { type Rest, rest, signedIn } from '../../support/rest.ts';

const PASSWORD = 'a long password';

let payload: Payload;
let admin: Rest;

beforeAll(async () => {
  payload = await startPayload();
  admin = (await person('admin')).session;
});

async function person(role: string) {
  const own = { email: `${unusedSlug()}@portal.example`, password: PASSWORD };
  const { id } = await local(payload).create('users', { ...own, roles: [role], name: role, author_id: 7 });
  return { id, session: await signedIn(payload, own) };
}

const withKey = (key: string) => rest(payload, { Authorization: `users API-Key ${key}` });

/** Whose key it is, by what Payload says of the request's user. */
async function whoHas(key: string): Promise<unknown> {
  const { value } = await withKey(key)('GET', 'users/me');
  return (value.user as { id: unknown } | null)?.id ?? null;
}

describe('an API key', () => {
  it('signs a program in as its user, until another takes its place', async () => {
    const { id, session } = await person('editor');
    const [first, second] = [randomUUID(), randomUUID()];
    expect((await session('PATCH', `users/${id}`, { apiKey: first })).status).toBe(200);
    expect(await whoHas(first)).toBe(id);
    expect((await session('PATCH', `users/${id}`, { apiKey: second })).status).toBe(200);
    expect(await whoHas(first)).toBe(null);
    expect(await whoHas(second)).toBe(id);
  });

  it.each([
    ['taken away', ({ id }: { id: unknown }) => admin('PATCH', `users/${id}`, { apiKey: null })],
    [
      'taken away as older clients do',
      ({ id }: { id: unknown }) => admin('PATCH', `users/${id}`, { enableAPIKey: false }),
    ],
    ['with its user deleted', ({ id }: { id: unknown }) => admin('DELETE', `users/${id}`)],
  ])('is worth nothing any more when it is %s', async (_, end) => {
    const user = await person('editor');
    const key = randomUUID();
    await admin('PATCH', `users/${user.id}`, { apiKey: key, enableAPIKey: true });
    expect(await whoHas(key)).toBe(user.id);
    expect((await end(user)).status).toBe(200);
    expect(await whoHas(key)).toBe(null);
  });

  it('has the rights of its user as they are now', async () => {
    const { id } = await person('author');
    const key = randomUUID();
    await admin('PATCH', `users/${id}`, { apiKey: key });
    const publish = () =>
      withKey(key)('POST', 'news-categories', { title: 'Νέα', slug: unusedSlug(), _status: 'published' });
    expect((await publish()).status).toBe(403);
    await admin('PATCH', `users/${id}`, { roles: ['editor'] });
    expect((await publish()).status).toBe(201);
    expect((await withKey(key)('GET', 'users')).value.totalDocs).toBe(1);
  });

  it('does not change a password without the current one, and tries of it count', async () => {
    const { id } = await person('editor');
    const key = randomUUID();
    await admin('PATCH', `users/${id}`, { apiKey: key });
    const change = { password: 'another long password', currentPassword: 'a guess' };
    const { status, value } = await withKey(key)('PATCH', `users/${id}`, change);
    expect({ status, field: JSON.stringify(value).includes('currentPassword') }).toEqual({
      status: 400,
      field: true,
    });
  });

  it('is read by nobody: not by its user, admins, a search or code', async () => {
    const { id, session } = await person('editor');
    const key = randomUUID();
    const answers = [await session('PATCH', `users/${id}`, { apiKey: key })];
    for (const ask of [session, admin, withKey(key)]) {
      answers.push(
        await ask('GET', `users/${id}`),
        await ask('GET', 'users/me'),
        await ask('GET', 'users?limit=100'),
      );
      answers.push(await ask('POST', `users/${id}/api-key/reveal`));
    }
    const all = JSON.stringify([
      answers.map(({ value }) => value),
      await payload.findByID({ collection: 'users', id }),
    ]);
    expect(all.match(new RegExp(`${key}|"apiKey(Index)?"`))).toBe(null);
    expect(await payload.findByID({ collection: 'users', id })).toMatchObject({ hasAPIKey: true });
    const [stored] = (
      await payload.db.find<Record<string, string>>({ collection: 'users', where: { id: { equals: id } } })
    ).docs;
    expect(JSON.stringify(stored)).not.toContain(key);
    expect(payload.decrypt(stored?.apiKey ?? '')).toBe(key);
    for (const field of ['apiKey', 'apiKeyIndex'])
      expect((await admin('GET', `users?where[${field}][exists]=true`)).status).toBe(400);
  });

  it.each([
    ['a short text', 'geheim'],
    ['23 characters', 'x'.repeat(23)],
    ['49 characters', 'x'.repeat(49)],
    ['a number', 10 ** 30],
    ['an object', { equals: 'x'.repeat(30) }],
  ])('is refused if it is %s', async (_, apiKey) => {
    const { id, session } = await person('editor');
    const { status, value } = await session('PATCH', `users/${id}`, { apiKey });
    expect({ status, value }).toMatchObject({
      status: 400,
      value: { errors: [{ data: { errors: [{ path: 'apiKey' }] } }] },
    });
    expect(await payload.findByID({ collection: 'users', id })).toMatchObject({ hasAPIKey: false });
  });

  it('of another user is changed by admins only', async () => {
    const [{ id }, { session }] = [await person('editor'), await person('editor')];
    expect((await session('PATCH', `users/${id}`, { apiKey: randomUUID() })).status).toBe(403);
    expect((await admin('PATCH', `users/${id}`, { apiKey: randomUUID() })).status).toBe(200);
  });
});
