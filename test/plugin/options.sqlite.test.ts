import { importDateFNSLocale } from '@payloadcms/translations';
import type { CollectionConfig, Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineList, field, lists } from '../../endpoints/lists/index.ts';
import { portalHandler, startChecks } from '../../src/index.ts';
import { importCapture } from '../../src/migration/index.ts';
import * as captured from '../migration/captures.ts';
import { saveCapture } from '../migration/captures.ts';
import { link, paragraph, state, text } from '../rich-text/states.ts';
import { local } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';
import { rest, signedIn } from '../support/rest.ts';
import { sessionCookie } from '../support/sessionCookie.ts';
import { firstPage } from '../support/waiting.ts';

const PASSWORD = 'a long password';

const members: CollectionConfig = {
  slug: 'members',
  auth: true,
  access: { admin: ({ req }) => (req.user as { role?: string } | null)?.role !== 'customer' },
  fields: [
    { name: 'role', type: 'text', saveToJWT: true },
    { name: 'employeeNumber', type: 'number' },
  ],
};
const photos: CollectionConfig = {
  slug: 'photos',
  upload: { disableLocalStorage: true },
  access: { read: () => true },
  // As a storage adapter does it.
  hooks: { afterRead: [({ doc }) => ({ ...doc, url: doc.cdn ?? doc.url })] },
  fields: [{ name: 'cdn', type: 'text' }],
};

interface Asked {
  body: Record<string, unknown>[];
  status: number;
}

async function ask(payload: Payload, path: string): Promise<Asked> {
  const handler = await portalHandler(payload);
  const response = await handler({ method: 'GET', url: path, headers: {} });
  return { status: response?.status ?? 0, body: JSON.parse(String(response?.body ?? 'null')) };
}

async function member(payload: Payload, role: string, more: object = {}) {
  const email = `${role}@host.example`;
  await local(payload).create('members', { email, password: PASSWORD, role, ...more });
  const answer = await rest(payload)('POST', 'members/login', { email, password: PASSWORD });
  return rest(payload, { Authorization: `JWT ${answer.value.token}` });
}

