import type { Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { portalReadModel } from '../../src/index.ts';
import { category, type Doc, image, local } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, signedIn } from '../support/rest.ts';

type Id = Doc['id'];

let payload: Payload;

const now = () => new Date().toISOString();
const trash = (slug: string, id: Id) => local(payload).update(slug, id, { deletedAt: now() });

/** The list of categories, as it is served. */
async function categories(): Promise<string> {
  const readModel = await portalReadModel(payload);
  return String((await readModel.response('news-categories', undefined))?.body);
}

const password = 'a long password';
const roles = ['author', 'editor', 'admin'] as const;
const as = {} as Record<(typeof roles)[number], Rest>;
beforeAll(async () => {
  payload = await startPayload();
  for (const role of roles) {
    const email = `${role}@trash.example`;
    await local(payload).create('users', { email, password, roles: [role], author_id: 1 });
    as[role] = await signedIn(payload, { email, password });
  }
});

type Request = (id: Id) => [method: string, path: string, data?: object];
const one = (id: Id) => `where[id][equals]=${id}`;
const WAYS: Record<'trash' | 'restore' | 'delete', Record<string, (slug: string) => Request>> = {
  trash: {
    'PATCH of one': (slug) => (id) => ['PATCH', `${slug}/${id}`, { deletedAt: now() }],
    'PATCH of one as a draft': (slug) => (id) => ['PATCH', `${slug}/${id}?draft=true`, { deletedAt: now() }],
    'PATCH of many': (slug) => (id) => ['PATCH', `${slug}?${one(id)}`, { deletedAt: now() }],
    'PATCH of many as drafts': (slug) => (id) => [
      'PATCH',
      `${slug}?draft=true&${one(id)}`,
      { deletedAt: now() },
    ],
  },
  restore: {
    'PATCH of one': (slug) => (id) => ['PATCH', `${slug}/${id}?trash=true`, { deletedAt: null }],
    'PATCH of one as a draft': (slug) => (id) => [
      'PATCH',
      `${slug}/${id}?trash=true&draft=true`,
      { deletedAt: null },
    ],
    'PATCH of many': (slug) => (id) => ['PATCH', `${slug}?trash=true&${one(id)}`, { deletedAt: null }],
    'PATCH of many as drafts': (slug) => (id) => [
      'PATCH',
      `${slug}?trash=true&draft=true&${one(id)}`,
      { deletedAt: null, _status: 'draft' },
    ],
  },
  delete: {
    'DELETE of one': (slug) => (id) => ['DELETE', `${slug}/${id}?trash=true`],
    'DELETE of many': (slug) => (id) => ['DELETE', `${slug}?trash=true&${one(id)}`],
  },
};
const MAY: Record<keyof typeof WAYS, readonly string[]> = {
  trash: ['editor', 'admin'],
  restore: ['editor', 'admin'],
  delete: ['admin'],
};

/** Where a document is. */
async function placeOf(slug: string, id: Id): Promise<string> {
  const found = await payload.find({
    collection: slug as never,
    where: { id: { equals: id } },
    trash: true,
    depth: 0,
  });
  const [doc] = found.docs as { deletedAt?: unknown }[];
  return doc ? (doc.deletedAt ? 'trash' : 'here') : 'gone';
}
const DONE = { trash: 'trash', restore: 'here', delete: 'gone' } as const;
const rows = (['news-categories', 'media'] as const).flatMap((slug) =>
  (['trash', 'restore', 'delete'] as const).flatMap((step) =>
    Object.entries(WAYS[step]).flatMap(([way, request]) =>
      roles.map((role) => ({ slug, step, way, role, may: MAY[step].includes(role), request })),
    ),
  ),
);

it.each(rows)('$role, $step of $slug by $way: $may', async ({ slug, step, role, may, request }) => {
  const { id } = await (slug === 'media' ? image(payload) : category(payload));
  if (step !== 'trash') await trash(slug, id);
  const before = await placeOf(slug, id);
  const list = await categories();
  const answer = await as[role](...request(slug)(id));
  expect([answer.status, await placeOf(slug, id)]).toEqual(may ? [200, DONE[step]] : [403, before]);
  if (!may) expect(await categories()).toBe(list);
});

it('an editor deletes nothing past the trash, and an admin does', async () => {
  const { id } = await category(payload);
  expect((await as.editor('DELETE', `news-categories/${id}`)).status).toBe(403);
  expect(await placeOf('news-categories', id)).toBe('here');
  expect((await as.admin('DELETE', `news-categories/${id}`)).status).toBe(200);
  expect(await placeOf('news-categories', id)).toBe('gone');
});

it('an author changes no document in the trash, nor publishes one by it', async () => {
  const { id } = await category(payload, { title: 'Πριν' });
  await trash('news-categories', id);
  const before = await categories();
  for (const data of [
    { _status: 'published', deletedAt: null },
    { title: 'Χ', _status: 'published' },
  ]) {
    expect((await as.author('PATCH', `news-categories/${id}?trash=true`, data)).status).toBe(403);
  }
  expect(await categories()).toBe(before);
  expect(await placeOf('news-categories', id)).toBe('trash');
});
