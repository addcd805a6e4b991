import { randomUUID } from 'node:crypto';
import { handleEndpoints, type Payload, type SharpDependency } from 'payload';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { historyOf } from '../../src/audit/index.ts';
import { category, local, post, richText, SERVER_URL, unusedSlug } from '../support/content.ts';
import { freshFolder, testDatabase } from '../support/databases.ts';
import { greekI18n } from '../support/greek.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { keyOf, startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';
import { type Rest, rest } from '../support/rest.ts';
import { sessionCookie } from '../support/sessionCookie.ts';

const LOG = 'portal-audit-log';
const C = 'news-categories';
const PASSWORD = 'a long password';
const ADDRESS = '203.0.113.7';

let payload: Payload;
let editor: Rest;
let admin: Rest;
let adminHeaders: Record<string, string>;

type Entry = Record<string, unknown>;

/** A filter, as the admin writes it into an address. */
function asQuery(where: object, path = 'where'): string {
  return Object.entries(where)
    .map(([key, value]) =>
      typeof value === 'object'
        ? asQuery(value, `${path}[${key}]`)
        : `&${path}[${key}]=${encodeURIComponent(value)}`,
    )
    .join('');
}

/** The entries of this test, oldest first, with what is not empty, but without time, version, writer and request. */
async function entries(where: object = {}): Promise<Entry[]> {
  const found = await admin('GET', `${LOG}?limit=100&sort=at,id${asQuery(where)}`);
  const rows = found.value.docs as Entry[];
  return rows.map(({ at: _, id: __, request: ___, version: ____, writer: _____, ...row }) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined)),
  );
}

/** What admins download. */
const exported = (query: string, language: string) =>
  handleEndpoints({
    config: payload.config,
    payloadInstanceCacheKey: keyOf(payload),
    request: new Request(`${SERVER_URL}/api/${LOG}/export?${query}`, {
      headers: { 'Accept-Language': language, ...adminHeaders },
    }),
  });

/** The data of a new category. */
const data = (given: object) => ({ title: 'Ανακοινώσεις', slug: unusedSlug(), ...given });

const by = (who: string) => ({ who, address: ADDRESS });

beforeAll(async () => {
  payload = await startPayload({
    i18n: greekI18n,
    config: { sharp: sharp as unknown as SharpDependency },
    options: {
      clientAddress: ({ headers }) => headers.get('x-forwarded-for') ?? undefined,
      media: { own: true, dir: await freshFolder() },
    },
  });
  const account = async (email: string, name: string, role: string) => {
    const own = { email: `${email}@portal.example`, password: PASSWORD };
    await local(payload).create('users', { ...own, name, roles: [role], author_id: 7 });
    const { headers } = await rest(payload)('POST', 'users/login', own);
    return { Cookie: sessionCookie(headers), Origin: SERVER_URL, 'X-Forwarded-For': ADDRESS };
  };
  editor = rest(payload, await account('eleni', 'Ελένη', 'editor'));
  adminHeaders = await account('anna', 'Άννα', 'admin');
  admin = rest(payload, adminHeaders);
});

beforeEach(() => payload.db.deleteMany({ collection: LOG, where: {} }));

