import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import { createLocalReq, type Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillStandings } from '../../../src/changes/index.ts';
import { serveByFront } from '../../../src/changes/serving.ts';
import { type PublicationState, publicationStates } from '../../../src/editing/publication/states.ts';
import { publicationWords } from '../../../src/editing/publication/words.ts';
import {
  category,
  type Doc,
  editor,
  importDocument,
  local,
  post,
  unusedSlug,
} from '../../support/content.ts';
import { freshDatabaseUri } from '../../support/databases.ts';
import { greekI18n } from '../../support/greek.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { startPayload } from '../../support/payload.ts';
import { type Rest, signedIn } from '../../support/rest.ts';

const SLUG = 'news-categories';
const ADMIN = { email: 'admin@portal.example', password: 'a long password' };
const AUTHOR = { email: 'author@portal.example', password: 'a long password' };
const LIST = `/el/api/v1/${SLUG}/`;

let uri: string;
let payload: Payload;
let asAdmin: Rest;

beforeAll(async () => {
  uri = await freshDatabaseUri();
  payload = await startPayload({ uri, i18n: greekI18n });
  await local(payload).create('users', { ...AUTHOR, roles: ['author'] });
  await anAdmin();
  asAdmin = await signedIn(payload, ADMIN);
});

/** How a document stands, and in which words. */
async function stateOf(slug: string, id: Doc['id']): Promise<PublicationState & { words: string }> {
  const user = { ...(await anAdmin()), collection: 'users' };
  const req = await createLocalReq({ user: user as never }, payload);
  const state = (await publicationStates(req, slug, [id])).get(String(id));
  if (!state) throw new Error(`Nothing is known of ${slug} ${id}.`);
  const { text, detail, alerts } = publicationWords(req, slug, state);
  return { ...state, words: [text, detail, ...alerts].filter(Boolean).join(': ') };
}

const STATUSES = ['draft', 'live', 'changed', 'withdrawn'];

/** The statuses by which a list view finds a document. */
async function foundAs(id: Doc['id']): Promise<string[]> {
  const found = await Promise.all(
    STATUSES.map((each) =>
      asAdmin('GET', `${SLUG}?draft=true&depth=0&where[standing][equals]=${each}&where[id][equals]=${id}`),
    ),
  );
  return STATUSES.filter((_, at) => found[at]?.value.totalDocs === 1);
}

/** As a database of an older release: no document or version has a standing. */
async function forgetStandings(): Promise<void> {
  const { db } = payload;
  if (db.name === 'mongoose') {
    const { collections, versions } = db as unknown as MongooseAdapter;
    await collections[SLUG]?.updateMany({}, { $unset: { standing: 1 } }, { timestamps: false });
    await versions[SLUG]?.updateMany({}, { $unset: { 'version.standing': 1 } }, { timestamps: false });
    return;
  }
  const { drizzle } = db as unknown as { drizzle: { run(query: string): Promise<unknown> } };
  await drizzle.run('UPDATE news_categories SET standing = NULL');
  await drizzle.run('UPDATE _news_categories_v SET version_standing = NULL');
}

let admin: Promise<Doc> | undefined;
function anAdmin(): Promise<Doc> {
  admin ??= local(payload).create('users', {
    ...ADMIN,
    roles: ['admin'],
  });
  return admin;
}

