import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { category, image, local, post, section, unusedSlug } from '../../support/content.ts';
import { freshDatabaseUri } from '../../support/databases.ts';
import { pdf } from '../../support/files.ts';
import { greekI18n } from '../../support/greek.ts';
import { startPayload } from '../../support/payload.ts';
import { PIXEL } from '../../support/pixel.ts';
import { type Rest, rest, signedIn } from '../../support/rest.ts';

const VIEWS = 'payload-query-presets';
const PASSWORD = 'a long password';

type Doc = Record<string, unknown> & { id: number | string };

let uri: string;
let payload: Payload;
let as: Record<'admin' | 'editor' | 'author' | 'other', Rest>;

beforeAll(async () => {
  uri = await freshDatabaseUri();
  payload = await startPayload({ uri, i18n: greekI18n });
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

async function views(ask: Rest, query = ''): Promise<Doc[]> {
  const { status, value } = await ask('GET', `${VIEWS}?limit=0&depth=0&${query}`);
  expect(status).toBe(200);
  return value.docs as Doc[];
}

const titlesOf = (found: Doc[]) =>
  found.map(({ relatedCollection, title }) => `${relatedCollection}: ${title}`);

/** The view of a list by its title. */
async function view(title: string, relatedCollection = 'news-posts'): Promise<Doc> {
  const [found] = (await views(as.author)).filter(
    (each) => each.title === title && each.relatedCollection === relatedCollection,
  );
  if (!found) throw new Error(`There is no view ${title} of ${relatedCollection}.`);
  return found;
}

const OF_ALL = ['Τα πρόχειρά μου', 'Με νεότερο πρόχειρο', 'Αποσυρμένα'];
const MADE = [
  ...lists.flatMap(({ key }) => OF_ALL.map((title) => `${key}: ${title}`)),
  'featured-sections: Χωρίς εικόνα',
  'media: Μόνο αρχεία',
  'news-posts: Χωρίς εικόνα',
].toSorted();

describe('the views that are there from the start', () => {
  it('are made once, by whichever process comes first', async () => {
    expect(titlesOf(await views(as.author)).toSorted()).toEqual(MADE);
    const empty = await freshDatabaseUri();
    // The schema first: two processes that start together on an empty database are another matter.
    const start = () => startPayload({ uri: empty, i18n: greekI18n });
    const { db } = await start();
    const all = { collection: VIEWS, where: {} } as const;
    await db.deleteMany(all);
    await db.deleteMany({
      collection: 'portal-counters',
      where: { key: { contains: 'saved-views:' } },
    });
    await Promise.all([start(), start()]);
    const { docs } = await db.find<Doc>({ ...all, limit: 0, pagination: false });
    expect(titlesOf(docs).toSorted()).toEqual(MADE);
  });

  it('stay as an admin leaves them, over another start', async () => {
    const { id } = await view('Αποσυρμένα', 'service-groups');
    const renamed = await view('Με νεότερο πρόχειρο', 'service-groups');
    expect((await as.admin('DELETE', `${VIEWS}/${id}`)).status).toBe(200);
    expect((await as.admin('PATCH', `${VIEWS}/${renamed.id}`, { title: 'Αλλαγμένα' })).status).toBe(200);
    await startPayload({ uri, i18n: greekI18n });
    expect(
      titlesOf(await views(as.author, 'where[relatedCollection][equals]=service-groups')).toSorted(),
    ).toEqual(['service-groups: Αλλαγμένα', 'service-groups: Τα πρόχειρά μου']);
  });

  it('are for everybody who may use the admin, and changed by admins alone', async () => {
    const { id } = await view('Αποσυρμένα');
    for (const ask of [as.editor, as.author]) {
      expect((await ask('PATCH', `${VIEWS}/${id}`, { title: 'Άλλα' })).status).toBe(403);
      expect((await ask('DELETE', `${VIEWS}/${id}`)).status).toBe(403);
    }
    expect((await rest(payload)('GET', VIEWS)).status).toBe(403);
    expect((await view('Αποσυρμένα')).id).toBe(id);
  });
});

describe('a view shows exactly what its name says', () => {
  /** The titles that a list view shows with a view, as its page asks for them. */
  async function shown(ask: Rest, title: string, list = 'news-posts'): Promise<unknown[]> {
    const { where } = await view(title, list);
    const { or } = where as { or: { and: Record<string, Record<string, unknown>>[] }[] };
    const query = new URLSearchParams({ draft: 'true', depth: '0', limit: '0' });
    for (const [at, condition] of (or[0]?.and ?? []).entries()) {
      for (const [field, operators] of Object.entries(condition)) {
        for (const [operator, operand] of Object.entries(operators)) {
          const key = `where[or][0][and][${at}][${field}][${operator}]`;
          if (Array.isArray(operand))
            for (const [index, each] of operand.entries()) query.append(`${key}[${index}]`, each);
          else query.append(key, String(operand));
        }
      }
    }
    const { status, value } = await ask('GET', `${list}?${query}`);
    expect(status).toBe(200);
    return (value.docs as Doc[]).map((each) => each.title ?? each.section_one_title ?? each.alt).toSorted();
  }

  beforeAll(async () => {
    const { id } = await category(payload);
    const { id: picture } = await image(payload);
    const of = async (ask: Rest, title: string, data: object = {}) => {
      const made = { title, slug: unusedSlug(), category: id, _status: 'draft', ...data };
      const { status, value } = await ask('POST', 'news-posts?draft=true&depth=0', made);
      expect(status).toBe(201);
      return value.doc as Doc;
    };
    await of(as.author, 'δικό μου', { post_image: picture });
    await of(as.other, 'άλλου');
    const live = await post(payload, { title: 'δημοσιευμένο', category: id, post_image: picture });
    const changed = await post(payload, { title: 'πριν', category: id });
    await as.author('PATCH', `news-posts/${changed.id}?draft=true`, { title: 'με νεότερο' });
    await as.editor('PATCH', `news-posts/${live.id}?draft=true`, { title: 'με νεότερο άλλου' });
    const withdrawn = await post(payload, { title: 'αποσυρμένο', category: id });
    await local(payload).update('news-posts', withdrawn.id, { _status: 'draft' });
    await as.author('PATCH', `news-posts/${withdrawn.id}?draft=true`, { title: 'αποσυρμένο, γράφεται' });
    await section(payload, { section_one_title: 'με εικόνα' });
    await local(payload).create('featured-sections', { section_one_title: 'χωρίς' }, { draft: true });
    for (const [alt, name, mimetype, data] of [
      ['σήμα', 'a.png', 'image/png', PIXEL],
      ['αίτηση', 'a.pdf', 'application/pdf', pdf()],
    ] as const) {
      const file = { data, mimetype, name, size: data.length };
      await payload.create({ collection: 'media' as never, data: { alt } as never, file });
    }
  });

  it.each([
    ['Τα πρόχειρά μου', ['δικό μου', 'με νεότερο']],
    ['Με νεότερο πρόχειρο', ['με νεότερο', 'με νεότερο άλλου']],
    ['Αποσυρμένα', ['αποσυρμένο, γράφεται']],
    ['Χωρίς εικόνα', ['άλλου', 'αποσυρμένο, γράφεται', 'με νεότερο']],
  ])('%s', async (title, expected) => {
    expect(await shown(as.author, title)).toEqual(expected.toSorted());
  });

  it('the files among the images', async () => {
    expect(await shown(as.author, 'Μόνο αρχεία', 'media')).toEqual(['αίτηση']);
  });

  it('to each user what they have saved, in either language', async () => {
    expect(await shown(as.other, 'Τα πρόχειρά μου')).toEqual(['άλλου']);
    expect(await shown(as.editor, 'Τα πρόχειρά μου')).toEqual(['με νεότερο άλλου']);
    expect(await shown(as.author, 'Χωρίς εικόνα', 'featured-sections')).toEqual(['χωρίς']);
    const { value } = await as.author(
      'GET',
      'news-posts?draft=true&depth=0&where[edited_by][not_equals]=me&where[standing][equals]=changed',
    );
    expect((value.docs as Doc[]).map(({ title }) => title)).toEqual(['με νεότερο άλλου']);
  });
});

describe('own views', () => {
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
