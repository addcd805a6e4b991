import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { dashboardData } from '../../../src/editing/dashboard/dashboardData.ts';
import { dryRun } from '../../../src/editing/dryRun.ts';
import { category, type Doc, local, post, unusedSlug } from '../../support/content.ts';
import { startPayload } from '../../support/payload.ts';

type User = PayloadRequest['user'];

let payload: Payload;
let author: User;
let editor: User;

async function user(name: string, roles: string[]): Promise<User> {
  const data = {
    email: `${name.length}@portal.example`,
    password: 'a long password',
    name,
    roles,
    author_id: 1,
  };
  return { ...(await local(payload).create('users', data)), collection: 'users' } as unknown as User;
}

const dashboard = async (user: User) => dashboardData(await createLocalReq({ user } as never, payload));

const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const change = (collection: string, { id }: Doc, title: string, by: string, standing: string) => ({
  collection,
  id: String(id),
  title,
  by,
  at,
  standing,
});

beforeAll(async () => {
  payload = await startPayload();
  author = await user('Πέτρος', ['author']);
  editor = await user('Νίκη Παπαδάκη', ['editor']);
});

it('says to an author and to an editor how the portal stands and what there is to do', async () => {
  const { create, update } = local(payload);
  const as = (user: User, draft = false) => ({ overrideAccess: false, user, draft });
  const imported = await category(payload, { title: 'Εισαγωγή' });
  const news = await create(
    'news-categories',
    { title: 'Νέα', slug: 'nea', _status: 'published' },
    as(editor),
  );
  const older = await create('news-posts', { title: 'Παλιό' }, as(author, true));
  const own = await create('news-posts', { title: 'Της Νίκης' }, as(editor, true));
  const newer = await update('news-categories', imported.id, { title: 'Αλλαγμένη' }, as(author, true));
  const gone = await category(payload);
  const lacking = await post(payload, { title: 'Χωρίς κατηγορία', category: gone.id });
  await payload.db.deleteOne({ collection: 'news-categories', where: { id: { equals: gone.id } } });
  await payload.db.create({
    collection: 'payload-jobs',
    data: {
      taskSlug: 'portalPublication',
      hasError: true,
      input: {
        change: 'publish',
        collection: 'news-posts',
        document: String(older.id),
        reason: { el: 'Κατηγορία: Επιλέξτε κατηγορία.', en: 'Category: Choose a category.' },
        title: 'Παλιό',
        by: 'Νίκη Παπαδάκη',
        at: '2026-11-24T12:30:00.000Z',
        planner: { collection: 'users', id: editor?.id },
        seen: older.updatedAt,
      },
    },
  });

  const counts: Record<string, number> = { 'news-posts': 1, 'news-categories': 2 };
  const none = { rows: [], hasMore: false };
  const shared = {
    inbox: { submitted: none, sentBack: none, approved: none, lookAgain: none },
    webhooks: [],
    served: {
      state: 'live',
      since: at,
      lists: lists.map(({ key }) => ({
        collection: key,
        count: counts[key] ?? 0,
        changed: key in counts ? at : undefined,
      })),
      flaws: [
        { collection: 'news-posts', id: String(lacking.id), title: 'Χωρίς κατηγορία', missing: 'category' },
      ],
    },
    planned: [
      expect.objectContaining({
        title: 'Παλιό',
        state: 'failed',
        reason: { el: 'Κατηγορία: Επιλέξτε κατηγορία.', en: 'Category: Choose a category.' },
        by: 'Νίκη Παπαδάκη',
      }),
    ],
    published: [change('news-categories', news, 'Νέα', 'Νίκη Παπαδάκη', 'live')],
    found: { broken: { links: [], total: 0 }, findings: [] },
  };
  const authors = {
    changes: [
      change('news-categories', newer, 'Αλλαγμένη', 'Πέτρος', 'changed'),
      change('news-posts', older, 'Παλιό', 'Πέτρος', 'draft'),
    ],
    total: 2,
  };
  expect(await dashboard(author)).toEqual({ ...shared, isEditor: false, mine: authors, waiting: undefined });
  const editors = { changes: [change('news-posts', own, 'Της Νίκης', 'Νίκη Παπαδάκη', 'draft')], total: 1 };
  expect(await dashboard(editor)).toEqual({ ...shared, isEditor: true, mine: editors, waiting: authors });
});

