import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { dashboardData } from '../../src/dashboard/dashboardData.ts';
import { category, type Doc, local, post } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';

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
      taskSlug: 'schedulePublish',
      hasError: true,
      error: { message: 'Λείπει η κατηγορία.' },
      input: {
        type: 'publish',
        doc: { relationTo: 'news-posts', value: older.id },
        title: 'Παλιό',
        by: 'Νίκη Παπαδάκη',
        at: '2026-11-24T12:30:00.000Z',
      },
    },
  });

  const list = (collection: string, count: number) => ({
    collection,
    count,
    changed: count > 0 ? at : undefined,
  });
  const shared = {
    served: {
      state: 'live',
      since: at,
      lists: [
        list('featured-sections', 0),
        list('service-groups', 0),
        list('news-posts', 1),
        list('news-categories', 2),
        list('service-useful-links', 0),
      ],
      flaws: [
        { collection: 'news-posts', id: String(lacking.id), title: 'Χωρίς κατηγορία', missing: 'category' },
      ],
    },
    planned: [
      expect.objectContaining({
        title: 'Παλιό',
        state: 'failed',
        reason: 'Λείπει η κατηγορία.',
        by: 'Νίκη Παπαδάκη',
      }),
    ],
    published: { changes: [change('news-categories', news, 'Νέα', 'Νίκη Παπαδάκη', 'live')], total: 1 },
  };
  const authors = {
    changes: [
      change('news-categories', newer, 'Αλλαγμένη', 'Πέτρος', 'changed'),
      change('news-posts', older, 'Παλιό', 'Πέτρος', 'draft'),
    ],
    total: 2,
  };
  expect(await dashboard(author)).toEqual({ ...shared, mine: authors, waiting: undefined });
  const editors = { changes: [change('news-posts', own, 'Της Νίκης', 'Νίκη Παπαδάκη', 'draft')], total: 1 };
  expect(await dashboard(editor)).toEqual({ ...shared, mine: editors, waiting: authors });
});

it('says nothing to who has no rights to the content', async () => {
  expect(await dashboard(null)).toBeUndefined();
});

it('says of what was withdrawn that it is, and not a draft like any other', async () => {
  const { create, update } = local(payload);
  const asEditor = { overrideAccess: false, user: editor };
  const { id } = await create(
    'news-categories',
    { title: 'Για λίγο', slug: 'gia-ligo', _status: 'published' },
    asEditor,
  );
  await update('news-categories', id, { _status: 'draft' }, asEditor);
  const data = await dashboard(editor);
  const withdrawn = expect.objectContaining({ id: String(id), title: 'Για λίγο', standing: 'withdrawn' });
  expect(data?.mine.changes).toContainEqual(withdrawn);
  expect(data?.published.changes).toContainEqual(withdrawn);
});
