import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { category, local, post, unusedSlug } from '../support/content.ts';
import { greekI18n } from '../support/greek.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, rest, signedIn } from '../support/rest.ts';

const VIEWS = 'payload-query-presets';
const PASSWORD = 'a long password';

type Doc = Record<string, unknown> & { id: number | string };

let payload: Payload;
let as: Record<'admin' | 'editor' | 'author' | 'other', Rest>;

beforeAll(async () => {
  payload = await startPayload({ i18n: greekI18n });
  const user = async (name: string, role: string) => {
    const email = `${name}@portal.example`;
    await local(payload).create('users', { email, name, password: PASSWORD, roles: [role], author_id: 1 });
    return signedIn(payload, { email, password: PASSWORD });
  };
  as = {
    admin: await user('admin', 'admin'),
    editor: await user('editor', 'editor'),
    author: await user('author', 'author'),
    other: await user('other', 'author'),
  };
});

it('a list keeps its columns, order, size and view when its tabs or its live preview are used', async () => {
  const path = 'payload-preferences/collection-news-posts';
  const kept = { columns: [{ accessor: 'title', active: true }], limit: 50, sort: '-title', preset: 7 };
  const value = async (ask: Rest) => (await ask('GET', path)).value.value;
  await as.author('POST', path, { value: kept });
  await as.author('POST', path, { value: { listViewType: 'list' } });
  await as.author('POST', path, { value: { editViewType: 'live-preview' } });
  expect(await value(as.author)).toEqual({ ...kept, listViewType: 'list', editViewType: 'live-preview' });
  await as.author('POST', path, { value: { sort: 'title' } });
  expect(await value(as.author)).toMatchObject({ ...kept, sort: 'title' });
  expect(await value(as.other)).toBeNull();
  await as.author('POST', 'payload-preferences/nav', { value: { open: true } });
  await as.author('POST', 'payload-preferences/nav', { value: { groups: {} } });
  expect((await as.author('GET', 'payload-preferences/nav')).value.value).toEqual({ groups: {} });
});

describe('a filter by status, and by who saved', () => {
  /** The titles that a list shows with a filter, as its page asks for them. */
  async function shown(ask: Rest, ...conditions: string[]): Promise<unknown[]> {
    const where = conditions.map((each, at) => `where[or][0][and][${at}]${each}`);
    const { status, value } = await ask('GET', `news-posts?draft=true&depth=0&limit=0&${where.join('&')}`);
    expect(status).toBe(200);
    return (value.docs as Doc[]).map(({ title }) => title).toSorted();
  }

  beforeAll(async () => {
    const { id } = await category(payload);
    const of = async (ask: Rest, title: string, data: object = {}) => {
      const made = { title, slug: unusedSlug(), category: id, _status: 'draft', ...data };
      const { status, value } = await ask('POST', 'news-posts?draft=true&depth=0', made);
      expect(status).toBe(201);
      return value.doc as Doc;
    };
    await of(as.author, 'δικό μου');
    await of(as.other, 'άλλου');
    const live = await post(payload, { title: 'δημοσιευμένο', category: id });
    const changed = await post(payload, { title: 'πριν', category: id });
    await as.author('PATCH', `news-posts/${changed.id}?draft=true`, { title: 'με νεότερο' });
    await as.editor('PATCH', `news-posts/${live.id}?draft=true`, { title: 'με νεότερο άλλου' });
    const withdrawn = await post(payload, { title: 'αποσυρμένο', category: id });
    await local(payload).update('news-posts', withdrawn.id, { _status: 'draft' });
    await as.author('PATCH', `news-posts/${withdrawn.id}?draft=true`, { title: 'αποσυρμένο, γράφεται' });
  });

  it.each<[string, string[], string[]]>([
    [
      'one’s own drafts',
      ['[standing][in]=draft,changed', '[edited_by][equals]=εγώ'],
      ['δικό μου', 'με νεότερο'],
    ],
    ['a newer draft', ['[standing][equals]=changed'], ['με νεότερο', 'με νεότερο άλλου']],
    ['withdrawn', ['[standing][equals]=withdrawn'], ['αποσυρμένο, γράφεται']],
  ])('%s', async (_name, conditions, expected) => {
    expect(await shown(as.author, ...conditions)).toEqual(expected);
  });

  it('is of each user themselves, in either language', async () => {
    const own = '[edited_by][equals]=me';
    expect(await shown(as.other, own)).toEqual(['άλλου']);
    expect(await shown(as.editor, own, '[standing][equals]=changed')).toEqual(['με νεότερο άλλου']);
    expect(await shown(as.author, '[edited_by][not_equals]=me', '[standing][equals]=changed')).toEqual([
      'με νεότερο άλλου',
    ]);
  });
});