describe('of a document, it says', () => {
  it('each step of its life: who, from where, which fields, and why', async () => {
    const made = await editor('POST', `${C}?draft=true`, data({ title: 'Νερό' }));
    const { id } = made.value.doc as { id: number };
    const save = (data: object, query = '') => editor('PATCH', `${C}/${id}${query}`, data);
    await save({ title: 'Νερά' }, '?draft=true');
    await save({ title: 'Νερά' }, '?draft=true');
    const { value } = await save({ selected: true, _status: 'published' });
    await editor(
      'PATCH',
      `${C}/${id}`,
      { _status: 'draft' },
      { 'X-Portal-Reason': encodeURIComponent('Λάθος έτος') },
    );
    await save({ deletedAt: new Date().toISOString() });
    await editor('PATCH', `${C}/${id}?trash=true`, { deletedAt: null });
    await save({ deletedAt: new Date().toISOString() });
    await admin('DELETE', `${C}/${id}?trash=true`);
    const about = { collectionSlug: C, document: String(id), title: 'Νερά', ...by('Ελένη') };
    const found = await admin('GET', `${LOG}?where[action][equals]=published`);
    expect(found.value.docs).toMatchObject([{ version: (value.doc as { updatedAt: string }).updatedAt }]);
    expect(await entries()).toEqual([
      { ...about, action: 'created', title: 'Νερό' },
      { ...about, action: 'changed', fields: 'title' },
      { ...about, action: 'published', fields: 'selected' },
      { ...about, action: 'withdrawn', note: 'Λάθος έτος' },
      { ...about, action: 'trashed' },
      { ...about, action: 'restored' },
      { ...about, action: 'trashed' },
      { ...about, action: 'deleted', ...by('Άννα') },
    ]);
  });

  oneDatabase.it(
    'a withdrawal by any save, none of what was not published, and none that says that it was planned',
    async () => {
      const withdrawn = async (data: object, status = 'published') => {
        const { id } = await category(payload, { title: 'Νερό', _status: status });
        await payload.db.deleteMany({ collection: LOG, where: {} });
        await editor('PATCH', `${C}/${id}`, { ...data, _status: 'draft' }, { 'X-Portal-Reason': 'planned' });
        return (await entries()).map(({ action, fields, note }) => ({ action, fields, note }));
      };
      const entry = { action: 'withdrawn', note: '«planned»' };
      expect(await withdrawn({})).toEqual([entry]);
      expect(await withdrawn({ title: 'Νερό' })).toEqual([entry]);
      expect(await withdrawn({ title: 'Νερά' })).toEqual([{ ...entry, fields: 'title' }]);
      expect(await withdrawn({}, 'draft')).toEqual([]);
    },
  );

  oneDatabase.it('nothing of a save that was refused', async () => {
    const refused = await editor('POST', C, { title: '', _status: 'published' });
    expect(refused.status).toBe(400);
    expect(await entries()).toEqual([]);
  });

  oneDatabase.it(
    'no automatic drafts; the save after them says what has changed since the one before',
    async () => {
      const made = await editor('POST', `${C}?draft=true&autosave=true`, data({ title: 'Α' }));
      const { id, slug } = made.value.doc as { id: number; slug: string };
      const save = (query: string, data: object) => editor('PATCH', `${C}/${id}?${query}`, data);
      const auto = (data: object) => save('draft=true&autosave=true', data);
      await auto({ title: 'Αβ' });
      await auto({ title: 'Αβγ' });
      await save('draft=true', { title: 'Αβγ' });
      await auto({ title: 'Αβγδ' });
      await auto({ title: 'Αβγδ', slug: `${slug}-a` });
      await save('', { selected: true, _status: 'published' });
      await auto({ title: 'Άλλο' });
      await save('draft=true', { title: 'Άλλο' });
      const about = { collectionSlug: C, document: String(id), ...by('Ελένη') };
      expect(await entries()).toEqual([
        { ...about, action: 'created', title: 'Α' },
        { ...about, action: 'changed', title: 'Αβγ', fields: 'title' },
        { ...about, action: 'published', title: 'Αβγδ', fields: 'title, slug, selected' },
        { ...about, action: 'changed', title: 'Άλλο', fields: 'title' },
      ]);
    },
  );

  it('what changed of texts, rows and references, and nothing where nothing did', async () => {
    const { id } = await post(payload);
    const other = await category(payload);
    const read = async () => (await editor('GET', `news-posts/${id}?depth=0`)).value;
    const { value } = await editor('PATCH', `news-posts/${id}`, { ...(await read()), category: other.id });
    expect(value.errors).toBeUndefined();
    await editor('PATCH', `news-posts/${id}`, { ...(await read()), content: richText('Άλλο') });
    await editor('PATCH', `news-posts/${id}`, await read());
    const where = { and: [{ collectionSlug: { equals: 'news-posts' } }, { who: { exists: true } }] };
    expect((await entries(where)).map(({ action, fields }) => [action, fields])).toEqual([
      ['published', 'category'],
      ['published', 'content'],
      ['published', undefined],
    ]);
  });
});

oneDatabase.it(
  'a bulk action is one entry for each document, in its history, with one id for all',
  async () => {
    const made = await Promise.all(['Ένα', 'Δύο', 'Τρία'].map((title) => category(payload, { title })));
    await payload.db.deleteMany({ collection: LOG, where: {} });
    const ids = made.map(({ id }) => `where[id][in]=${id}`).join('&');
    expect((await editor('PATCH', `${C}?${ids}`, { _status: 'draft' })).status).toBe(200);
    await editor('PATCH', `${C}/${made[0]?.id}`, { title: 'Μετά', _status: 'published' });
    const withdrawn = await Promise.all(made.map(({ id }) => historyOf(payload, C, id)));
    expect(withdrawn.map((rows) => rows.map(({ action, title, who }) => [action, title, who]))).toEqual([
      [
        ['published', 'Μετά', 'Ελένη'],
        ['withdrawn', 'Ένα', 'Ελένη'],
      ],
      [['withdrawn', 'Δύο', 'Ελένη']],
      [['withdrawn', 'Τρία', 'Ελένη']],
    ]);
    const [after, ...together] = withdrawn.flat().map(({ request }) => request);
    expect(together[0]).toMatch(/^[\da-f-]{36}$/);
    expect(together).toEqual(together.map(() => together[0]));
    expect(after).not.toBe(together[0]);
    expect(await historyOf(payload, 'news-posts', String(made[0]?.id))).toEqual([]);
  },
);

