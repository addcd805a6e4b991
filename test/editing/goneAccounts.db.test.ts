import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Doc, local, unusedSlug } from '../support/content.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, rest, signedIn } from '../support/rest.ts';
import { sessionCookie } from '../support/sessionCookie.ts';

const C = 'news-categories';
const VIEWS = 'payload-query-presets';
const PASSWORD = 'a long password';

let payload: Payload;
let admin: Rest;
let gone: Rest;
let author: Rest;
let goneId: Doc['id'];
/** What others do while an account is being saved. */
let meanwhile: (() => Promise<unknown>) | undefined;

async function as(name: string, role: string): Promise<[Rest, Doc['id']]> {
  const own = { email: `${name}@portal.example`, password: PASSWORD };
  const { id } = await local(payload).create('users', { ...own, name, roles: [role], author_id: 7 });
  return [await signedIn(payload, own), id];
}

beforeAll(async () => {
  const beforeValidate = async () => {
    const others = meanwhile;
    meanwhile = undefined;
    await others?.();
  };
  payload = await startPayload({ options: { users: { hooks: { beforeValidate: [beforeValidate] } } } });
  [admin] = await as('admin', 'admin');
  [author] = await as('author', 'author');
  [gone, goneId] = await as('gone', 'editor');
});

async function draftOf(by: Rest, title: string): Promise<Doc['id']> {
  const { value } = await by('POST', `${C}?draft=true`, { title, slug: unusedSlug() });
  return (value.doc as Doc).id;
}