describe('in an app with users, images and slugs of its own', () => {
  let payload: Payload;
  beforeAll(async () => {
    payload = await startPayload({
      collections: [members, photos],
      config: { admin: { user: 'members' } },
      options: {
        media: { slug: 'photos' },
        collections: {
          'news-posts': {
            slug: 'articles',
            fields: ({ defaultFields }) => [...defaultFields, { name: 'note', type: 'text' }],
          },
          'news-categories': { slug: 'topics' },
          'service-groups': false,
        },
        access: {
          isEditor: ({ req }) => (req.user as { role?: string } | null)?.role === 'press',
          isAdmin: ({ req }) => (req.user as { role?: string } | null)?.role === 'it',
        },
        author: ({ user }) => (user as { employeeNumber?: number } | null)?.employeeNumber,
        prefixes: ['portal', '/api/v1'],
        records: true,
        lists: lists.map((list) => {
          if (list.key === 'news-posts') return { list, path: 'posts', capture: 'posts' };
          return list.key === 'news-categories' ? { list, capture: 'subjects' } : list;
        }),
      },
    });
  });

  it('the lists stand where the options say, and one that is left out is no address', async () => {
    const topic = await local(payload).create('topics', {
      title: 'Θέμα',
      slug: 'thema',
      _status: 'published',
    });
    const photo = await local(payload).create(
      'photos',
      { cdn: 'https://cdn.example/α.png' },
      { file: { data: PIXEL, mimetype: 'image/png', name: 'a.png', size: PIXEL.length } },
    );
    await local(payload).create('articles', {
      title: 'Νέο',
      category: topic.id,
      author: 7,
      post_image: photo.id,
      note: 'εσωτερικό',
      _status: 'published',
    });
    for (const prefix of ['/portal', '/api/v1']) {
      const { body } = await ask(payload, `${prefix}/posts/`);
      expect(body).toMatchObject([
        { id: 1, title: 'Νέο', category: { title: 'Θέμα' }, post_image: 'https://cdn.example/α.png' },
      ]);
      expect(body[0]).not.toHaveProperty('note');
      expect(await ask(payload, `${prefix}/posts/1/`)).toEqual({ status: 200, body: body[0] });
      expect((await ask(payload, `${prefix}/service-groups/`)).status).toBe(404);
      expect((await ask(payload, `${prefix}/news-posts/`)).status).toBe(404);
    }
    await local(payload).update('photos', photo.id, { cdn: '/β.png' });
    expect((await ask(payload, '/portal/posts/')).body[0]?.post_image).toBe(
      'https://content.portal.example/β.png',
    );
    await expect(local(payload).remove('photos', photo.id)).rejects.toMatchObject({ status: 409 });
    await expect(local(payload).update('topics', topic.id, { _status: 'draft' })).rejects.toMatchObject({
      status: 409,
    });
  });

  it('texts link to the files of the host, whatever their types, and no image is one of them', async () => {
    const data = Buffer.from('α;β');
    const sheet = await local(payload).create(
      'photos',
      { cdn: 'https://cdn.example/α.csv' },
      { file: { data, mimetype: 'text/csv', name: 'a.csv', size: data.length } },
    );
    const fields = { linkType: 'internal', doc: { relationTo: 'photos', value: sheet.id } };
    const content = state(paragraph(link(fields, text('Δεδομένα'))));
    const topic = await local(payload).create('topics', { title: 'Θ', slug: 'th', _status: 'published' });
    const article = { title: 'Με αρχείο', category: topic.id, author: 7, content, _status: 'published' };
    const { api_id } = await local(payload).create('articles', article);
    await expect(
      local(payload).create('articles', { title: 'Με εικόνα', post_image: sheet.id }, { draft: true }),
    ).rejects.toMatchObject({ status: 400, data: { errors: [{ path: 'post_image' }] } });
    const { body } = await ask(payload, '/portal/posts/');
    expect(body.find(({ id }) => id === api_id)?.content).toBe(
      '<p><a href="https://cdn.example/α.csv">Δεδομένα (CSV, 1 KB)</a></p>',
    );
  });

  it('a customer reads and writes nothing, an author drafts, an editor publishes, an admin deletes and has the settings', async () => {
    const asked = { _status: 'published', title: 'α' };
    const statuses = async (role: string) => {
      const as = await member(payload, role);
      const draft = await as('POST', 'topics?draft=true', { title: 'πρόχειρο' });
      const id = (draft.value.doc as { id?: unknown } | undefined)?.id ?? 1;
      const other = await local(payload).create('topics', asked);
      return {
        read: (await as('GET', 'topics')).status,
        draft: draft.status,
        draftAgain: (await as('PATCH', `topics/${id}?draft=true`, { title: 'β' })).status,
        publishNew: (await as('POST', 'topics', asked)).status,
        publish: (await as('PATCH', `topics/${id}`, { ...asked, title: 'γ' })).status,
        overwrite: (await as('PATCH', `topics/${other.id}`, { title: 'δ' })).status,
        unpublish: (await as('PATCH', `topics/${other.id}`, { _status: 'draft' })).status,
        trash: (await as('PATCH', `topics/${other.id}`, { deletedAt: new Date().toISOString() })).status,
        remove: (await as('DELETE', `topics/${other.id}?trash=true`)).status,
        settings: (await as('GET', 'globals/portal-settings')).status,
        setSettings: (await as('POST', 'globals/portal-settings', { collation: 'el' })).status,
      };
    };
    const no = 403;
    const author = {
      read: 200,
      draft: 201,
      draftAgain: 200,
      publishNew: no,
      publish: no,
      overwrite: no,
      unpublish: no,
      trash: no,
      remove: no,
      settings: no,
      setSettings: no,
    };
    const editor = { ...author, publishNew: 201, publish: 200, overwrite: 200, unpublish: 200, trash: 200 };
    expect(await statuses('customer')).toEqual({ ...author, read: no, draft: no, draftAgain: no });
    expect(await statuses('writer')).toEqual(author);
    expect(await statuses('press')).toEqual(editor);
    const admin = { ...editor, remove: 200, settings: 200, setSettings: 200 };
    expect(await statuses('it')).toEqual(admin);
  });

  it('an import takes the captures by their names, and images stay addresses until an editor picks one', async () => {
    const from = await saveCapture({
      subjects: [captured.category(70)],
      posts: [
        captured.post(71, {
          category: captured.category(70),
          more: { post_image: 'https://old.example/a.png' },
        }),
      ],
      'news-posts': [],
    });
    await expect(importCapture(payload, { from, allow: ['missing'], media: 'switch' })).rejects.toThrow(
      '--media is for the collection of images that the plugin brings (media: { own: true }).',
    );
    const report = await importCapture(payload, { from, allow: ['missing'] });
    expect(report).toMatchObject({
      images: 0,
      unknownFiles: ['news-posts.json'],
      lists: { 'news-posts': { created: 1, refused: [] }, 'news-categories': { created: 1, refused: [] } },
    });
    const imported = async () => (await ask(payload, '/portal/posts/')).body.find(({ id }) => id === 71);
    expect((await imported())?.post_image).toBe('https://old.example/a.png');
    expect((await importCapture(payload, { from, allow: ['missing'] })).lists['news-posts']).toMatchObject({
      unchanged: 1,
      updated: 0,
    });
    const { id } = (
      await payload.find({ collection: 'articles' as never, where: { api_id: { equals: 71 } } })
    ).docs[0] ?? { id: 0 };
    const photo = await local(payload).create(
      'photos',
      { cdn: 'https://cdn.example/new.png' },
      { file: { data: PIXEL, mimetype: 'image/png', name: 'n.png', size: PIXEL.length } },
    );
    await local(payload).update('articles', id, { post_image: photo.id, _status: 'published' });
    expect((await imported())?.post_image).toBe('https://cdn.example/new.png');
  });

  it('a new post is proposed the author that the host says', async () => {
    const as = await member(payload, 'press2', { employeeNumber: 42 });
    const { value } = await as('POST', 'articles?draft=true', { title: 'α' });
    expect(value.doc).toMatchObject({ author: 42 });
  });
});

