import type { Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { type Doc, local, unusedSlug } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, rest, signedIn } from '../support/rest.ts';

const C = 'news-categories';
const VIEWS = 'payload-query-presets';
const PASSWORD = 'a long password';

let payload: Payload;
let admin: Rest;
let gone: Rest;
let author: Rest;
let goneId: Doc['id'];

async function as(name: string, role: string): Promise<[Rest, Doc['id']]> {
  const own = { email: `${name}@portal.example`, password: PASSWORD };
  const { id } = await local(payload).create('users', { ...own, name, roles: [role], author_id: 7 });
  return [await signedIn(payload, own), id];
}

beforeAll(async () => {
  payload = await startPayload();
  [admin] = await as('admin', 'admin');
  [author] = await as('author', 'author');
  [gone, goneId] = await as('gone', 'editor');
});

async function draftOf(by: Rest, title: string): Promise<Doc['id']> {
  const { value } = await by('POST', `${C}?draft=true`, { title, slug: unusedSlug() });
  return (value.doc as Doc).id;
}

it('an account that is deleted leaves nothing that throws, blocks or goes on in its name', async () => {
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

  const deleted = await admin('DELETE', `users/${goneId}`);
  expect([deleted.status, deleted.value.errors]).toEqual([200, undefined]);

  const statuses = async (...answers: Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status);
  expect(
    await statuses(
      program('GET', `${C}/${planned}?draft=true`),
      gone('PATCH', `${C}/${planned}?draft=true`, { title: 'x' }),
      rest(payload)('GET', link.address.replace(/^.*\/api\//, '')),
    ),
  ).toEqual([403, 403, 404]);
  expect(await planOf()).toMatchObject([
    { state: 'waiting', reason: { en: 'The user who scheduled it no longer exists. Schedule it again.' } },
  ]);
  // What it has submitted is decided, and what it has sent back is submitted again.
  expect(
    await statuses(
      admin('POST', `portal-review/${C}/${submitted}/approve`, {}),
      author('POST', `portal-review/${C}/${sentBack}/submit`),
    ),
  ).toEqual([200, 200]);
  expect((await admin('PATCH', `${C}/${submitted}`, { _status: 'published' })).status).toBe(200);

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