it('an account is deleted once nothing is its own, and leaves nothing that throws, blocks or goes on in its name', async () => {
  const submitted = await draftOf(gone, 'Υποβλήθηκε');
  const planned = await draftOf(author, 'Προγραμματίστηκε');
  const linked = await draftOf(author, 'Με σύνδεσμο');
  const sentBack = await draftOf(author, 'Επιστράφηκε');
  await gone('POST', `portal-review/${C}/${submitted}/submit`, { note: 'x' });
  await author('POST', `portal-review/${C}/${sentBack}/submit`, { assignee: String(goneId) });
  await gone('POST', `portal-review/${C}/${sentBack}/send-back`, { reason: 'x' });
  const plan = await gone('POST', `${C}/${planned}/planned?change=publish&at=2099-01-15T12:30:00Z`);
  expect(plan.status).toBe(201);
  const { value: made } = await gone('POST', `${C}/${linked}/draft-links`);
  const link = made.link as { address: string; id: string };
  const view = async (by: Rest, read: object, change: object) => {
    const { status, value } = await by('POST', `${VIEWS}?depth=0`, {
      title: 'Προβολή',
      relatedCollection: C,
      where: { title: { equals: 'x' } },
      isShared: true,
      access: { read, update: change, delete: change },
    });
    expect([status, value.errors]).toEqual([201, undefined]);
    return (value.doc as Doc).id;
  };
  const onlyMe = { constraint: 'onlyMe' };
  const everyone = { constraint: 'everyone' };
  const shared = await view(gone, everyone, onlyMe);
  const own = await view(gone, onlyMe, onlyMe);
  const named = await view(admin, { constraint: 'specificUsers', users: [goneId] }, { constraint: 'admins' });
  const key = 'k'.repeat(36);
  expect((await admin('PATCH', `users/${goneId}`, { apiKey: key, enableAPIKey: true })).status).toBe(200);
  const program = rest(payload, { Authorization: `users API-Key ${key}` });
  expect((await program('GET', `${C}/${planned}?draft=true`)).status).toBe(200);
  const planOf = async () => (await admin('GET', `${C}/${planned}/planned`)).value.docs;
  expect(await planOf()).toMatchObject([{ state: 'waiting' }]);
  expect(await planOf()).not.toMatchObject([{ reason: expect.anything() }]);

  // The same is said at once of an account that loses its role.
  await admin('PATCH', `users/${goneId}`, { roles: ['author'] });
  expect(await planOf()).toMatchObject([
    { reason: { en: 'The user who scheduled it may no longer publish. Schedule it again.' } },
  ]);
  await admin('PATCH', `users/${goneId}`, { roles: ['editor'] });
  expect(await planOf()).not.toMatchObject([{ reason: expect.anything() }]);

  // What is its own is named for whoever would delete it.
  const refused = await admin('DELETE', `users/${goneId}`);
  expect(refused.status).toBe(409);
  expect(refused.body).toContain(
    'take over first. Scheduled: «Προγραμματίστηκε». In review: «Υποβλήθηκε». Drafts: «Υποβλήθηκε».',
  );

  expect((await admin('PATCH', `users/${goneId}`, { closed: true })).status).toBe(200);
  const statuses = async (...answers: Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status);
  const shown = () => rest(payload)('GET', link.address.replace(/^.*\/api\//, ''));
  expect(
    await statuses(
      program('GET', `${C}/${planned}?draft=true`),
      gone('PATCH', `${C}/${planned}?draft=true`, { title: 'x' }),
      shown(),
      rest(payload)('POST', 'users/login', { email: 'gone@portal.example', password: PASSWORD }),
      rest(payload)('POST', 'users/login', { email: 'gone@portal.example', password: 'another password' }),
    ),
  ).toEqual([403, 403, 404, 403, 401]);
  expect(await planOf()).toMatchObject([
    {
      by: 'gone',
      state: 'waiting',
      reason: { en: 'The account of the user who scheduled it is closed. Schedule it again.' },
    },
  ]);
  // Others are not asked for what it would decide.
  const asked = await author('POST', `portal-review/${C}/${sentBack}/submit`, { assignee: String(goneId) });
  expect(asked.status).toBe(400);
  // What has ended stays so.
  expect((await admin('PATCH', `users/${goneId}`, { closed: false })).status).toBe(200);
  expect(
    await statuses(program('GET', `${C}/${planned}?draft=true`), gone('GET', `users/${goneId}`), shown()),
  ).toEqual([403, 403, 404]);
  expect(
    (await signedIn(payload, { email: 'gone@portal.example', password: PASSWORD })) && (await planOf()),
  ).not.toMatchObject([{ reason: expect.anything() }]);
  expect((await admin('PATCH', `users/${goneId}`, { closed: true })).status).toBe(200);

  // What it has submitted is decided, and what it has sent back is submitted again.
  expect(
    await statuses(
      admin('POST', `portal-review/${C}/${submitted}/approve`, {}),
      author('POST', `portal-review/${C}/${sentBack}/submit`),
    ),
  ).toEqual([200, 200]);
  expect((await admin('PATCH', `${C}/${submitted}`, { _status: 'published' })).status).toBe(200);
  expect((await admin('DELETE', `users/${goneId}`)).status).toBe(409);
  const [{ id: planId = '' } = {}] = (await planOf()) as { id?: string }[];
  expect((await admin('DELETE', `${C}/${planned}/planned/${planId}`)).status).toBe(200);
  const deleted = await admin('DELETE', `users/${goneId}`);
  expect([deleted.status, deleted.value.errors]).toEqual([200, undefined]);

  expect(
    (await payload.count({ collection: VIEWS as never, where: { id: { equals: own } } })).totalDocs,
  ).toBe(0);
  for (const id of [shared, named]) {
    expect((await admin('GET', `${VIEWS}/${id}?depth=1`)).status).toBe(200);
    expect((await author('PATCH', `${VIEWS}/${id}`, { title: 'Άλλο' })).status).toBe(403);
    expect((await admin('PATCH', `${VIEWS}/${id}`, { title: 'Άλλο' })).status).toBe(200);
    expect((await admin('DELETE', `${VIEWS}/${id}`)).status).toBe(200);
  }
});

describe('an account is closed', () => {
  const isClosed = async (id: Doc['id']) =>
    Boolean(((await payload.findByID({ collection: 'users', id })) as { closed?: boolean }).closed);

  it('by admins alone, and never the last of them', async () => {
    const [own, id] = await as('own', 'editor');
    const close = (by: Rest, of: Doc['id']) => by('PATCH', `users/${of}`, { closed: true });
    await close(own, id);
    expect(await isClosed(id)).toBe(false);
    const { docs } = await payload.find({ collection: 'users', where: { roles: { in: ['admin'] } } });
    expect((await close(admin, docs[0]?.id ?? '')).status).toBe(409);
    const [other, otherId] = await as('other', 'admin');
    const both = await Promise.all([close(admin, otherId), close(other, docs[0]?.id ?? '')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(
      (
        await payload.count({
          collection: 'users',
          where: { closed: { not_equals: true }, roles: { in: ['admin'] } },
        })
      ).totalDocs,
    ).toBe(1);
    for (const each of [docs[0]?.id ?? '', otherId])
      await local(payload).update('users', each, { closed: false });
    admin = await signedIn(payload, { email: 'admin@portal.example', password: PASSWORD });
  });

  it('during its sign-ins: none of them goes on', async () => {
    const user = { email: 'during@portal.example', password: PASSWORD };
    const [, id] = await as('during', 'editor');
    for (let round = 0; round < 5; round += 1) {
      await admin('PATCH', `users/${id}`, { closed: false });
      const signIns = Array.from({ length: 4 }, () => rest(payload)('POST', 'users/login', user));
      await admin('PATCH', `users/${id}`, { closed: true });
      for (const { headers, status } of await Promise.all(signIns)) {
        expect([200, 401, 403]).toContain(status);
        if (status !== 200) continue;
        const session = rest(payload, { Cookie: sessionCookie(headers) });
        expect((await session('GET', 'users/me')).value.user).toBe(null);
      }
    }
  });

  oneDatabase.it('past its saves, as by a script over the database: what is open is nobody’s', async () => {
    const [own, id] = await as('past', 'editor');
    const me = async () => (await own('GET', 'users/me')).value.user;
    expect(await me()).toMatchObject({ id });
    await payload.db.updateOne({ collection: 'users', id, data: { closed: true }, returning: false });
    expect(await me()).toBe(null);
  });

  it('and a link for a new password, asked before or after or used during it, opens it to nobody', async () => {
    const email = 'forgetful@portal.example';
    const [, id] = await as('forgetful', 'editor');
    const forget = () => payload.forgotPassword({ collection: 'users', data: { email }, disableEmail: true });
    const reset = (token: unknown) =>
      rest(payload)('POST', 'users/reset-password', { token, password: 'the next password' });
    const before = await forget();
    await admin('PATCH', `users/${id}`, { closed: true });
    expect((await reset(before)).status).toBe(403);
    expect((await reset(await forget())).status).toBe(403);
    // While the new password is being stored.
    await admin('PATCH', `users/${id}`, { closed: false });
    const during = await forget();
    meanwhile = () => admin('PATCH', `users/${id}`, { closed: true });
    expect((await reset(during)).status).toBe(403);
    expect(await isClosed(id)).toBe(true);
    for (const password of [PASSWORD, 'the next password'])
      expect((await rest(payload)('POST', 'users/login', { email, password })).status).toBeGreaterThan(400);
    const { docs } = await payload.find({
      collection: 'portal-audit-log' as never,
      where: { document: { equals: String(id) }, action: { equals: 'accountClosed' } },
    });
    expect(docs).toMatchObject(Array(2).fill({ who: 'admin', title: 'forgetful', fields: null }));
  });
});
