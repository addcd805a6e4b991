import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { setPassword } from '../../src/server/accounts.ts';
import { guardSignIn } from '../../src/server/signIn/guardSignIn.ts';
import { local } from '../support/content.ts';
import { CLIENT, type LyingProvider, startLyingProvider } from '../support/lyingProvider.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, rest, signedIn } from '../support/rest.ts';
import { Visitor } from '../support/visitor.ts';

const PASSWORD = 'a long password';
const EMERGENCY = { email: 'it@portal.example', password: PASSWORD };
const EDITOR = { email: 'editor@portal.example', password: PASSWORD };

let provider: LyingProvider;
let payload: Payload;
let admin: Rest;
let editor: number | string;
let emergency: number | string;

beforeAll(async () => {
  provider = await startLyingProvider();
  payload = await startPayload({
    plugins: [guardSignIn],
    options: {
      openId: {
        ...CLIENT,
        issuer: provider.issuer,
        roles: { editors: 'editor' },
        passwordsOnlyFor: EMERGENCY.email,
      },
    },
  });
  const create = local(payload).create;
  editor = (await create('users', { ...EDITOR, roles: ['editor', 'admin'] })).id;
  emergency = (await create('users', { ...EMERGENCY, roles: ['admin'] })).id;
  admin = await signedIn(payload, EMERGENCY);
});

/** Somebody signs in by the provider, as an editor. */
async function arrive(email: string): Promise<Visitor> {
  provider.person = { sub: email, email, email_verified: true, roles: ['editors'] };
  const visitor = new Visitor([payload]);
  expect((await visitor.open('/api/users/oidc/start')).status).toBe(200);
  return visitor;
}

const login = async (user: object) => (await rest(payload)('POST', 'users/login', user)).status;

describe('where passwords are off', () => {
  it('the emergency admin signs in with one, however the address is written', async () => {
    expect(await login(EMERGENCY)).toBe(200);
    expect(await login({ ...EMERGENCY, email: ' IT@portal.example ' })).toBe(200);
    expect(await login({ ...EMERGENCY, password: 'wrong password' })).toBe(401);
  });

  it('nobody else does, and no answer says who has an account', async () => {
    const answers = [
      EDITOR,
      { ...EDITOR, password: 'wrong password' },
      { ...EDITOR, email: 'no@portal.example' },
    ].map(async (user) => (await rest(payload)('POST', 'users/login', user)).body);
    const [right, wrong, unknown] = await Promise.all(answers);
    expect(right).toContain('Sign in with the account of your organisation');
    expect([wrong, unknown]).toEqual([right, right]);
    await expect(payload.login({ collection: 'users', data: EDITOR })).rejects.toThrow('organisation');
  });

  it('no password is forgotten or set anew', async () => {
    const ask = (path: string, data: object) => rest(payload)('POST', `users/${path}`, data);
    expect((await ask('forgot-password', { email: EDITOR.email })).status).toBe(403);
    await local(payload).update('users', editor, {});
    // A link that was sent before they were turned off.
    const resetPasswordExpiration = new Date(Date.now() + 60_000).toISOString();
    const data = { resetPasswordToken: 'a token of before', resetPasswordExpiration };
    await payload.db.updateOne({ collection: 'users', id: editor, data, returning: false });
    const reset = { token: 'a token of before', password: 'another password' };
    expect((await ask('reset-password', reset)).status).toBe(403);
  });

  it('no API sets one, but for the emergency admin', async () => {
    const set = async (id: number | string, data: object) =>
      (await admin('PATCH', `users/${id}`, data)).status;
    expect(await set(editor, { password: 'another password' })).toBe(403);
    expect(await set(editor, { name: 'Another name' })).toBe(200);
    const own = { password: 'another password', currentPassword: PASSWORD };
    expect(await set(emergency, own)).toBe(200);
    expect(await login({ ...EMERGENCY, password: 'another password' })).toBe(200);
    // The way back on the machine.
    await setPassword(payload, EMERGENCY);
    expect(await login(EMERGENCY)).toBe(200);
  });

  it('nobody else is offered a second factor, which is for passwords', async () => {
    const visitor = await arrive(EDITOR.email);
    const own = rest(payload, { Cookie: visitor.cookie('payload-token') ?? '' });
    const offered = async (as: Rest, id: number | string) =>
      (await as('GET', `users/${id}/access`)).value.offer !== undefined;
    admin = await signedIn(payload, EMERGENCY);
    expect([await offered(own, editor), await offered(admin, emergency)]).toEqual([false, true]);
  });

  it('an account can be made for somebody, who comes by the provider', async () => {
    const made = { email: 'new@portal.example', password: PASSWORD, roles: ['editor'], author_id: 3 };
    expect((await admin('POST', 'users', made)).status).toBe(201);
    expect(await login(made)).toBe(403);
  });
});

describe('the emergency admin', () => {
  it('is not demoted, renamed or deleted', async () => {
    const { update, remove } = local(payload);
    const refused = (act: Promise<unknown>) => expect(act).rejects.toThrow('EMERGENCY_ADMIN');
    await refused(update('users', emergency, { roles: ['editor'] }));
    await refused(update('users', emergency, { email: 'other@portal.example' }));
    await refused(remove('users', emergency));
    await update('users', emergency, { name: 'The computers' });
  });

  it('comes by the provider, too, and stays an admin', async () => {
    expect(await (await arrive(EMERGENCY.email)).user()).toMatchObject({ id: emergency, roles: ['admin'] });
  });
});

describe('a host', () => {
  const openId = { ...CLIENT, issuer: 'https://id.portal.example', roles: { editors: 'editor' } as const };
  it('that wants a provider for users of its own is told so', async () => {
    await expect(
      startPayload({ collections: [{ slug: 'people', auth: true, fields: [] }], options: { openId } }),
    ).rejects.toThrow("openId is for the plugin's own users");
  });

  it.each([{ issuer: undefined }, { clientSecret: 7 }, { roles: 'editor' }])(
    'that gives wrong options is told so: %j',
    async (wrong) => {
      const options = { openId: { ...openId, ...wrong } as never };
      await expect(startPayload({ options })).rejects.toThrow('openId is');
    },
  );
});