it('says nothing to who has no rights to the content', async () => {
  expect(await dashboard(null)).toBeUndefined();
});

describe('what was published last', () => {
  const asEditor = () => ({ overrideAccess: false, user: editor });

  async function published(title: string): Promise<Doc> {
    const data = { title, slug: unusedSlug(), _status: 'published' };
    return local(payload).create('news-categories', data, asEditor());
  }

  it('has each document once, as often as it was published', async () => {
    const older = [await published('Πρώτη'), await published('Δεύτερη')];
    const { id } = await published('Πολλές φορές');
    for (let n = 1; n <= 8; n += 1)
      await local(payload).update('news-categories', id, { title: `Φορά ${n}` }, asEditor());
    const shown = (await dashboard(editor))?.published.slice(0, 3);
    expect(shown?.map(({ title }) => title)).toEqual(['Φορά 8', 'Δεύτερη', 'Πρώτη']);
    expect(shown?.map((each) => each.id)).toEqual(
      [id, ...older.map((each) => each.id).reverse()].map(String),
    );
  });

  it('has neither a planned withdrawal nor a draft, and a withdrawn document as one, at the time it was published', async () => {
    const { id } = await published('Για λίγο');
    const first = (await dashboard(editor))?.published[0];
    const req = await createLocalReq({ user: editor } as never, payload);
    await dryRun(req, { collection: 'news-categories', id, change: 'unpublish' });
    await local(payload).update('news-categories', id, { title: 'Πρόχειρη' }, { ...asEditor(), draft: true });
    await published('Επόμενη');
    const second = (await dashboard(editor))?.published[1];
    expect(second).toEqual({ ...first, standing: 'changed' });
    await local(payload).update('news-categories', id, { _status: 'draft' }, asEditor());
    expect((await dashboard(editor))?.published[1]).toEqual({ ...first, standing: 'withdrawn' });
  });
});

it('has what was withdrawn among no drafts, until somebody goes on with it', async () => {
  const { create, update } = local(payload);
  const asEditor = { overrideAccess: false, user: editor };
  const data = { title: 'Για λίγο', slug: unusedSlug(), _status: 'published' };
  const { id } = await create('news-categories', data, asEditor);
  const before = await dashboard(editor);
  await update('news-categories', id, { _status: 'draft' }, asEditor);
  expect((await dashboard(editor))?.mine).toEqual(before?.mine);
  await update('news-categories', id, { title: 'Νέα μορφή' }, { ...asEditor, draft: true });
  const mine = (await dashboard(editor))?.mine;
  expect(mine?.total).toBe((before?.mine.total ?? 0) + 1);
  expect(mine?.changes[0]).toMatchObject({ id: String(id), title: 'Νέα μορφή', standing: 'withdrawn' });
});

it('says as the last change of a list when something was withdrawn from it or moved into the trash, and not when drafts were saved', async () => {
  const { update } = local(payload);
  const groups = async () =>
    (await dashboard(editor))?.served.lists.find(({ collection }) => collection === 'news-categories')
      ?.changed;
  const [one, other] = [await category(payload), await category(payload)];
  const at = async (change: () => Promise<unknown>) => {
    const before = await groups();
    await change();
    const after = await groups();
    return String(after) > String(before) ? 'later' : 'the same';
  };
  const draft = { draft: true };
  expect(await at(() => update('news-categories', one.id, { title: 'Πρόχειρη' }, draft))).toBe('the same');
  expect(await at(() => category(payload, { _status: 'draft' }))).toBe('the same');
  expect(await at(() => update('news-categories', one.id, { _status: 'draft' }))).toBe('later');
  expect(await at(() => update('news-categories', one.id, { title: 'Μετά' }, draft))).toBe('the same');
  const deletedAt = new Date().toISOString();
  expect(await at(() => update('news-categories', other.id, { deletedAt }))).toBe('later');
});