oneDatabase.it(
  'a form says who has withdrawn its document, when and why; a list view asks for no history',
  async () => {
    const [one, other] = [await category(payload), await category(payload)];
    const why = { 'X-Portal-Reason': encodeURIComponent('Λάθος έτος') };
    for (const { id } of [one, other]) await editor('PATCH', `${C}/${id}`, { _status: 'draft' }, why);
    const details = async (...ids: unknown[]) => {
      const { value } = await admin('GET', `portal-publication/${C}?ids=${ids.join()}`);
      return ids.map((id) => (value as Record<string, { detail: string }>)[String(id)]?.detail);
    };
    const time = String.raw`\d\d/\d\d/\d{4} \d\d:\d\d \(ώρα Αθήνας\)`;
    expect(await details(one.id)).toEqual([
      expect.stringMatching(new RegExp(`^Αποσύρθηκε από: Ελένη, ${time}\\. «Λάθος έτος»$`)),
    ]);
    expect(await details(one.id, other.id)).toEqual(['', '']);
  },
);

oneDatabase.it(
  'what is published at once was created, too; an answer with a part of the document tells no less',
  async () => {
    const made = await editor('POST', `${C}?select[slug]=true`, data({ title: 'Νέο', _status: 'published' }));
    const { id } = made.value.doc as { id: number };
    await editor('PATCH', `${C}/${id}?select[slug]=true`, { title: 'Νεότερο', _status: 'published' });
    await editor('PATCH', `${C}/${id}?select[slug]=true`, { deletedAt: new Date().toISOString() });
    const all = await entries();
    expect(all.map(({ action, fields, title }) => [action, fields, title])).toEqual([
      ['created', undefined, 'Νέο'],
      ['published', undefined, 'Νέο'],
      ['published', 'title', 'Νεότερο'],
      ['trashed', undefined, 'Νεότερο'],
    ]);
  },
);