oneDatabase.describe('own views', () => {
  const own = {
    title: 'Οι δικές μου',
    relatedCollection: 'news-posts',
    where: { standing: { equals: 'live' } },
  };
  const shared = (read: string, change = 'onlyMe') => ({
    ...own,
    isShared: true,
    access: {
      read: { constraint: read },
      update: { constraint: change },
      delete: { constraint: change },
    },
  });
  const create = async (ask: Rest, data: object) => ask('POST', `${VIEWS}?depth=0`, data);

  it('are for whoever may use the admin: there is none from the start', async () => {
    expect((await as.author('GET', VIEWS)).value.docs).toEqual([]);
    expect((await rest(payload)('GET', VIEWS)).status).toBe(403);
  });

  it('are saved by everybody, and seen by nobody else', async () => {
    const { status, value } = await create(as.author, own);
    expect(status).toBe(201);
    const { id } = value.doc as Doc;
    expect((await as.author('GET', `${VIEWS}/${id}`)).status).toBe(200);
    for (const ask of [as.other, as.editor, as.admin]) {
      expect((await ask('GET', `${VIEWS}/${id}`)).status).toBe(404);
      expect((await ask('PATCH', `${VIEWS}/${id}`, { title: 'Άλλες' })).status).toBe(403);
    }
    expect((await as.author('PATCH', `${VIEWS}/${id}`, { title: 'Άλλες' })).status).toBe(200);
    expect((await as.author('PATCH', `${VIEWS}/${id}`, shared('everyone'))).status).toBe(403);
    expect((await as.author('DELETE', `${VIEWS}/${id}`)).status).toBe(200);
  });

  it('are shared with everyone by editors and admins', async () => {
    const answers = await Promise.all([
      create(as.author, shared('everyone')),
      create(as.author, shared('onlyMe', 'admins')),
      create(as.editor, shared('everyone', 'admins')),
      create(as.editor, shared('everyone')),
      create(as.admin, shared('everyone', 'admins')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 201, 201]);
    for (const { value } of answers.slice(3)) {
      const { id } = value.doc as Doc;
      expect((await as.author('GET', `${VIEWS}/${id}`)).status).toBe(200);
      expect((await as.author('PATCH', `${VIEWS}/${id}`, { title: 'Άλλες' })).status).toBe(403);
    }
  });

  it('show a user nothing that they may not read, and refuse what is no filter', async () => {
    const where = { sole_editor: { equals: 'users 1' } };
    expect((await as.author('GET', 'news-posts?where[sole_editor][equals]=users 1')).status).toBe(400);
    const { value } = await create(as.author, { ...own, where });
    // It is kept as it is, and a list refuses it as it refuses the same filter by hand.
    expect((value.doc as Doc).where).toEqual({ or: [{ and: [where] }] });
    for (const wrong of [{ where: 'all' }, { access: 'all' }, { relatedCollection: 'users' }]) {
      expect((await create(as.author, { ...own, ...wrong })).status).toBeLessThan(500);
    }
  });
});
