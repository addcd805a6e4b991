import type { CollectionConfig, Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineList, field, lists } from '../../endpoints/lists/index.ts';
import { portalReadModel } from '../../src/index.ts';
import { documentLink, paragraph, picture, state, text } from '../rich-text/states.ts';
import { type Doc, local, post } from '../support/content.ts';
import { testDatabase } from '../support/databases.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';
import { type Rest, signedIn } from '../support/rest.ts';

const ADMIN = { email: 'admin@portal.example', password: 'a long password' };
const drafts = { drafts: true };

/** Collections of a host that have drafts and a trash: its images, and a list that another embeds. */
const photos: CollectionConfig = {
  slug: 'photos',
  upload: { disableLocalStorage: true },
  trash: true,
  versions: drafts,
  fields: [{ name: 'alt', type: 'text' }],
};
const office: CollectionConfig = {
  slug: 'offices',
  trash: true,
  versions: drafts,
  fields: [{ name: 'title', type: 'text' }],
};
const offices = defineList({
  key: 'offices',
  name: 'Office List',
  fields: { title: field.text() },
  defaultOrdering: 'id',
});
const visits = defineList({
  key: 'visits',
  name: 'Visit List',
  fields: { title: field.text(), office: field.embedded(offices) },
  defaultOrdering: 'id',
});

let payload: Payload;
let admin: Rest;
beforeAll(async () => {
  payload = await startPayload({
    collections: [photos, office],
    options: { media: { slug: 'photos' }, lists: [...lists, offices, visits] },
  });
  await local(payload).create('users', { ...ADMIN, roles: ['admin'], author_id: 1 });
  admin = await signedIn(payload, ADMIN);
  await portalReadModel(payload);
});

const file = { data: PIXEL, mimetype: 'image/png', name: 'eikona.png', size: PIXEL.length };
const photo = (data: object = {}) =>
  local(payload).create('photos', { alt: 'α', _status: 'published', ...data }, { file });
const status = async (slug: string, { id }: Doc) =>
  (await payload.db.findOne<Doc & { _status: string }>({ collection: slug, where: { id: { equals: id } } }))
    ?._status;
const trashed = () => ({ deletedAt: new Date().toISOString() });

/** What needs a document, by the slug of its collection. */
const USERS: [slug: string, where: string, used: () => Promise<Doc>, user: (used: Doc) => Promise<Doc>][] = [
  ['photos', 'an image', () => photo(), ({ id }) => post(payload, { post_image: id })],
  [
    'photos',
    'a picture of a text',
    () => photo(),
    ({ id }) => post(payload, { content: state(picture(id, { alt: 'α' }, { relationTo: 'photos' })) }),
  ],
  [
    'offices',
    'an embedded document',
    () => local(payload).create('offices', { title: 'Γραφείο', _status: 'published' }),
    ({ id }) => local(payload).create('visits', { title: 'Επίσκεψη', office: id, _status: 'published' }),
  ],
];

/** What a save refuses is the same on both; that a refusal takes its transaction back is seen by one kind. */
const kinds = testDatabase() === 'sqlite' ? USERS : USERS.slice(0, 1);

describe.each(kinds)('of %s, %s that something published needs', (slug, _, makeUsed, use) => {
  async function used() {
    const made = await makeUsed();
    await use(made);
    return made;
  }

  it.each([
    ['as the admin does', '', { _status: 'draft' }],
    ['in all locales', '?unpublishAllLocales=true', { _status: 'draft' }],
    ['by the trash', '', trashed()],
  ])('is not unpublished, %s', async (_way, query, data) => {
    const made = await used();
    const answer = await admin('PATCH', `${slug}/${made.id}${query}`, data);
    expect(answer.status).toBe(409);
    expect(await status(slug, made)).toBe('published');
  });

  it('nor in bulk, while others are', async () => {
    const [made, free] = [await used(), await makeUsed()];
    const where = `where[id][in]=${made.id},${free.id}`;
    const answer = await admin('PATCH', `${slug}?${where}`, { _status: 'draft' });
    expect((answer.value.errors as unknown[]).length).toBe(1);
    expect([await status(slug, made), await status(slug, free)]).toEqual(['published', 'draft']);
  });

  it('nor by a restored draft, while a draft is restored beside what is published', async () => {
    const made = await makeUsed();
    await local(payload).update(slug, made.id, { alt: 'πρόχειρη', title: 'πρόχειρη' }, { draft: true });
    const [draft] = await local(payload).versions(slug, made.id);
    expect(draft?.version._status).toBe('draft');
    await use(made);
    const restored = local(payload).restore(slug, String(draft?.id));
    await expect(restored).rejects.toMatchObject({ status: 409 });
    expect(await status(slug, made)).toBe('published');
    expect((await admin('POST', `${slug}/versions/${draft?.id}?draft=true`)).status).toBe(200);
    expect(await status(slug, made)).toBe('published');
  });

  it('may have a draft, and is published again', async () => {
    const made = await used();
    const draft = { _status: 'draft', alt: 'β', title: 'β' };
    expect((await admin('PATCH', `${slug}/${made.id}?draft=true`, draft)).status).toBe(200);
    expect(await status(slug, made)).toBe('published');
    expect((await admin('PATCH', `${slug}/${made.id}`, { _status: 'published' })).status).toBe(200);
  });

  it('is unpublished when nothing needs it', async () => {
    const made = await makeUsed();
    const { id } = await use(made);
    const holder = slug === 'photos' ? 'news-posts' : 'visits';
    await local(payload).update(holder, id, { _status: 'draft' });
    expect((await admin('PATCH', `${slug}/${made.id}`, { _status: 'draft' })).status).toBe(200);
    expect(await status(slug, made)).toBe('draft');
  });
});

oneDatabase.it(
  'a text is published with pictures and files that are published, and drafted with others',
  async () => {
    const { id } = await photo({ _status: 'draft' });
    const content = state(
      picture(id, { alt: 'α' }, { relationTo: 'photos' }),
      paragraph(documentLink('photos', id, text('αρχείο'))),
    );
    const holder = await post(payload, { content, _status: 'draft' });
    const publish = () => admin('PATCH', `news-posts/${holder.id}`, { _status: 'published' });
    const { status, value } = await publish();
    const [refusal] = value.errors as { data: { errors: object[] } }[];
    expect([status, refusal?.data.errors]).toEqual([
      400,
      [
        {
          path: 'content',
          label: 'Content',
          message:
            'A picture: it is not published. Publish it first, or choose another. (part 1 of the text) ' +
            'The link “αρχείο”: it is not published. Publish it first, or choose another. (part 2 of the text)',
        },
      ],
    ]);
    await local(payload).update('photos', id, { _status: 'published' });
    expect((await publish()).status).toBe(200);
  },
);

oneDatabase.it('the audit log says what was withdrawn, and what is a draft', async () => {
  const { id } = await photo();
  await admin('PATCH', `photos/${id}?draft=true`, { alt: 'β' });
  await admin('PATCH', `photos/${id}`, { _status: 'draft' });
  const { docs } = await payload.find({
    collection: 'portal-audit-log' as never,
    where: { document: { equals: String(id) }, collectionSlug: { equals: 'photos' } },
    sort: 'at',
  });
  // Those of one save have one time.
  expect(docs.map((each) => (each as { action?: unknown }).action).sort()).toEqual([
    'changed',
    'created',
    'published',
    'withdrawn',
  ]);
});