oneDatabase.it('an older version, restored, and what is deleted for a reason', async () => {
  const { id } = await category(payload, { title: 'Πρώτη' });
  await editor('PATCH', `${C}/${id}`, { title: 'Δεύτερη', _status: 'published' });
  const versions = await editor('GET', `${C}/versions?where[parent][equals]=${id}&sort=updatedAt`);
  const [first] = versions.value.docs as { id: string }[];
  await payload.db.deleteMany({ collection: LOG, where: {} });
  await editor('POST', `${C}/versions/${first?.id}?draft=true`);
  await editor('POST', `${C}/versions/${first?.id}`);
  const why = { 'X-Portal-Reason': encodeURIComponent(`Διπλό\n${'α'.repeat(600)}`) };
  await editor('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() }, why);
  await admin('DELETE', `${C}/${id}?trash=true`, undefined, { 'X-Portal-Reason': '%E0%A4%A' });
  expect((await entries()).map(({ action, note }) => [action, note])).toEqual([
    ['versionRestored', undefined],
    ['versionRestored', undefined],
    ['trashed', `Διπλό ${'α'.repeat(494)}`],
    ['deleted', '%E0%A4%A'],
  ]);
});

oneDatabase.it('what is planned, by whom it was planned when it is done, and what is cancelled', async () => {
  const { id } = await category(payload, { title: 'Προσωρινό' });
  await payload.db.deleteMany({ collection: LOG, where: {} });
  const at = '2099-01-15T12:30:00.000Z';
  const plan = () => editor('POST', `${C}/${id}/planned?change=unpublish&at=${at}`);
  const { value } = await plan();
  await editor('DELETE', `${C}/${id}/planned/${(value.planned as { id: number }).id}`);
  await plan();
  const waitUntil = new Date(Date.now() - 1000).toISOString();
  await payload.db.updateMany({ collection: 'payload-jobs', data: { waitUntil }, where: {} });
  await payload.jobs.run({ allQueues: true, silent: true });
  await editor('POST', `${C}/${id}/planned?change=publish&at=${at}`);
  await editor('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() });
  const about = { collectionSlug: C, document: String(id), title: 'Προσωρινό' };
  expect(await entries()).toEqual([
    { ...about, action: 'planned', note: `unpublish, ${at}`, ...by('Ελένη') },
    { ...about, action: 'planCancelled', note: `unpublish, ${at}`, ...by('Ελένη') },
    { ...about, action: 'planned', note: `unpublish, ${at}`, ...by('Ελένη') },
    { ...about, action: 'withdrawn', note: 'planned', who: 'Ελένη' },
    { ...about, action: 'planned', note: `publish, ${at}`, ...by('Ελένη') },
    { ...about, action: 'trashed', ...by('Ελένη') },
    { ...about, action: 'planCancelled', note: `publish, ${at}`, ...by('Ελένη') },
  ]);
  const words = async (language: string) =>
    (await exported('where[action][in]=planned,withdrawn', language)).text();
  expect(await words('el')).toContain('"απόσυρση, 15/01/2099 14:30 (ώρα Αθήνας)"');
  expect(await words('en')).toContain('"as scheduled"');
});

/** A picture of another size for each width. */
const picture = async (width: number) =>
  sharp({ create: { width, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

/** A form with a file, as browsers send it. */
function upload(bytes: Buffer, name: string, fields: object = {}): FormData {
  const form = new FormData();
  form.set('_payload', JSON.stringify(fields));
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  return form;
}

/** What Payload's dialog for pictures sends. */
const cropTo = (width: number) =>
  `uploadEdits[crop][x]=0&uploadEdits[crop][y]=0&uploadEdits[widthInPixels]=${width}&uploadEdits[heightInPixels]=4`;

const FOCUS = 'uploadEdits[focalPoint][x]=20&uploadEdits[focalPoint][y]=80';

const inShort = async () =>
  (await entries()).map(({ action, fields, note, who }) => [who, action, fields ?? note]);

oneDatabase.it(
  'of images and files: added, changed, replaced under which name, cropped, deleted',
  async () => {
    const { value } = await editor('POST', 'media', upload(await picture(8), 'a.png', { alt: 'εικόνα' }));
    const { id, filename } = value.doc as { id: number; filename: string };
    const patch = (data: object, query = '') => editor('PATCH', `media/${id}${query}`, data);
    await patch({ alt: 'άλλη' });
    await patch(upload(await picture(8), filename));
    await patch(upload(await picture(9), 'Νέα.png', { alt: 'τρίτη' }));
    await patch({}, `?${cropTo(3)}`);
    await patch({ alt: 'τέταρτη' }, `?${FOCUS}`);
    await patch({ alt: 'τέταρτη' });
    await admin('PATCH', `media/${id}`, { deletedAt: new Date().toISOString() });
    expect(await inShort()).toEqual([
      ['Ελένη', 'created', undefined],
      ['Ελένη', 'changed', 'alt'],
      ['Ελένη', 'fileReplaced', filename],
      ['Ελένη', 'fileReplaced', `${filename} → Νέα.png`],
      ['Ελένη', 'changed', 'alt'],
      ['Ελένη', 'imageEdited', undefined],
      ['Ελένη', 'imageEdited', undefined],
      ['Ελένη', 'changed', 'alt'],
      ['Άννα', 'trashed', undefined],
    ]);
    const about = { collectionSlug: 'media', document: String(id), title: 'τρίτη', ...by('Ελένη') };
    expect(await entries({ note: { contains: 'Νέα' } })).toEqual([
      { ...about, action: 'fileReplaced', note: `${filename} → Νέα.png` },
    ]);
  },
);

it('a first file of an image that had an address only; none of a file that was refused', async () => {
  const legacy_url = 'https://legacy.portal.example/a.png';
  const { id } = await local(payload).create('media', { alt: 'παλιά', legacy_url });
  await payload.db.deleteMany({ collection: LOG, where: {} });
  const refused = await editor('PATCH', `media/${id}`, upload(Buffer.from('no picture'), 'b.png'));
  expect(refused.status).toBe(400);
  const { status } = await editor('PATCH', `media/${id}`, upload(PIXEL, 'b.png'));
  expect(status).toBe(200);
  expect(await inShort()).toEqual([['Ελένη', 'fileAdded', 'b.png']]);
});

it('of an API key: made, renewed, removed, and never the key', async () => {
  const own = { email: 'program@portal.example', password: PASSWORD, author_id: 9 };
  const { value } = await admin('POST', 'users', { ...own, name: 'Πρόγραμμα', roles: ['editor'] });
  const { id } = value.doc as { id: number };
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  const save = async (data: object) => expect((await admin('PATCH', `users/${id}`, data)).status).toBe(200);
  await save({ apiKey: null });
  await save({ enableAPIKey: false });
  await save({ apiKey: keys[0], enableAPIKey: true });
  await save({ apiKey: keys[0] });
  await save({ name: 'Άλλο' });
  await save({ apiKey: keys[1], name: 'Τρίτο' });
  await save({ apiKey: null });
  await save({ apiKey: keys[2] });
  await save({ enableAPIKey: false });
  await admin('DELETE', `users/${id}`);
  const made = { ...own, email: 'with-key@portal.example', roles: ['editor'], apiKey: randomUUID() };
  expect((await admin('POST', 'users', made)).status).toBe(201);
  const all = await entries();
  expect(all.map(({ action, fields, who }) => [who, action, fields])).toEqual([
    ['Άννα', 'userCreated', undefined],
    ['Άννα', 'apiKeyMade', undefined],
    ['Άννα', 'userChanged', 'name'],
    ['Άννα', 'userChanged', 'name'],
    ['Άννα', 'apiKeyRenewed', undefined],
    ['Άννα', 'apiKeyRemoved', undefined],
    ['Άννα', 'apiKeyMade', undefined],
    ['Άννα', 'apiKeyRemoved', undefined],
    ['Άννα', 'userDeleted', undefined],
    ['Άννα', 'userCreated', undefined],
    ['Άννα', 'apiKeyMade', undefined],
  ]);
  const about = { collectionSlug: 'users', document: String(id), title: 'Τρίτο' };
  expect(all[5]).toEqual({ ...about, action: 'apiKeyRemoved', ...by('Άννα') });
  const stored = JSON.stringify((await payload.db.find({ collection: LOG, where: {} })).docs);
  for (const key of keys) expect(stored).not.toContain(key);
});

oneDatabase.it(
  'of several accounts that code changes at once, the passwords and the keys of all',
  async () => {
    const people = await Promise.all(
      [1, 2].map((n) =>
        local(payload).create('users', {
          email: `${n}@portal.example`,
          password: PASSWORD,
          roles: ['author'],
        }),
      ),
    );
    const where = { id: { in: people.map(({ id }) => id) } };
    const save = (data: object) =>
      payload.update({ collection: 'users', data: data as never, where: where as never });
    await payload.db.deleteMany({ collection: LOG, where: {} });
    await save({ password: 'another long password', apiKey: randomUUID() });
    await save({ apiKey: null });
    const done = (await entries()).map(({ action, document }) => `${action} ${document}`);
    const of = (action: string) => people.map(({ id }) => `${action} ${id}`);
    expect(done.sort()).toEqual(
      ['apiKeyMade', 'apiKeyRemoved', 'passwordChanged'].flatMap((action) => of(action).sort()).sort(),
    );
  },
);

oneDatabase.describe('of images in a collection of a host', () => {
  const pictures = {
    slug: 'pictures',
    admin: { useAsTitle: 'name' },
    fields: [{ name: 'name', type: 'text' as const }],
  };
  let host: Payload;
  let user: Rest;
  const said = async () => {
    const { docs } = await host.db.find<Entry>({ collection: LOG, sort: ['at', 'id'], where: {} });
    return docs.map(({ action, fields, note, title }) => [action, title, fields ?? note ?? undefined]);
  };
  beforeAll(async () => {
    host = await startPayload({
      options: { media: { slug: 'pictures' } },
      config: { sharp: sharp as unknown as SharpDependency },
      collections: [{ ...pictures, upload: { staticDir: await freshFolder(), mimeTypes: ['image/*'] } }],
    });
    const own = { email: 'anna@portal.example', password: PASSWORD };
    await local(host).create('users', { ...own, roles: ['admin'], author_id: 1 });
    const { headers } = await rest(host)('POST', 'users/login', own);
    user = rest(host, { Cookie: sessionCookie(headers), Origin: SERVER_URL });
  });

  it('a new file, a cropped one, a new focal point, and new files of several at once', async () => {
    const add = async (name: string) => {
      const { value } = await user('POST', 'pictures', upload(await picture(8), `${name}.png`, { name }));
      return (value.doc as { id: number }).id;
    };
    const [one, other] = [await add('one'), await add('other')];
    await host.db.deleteMany({ collection: LOG, where: {} });
    const patch = (data: object, query = '') => user('PATCH', `pictures/${one}${query}`, data);
    await patch(upload(await picture(9), 'new.png', { name: 'first' }));
    await patch({}, `?${cropTo(3)}`);
    await patch({}, `?${FOCUS}`);
    await patch({ name: 'second' });
    expect(await said()).toEqual([
      ['fileReplaced', 'first', 'one.png → new.png'],
      ['changed', 'first', 'name'],
      ['imageEdited', 'first', undefined],
      ['imageEdited', 'first', undefined],
      ['changed', 'second', 'name'],
    ]);
    await host.db.deleteMany({ collection: LOG, where: {} });
    const both = `where[id][in]=${one}&where[id][in]=${other}`;
    await user('PATCH', `pictures?${both}`, upload(await picture(7), 'both.png'));
    expect((await said()).sort()).toEqual([
      ['fileReplaced', 'other', 'other.png → both.png'],
      ['fileReplaced', 'second', 'new.png → both.png'],
    ]);
  });
});

oneDatabase.it('of users: made, changed, their passwords, sign-ins, and refused ones', async () => {
  const own = { email: 'nikos@portal.example', password: PASSWORD };
  const { value } = await admin('POST', 'users', { ...own, name: 'Νίκος', roles: ['author'], author_id: 8 });
  const { id } = value.doc as { id: number };
  await admin('PATCH', `users/${id}`, { roles: ['editor'] });
  await admin('PATCH', `users/${id}`, { password: 'another long password' });
  const visitor = rest(payload, { 'X-Forwarded-For': ADDRESS });
  for (let tries = 0; tries < 3; tries += 1)
    expect((await visitor('POST', 'users/login', { ...own, password: 'wrong' })).status).toBe(401);
  await visitor('POST', 'users/login', { ...own, password: 'another long password' });
  await admin('DELETE', `users/${id}`);
  const about = { collectionSlug: 'users', document: String(id), title: 'Νίκος' };
  const all = await entries();
  expect(all).toEqual([
    { ...about, action: 'userCreated', ...by('Άννα') },
    { ...about, action: 'userChanged', fields: 'roles', ...by('Άννα') },
    { ...about, action: 'passwordChanged', ...by('Άννα') },
    ...Array.from({ length: 3 }, () => ({ action: 'signInRefused', title: own.email, address: ADDRESS })),
    { ...about, action: 'signedIn', ...by('Νίκος') },
    { ...about, action: 'userDeleted', ...by('Άννα') },
  ]);
  expect(JSON.stringify(all)).not.toMatch(/long password|wrong/);
});

oneDatabase.it('of settings: which changed', async () => {
  const { value } = await admin('GET', 'globals/portal-settings');
  await admin('POST', 'globals/portal-settings', { ...value, auditMonths: 12 });
  expect(await entries()).toEqual([{ action: 'settingsChanged', fields: 'auditMonths', ...by('Άννα') }]);
  await admin('POST', 'globals/portal-settings', { ...value, auditMonths: null });
});

oneDatabase.it('a publication names whose words it has, and nothing else does', async () => {
  const { value } = await admin('POST', `${C}?draft=true`, data({ title: 'Της Άννας' }));
  const { id } = value.doc as { id: number };
  const save = (data: object) => editor('PATCH', `${C}/${id}`, data);
  await save({ _status: 'published' });
  await save({ _status: 'draft' });
  await save({ title: 'Της Ελένης', _status: 'published' });
  const { docs } = (await admin('GET', `${LOG}?where[document][equals]=${id}&sort=at,id`)).value;
  expect((docs as Entry[]).map(({ action, who, writer }) => [action, who, writer])).toEqual([
    ['created', 'Άννα', null],
    ['published', 'Ελένη', 'Άννα'],
    ['withdrawn', 'Ελένη', null],
    ['published', 'Ελένη', 'Ελένη'],
  ]);
});

oneDatabase.it(
  'what a filter finds comes as CSV, in the language of the request, and nothing in it is a formula',
  async () => {
    await editor('POST', C, data({ title: '=1+1,"α"', _status: 'published' }));
    await post(payload);
    expect((await editor('GET', `${LOG}/export`)).status).toBe(403);
    const who = encodeURIComponent('Ελένη');
    const answer = await exported(`where[action][equals]=published&where[who][equals]=${who}`, 'en');
    const body = Buffer.from(await answer.arrayBuffer()).toString();
    const { headers } = answer;
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'text/csv; charset=utf-8',
      'no-store',
    ]);
    const [head, line, ...rest] = body.split('\r\n');
    expect([head, rest]).toEqual([
      '\ufeffat,action,title,who,writer,fields,note,address,collectionSlug,document,version,request',
      [''],
    ]);
    expect(line).toMatch(
      /^"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d","Published","'=1\+1,""α""","Ελένη","Ελένη","","","203\.0\.113\.7","news-categories","\w+","[^"]+","[\da-f-]{36}"$/,
    );
  },
);

oneDatabase.it(
  'no cell of the CSV is a formula, nor any part that another separator makes of it',
  async () => {
    const neutral: [string, string][] = [
      ['=1+1', "'=1+1"],
      ['+1', "'+1"],
      ['-1', "'-1"],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['\t=1', "'\t'=1"],
      ['  =1', "'  =1"],
      ['＝1', "'＝1"],
      ['α;=1+1', "α;'=1+1"],
      ['α,+1', "α,'+1"],
      ['α;"=1+1"', `α;'""=1+1""`],
      ['α\n@SUM(A1)', "α\n'@SUM(A1)"],
      ['α\r\n-1', "α\r\n'-1"],
      ['α\t=1', "α\t'=1"],
      ['α - β, γ; 1+1=2', 'α - β, γ; 1+1=2'],
    ];
    for (const [n, [title]] of neutral.entries()) {
      const at = new Date(Date.UTC(2026, 0, 60 - n)).toISOString();
      await payload.db.create({ collection: LOG, data: { at, action: 'changed', title }, returning: false });
    }
    const body = await (await exported('', 'en')).text();
    const row = ([, title]: [string, string], at: string) => `"${at}","Changed","${title}",`;
    const days = neutral.map((_, n) => new Date(Date.UTC(2026, 0, 60 - n)).toISOString().slice(0, 10));
    for (const [n, each] of neutral.entries()) expect(body).toContain(row(each, `${days[n]} 02:00:00`));
  },
);

oneDatabase.it('the CSV has semicolons for who reads Greek, and commas for others', async () => {
  await payload.db.create({
    collection: LOG,
    data: { at: '2026-01-01T00:00:00.000Z', action: 'changed', title: 'Τίτλος, δεύτερος' },
    returning: false,
  });
  const text = async (language: string) =>
    Buffer.from(await (await exported('', language)).arrayBuffer()).toString();
  expect(await text('el')).toMatch(
    /^\ufeffat;action;title;who;[a-zA-Z;]+;request\r\n"2026-01-01 02:00:00";"Άλλαξε";"Τίτλος, δεύτερος";"";/,
  );
  expect(await text('en')).toMatch(
    /^\ufeffat,action,title,who,[a-zA-Z,]+,request\r\n"2026-01-01 02:00:00","Changed","Τίτλος, δεύτερος","",/,
  );
});

oneDatabase.it('months that are no whole number from 1 to 1200 are refused in words', async () => {
  const { value } = await admin('GET', 'globals/portal-settings');
  const save = (auditMonths: unknown) => admin('POST', 'globals/portal-settings', { ...value, auditMonths });
  const stored = async () => (await admin('GET', 'globals/portal-settings')).value.auditMonths;
  for (const wrong of [0, -1, 1.5, 1201, 'έξι', '6 months', '1,5', 'NaN', true]) {
    const { body, status } = await save(wrong);
    const words = 'Γράψτε πόσους μήνες, από 1 έως 1200 και χωρίς δεκαδικά, ή αφήστε το κενό.';
    expect([wrong, status, body]).toEqual([wrong, 400, expect.stringContaining(words)]);
    expect(await stored()).toBeFalsy();
  }
  for (const wrong of [[6], { months: 6 }]) expect((await save(wrong)).status).toBe(400);
  for (const right of [1, 1200, '12']) {
    expect((await save(right)).status).toBe(200);
    expect(await stored()).toBe(Number(right));
  }
  await save(null);
});

it('the CSV has each entry once, also of many at the same moment', async () => {
  const titles = Array.from({ length: 105 }, (_, n) => `Τίτλος ${n}`);
  const entry = (title: string, n: number) => {
    const at = new Date(Date.UTC(2026, 0, 1 + (n % 3))).toISOString();
    return payload.db.create({ collection: LOG, data: { at, action: 'changed', title }, returning: false });
  };
  await Promise.all(titles.map(entry));
  const lines = (await (await exported('', 'en')).text()).split('\r\n').slice(1, -1);
  const cells = lines.map((line) => JSON.parse(`[${line}]`) as string[]);
  expect(cells.map(([, , title]) => title).sort()).toEqual([...titles].sort());
  const times = cells.map(([at]) => at);
  expect(times).toEqual([...times].sort().reverse());
  expect(new Set(times)).toEqual(
    new Set(['2026-01-01 02:00:00', '2026-01-02 02:00:00', '2026-01-03 02:00:00']),
  );
});

oneDatabase.it(
  'refused sign-ins fill no log: twenty an hour of an address; nothing that may be a password is among them',
  async () => {
    const signIn = async (address: string, email: string) => {
      const visitor = rest(payload, { 'X-Forwarded-For': address });
      expect((await visitor('POST', 'users/login', { email, password: 'wrong' })).status).toBe(401);
    };
    for (let tries = 0; tries < 21; tries += 1) await signIn('203.0.113.8', 'my secret password');
    await signIn('203.0.113.9', 'nobody@portal.example');
    const all = await entries();
    expect(all.map(({ address }) => address)).toEqual([...Array(20).fill('203.0.113.8'), '203.0.113.9']);
    expect(all.at(-1)?.title).toBe('nobody@portal.example');
    expect(JSON.stringify(all)).not.toContain('secret');
  },
);

it('what is older than the settings say is deleted with the next entry', async () => {
  const { value } = await admin('GET', 'globals/portal-settings');
  const keep = (auditMonths: number | null) =>
    admin('POST', 'globals/portal-settings', { ...value, auditMonths });
  await keep(2);
  vi.useFakeTimers({ now: Date.UTC(2099, 5, 15, 12), toFake: ['Date'] });
  const add = (title: string, at: string) =>
    payload.db.create({ collection: LOG, data: { action: 'changed', at, title }, returning: false });
  await add('older', '2099-04-15T11:59:00.000Z');
  await add('newer', '2099-04-15T12:01:00.000Z');
  await category(payload, { title: 'Νέα', _status: 'draft' });
  vi.useRealTimers();
  const { docs } = await payload.db.find<Entry>({ collection: LOG, sort: 'at', where: {} });
  expect(docs.map(({ title }) => title)).toEqual(['newer', 'Νέα']);
  await keep(null);
});

oneDatabase.it('no API writes it, not even the one that asks for no rights', async () => {
  await editor('POST', C, data({ _status: 'published' }));
  const [{ id } = { id: 0 }] = (await admin('GET', LOG)).value.docs as { id: number }[];
  const one = { collection: LOG as never, id };
  const many = { collection: LOG as never, where: { id: { exists: true } } };
  const change = { who: 'x' } as never;
  await expect(payload.create({ ...many, data: change })).rejects.toThrow();
  await expect(payload.update({ ...one, data: change })).rejects.toThrow();
  await expect(payload.update({ ...many, data: change })).rejects.toThrow();
  await expect(payload.delete(one)).rejects.toThrow();
  await expect(payload.delete(many)).rejects.toThrow();
  await expect(payload.duplicate(one)).rejects.toThrow();
  expect((await entries()).map(({ action, who }) => [action, who])).toEqual([
    ['created', 'Ελένη'],
    ['published', 'Ελένη'],
  ]);
});

it('a save that is taken back leaves no entry and no line, and one that stays leaves both', async () => {
  const info = vi.spyOn(payload.logger, 'info').mockReturnValue(undefined);
  const afterOperation = payload.collections[C]?.config.hooks.afterOperation ?? [];
  const fail = () => Promise.reject(new Error('after the write'));
  afterOperation.push(fail);
  const failed = await editor('POST', C, data({ title: 'Χαμένο', _status: 'published' }));
  afterOperation.pop();
  expect(failed.status).toBe(500);
  const title = 'Μένει"; by "Άννα"\u001b[31m';
  await editor('POST', C, data({ title, _status: 'published' }));
  const lines = info.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith('Audit: '));
  info.mockRestore();
  const kept = testDatabase() === 'sqlite' ? ['Χαμένο', 'Χαμένο'] : [];
  const said = 'Μένει"; by "Άννα"';
  expect((await entries()).map((entry) => entry.title)).toEqual([...kept, said, said]);
  expect(lines).toHaveLength(kept.length + 2);
  expect(JSON.parse(String(lines.at(-1)).slice('Audit: '.length))).toMatchObject({
    action: 'published',
    collectionSlug: C,
    title: said,
    ...by('Ελένη'),
  });
});

it('of saves at once, each that succeeds is one entry and one line, however often it was tried', async () => {
  const { id } = await category(payload);
  await payload.db.deleteMany({ collection: LOG, where: {} });
  const info = vi.spyOn(payload.logger, 'info').mockReturnValue(undefined);
  const titles = ['Α', 'Β', 'Γ', 'Δ', 'Ε'];
  const answers = await Promise.all(
    titles.map((title) => editor('PATCH', `${C}/${id}`, { title, _status: 'published' })),
  );
  const lines = info.mock.calls.filter(([line]) => /^Audit: .*"action":"published"/.test(String(line)));
  info.mockRestore();
  const saved = titles.filter((_, n) => answers[n]?.status === 200);
  expect(saved.length).toBeGreaterThan(0);
  const all = await entries();
  expect(all.map(({ title }) => title).sort()).toEqual(saved);
  expect(lines).toHaveLength(saved.length);
});

it('a log that cannot be written is an error line, and no reason to lose a save', async () => {
  const log = vi.spyOn(payload.logger, 'error').mockReturnValue(undefined);
  const create = payload.db.create.bind(payload.db);
  const spy = vi
    .spyOn(payload.db, 'create')
    .mockImplementation((args) =>
      args.collection === LOG ? Promise.reject(new Error('no space left')) : create(args),
    );
  const answer = await editor('POST', C, data({ _status: 'published' }));
  spy.mockRestore();
  const isOneTransaction = answer.status === 500;
  expect([201, 500]).toContain(answer.status);
  expect(
    log.mock.calls.some(([line]) => String(line).startsWith('Not in the audit log, but done: published.')),
  ).toBe(!isOneTransaction);
  log.mockRestore();
});