describe('by default', () => {
  it('whoever may use the admin edits and publishes, and nobody changes the settings', async () => {
    const payload = await startPayload({
      collections: [members, { ...photos, slug: 'media' }],
      config: { admin: { user: 'members' } },
      options: { media: { slug: 'media' } },
    });
    const published = { title: 'α', _status: 'published' };
    const [customer, staff] = [await member(payload, 'customer'), await member(payload, 'staff')];
    expect((await customer('POST', 'news-categories', published)).status).toBe(403);
    expect((await customer('GET', 'news-categories')).status).toBe(403);
    expect((await staff('POST', 'news-categories', published)).status).toBe(201);
    expect((await staff('GET', 'globals/portal-settings')).status).toBe(403);
  });
});

it('users of its own by another name give their current password for a new one, too', async () => {
  const payload = await startPayload({
    collections: [],
    options: { users: { slug: 'staff' } },
    config: { admin: { user: 'staff' } },
  });
  const own = { email: 'a@portal.example', password: PASSWORD };
  const { id } = await local(payload).create('staff', { ...own, roles: ['admin'] });
  const { headers } = await rest(payload)('POST', 'staff/login', own);
  const as = rest(payload, { Cookie: sessionCookie(headers) });
  const password = 'another long password';
  expect((await as('PATCH', `staff/${id}`, { password })).status).toBe(400);
  expect((await as('PATCH', `staff/${id}`, { password, currentPassword: PASSWORD })).status).toBe(200);
  expect((await rest(payload)('POST', 'staff/login', { ...own, password })).status).toBe(200);
});

it('pages of other sites, and clients of another prefix, are answered as the options say', async () => {
  const options = { corsOrigins: ['*'], redirects: { '/api/v1/': '/el/api/v1' } };
  const handler = await portalHandler(await startPayload({ options }));
  expect(await handler({ method: 'GET', url: '/api/v1/news-posts', headers: {} })).toMatchObject({
    status: 302,
    headers: { Location: '/el/api/v1/news-posts/', 'Access-Control-Allow-Origin': '*' },
  });
});

it('switched off, the collections stay and nothing is served', async () => {
  const payload = await startPayload({ options: { enabled: false } });
  const { id } = await local(payload).create('news-categories', { title: 'α', _status: 'published' });
  expect((await local(payload).read('news-categories', id)).title).toBe('α');
  const handler = await portalHandler(payload);
  expect(await handler({ method: 'GET', url: '/el/api/v1/news-categories/', headers: {} })).toBeNull();
});

