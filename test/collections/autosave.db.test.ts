import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { category, type Doc, importDocument, local, post, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { type Answer, type Rest, signedIn } from '../support/rest.ts';

const AUTOSAVE = 'draft=true&autosave=true&depth=0';

let payload: Payload;
let eleni: Rest;
let nikos: Rest;
/** The id of Eleni. */
let own: Doc['id'];

beforeAll(async () => {
  payload = await startPayload();
  eleni = await author('eleni@portal.example');
  nikos = await author('nikos@portal.example');
  own = ((await eleni('GET', 'users/me')).value.user as Doc).id;
});

async function author(email: string): Promise<Rest> {
  const user = { email, password: 'a password for tests', roles: ['author'] };
  await local(payload).create('users', user);
  return signedIn(payload, user);
}

const draft = { _status: 'draft' };

/** What the form sends by itself. */
function autosave(rest: Rest, collection: string, id: Doc['id'], data: object): Promise<Answer> {
  return rest('PATCH', `${collection}/${id}?${AUTOSAVE}`, { ...data, ...draft });
}

/** What the form sends when it is closed. */
function close(rest: Rest, collection: string, id: Doc['id'], user: Doc['id']): Promise<Answer> {
  const where = {
    'where[document.relationTo][equals]': collection,
    'where[document.value][equals]': String(id),
    'where[user.relationTo][equals]': 'users',
    'where[user.value][equals]': String(user),
  };
  return rest('DELETE', `payload-locked-documents?${new URLSearchParams(where)}`);
}

async function titlesOfVersions(collection: string, id: Doc['id']): Promise<unknown[]> {
  return (await local(payload).versions(collection, id)).map(({ version }) => version.title);
}

describe('automatic drafts', () => {
  it('take the place of one another, and of no version that somebody saved', async () => {
    const { id } = await category(payload, { title: 'Δημοσιευμένη' });
    for (const title of ['Α', 'ΑΒ', 'ΑΒΓ']) {
      expect((await autosave(eleni, 'news-categories', id, { title })).status).toBe(200);
    }
    expect(await titlesOfVersions('news-categories', id)).toEqual(['ΑΒΓ', 'Δημοσιευμένη']);

    await eleni('PATCH', `news-categories/${id}?draft=true`, { title: 'Αποθηκευμένη', ...draft });
    await close(eleni, 'news-categories', id, own);
    for (const title of ['Δ', 'ΔΕ']) await autosave(nikos, 'news-categories', id, { title });
    const all = ['ΔΕ', 'Αποθηκευμένη', 'ΑΒΓ', 'Δημοσιευμένη'];
    expect(await titlesOfVersions('news-categories', id)).toEqual(all);
  });

  it('leave what is published, its list and its time of change alone until they are published', async () => {
    const { id, api_id } = await post(payload, { title: 'Πριν' });
    const before = await served(payload, 'news-posts');
    await autosave(eleni, 'news-posts', id, { title: 'Μετά' });
    expect(await served(payload, 'news-posts')).toEqual(before);
    expect((await local(payload).read('news-posts', id)).title).toBe('Πριν');
    expect((await local(payload).read('news-posts', id, { draft: true })).title).toBe('Μετά');

    await local(payload).update('news-posts', id, { title: 'Μετά', _status: 'published' });
    const [after] = (await served(payload, 'news-posts')).filter((element) => element.id === api_id);
    const [was] = before.filter((element) => element.id === api_id);
    expect(after).toEqual({ ...was, title: 'Μετά', modified_timestamp: after?.modified_timestamp });
    expect(after?.modified_timestamp).not.toBe(was?.modified_timestamp);
  });

  it('and publishing after them serve the imported bytes of a text that nobody has changed', async () => {
    const html = '<P CLASS=a>Ένα&nbsp;<b >δύο</b ><br/>\r\n<ul type=disc><li>τρία</ul>';
    const { id: of } = await category(payload);
    const source = { api_id: 900, title: 'Παλιό', content: html, category: of, author: 7 };
    const { id } = await importDocument(payload, 'news-posts', source);
    const { value } = await eleni('GET', `news-posts/${id}?draft=true&depth=0`);
    await autosave(eleni, 'news-posts', id, { ...value, excerpt: 'Νέα περίληψη' });
    await autosave(eleni, 'news-posts', id, { ...value, excerpt: 'Πιο νέα περίληψη' });
    await local(payload).update('news-posts', id, { content: value.content, _status: 'published' });
    const [element] = (await served(payload, 'news-posts')).filter(({ id }) => id === 900);
    expect(element).toMatchObject({ content: html, excerpt: 'Πιο νέα περίληψη' });
  });

  it('of a version that is brought back leave that version', async () => {
    const { id } = await category(payload, { title: 'Πρώτη' });
    await autosave(eleni, 'news-categories', id, { title: 'Αυτόματη' });
    const [automatic] = await local(payload).versions('news-categories', id);
    await eleni('PATCH', `news-categories/${id}?draft=true`, { title: 'Άλλη', ...draft });
    await local(payload).restore('news-categories', automatic?.id ?? '', { draft: true });
    await autosave(eleni, 'news-categories', id, { title: 'Συνέχεια' });
    const all = ['Συνέχεια', 'Αυτόματη', 'Άλλη', 'Αυτόματη', 'Πρώτη'];
    expect(await titlesOfVersions('news-categories', id)).toEqual(all);
  });

  it('are no business of a client that calls a draft automatic', async () => {
    const { id } = await category(payload, { title: 'Πρώτη' });
    for (const title of ['Α', 'Β']) {
      await eleni('PATCH', `news-categories/${id}?draft=true`, { title, autosaved: true, ...draft });
    }
    expect(await titlesOfVersions('news-categories', id)).toEqual(['Β', 'Α', 'Πρώτη']);
    const { value } = await eleni('GET', `news-categories/${id}?draft=true`);
    expect(value).not.toHaveProperty('autosaved');
  });
});

describe('while somebody writes', () => {
  it('the lock is theirs after each automatic draft, and the draft of another is refused', async () => {
    const { id } = await category(payload, { title: 'Κοινή' });
    await autosave(eleni, 'news-categories', id, { title: 'Της Ελένης' });
    const refused = await autosave(nikos, 'news-categories', id, { title: 'Του Νίκου' });
    expect(refused.status).toBe(423);
    expect((await autosave(eleni, 'news-categories', id, { title: 'Πάλι της Ελένης' })).status).toBe(200);
    expect(await titlesOfVersions('news-categories', id)).toEqual(['Πάλι της Ελένης', 'Κοινή']);
  });

  it('and saves, the lock is theirs until the form is closed', async () => {
    const { id } = await category(payload, { title: 'Κοινή' });
    await autosave(eleni, 'news-categories', id, { title: 'Της Ελένης' });
    await eleni('PATCH', `news-categories/${id}?draft=true`, { title: 'Της Ελένης', ...draft });
    expect((await autosave(nikos, 'news-categories', id, { title: 'Του Νίκου' })).status).toBe(423);
    await close(nikos, 'news-categories', id, own);
    expect((await autosave(nikos, 'news-categories', id, { title: 'Του Νίκου' })).status).toBe(423);
    await close(eleni, 'news-categories', id, own);
    expect((await autosave(nikos, 'news-categories', id, { title: 'Του Νίκου' })).status).toBe(200);
  });

  it('a save of a program, which has no form open, locks nothing', async () => {
    const { id } = await category(payload, { title: 'Κοινή' });
    await eleni('PATCH', `news-categories/${id}?draft=true`, { title: 'Της Ελένης', ...draft });
    expect(
      (await nikos('PATCH', `news-categories/${id}?draft=true`, { title: 'Του Νίκου', ...draft })).status,
    ).toBe(200);
  });
});
