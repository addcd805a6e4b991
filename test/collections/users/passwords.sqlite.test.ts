import type { Payload } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { local } from '../../support/content.ts';
import { greekI18n } from '../../support/greek.ts';
import { startPayload } from '../../support/payload.ts';
import { type Answer, type Rest, rest, signedIn } from '../../support/rest.ts';

const PASSWORD = 'a long password';

let payload: Payload;
let admin: Rest;
let users = 0;

async function makeUser(roles = ['editor']) {
  users += 1;
  const email = `user-${users}@portal.example`;
  const { id } = await local(payload).create('users', { email, password: PASSWORD, roles });
  return { id, email, password: PASSWORD };
}

/** Which field a refusal names first. */
function refusal({ status, value }: Answer) {
  const [error] = value.errors as { data?: { errors: { path: string }[] } }[];
  return { status, path: error?.data?.errors[0]?.path };
}

const canSignIn = async (email: string, password: string) =>
  (await rest(payload)('POST', 'users/login', { email, password })).status === 200;

beforeAll(async () => {
  payload = await startPayload({ i18n: greekI18n });
  const user = await makeUser(['admin']);
  admin = await signedIn(payload, user);
});

describe('a password of nine characters is refused', () => {
  const short = { status: 400, path: 'password' };

  it('for a new user', async () => {
    const data = { email: 'short@portal.example', password: '123456789', roles: ['editor'], author_id: 4 };
    expect(refusal(await admin('POST', 'users', data))).toEqual(short);
    expect((await admin('POST', 'users', { ...data, password: '1234567890' })).status).toBe(201);
  });

  it.each(['', '123456789', 1234567890, ['1234567890']])('for another user: %j', async (password) => {
    const { id, email } = await makeUser();
    expect(refusal(await admin('PATCH', `users/${id}`, { password }))).toEqual(short);
    expect(await canSignIn(email, PASSWORD)).toBe(true);
  });

  it('for one who has forgotten theirs', async () => {
    const { email } = await makeUser();
    const token = await payload.forgotPassword({
      collection: 'users',
      data: { email },
      disableEmail: true,
    });
    const reset = (password: string) => rest(payload)('POST', 'users/reset-password', { token, password });
    expect(refusal(await reset('123456789'))).toEqual(short);
    expect((await reset('1234567890')).status).toBe(200);
    expect(await canSignIn(email, '1234567890')).toBe(true);
  });

  it('and nothing is stored or logged for one, where no mail is sent', async () => {
    const { id, email } = await makeUser();
    const log = vi.spyOn(payload.logger, 'info');
    for (const asked of [email, 'nobody@portal.example']) {
      const { status } = await rest(payload)('POST', 'users/forgot-password', { email: asked });
      expect(status).toBe(403);
    }
    expect(log).not.toHaveBeenCalled();
    const stored = await payload.db.findOne({ collection: 'users', where: { id: { equals: id } } });
    expect(stored).not.toHaveProperty('resetPasswordToken', expect.any(String));
  });
});

describe('who changes their own password', () => {
  it.each([['editor'], ['admin']])('gives the current one: %s', async (role) => {
    const user = await makeUser([role]);
    const own = await signedIn(payload, user);
    const other = await signedIn(payload, user);
    const change = (data: object) => own('PATCH', `users/${user.id}`, { password: 'the next one', ...data });
    const wrong = { status: 400, path: 'currentPassword' };
    expect(refusal(await change({}))).toEqual(wrong);
    expect(refusal(await change({ currentPassword: 'the next one' }))).toEqual(wrong);
    expect(refusal(await change({ currentPassword: { $ne: '' } }))).toEqual(wrong);
    const changed = await change({ currentPassword: PASSWORD });
    expect(changed.status).toBe(200);
    expect(JSON.stringify(changed.value)).not.toContain(PASSWORD);
    expect(await canSignIn(user.email, PASSWORD)).toBe(false);
    expect(await canSignIn(user.email, 'the next one')).toBe(true);
    const signedInAs = async (as: Rest) => (await as('GET', 'users/me')).value.user !== null;
    expect(await signedInAs(own)).toBe(true);
    expect(await signedInAs(other)).toBe(false);
  });

  it('does not get around that by naming several users', async () => {
    const user = await makeUser();
    const own = await signedIn(payload, user);
    const path = `users?where[id][equals]=${user.id}`;
    expect((await own('PATCH', path, { password: 'the next one' })).status).toBe(403);
    expect(await canSignIn(user.email, PASSWORD)).toBe(true);
  });

  it('does not get around that by writing their id in another way', async () => {
    const user = await makeUser(['admin']);
    const own = await signedIn(payload, user);
    const same = typeof user.id === 'number' ? `0${user.id}` : user.id.toUpperCase();
    expect((await own('PATCH', `users/${same}`, { name: 'Άλλο' })).status).toBe(200);
    const answer = await own('PATCH', `users/${same}`, { password: 'the next one' });
    expect(refusal(answer).path).toBe('currentPassword');
  });

  it('may change everything else without it', async () => {
    const user = await makeUser();
    const own = await signedIn(payload, user);
    expect((await own('PATCH', `users/${user.id}`, { name: 'Άλλο' })).status).toBe(200);
  });
});

it("an admin sets another's password without the current one", async () => {
  const { id, email } = await makeUser();
  expect((await admin('PATCH', `users/${id}`, { password: 'the next one' })).status).toBe(200);
  expect(await canSignIn(email, 'the next one')).toBe(true);
});
