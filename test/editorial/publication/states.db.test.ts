import { createLocalReq, type Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type PublicationState,
  publicationStates,
  publicationWords,
} from '../../../src/editorial/publication/index.ts';
import { serveByFronts } from '../../../src/serving/index.ts';
import { category, type Doc, local, post } from '../../support/content.ts';
import { freshDatabaseUri } from '../../support/databases.ts';
import { greekI18n } from '../../support/greek.ts';
import { startPayload } from '../../support/payload.ts';
import { rest, signedIn } from '../../support/rest.ts';

const SLUG = 'news-categories';
const AUTHOR = { email: 'author@portal.example', password: 'a long password' };
const LIST = `/el/api/v1/${SLUG}/`;

let uri: string;
let payload: Payload;

beforeAll(async () => {
  uri = await freshDatabaseUri();
  payload = await startPayload({ uri, i18n: greekI18n });
  await local(payload).create('users', { ...AUTHOR, roles: ['author'] });
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

let admin: Promise<Doc> | undefined;
function anAdmin(): Promise<Doc> {
  admin ??= local(payload).create('users', {
    email: 'admin@portal.example',
    password: 'a long password',
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
  });

  it('published, with what it embeds gone', async () => {
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

it('what is planned is said with its time in Athens, and what has failed', async () => {
  const { id } = await category(payload, { _status: 'draft' });
  const plan = { doc: { relationTo: SLUG, value: id }, type: 'publish', at: '2099-11-24T12:30:00.000Z' };
  const queue = (more: object) =>
    payload.db.create({
      collection: 'payload-jobs',
      data: { taskSlug: 'schedulePublish', input: plan, waitUntil: plan.at, ...more },
    });
  await queue({});
  expect((await stateOf(SLUG, id)).words).toBe('Πρόχειρο · θα δημοσιευτεί 24/11/2099, 14:30 (ώρα Αθήνας)');
  await payload.db.deleteMany({ collection: 'payload-jobs', where: {} });
  await queue({ hasError: true });
  expect((await stateOf(SLUG, id)).words).toBe(
    'Πρόχειρο: Απέτυχε: Δημοσίευση, 24/11/2099, 14:30 (ώρα Αθήνας).',
  );
});

it('whoever may read the documents asks for many at once, nobody else for any', async () => {
  const made = [await category(payload), await category(payload, { _status: 'draft' })];
  const ids = made.map(({ id }) => id).join(',');
  const author = await signedIn(payload, AUTHOR);
  const { status, value } = await author('GET', `portal-publication/${SLUG}?ids=${ids}`);
  const text = (id: unknown) => (value[String(id)] as { text: string }).text;
  expect([status, ...made.map(({ id }) => text(id))]).toEqual([200, 'Δημοσιευμένο', 'Πρόχειρο']);
  expect((await rest(payload)('GET', `portal-publication/${SLUG}?ids=${ids}`)).status).toBe(403);
  expect((await author('GET', `portal-publication/users?ids=1`)).status).toBe(404);
});

it('where fronts serve the lists, what they report counts: of the one that is furthest behind', async () => {
  const { id } = await category(payload);
  const failed = [
    { list: SLUG, document: String(id), api_id: 1, reason: 'It is odd.', served: 'nothing' as const },
  ];
  const live = { state: 'live' as const, since: 0, loaded: true, lists: {}, missing: [], failed: [] };
  const behind = { ...live, state: 'behind' as const, since: Date.UTC(2026, 10, 24, 12, 30), failed };
  serveByFronts(payload, { statuses: () => [live, behind], rehearse: async () => undefined });
  expect(await stateOf(SLUG, id)).toMatchObject({
    standing: 'live',
    flaw: 'nothing',
    words:
      'Δημοσιευμένο, αλλά δεν εμφανίζεται: It is odd. Η πύλη δεν δείχνει ακόμη τις τελευταίες αλλαγές, από 24/11/2026, 14:30 (ώρα Αθήνας).',
  });
});
