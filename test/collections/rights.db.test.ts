import type { CollectionSlug, Payload, PayloadRequest } from 'payload';
import { flattenTopLevelFields } from 'payload/shared';
import { beforeAll, describe, expect, it } from 'vitest';
import { category, image, local, post, section } from '../support/content.ts';
import { greekI18n } from '../support/greek.ts';
import { startPayload } from '../support/payload.ts';
import { type Answer, type Rest, rest, signedIn } from '../support/rest.ts';

const LAST = {
  el: 'Είναι ο μόνος διαχειριστής: ορίστε πρώτα έναν άλλο.',
  en: 'This is the only admin: appoint another one first.',
};

interface User {
  id: number | string;
  email: string;
  password: string;
}

let payload: Payload;
let users = 0;

async function makeUser(roles = ['editor'], data: object = {}): Promise<User> {
  users += 1;
  const [email, password] = [`user-${users}@portal.example`, 'a long password'];
  const { id } = await local(payload).create('users', { email, password, roles, ...data });
  return { id, email, password };
}

/** What an answer says went wrong. */
const messages = ({ value }: Answer) => (value.errors as { message: string }[]).map(({ message }) => message);

type Stored = Record<string, unknown>;

/** A document as it is stored: what is published, where something is. */
const stored = (collection: string, id: number | string) =>
  payload.db.findOne<Stored & { id: string }>({ collection, where: { id: { equals: id } } });

beforeAll(async () => {
  payload = await startPayload({ i18n: greekI18n });
});