describe('a document stands as', () => {
  const rows: [string, () => Promise<Doc>, Partial<PublicationState> & { words: string }][] = [
    [
      'a draft that was never published',
      () => category(payload, { _status: 'draft' }),
      { standing: 'draft', words: 'Πρόχειρο' },
    ],
    ['published', () => category(payload), { standing: 'live', list: LIST, words: 'Δημοσιευμένο' }],
    [
      'published with a newer draft',
      async () => {
        const made = await category(payload);
        await local(payload).update(SLUG, made.id, { title: 'Νεότερο' }, { draft: true });
        return made;
      },
      { standing: 'changed', list: LIST, words: 'Δημοσιευμένο, με νεότερο πρόχειρο' },
    ],
    [
      'published again, with older drafts',
      async () => {
        const made = await category(payload);
        await local(payload).update(SLUG, made.id, { title: 'Νεότερο' }, { draft: true });
        return local(payload).update(SLUG, made.id, { _status: 'published' });
      },
      { standing: 'live', list: LIST, words: 'Δημοσιευμένο' },
    ],
    [
      'withdrawn',
      async () => {
        const made = await category(payload);
        return local(payload).update(SLUG, made.id, { _status: 'draft' });
      },
      { standing: 'withdrawn', words: 'Αποσυρμένο' },
    ],
    [
      'withdrawn, and edited since',
      async () => {
        const made = await category(payload);
        await local(payload).update(SLUG, made.id, { _status: 'draft' });
        return local(payload).update(SLUG, made.id, { title: 'Νεότερο' }, { draft: true });
      },
      { standing: 'withdrawn', words: 'Αποσυρμένο' },
    ],
    [
      'published outside its list',
      () => category(payload, { listed: false }),
      { standing: 'live', flaw: 'unlisted', words: 'Δημοσιευμένο, εκτός λίστας' },
    ],
  ];

  it.each(rows)('%s', async (_, make, expected) => {
    const { api_id, id } = await make();
    const always = { apiId: api_id, title: expect.any(String), missing: [], planned: [] };
    expect(await stateOf(SLUG, id)).toEqual({ ...always, ...expected });
    expect(await foundAs(id)).toEqual([expected.standing]);
  });

  const draft = { draft: true };
  const changed = async (data: object = {}) => {
    const made = await category(payload, data);
    return local(payload).update(SLUG, made.id, { title: 'Νεότερο' }, draft);
  };
  const trashed = async ({ id }: Doc) => local(payload).update(SLUG, id, { deletedAt: new Date() });
  const back = ({ id }: Doc, data: object = {}) =>
    local(payload).update(SLUG, id, { deletedAt: null, ...data }, { trash: true });
  const versionOf = async (id: Doc['id'], status: string) =>
    (await local(payload).versions(SLUG, id)).find(({ version }) => version._status === status)?.id ?? '';

  const saves: [string, () => Promise<Pick<Doc, 'id'>>, PublicationState['standing']][] = [
    ['a duplicate of what is published', async () => copied(await category(payload)), 'draft'],
    ['withdrawn and published again', async () => published(await withdrawn(await changed())), 'live'],
    [
      'withdrawn, and a published version restored',
      async () => restored(await withdrawn(await changed()), 'published'),
      'live',
    ],
    [
      'withdrawn, and a published version restored as a draft',
      async () => restored(await withdrawn(await changed()), 'published', draft),
      'withdrawn',
    ],
    ['reverted to what is published', async () => reverted(await changed()), 'live'],
    [
      'a draft that was in the trash',
      async () => back(await trashed(await category(payload, { _status: 'draft' }))),
      'draft',
    ],
    [
      'published with a newer draft, and was in the trash',
      async () => back(await trashed(await changed())),
      'changed',
    ],
    [
      'taken from the trash as a draft',
      async () => back(await trashed(await changed()), { _status: 'draft' }),
      'withdrawn',
    ],
    ['imported, and changed here', async () => again(await imported()), 'changed'],
    ['imported over a newer draft', async () => imported((await again(await imported())).id), 'live'],
    [
      'imported again after a withdrawal',
      async () => imported((await withdrawn(await imported())).id),
      'live',
    ],
    [
      'published by a bulk action',
      async () => inBulk(await category(payload, { _status: 'draft' }), 'published'),
      'live',
    ],
  ];

  const again = ({ id }: Doc) => local(payload).update(SLUG, id, { title: 'Και πάλι' }, draft);
  const copied = async ({ id }: Doc) => {
    const { value } = await asAdmin('POST', `${SLUG}/${id}/duplicate?depth=0`, { slug: unusedSlug() });
    return value.doc as Doc;
  };
  const withdrawn = ({ id }: Doc) => local(payload).update(SLUG, id, { _status: 'draft' });
  const published = ({ id }: Doc) => local(payload).update(SLUG, id, { _status: 'published' });
  const restored = async ({ id }: Doc, status: string, options: object = {}) => {
    const version = await versionOf(id, status);
    const query = 'draft' in options ? '?draft=true' : '';
    const { value } = await asAdmin('POST', `${SLUG}/versions/${version}${query}`);
    return value as unknown as Doc;
  };
  const reverted = async (made: Doc) => {
    const { status } = await asAdmin('POST', `portal-publication/${SLUG}/${made.id}/revert`);
    expect(status).toBe(200);
    return made;
  };
  const imported = async (id?: Doc['id']) => {
    const source = { api_id: 100_000 + ++imports, title: 'Εισηγμένη', slug: unusedSlug() };
    return importDocument(payload, SLUG, source, id);
  };
  let imports = 0;
  const inBulk = async (made: Doc, _status: string) => {
    const { status } = await asAdmin('PATCH', `${SLUG}?where[and][0][id][in][0]=${made.id}`, { _status });
    expect(status).toBe(200);
    return made;
  };

  oneDatabase.it.each(saves)('%s, in the list of exactly that standing', async (_, make, standing) => {
    const { id } = await make();
    expect((await stateOf(SLUG, id)).standing).toBe(standing);
    expect(await foundAs(id)).toEqual([standing]);
  });

  it('made before the collection became a list, without its standing, as the versions say', async () => {
    const made = { draft: 'draft', live: 'live', changed: 'changed', withdrawn: 'withdrawn' } as const;
    const documents: Record<string, Doc> = {
      draft: await category(payload, { _status: 'draft' }),
      live: await category(payload),
      changed: await changed(),
      withdrawn: await again(await withdrawn(await category(payload))),
    };
    const before = await local(payload).read(SLUG, documents.live?.id ?? '');
    await forgetStandings();
    await fillStandings(payload, SLUG);
    for (const [name, standing] of Object.entries(made)) {
      const { id } = documents[name] as Doc;
      expect([await foundAs(id), (await stateOf(SLUG, id)).standing]).toEqual([[standing], standing]);
    }
    expect(await local(payload).read(SLUG, before.id)).toEqual(before);
  });

  oneDatabase.it('published, with what it embeds gone', async () => {
    const made = await post(payload);
    const where = { id: { equals: made.category as number } };
    // By another process and past Payload's hooks: whoever serves the lists hears of it by itself.
    const other = await startPayload({ uri });
    await other.db.updateOne({ collection: SLUG, where, data: { _status: 'draft' } });
    await expect
      .poll(() => stateOf('news-posts', made.id), { timeout: 30_000 })
      .toMatchObject({
        standing: 'live',
        flaw: 'last value',
        missing: ['category'],
        words: 'Δημοσιευμένο, με κάτι που λείπει: Λείπει: Κατηγορία.',
      });
  });
});

