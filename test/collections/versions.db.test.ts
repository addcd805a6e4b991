import { createLocalReq, type Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { versionsOf } from '../../src/editing/publication/versions.ts';
import { formatTime } from '../../src/payload/i18n/zonedTime.ts';
import { category, type Doc, importDocument, local } from '../support/content.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, signedIn } from '../support/rest.ts';

const SLUG = 'news-categories';
const NIKI = { email: 'niki@portal.example', password: 'a long password', name: 'Νίκη' };
const MAX = 5;

let payload: Payload;
let niki: Rest;

beforeAll(async () => {
  const versions = { maxPerDoc: MAX, drafts: { schedulePublish: true } };
  payload = await startPayload({ options: { collections: { [SLUG]: { versions } } } });
  await local(payload).create('users', { ...NIKI, roles: ['editor'] });
  niki = await signedIn(payload, NIKI);
});

/** The versions of a document, the oldest first: status, title, and who made it. */
async function history(id: Doc['id']): Promise<unknown[][]> {
  const { docs } = await payload.findVersions({
    collection: SLUG as never,
    where: { parent: { equals: id } },
    sort: 'updatedAt',
    limit: 100,
    showHiddenFields: true,
  });
  const versions = docs as unknown as { version: Doc }[];
  return versions.map(({ version }) => [version._status, version.title, version.edited_by ?? null]);
}

/** The versions of a document, as their list shows them to an editor. */
async function listed(id: Doc['id']) {
  const { docs } = await payload.find({ collection: 'users', limit: 1 });
  const user = { ...docs[0], collection: 'users' };
  return versionsOf(await createLocalReq({ user } as never, payload), SLUG, id);
}

const isLive = async (id: Doc['id']) => (await local(payload).read(SLUG, id))._status === 'published';

/** A published category with a newer draft. */
async function withDraft(title: string): Promise<Doc> {
  const made = await category(payload, { title });
  await local(payload).update(SLUG, made.id, { title: `${title}, νεότερο` }, { draft: true });
  return made;
}

describe('a withdrawal is a version more, and takes none away', () => {
  /** Of a selection, Payload takes what is published; of one document, its newest version. */
  const ways: [string, (id: Doc['id']) => Promise<unknown>, string | null, string?][] = [
    [
      "by Payload's button",
      (id) => niki('PATCH', `${SLUG}/${id}?unpublishAllLocales=true`, { _status: 'draft' }),
      'Νίκη',
    ],
    ['over REST', (id) => niki('PATCH', `${SLUG}/${id}`, { _status: 'draft' }), 'Νίκη'],
    [
      'of a selection',
      (id) => niki('PATCH', `${SLUG}?where[id][in][0]=${id}`, { _status: 'draft' }),
      'Νίκη',
      'Δύο',
    ],
    ['by a job', (id) => local(payload).update(SLUG, id, { _status: 'draft' }), null],
  ];

  it.each(ways)('%s', async (_, withdraw, by) => {
    const { id } = await category(payload, { title: 'Μία' });
    await withdraw(id);
    expect(await history(id)).toEqual([
      ['published', 'Μία', null],
      ['draft', 'Μία', by],
    ]);
    expect(await isLive(id)).toBe(false);
  });

  it.each(ways)(
    '%s, also of what has a newer draft, complete or not',
    async (_, withdraw, by, title = '') => {
      const { id } = await withDraft('Δύο');
      await local(payload).update(SLUG, id, { title: '' }, { draft: true });
      await withdraw(id);
      expect(await history(id)).toEqual([
        ['published', 'Δύο', null],
        ['draft', 'Δύο, νεότερο', null],
        ['draft', '', null],
        ['draft', title, by],
      ]);
      expect(await isLive(id)).toBe(false);
    },
  );

  it('one that is refused leaves the versions as they were', async () => {
    const { id } = await category(payload, { title: 'Χρήσιμη' });
    await local(payload).create('news-posts', {
      title: 'Νέο',
      slug: 'neo',
      author: 7,
      category: id,
      _status: 'published',
    });
    expect((await niki('PATCH', `${SLUG}/${id}`, { _status: 'draft' })).status).toBe(409);
    expect(await history(id)).toEqual([['published', 'Χρήσιμη', null]]);
  });
});

describe('a version more is', () => {
  it('each document of a bulk publication, with who made it', async () => {
    const made = [await category(payload, { title: 'Α' }), await category(payload, { title: 'Β' })];
    const where = made.map(({ id }, at) => `where[id][in][${at}]=${id}`).join('&');
    expect((await niki('PATCH', `${SLUG}?${where}`, { _status: 'published' })).status).toBe(200);
    expect(await Promise.all(made.map(({ id }) => history(id)))).toEqual([
      [
        ['published', 'Α', null],
        ['published', 'Α', 'Νίκη'],
      ],
      [
        ['published', 'Β', null],
        ['published', 'Β', 'Νίκη'],
      ],
    ]);
  });

  it('what a restore brings back: published again, or as a draft', async () => {
    const { id } = await category(payload, { title: 'Παλιά' });
    await local(payload).update(SLUG, id, { title: 'Νέα', _status: 'published' });
    const [, oldest] = await local(payload).versions(SLUG, id);
    expect((await niki('POST', `${SLUG}/versions/${oldest?.id}?draft=true`)).status).toBe(200);
    expect((await local(payload).read(SLUG, id)).title).toBe('Νέα');
    expect((await niki('POST', `${SLUG}/versions/${oldest?.id}?draft=false`)).status).toBe(200);
    expect((await local(payload).read(SLUG, id)).title).toBe('Παλιά');
    expect(await history(id)).toEqual([
      ['published', 'Παλιά', null],
      ['published', 'Νέα', null],
      ['draft', 'Παλιά', 'Νίκη'],
      ['published', 'Παλιά', 'Νίκη'],
    ]);
  });

  it('a draft that is restored, and what is published stays', async () => {
    const { id } = await withDraft('Ζωντανή');
    const [draft] = await local(payload).versions(SLUG, id);
    expect((await niki('POST', `${SLUG}/versions/${draft?.id}?draft=false`)).status).toBe(200);
    expect(await isLive(id)).toBe(true);
    expect((await history(id)).at(-1)).toEqual(['draft', 'Ζωντανή, νεότερο', 'Νίκη']);
  });
});

it('nobody says whose a version is, and an import is nobody', async () => {
  const { value } = await niki('POST', SLUG, { title: 'Νέα', slug: 'nea', edited_by: 'Άλλος' });
  const doc = value.doc as Doc;
  expect(doc.edited_by).toBe('Νίκη');
  expect(await history(doc.id)).toEqual([['draft', 'Νέα', 'Νίκη']]);
  const imported = await importDocument(payload, SLUG, { title: 'Ξένη', slug: 'x', source_key: 'c 1' });
  expect(await history(imported.id)).toEqual([['published', 'Ξένη', null]]);
});

oneDatabase.it(
  'the list of versions says who made each, when in Athens, and which one is published',
  async () => {
    const { id } = await category(payload, { title: 'Πρώτη' });
    await niki('PATCH', `${SLUG}/${id}`, { title: 'Δεύτερη', _status: 'published' });
    await niki('PATCH', `${SLUG}/${id}?draft=true`, { title: 'Τρίτη' });
    const stored = (await local(payload).versions(SLUG, id)) as unknown as {
      id: unknown;
      updatedAt: string;
      version: { updatedAt: string };
    }[];
    const shown = [
      { by: 'Νίκη', status: 'draft' },
      { by: 'Νίκη', status: 'current' },
      { by: null, status: 'former' },
    ];
    const athens = { timeZone: 'Europe/Athens', language: 'en' };
    expect(await listed(id)).toEqual(
      stored.map(({ id, updatedAt, version }, place) => ({
        id,
        at: version.updatedAt,
        time: formatTime(updatedAt, athens),
        ...shown[place],
      })),
    );
  },
);

oneDatabase.it('and which are withdrawals, and which the admin has saved by itself', async () => {
  const statuses = async (id: Doc['id']) => (await listed(id)).map(({ status }) => status).reverse();
  const draft = { _status: 'draft' };
  const { id } = await category(payload, { title: 'Πρώτη' });
  await niki('PATCH', `${SLUG}/${id}?draft=true`, { title: 'Δεύτερη', ...draft });
  await niki('PATCH', `${SLUG}/${id}`, draft);
  await niki('PATCH', `${SLUG}/${id}?draft=true&autosave=true`, { title: 'Τρίτη', ...draft });
  expect(await statuses(id)).toEqual(['former', 'draft', 'withdrawal', 'autosave']);

  // A restored draft is one, and so is what a withdrawal is restored as.
  const { id: other } = await category(payload, { title: 'Άλλη' });
  await niki('PATCH', `${SLUG}/${other}`, draft);
  const [withdrawal, published] = await local(payload).versions(SLUG, other);
  await niki('POST', `${SLUG}/versions/${published?.id}?draft=true`);
  await niki('POST', `${SLUG}/versions/${withdrawal?.id}?draft=true`);
  expect(await statuses(other)).toEqual(['former', 'withdrawal', 'draft', 'draft']);
});

oneDatabase.it('no version of what is in the trash is what is published', async () => {
  const { id } = await category(payload);
  await local(payload).update(SLUG, id, { deletedAt: new Date().toISOString() });
  const statuses = (await listed(id)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(['former']));
});

it(`beyond ${MAX} versions the oldest drafts go, and what was published stays`, async () => {
  const { id } = await category(payload, { title: '0' });
  await local(payload).update(SLUG, id, { title: '1', _status: 'published' });
  for (let title = 2; title < 10; title++) {
    await local(payload).update(SLUG, id, { title: String(title) }, { draft: true });
  }
  const titles = (await history(id)).map(([, title]) => title);
  expect(titles).toEqual(['0', '1', '5', '6', '7', '8', '9']);
});