it('the date locales that Payload shares are changed for who asks for it, and never where it is switched off', async () => {
  const locale = await importDateFNSLocale('en-US');
  const isChanged = () => locale.localize.preprocessor !== undefined;
  // What ran in this process before may have asked for it.
  locale.localize = { ...locale.localize, preprocessor: undefined as never };
  await startPayload();
  await startPayload({ options: { admin: { adminTimes: true }, enabled: false } });
  expect(isChanged()).toBe(false);
  await startPayload({ options: { admin: { adminTimes: true } } });
  expect(isChanged()).toBe(true);
});

it('a list that the legacy system never had is served, and imports leave it alone', async () => {
  const offices = defineList({
    key: 'offices',
    name: 'Office List',
    fields: { title: field.text() },
    defaultOrdering: 'id',
  });
  const payload = await startPayload({
    options: { lists: [...lists, { list: offices, path: 'bodies', capture: false }] },
  });
  const { api_id: id } = await local(payload).create('offices', { title: 'α', _status: 'published' });
  const files = { 'news-categories': [captured.category(70)], offices: [{ id: 9, title: 'β' }] };
  const from = await saveCapture(captured.whole(files));
  const report = await importCapture(payload, { from });
  expect(Object.keys(report.lists)).toEqual(lists.map(({ key }) => key));
  expect(report.unknownFiles).toEqual(['offices.json']);
  await expect(importCapture(payload, { from, only: ['offices'] })).rejects.toThrow(
    'There is no list offices',
  );
  expect((await ask(payload, '/el/api/v1/bodies/')).body).toEqual([{ id, title: 'α' }]);

  const all = [...lists, offices];
  await expect(
    importCapture(payload, { from: await saveCapture(captured.whole({})), lists: all }),
  ).rejects.toThrow(
    'offices.json is missing; capture it again, or say in the lists of your config that the legacy system never had it: { list, capture: false }, or add --allow missing',
  );
});

it('without the audit log content, accounts and settings are saved, and an import brings its documents', async () => {
  const payload = await startPayload({ options: { admin: { auditLog: false } } });
  const account = { email: 'admin@portal.example', password: PASSWORD };
  await local(payload).create('users', { ...account, roles: ['admin'] });
  const admin = await signedIn(payload, account);
  const made = await admin('POST', 'news-categories', { title: 'α', slug: 'a', _status: 'published' });
  const { id } = made.value.doc as { id: number };
  const answers = [
    made,
    await admin('PATCH', `news-categories?where[id][in]=${id}`, { _status: 'draft' }),
    await admin('DELETE', `news-categories/${id}`),
    await admin('PATCH', `users/${(await admin('GET', 'users/me')).value.id ?? 1}`, { name: 'Άννα' }),
    await admin('POST', 'globals/portal-settings', { collation: 'C' }),
    await admin('GET', 'portal-audit-log'),
    await admin('GET', 'portal-audit-log/export'),
    await rest(payload)('POST', 'users/login', { ...account, password: 'wrong' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 404, 404, 401]);
  await importCapture(payload, { from: await saveCapture(captured.whole({})), allow: ['empty'] });
});

it('without checks posts are published, the dashboard has none, and none can be started', async () => {
  const payload = await startPayload({ options: { admin: { checks: false } } });
  const email = 'editor@portal.example';
  await local(payload).create('users', { email, password: PASSWORD, roles: ['editor'] });
  const editor = await signedIn(payload, { email, password: PASSWORD });
  expect((await editor('POST', 'news-categories', { title: 'α', _status: 'published' })).status).toBe(201);
  const user = (await payload.find({ collection: 'users' as never })).docs[0];
  const shown = await firstPage(payload, { ...(user as object), collection: 'users' });
  expect(Object.keys(shown?.kinds ?? { none: [] })).toEqual([]);
  expect(() => startChecks(payload, { site: 'https://content.portal.example', links: false })).toThrow(
    'startChecks: the checks are left out of this Payload config. Leave out startChecks() too, or admin: { checks: false }.',
  );
});
