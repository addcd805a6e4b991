import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { category, type Doc, importDocument, local, post, served } from '../support/content.ts';
import { openForm } from '../support/form.ts';
import { startPayload } from '../support/payload.ts';
import { type Answer, type Rest, signedIn } from '../support/rest.ts';

const AUTOSAVE = 'draft=true&autosave=true&depth=0';

let payload: Payload;
let eleni: Rest;
let nikos: Rest;
/** The id of Eleni. */

beforeAll(async () => {
  payload = await startPayload();
  eleni = await author('eleni@portal.example');
  nikos = await author('nikos@portal.example');
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

  it('take the place of none of another user, nor of another form of the same user', async () => {
    const { id } = await category(payload, { title: 'Πρώτη' });
    await (await openForm(eleni, 'news-categories', id)).save({ title: 'Της Ελένης', ...draft }, AUTOSAVE);
    for (const title of ['Του Νίκου', 'Του Νίκου, άλλη καρτέλα']) {
      const form = await openForm(nikos, 'news-categories', id);
      for (const end of ['', '.']) {
        const answer = await form.save({ title: `${title}${end}`, ...draft }, `${AUTOSAVE}`);
        expect(answer.status).toBe(200);
      }
    }
    const all = ['Του Νίκου, άλλη καρτέλα.', 'Του Νίκου.', 'Της Ελένης', 'Πρώτη'];
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