oneDatabase.it('what is planned is said with its time in Athens, and what has failed', async () => {
  const { id, title, updatedAt: seen } = await category(payload, { _status: 'draft' });
  const { id: planner } = (await editor(payload)) ?? {};
  const plan = {
    collection: SLUG,
    document: String(id),
    change: 'publish',
    at: '2099-11-24T12:30:00.000Z',
    by: 'editor@portal.example',
    planner: { collection: 'users', id: planner },
    title,
    seen,
  };
  const queue = (more: object) =>
    payload.db.create({
      collection: 'payload-jobs',
      data: { taskSlug: 'portalPublication', input: plan, waitUntil: plan.at, ...more },
    });
  await queue({});
  expect((await stateOf(SLUG, id)).words).toBe('Πρόχειρο · θα δημοσιευτεί 24/11/2099 14:30 (ώρα Αθήνας)');
  await payload.db.deleteMany({ collection: 'payload-jobs', where: {} });
  await queue({ hasError: true });
  expect((await stateOf(SLUG, id)).words).toBe(
    'Πρόχειρο: Απέτυχε: Δημοσίευση, 24/11/2099 14:30 (ώρα Αθήνας).',
  );
});

oneDatabase.it('the status of many is asked for at once', async () => {
  const made = [await category(payload), await category(payload, { _status: 'draft' })];
  const ids = made.map(({ id }) => id).join(',');
  const author = await signedIn(payload, AUTHOR);
  const { status, value } = await author('GET', `portal-publication/${SLUG}?ids=${ids}`);
  const text = (id: unknown) => (value[String(id)] as { text: string }).text;
  expect([status, ...made.map(({ id }) => text(id))]).toEqual([200, 'Δημοσιευμένο', 'Πρόχειρο']);
  expect((await author('GET', `portal-publication/users?ids=1`)).status).toBe(404);
});

oneDatabase.it('where a front serves the lists, what it reports counts', async () => {
  const { id } = await category(payload);
  const failed = [
    { list: SLUG, document: String(id), api_id: 1, reason: 'It is odd.', served: 'nothing' as const },
  ];
  const since = Date.UTC(2026, 10, 24, 12, 30);
  const behind = { state: 'behind' as const, since, loaded: true, lists: {}, missing: [], failed };
  serveByFront(payload, { status: () => behind, rehearse: async () => undefined });
  expect(await stateOf(SLUG, id)).toMatchObject({
    standing: 'live',
    flaw: 'nothing',
    words:
      'Δημοσιευμένο, αλλά δεν εμφανίζεται: It is odd. Η πύλη δεν δείχνει ακόμη τις τελευταίες αλλαγές, από 24/11/2026 14:30 (ώρα Αθήνας).',
  });
});