describe('the only admin', () => {
  let only: User;
  const refused = (message: string) => ({ status: 409, value: { errors: [{ message }] } });
  const roles = async () =>
    (await payload.findByID({ collection: 'users' as never, id: only.id })) as unknown as {
      roles: string[];
    };

  beforeAll(async () => {
    await makeUser();
    only = await makeUser(['admin']);
  });

  it.each(['el', 'en'] as const)(
    'is neither deleted nor made an editor, and is told why: %s',
    async (lang) => {
      const own = await signedIn(payload, only, { 'Accept-Language': lang });
      const path = `users/${only.id}`;
      expect(await own('DELETE', path)).toMatchObject(refused(LAST[lang]));
      expect(await own('PATCH', path, { roles: ['editor'] })).toMatchObject(refused(LAST[lang]));
      expect((await own('DELETE', 'users?where[id][exists]=true')).status).toBe(403);
      expect((await own('PATCH', 'users?where[id][exists]=true', { roles: ['editor'] })).status).toBe(403);
      expect((await roles()).roles).toContain('admin');
      expect((await own('PATCH', path, { roles: ['editor', 'admin'], name: 'Άλλο' })).status).toBe(200);
    },
  );

  it('may go once there is another', async () => {
    const other = await makeUser(['editor', 'admin']);
    const own = await signedIn(payload, only);
    expect((await own('PATCH', `users/${only.id}`, { roles: ['editor'] })).status).toBe(200);
    const others = await signedIn(payload, other);
    expect((await others('DELETE', `users/${only.id}`)).status).toBe(200);
    expect((await others('DELETE', `users/${other.id}`)).status).toBe(409);
  });

  it('is left where two remove each other at the same moment', async () => {
    const [one, other] = [await makeUser(['admin']), await makeUser(['admin'])];
    const left = await payload.find({ collection: 'users' as never, where: { roles: { in: ['admin'] } } });
    for (const { id } of left.docs as unknown as User[]) {
      if (id !== one.id && id !== other.id) await local(payload).update('users', id, { roles: ['editor'] });
    }
    const [ones, others] = [await signedIn(payload, one), await signedIn(payload, other)];
    const editor = { roles: ['editor'] };
    const answers = await Promise.all([
      ones('PATCH', `users/${other.id}`, editor),
      others('PATCH', `users/${one.id}`, editor),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('what is published', () => {
  let author: Rest;
  let authorUser: PayloadRequest['user'];

  beforeAll(async () => {
    const user = await makeUser(['author'], { author_id: 32 });
    author = await signedIn(payload, user);
    authorUser = { ...user, roles: ['author'], author_id: 32, collection: 'users' } as never;
  });

  it.each<[string, string, string, object?]>([
    ['saved', 'PATCH', '', { excerpt: 'Άλλο' }],
    ['published', 'PATCH', '?draft=true', { excerpt: 'Άλλο', _status: 'published' }],
    ['withdrawn', 'PATCH', '', { _status: 'draft' }],
    ['withdrawn in another way', 'PATCH', '?draft=false', { _status: 'draft' }],
    ['deleted', 'DELETE', '', undefined],
  ])('is not %s by an author, alone or with others', async (_what, method, query, data) => {
    const { id } = await post(payload);
    const before = await stored('news-posts', id);
    expect((await author(method, `news-posts/${id}${query}`, data)).status).toBe(403);
    const bulk = `news-posts${query}${query ? '&' : '?'}where[id][equals]=${id}`;
    expect((await author(method, bulk, data)).status).toBe(403);
    expect(await stored('news-posts', id)).toEqual(before);
  });

  it.each([
    '?draft=true',
    '?draft=true&autosave=true',
    '?draft=true&unpublishAllLocales=true',
    '?draft=true&publishAllLocales=true',
    '?draft=true&publishSpecificLocale=el',
  ])('stays as it is when an author saves a draft of it: %s', async (query) => {
    const { id } = await post(payload);
    const before = await stored('news-posts', id);
    const data = { title: 'Άλλο', _status: ['published'], api_id: 99, author_id: 99 };
    expect((await author('PATCH', `news-posts/${id}${query}`, data)).status).toBe(200);
    expect(await stored('news-posts', id)).toEqual(before);
  });

  it('is not brought back from a version by an author, except as a draft', async () => {
    const { id } = await post(payload, { title: 'Πριν' });
    await local(payload).update('news-posts', id, { title: 'Μετά' });
    const before = await stored('news-posts', id);
    const oldest = (await local(payload).versions('news-posts', id)).at(-1)?.id;
    const path = `news-posts/versions/${oldest}`;
    expect((await author('POST', path)).status).toBe(403);
    expect((await author('POST', `${path}?draft=true`)).status).toBe(200);
    expect(await stored('news-posts', id)).toEqual(before);
  });

  it('is copied by an author as a draft alone', async () => {
    const { id } = await post(payload);
    const path = `news-posts/${id}/duplicate?draft=false`;
    const copy = (await author('POST', path)).value.doc as User;
    expect(await stored('news-posts', copy.id)).toMatchObject({ _status: 'draft' });
    expect((await author('POST', path, { _status: 'published' })).status).toBe(403);
  });

  it('is neither made nor changed by an author through the Local API', async () => {
    const { id } = await post(payload);
    const before = await stored('news-posts', id);
    const asAuthor = { overrideAccess: false, user: authorUser };
    const { create, remove, update } = local(payload);
    const forbidden = { status: 403 };
    await expect(update('news-posts', id, { title: 'Άλλο' }, asAuthor)).rejects.toMatchObject(forbidden);
    await expect(remove('news-posts', id, asAuthor)).rejects.toMatchObject(forbidden);
    const made = create('news-categories', { title: 'Νέα', _status: 'published' }, asAuthor);
    await expect(made).rejects.toMatchObject(forbidden);
    expect((await update('news-posts', id, { title: 'Άλλο' }, { ...asAuthor, draft: true }))._status).toBe(
      'draft',
    );
    expect(await stored('news-posts', id)).toEqual(before);
  });

  it('shows images that authors do not change; others they do', async () => {
    const legacy_url = 'https://cdn.portal.example/b.png';
    const shown = await image(payload);
    await section(payload, { featured_image: shown.id });
    const other = await image(payload);
    expect((await author('PATCH', `media/${shown.id}`, { legacy_url })).status).toBe(403);
    expect((await author('PATCH', `media?where[id][equals]=${shown.id}`, { alt: 'Άλλη' })).status).toBe(403);
    expect((await author('PATCH', `media/${other.id}`, { legacy_url })).status).toBe(200);
    const editor = await signedIn(payload, await makeUser());
    expect((await editor('PATCH', `media/${shown.id}`, { legacy_url })).status).toBe(200);
  });

  it('takes the author number of who writes it', async () => {
    const answer = await author('POST', 'news-posts?draft=true', { title: 'Νέο' });
    expect(answer.value.doc).toMatchObject({ author: 32, _status: 'draft' });
  });
});

describe('the author number', () => {
  const path = (id: number | string) => `users/${id}`;
  const account = () => {
    users += 1;
    return { email: `user-${users}@portal.example`, password: 'a long password', roles: ['editor'] };
  };

  it('is asked for where an account is made, and never afterwards', async () => {
    const admin = await signedIn(payload, await makeUser(['admin']));
    const without = await admin('POST', 'users', account());
    expect(without.status).toBe(400);
    expect(without.value.errors).toMatchObject([
      { data: { errors: [{ path: 'author_id', message: 'Γράψτε έναν ακέραιο αριθμό.' }] } },
    ]);
    expect((await admin('POST', 'users', { ...account(), author_id: 4 })).status).toBe(201);
    const old = await makeUser();
    expect((await admin('PATCH', path(old.id), { name: 'Παλιός' })).status).toBe(200);
    const own = await signedIn(payload, old);
    expect((await own('PATCH', path(old.id), { name: 'Άλλο' })).status).toBe(200);
  });

  it.each([['author'], ['editor']])('and the roles are not changed by oneself: %s', async (role) => {
    const user = await makeUser([role], { author_id: 5 });
    const own = await signedIn(payload, user);
    const asked = { author_id: 6, roles: ['admin'], name: 'Άλλο' };
    const { value } = await own('PATCH', path(user.id), asked);
    expect(value.doc).toMatchObject({ author_id: 5, roles: [role], name: 'Άλλο' });
    expect((await own('POST', 'users', { ...account(), author_id: 6 })).status).toBe(403);
    expect((await own('POST', 'users/first-register', account())).status).toBe(403);
    const admin = await signedIn(payload, await makeUser(['admin']));
    expect((await admin('PATCH', path(user.id), { author_id: 6 })).value.doc).toMatchObject({ author_id: 6 });
  });
});

describe('a bulk edit', () => {
  let editor: Rest;

  beforeAll(async () => {
    editor = await signedIn(payload, await makeUser());
  });

  const them = (...documents: { id: number | string }[]) =>
    `news-posts?${documents.map(({ id }, n) => `where[id][in][${n}]=${id}`).join('&')}`;

  it.each(['title', 'slug', 'api_id'])('does not give many documents the same %s', async (field) => {
    const [one, other] = [await post(payload), await post(payload)];
    const { status, value } = await editor('PATCH', them(one, other), { [field]: 7 });
    expect(status).toBe(400);
    expect(value.errors).toMatchObject([
      {
        data: {
          errors: [
            { path: field, message: 'Δεν αλλάζει σε πολλά έγγραφα μαζί. Αλλάξτε το σε καθένα χωριστά.' },
          ],
        },
      },
    ]);
    expect((await editor('PATCH', them(one, other), { excerpt: 'Κοινή' })).status).toBe(200);
  });

  it('says of each document that it leaves alone which one it is, and why', async () => {
    const whole = await post(payload, { title: 'Πλήρες', _status: 'draft' });
    const lacking = await local(payload).create(
      'news-posts',
      { title: 'Χωρίς κατηγορία', author: 7 },
      { draft: true },
    );
    const answer = await editor('PATCH', `${them(whole, lacking)}&draft=true`, { _status: 'published' });
    expect(answer.status).toBe(400);
    expect((answer.value.docs as User[]).map(({ id }) => id)).toEqual([whole.id]);
    expect(messages(answer)).toEqual(['«Χωρίς κατηγορία»: Το ακόλουθο πεδίο δεν είναι έγκυρο: Κατηγορία']);
  });

  it('that fails in part says so in its message too, which is all that its form shows; an action does not', async () => {
    const whole = await post(payload);
    const title = 'Χωρίς κατηγορία\nκαι '.padEnd(200, 'μ');
    const lacking = await local(payload).create('news-posts', { title, author: 7 }, { draft: true });
    const publish = { _status: 'published' };
    const said = 'Δεν ήταν δυνατή η ενημέρωση: 1 από 2 (Νέα).';
    const why = `«${title.slice(0, 80).replace('\n', ' ')}…»: Το ακόλουθο πεδίο δεν είναι έγκυρο: Κατηγορία`;
    const edited = await editor('PATCH', `${them(whole, lacking)}&draft=true`, { author: 8, ...publish });
    expect([edited.value.message, ...messages(edited)]).toEqual([`${said}\n${why}`, why]);
    const published = await editor('PATCH', `${them(whole, lacking)}&draft=true`, publish);
    expect([published.value.message, ...messages(published)]).toEqual([said, why]);
  });

  /** What Payload's form for bulk edits offers. It does not ask whether a field can be typed into. */
  const offered = (collection: CollectionSlug) =>
    flattenTopLevelFields(payload.collections[collection]?.config.fields ?? []).flatMap((field) => {
      if (!('name' in field) || field.type === 'ui') return [];
      const { disableBulkEdit, disabled, hidden } = field.admin ?? {};
      const { hidden: isHidden, unique } = field as { hidden?: boolean; unique?: boolean };
      return disableBulkEdit || disabled || hidden || isHidden || unique ? [] : [field.name];
    });

  it('is offered for what has an input, and can be the same for many', () => {
    const flags = ['confirmed_translation', 'selected'];
    expect({
      'featured-sections': offered('featured-sections'),
      'service-groups': offered('service-groups'),
      'news-posts': offered('news-posts'),
      'news-categories': offered('news-categories'),
      'service-useful-links': offered('service-useful-links'),
      media: offered('media' as CollectionSlug),
    }).toEqual({
      'featured-sections': ['section_two_title', 'featured_image', 'active', 'selected'],
      'service-groups': ['description', 'url', 'order', ...flags],
      'news-posts': [
        'excerpt',
        'category',
        'related',
        'post_image',
        'post_thumbnail',
        'created_timestamp',
        'author',
        'active',
        'featured_post',
        'listed',
        ...flags,
      ],
      'news-categories': ['listed', 'selected'],
      'service-useful-links': ['url', 'service', ...flags],
      media: ['alt'],
    });
  });

  it('unpublishes none but documents that it names', async () => {
    const { id } = await post(payload);
    const all = await editor('PATCH', 'news-posts?where[_status][not_equals]=draft', { _status: 'draft' });
    expect(all.status).toBe(400);
    expect(messages(all)[0]).toMatch(/^Η μαζική απόσυρση γίνεται μόνο για όσα έχετε επιλέξει στη σελίδα/);
    expect(await stored('news-posts', id)).toMatchObject({ _status: 'published' });
    expect((await editor('PATCH', them({ id }), { _status: 'draft' })).status).toBe(200);
    expect(await stored('news-posts', id)).toMatchObject({ _status: 'draft' });
  });
});

describe('the lock of a document', () => {
  const LOCKS = 'payload-locked-documents';
  let owner: User;
  let other: Rest;
  let otherUser: User;
  let path: string;
  let locked: number | string;

  /** As Payload makes it when its owner opens the document. */
  beforeAll(async () => {
    owner = await makeUser();
    otherUser = await makeUser();
    other = await signedIn(payload, otherUser);
    locked = (await category(payload)).id;
    const document = { relationTo: 'news-categories', value: locked };
    const user = { relationTo: 'users', value: owner.id };
    const { id } = await payload.db.create({ collection: LOCKS, data: { document, user } });
    path = `${LOCKS}/${id}`;
  });

  const user = ({ id }: User) => ({ user: { relationTo: 'users', value: id } });

  it('is made by nobody over REST', async () => {
    const lock = { globalSlug: 'portal-settings', ...user(owner) };
    expect((await other('POST', LOCKS, lock)).status).toBe(403);
    expect((await other('POST', LOCKS, { ...lock, ...user(otherUser) })).status).toBe(403);
  });

  it('is neither deleted by another nor given to somebody or moved', async () => {
    expect((await other('DELETE', path)).status).toBeGreaterThanOrEqual(403);
    expect((await other('DELETE', `${LOCKS}?where[id][exists]=true`)).value.docs).toEqual([]);
    expect((await other('PATCH', path, { globalSlug: 'x' })).status).toBe(403);
    expect((await other('PATCH', path, { ...user(otherUser), globalSlug: 'x' })).status).toBe(403);
    const given = await other('PATCH', path, user(await makeUser()));
    expect(given.status).toBe(403);
    const all = `${LOCKS}?where[id][exists]=true`;
    expect((await other('PATCH', all, user(owner))).status).toBe(403);
    expect(await stored(LOCKS, path.split('/')[1] ?? '')).toMatchObject(user(owner));
  });

  it('names its owner to who may not read other users: by the name, or the e-mail', async () => {
    const { value } = await other('GET', path);
    const shown = { id: owner.id, email: owner.email };
    expect(value.user).toEqual({ relationTo: 'users', value: shown });
    await local(payload).update('users', owner.id, { name: 'Νίκη Παπαδάκη' });
    const named = (await other('GET', path)).value.user;
    expect(named).toEqual({ relationTo: 'users', value: { ...shown, email: 'Νίκη Παπαδάκη' } });
  });

  it('refuses the save of another in words, with its owner and the hour in Athens', async () => {
    await local(payload).update('users', owner.id, { name: 'Νίκη Παπαδάκη' });
    const answer = await other('PATCH', `news-categories/${locked}`, { title: 'Άλλο' });
    expect(answer.status).toBe(423);
    expect(messages(answer)[0]).toMatch(
      /^Δεν αποθηκεύτηκε, γιατί το επεξεργάζεται τώρα άλλος χρήστης: Νίκη Παπαδάκη \(\d\d\/\d\d\/\d{4}, \d\d:\d\d \(ώρα Αθήνας\)\)\./,
    );
  });

  it('is taken over by who opens the document all the same, and given up by its owner', async () => {
    expect((await other('PATCH', path, user(otherUser))).status).toBe(200);
    const own = await signedIn(payload, owner);
    expect((await own('DELETE', path)).status).toBeGreaterThanOrEqual(403);
    expect((await other('DELETE', path)).status).toBe(200);
    expect((await other('GET', path)).status).toBe(404);
  });
});

describe('jobs', () => {
  it.each([
    ['nobody', undefined, 401],
    ['an editor', ['editor'], 401],
    ['an admin', ['admin'], 200],
  ])('are run over REST by admins alone: %s', async (_who, roles, status) => {
    const asked = roles ? await signedIn(payload, await makeUser(roles)) : rest(payload);
    expect((await asked('GET', 'payload-jobs/run')).status).toBe(status);
    expect((await asked('GET', 'payload-jobs')).status).toBe(403);
    expect((await asked('POST', 'payload-jobs', { taskSlug: 'schedulePublish' })).status).toBe(403);
    expect((await asked('DELETE', 'payload-jobs?where[id][exists]=true')).status).toBe(403);
  });
});
