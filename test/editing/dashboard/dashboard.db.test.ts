import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { dryRun } from '../../../src/editing/dryRun.ts';
import { category, type Doc, local, post, unusedSlug } from '../../support/content.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { startPayload } from '../../support/payload.ts';
import { firstPage, type Shown } from '../../support/waiting.ts';

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

const dashboard = (user: User) => firstPage(payload, user);

const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Titles and notes, with TIME for times. */
const linesOf = (items: Shown | undefined) =>
  items?.map(({ alert, notes, title }) => [
    title,
    ...[...notes, ...(alert ? [alert] : [])].map((each) =>
      each.replace(/\d\d\/\d\d\/\d{4} \d\d:\d\d/, 'TIME'),
    ),
  ]);

beforeAll(async () => {
  payload = await startPayload();
  author = await user('Πέτρος', ['author']);
  editor = await user('Νίκη Παπαδάκη', ['editor']);
});

it('says to an author and to an editor how the portal stands and what there is to do', async () => {
  const { create, update } = local(payload);
  const as = (user: User, draft = false) => ({ overrideAccess: false, user, draft });
  const imported = await category(payload, { title: 'Εισαγωγή' });
  await create('news-categories', { title: 'Νέα', slug: 'nea', _status: 'published' }, as(editor));
  const older = await create('news-posts', { title: 'Παλιό' }, as(author, true));
  await create('news-posts', { title: 'Της Νίκης' }, as(editor, true));
  await update('news-categories', imported.id, { title: 'Αλλαγμένη' }, as(author, true));
  const gone = await category(payload);
  await post(payload, { title: 'Χωρίς κατηγορία', category: gone.id });
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

  const failed = [
    ['Παλιό', 'News post · Publish: TIME, Νίκη Παπαδάκη', 'Failed: Category: Choose a category.'],
  ];
  const flaws = [['Χωρίς κατηγορία', 'News post · Missing or not published: category']];
  const ofAuthor = [
    ['Αλλαγμένη', 'News category · Πέτρος, TIME', 'Published, with a newer draft'],
    ['Παλιό', 'News post · Πέτρος, TIME'],
  ];
  const ofEditor = [['Της Νίκης', 'News post · Νίκη Παπαδάκη, TIME']];
  const kindsOf = async (user: User) =>
    Object.entries((await dashboard(user))?.kinds ?? {}).map(([kind, items]) => [kind, linesOf(items)]);
  expect(await kindsOf(author)).toEqual([
    ['failed', failed],
    ['flaws', flaws],
    ['mine', ofAuthor],
  ]);
  expect(await kindsOf(editor)).toEqual([
    ['failed', failed],
    ['flaws', flaws],
    ['mine', ofEditor],
    ['others', ofAuthor],
  ]);

  const counts: Record<string, number> = { 'news-posts': 1, 'news-categories': 2 };
  const page = await dashboard(author);
  expect(linesOf(page?.news)).toEqual([['Νέα', 'News category · Νίκη Παπαδάκη, TIME']]);
  expect(page?.served).toMatchObject({
    state: 'live',
    since: at,
    lists: lists.map(({ key }) => ({ collection: key, count: counts[key] ?? 0 })),
  });
});

oneDatabase.it('says nothing to who has no rights to the content', async () => {
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
    const shown = (await dashboard(editor))?.news.slice(0, 3);
    expect(shown?.map(({ title }) => title)).toEqual(['Φορά 8', 'Δεύτερη', 'Πρώτη']);
    expect(shown?.map(({ href }) => href)).toEqual(
      [id, ...older.map((each) => each.id).reverse()].map(
        (each) => `/admin/collections/news-categories/${each}`,
      ),
    );
  });

  it('has neither a planned withdrawal nor a draft, and nothing that was withdrawn', async () => {
    const { id } = await published('Για λίγο');
    const first = (await dashboard(editor))?.news[0];
    const req = await createLocalReq({ user: editor } as never, payload);
    await dryRun(req, { collection: 'news-categories', id, change: 'unpublish' });
    await local(payload).update('news-categories', id, { title: 'Πρόχειρη' }, { ...asEditor(), draft: true });
    await published('Επόμενη');
    expect((await dashboard(editor))?.news[1]).toEqual(first);
    await local(payload).update('news-categories', id, { _status: 'draft' }, asEditor());
    expect((await dashboard(editor))?.news[1]).not.toEqual(first);
  });
});

it('has what was withdrawn among no drafts, until somebody goes on with it', async () => {
  const { create, update } = local(payload);
  const asEditor = { overrideAccess: false, user: editor };
  const data = { title: 'Για λίγο', slug: unusedSlug(), _status: 'published' };
  const { id } = await create('news-categories', data, asEditor);
  const mine = async () => (await dashboard(editor))?.kinds.mine;
  const before = await mine();
  await update('news-categories', id, { _status: 'draft' }, asEditor);
  expect(await mine()).toEqual(before);
  await update('news-categories', id, { title: 'Νέα μορφή' }, { ...asEditor, draft: true });
  const after = await mine();
  expect(after?.length).toBe((before?.length ?? 0) + 1);
  expect(linesOf(after?.slice(0, 1))).toEqual([
    ['Νέα μορφή', 'News category · Νίκη Παπαδάκη, TIME', 'Withdrawn'],
  ]);
});

oneDatabase.it('names two users of one name apart, and one who has another name since alike', async () => {
  const namesake = await user('Πέτρος ', ['author']);
  const as = { overrideAccess: false, user: namesake, draft: true };
  await local(payload).update('users', (namesake as { id: number }).id, { name: 'Πέτρος' });
  const own = await local(payload).create('news-posts', { title: 'Του άλλου Πέτρου' }, as);
  expect((await dashboard(author))?.kinds.mine?.map(({ title }) => title)).not.toContain('Του άλλου Πέτρου');
  await local(payload).update('users', (namesake as { id: number }).id, { name: 'Πέτρος Β.' });
  // Who saves it without a change has not written it.
  await local(payload).update('news-posts', own.id, {}, { ...as, user: editor });
  expect((await dashboard(namesake))?.kinds.mine?.map(({ title }) => title)).toEqual(['Του άλλου Πέτρου']);
});

oneDatabase.it('says what the last import has left to decide, to admins', async () => {
  const admin = await user('Διαχειριστής', ['admin']);
  const imports = async (user: User) => linesOf((await dashboard(user))?.kinds.imports);
  const run = (began: string, outcome: object[]) =>
    payload.db.create({ collection: 'portal-import-runs', data: { began, outcome, state: 'finished' } });
  await run('2026-11-24T12:30:00.000Z', [
    { list: 'news-posts', kept: 2, refused: 0 },
    { list: 'news-categories', kept: 1, refused: 3 },
  ]);
  expect([await imports(admin), await imports(editor)]).toEqual([
    [['24/11/2026 14:30', 'Import · refused: 3', 'kept as edited: 3']],
    undefined,
  ]);
  await run('2026-11-25T12:30:00.000Z', [{ list: 'news-posts', kept: 0, refused: 0 }]);
  expect(await imports(admin)).toBeUndefined();
});
