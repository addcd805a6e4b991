import crypto from 'node:crypto';
import type { Payload } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { guardSignIn } from '../../../src/server/signIn/guardSignIn.ts';
import { onFileEnd } from '../../support/cleanup.ts';
import { local } from '../../support/content.ts';
import { greekI18n } from '../../support/greek.ts';
import { startPayload } from '../../support/payload.ts';
import { type Answer, rest, signedIn } from '../../support/rest.ts';

const PASSWORD = 'a long password';
const WRONG = {
  status: 401,
  value: { errors: [{ message: 'Η ηλεκτρονική διεύθυνση ή ο κωδικός πρόσβασης δεν είναι σωστά.' }] },
};
const TOO_MANY = {
  status: 429,
  value: { errors: [{ message: 'Έγιναν πολλές προσπάθειες. Δοκιμάστε ξανά σε 15 λεπτά.' }] },
};

let payload: Payload;
let people = 0;
let networks = 0;

/** An address that nobody has tried from. */
const elsewhere = () => {
  networks += 1;
  return `198.51.100.${networks}`;
};

async function makeUser() {
  people += 1;
  const email = `user-${people}@portal.example`;
  const { id } = await local(payload).create('users', { email, password: PASSWORD, roles: ['editor'] });
  return { id, email };
}

/** Tries to sign in from an address. */
async function signIn(
  address: string,
  email: string,
  password = 'a wrong one',
  headers = {},
): Promise<Answer> {
  const ask = rest(payload, { 'X-Forwarded-For': address, ...headers });
  return ask('POST', 'users/login', { email, password });
}

const plain = ({ status, value }: Answer) => ({ status, value });

/** Hashes as well as these tests need, and quickly; and counts them. */
const hash = vi
  .spyOn(crypto, 'pbkdf2')
  .mockImplementation((password, salt, _iterations, length, _digest, done) => {
    const short = crypto.createHash('sha256').update(`${password}${salt}`).digest();
    done(null, Buffer.alloc(length, short));
  });
onFileEnd(() => hash.mockRestore());

beforeAll(async () => {
  const options = {
    clientAddress: (req: { headers: Headers }) => req.headers.get('x-forwarded-for') ?? undefined,
  };
  payload = await startPayload({ i18n: greekI18n, options, plugins: [guardSignIn] });
});

it('a known address and an unknown one get the same words, after the same work', async () => {
  const { email } = await makeUser();
  const work = async (asked: string) => {
    hash.mockClear();
    const answer = plain(await signIn(elsewhere(), asked));
    return { answer, work: hash.mock.calls.map(([, , ...cost]) => cost.slice(0, 3)) };
  };
  const known = await work(email.toUpperCase());
  expect(known).toEqual({ answer: WRONG, work: [[600_000, 32, 'sha256']] });
  expect(await work('nobody@portal.example')).toEqual(known);
});

describe('who tries a password again and again', () => {
  it('is told to wait after ten, in their language, also where there is no such account', async () => {
    const { email } = await makeUser();
    for (const account of [email, 'nobody-2@portal.example']) {
      const address = elsewhere();
      for (let tries = 0; tries < 10; tries += 1)
        expect(plain(await signIn(address, account))).toEqual(WRONG);
      const refused = await signIn(address, account);
      expect(plain(refused)).toEqual(TOO_MANY);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
      const english = await signIn(address, account, PASSWORD, { 'Accept-Language': 'en' });
      expect(english.value.errors).toEqual([
        { message: 'There were too many tries. Please try again in 15 minutes.' },
      ]);
    }
  });

  it('is in the audit log for each try, and not for what was beyond the limit', async () => {
    const address = elsewhere();
    const { email } = await makeUser();
    for (let tries = 0; tries < 10; tries += 1) await signIn(address, email);
    const logged = () =>
      payload.db.find<Record<string, unknown>>({
        collection: 'portal-audit-log',
        where: { address: { equals: address } },
      });
    const { docs: before } = await logged();
    const entry = { action: 'signInRefused', title: email };
    expect(before).toMatchObject(Array.from({ length: 10 }, () => entry));
    for (let tries = 0; tries < 3; tries += 1) expect((await signIn(address, email)).status).toBe(429);
    expect((await logged()).docs).toEqual(before);
  });

  it('is told so of all accounts after sixty', async () => {
    const address = elsewhere();
    for (let account = 0; account < 60; account += 1) {
      expect((await signIn(address, `${account}@portal.example`)).status).toBe(401);
    }
    expect(plain(await signIn(address, 'another@portal.example'))).toEqual(TOO_MANY);
    expect(
      (await rest(payload, { 'X-Forwarded-For': address })('POST', 'users/reset-password', {})).status,
    ).toBe(429);
    const forgot = rest(payload, { 'X-Forwarded-For': address })('POST', 'users/forgot-password', {
      email: 'a@b.cd',
    });
    expect((await forgot).status).toBe(429);
  });

  it('does not keep its owner out: from elsewhere they sign in, and with the right password as often as they like', async () => {
    const { email } = await makeUser();
    const stranger = elsewhere();
    for (let tries = 0; tries < 11; tries += 1) await signIn(stranger, email);
    const address = elsewhere();
    for (let tries = 0; tries < 12; tries += 1) {
      expect((await signIn(address, email, PASSWORD)).status).toBe(200);
    }
  });
});

it('the current password is tried like any other', async () => {
  const { id, email } = await makeUser();
  const own = await signedIn(payload, { email, password: PASSWORD }, { 'X-Forwarded-For': elsewhere() });
  const change = (currentPassword: string) =>
    own('PATCH', `users/${id}`, { password: 'the next one', currentPassword });
  for (let tries = 0; tries < 10; tries += 1) expect((await change('a wrong one')).status).toBe(400);
  const refused = await change(PASSWORD);
  expect(plain(refused)).toEqual(TOO_MANY);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
});

it('what runs on the server itself is not counted', async () => {
  const { email } = await makeUser();
  for (let tries = 0; tries < 12; tries += 1) {
    const data = { email, password: tries < 11 ? 'a wrong one' : PASSWORD };
    const tried = payload.login({ collection: 'users' as never, data: data as never });
    if (tries < 11) await expect(tried).rejects.toMatchObject({ status: 401 });
    else expect((await tried).user).toMatchObject({ email });
  }
});
