import type { Payload, PayloadRequest } from 'payload';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everything, preview, previewIn } from '../editing/preview/previewed.ts';
import { category, editor, importDocument, local, post, richText, served } from '../support/content.ts';
import { testDatabase } from '../support/databases.ts';
import { type Act, actingHooks, NESTED, updateAll } from '../support/host.ts';
import { startPayload } from '../support/payload.ts';
import { signedIn } from '../support/rest.ts';

let payload: Payload;
let act: Act | undefined;
/** A category and a post of the host, which its hooks save. */
let hosts: { category: number | string; post: number | string };

beforeAll(async () => {
  const host = (slug: string) => actingHooks(slug, () => act);
  payload = await startPayload({ plugins: [host('news-categories'), host('news-posts')] });
  const { id } = await category(payload, { title: NESTED });
  hosts = { category: id, post: (await post(payload, { title: NESTED, category: id })).id };
});
beforeEach(() => {
  act = undefined;
});

const titles = async () => (await served(payload, 'news-categories')).map(({ title }) => title);
const status = async (id: number | string) => (await local(payload).read('news-categories', id))._status;

/** What the host's hooks do meanwhile. */
const meanwhile: Record<string, (payload: Payload, options: { req: PayloadRequest }) => Promise<unknown>> = {
  'publishes another': (each, options) =>
    local(each).update('news-categories', hosts.category, { title: NESTED, _status: 'published' }, options),
  'makes a draft of another': (each, options) =>
    local(each).create('news-categories', { title: NESTED }, { ...options, draft: true }),
};

/** Which save the hook makes is the same to every database; that it shares the transaction is seen by one of them. */
const kinds = Object.entries(meanwhile).slice(0, testDatabase() === 'sqlite' ? 2 : 1);

describe.each(kinds)('while a hook of the host %s with the same request', (_, nested) => {
  beforeEach(() => {
    act = (each, req) => nested(each, { req });
  });

  it('a draft of a category in use leaves what is published alone', async () => {
    const used = await category(payload, { title: 'Σε χρήση' });
    await post(payload, { title: NESTED, category: used.id });
    await local(payload).update('news-categories', used.id, { title: 'Πρόχειρο' }, { draft: true });
    expect(await titles()).toContain('Σε χρήση');
    expect(await titles()).not.toContain('Πρόχειρο');
    expect(await local(payload).read('news-categories', used.id, { draft: true })).toMatchObject({
      title: 'Πρόχειρο',
      _status: 'draft',
      api_id: used.api_id,
    });
  });

  it('a category in use is not unpublished', async () => {
    const used = await category(payload);
    await post(payload, { title: NESTED, category: used.id });
    const saved = local(payload).update('news-categories', used.id, { _status: 'draft' });
    await expect(saved).rejects.toMatchObject({ status: 409 });
    expect(await status(used.id)).toBe('published');
  });

  it('of several categories, those in use are not unpublished, and drafts of all may be saved', async () => {
    const made = [await category(payload), await category(payload), await category(payload)];
    const ids = made.map(({ id }) => id);
    await post(payload, { title: NESTED, category: ids[0] });
    await post(payload, { title: NESTED, category: ids[2] });
    expect(await updateAll(payload, 'news-categories', ids, { selected: true }, { draft: true })).toEqual([]);
    expect(await Promise.all(ids.map(status))).toEqual(['published', 'published', 'published']);
    const refused = await updateAll(payload, 'news-categories', ids, { _status: 'draft' });
    expect(refused.sort()).toEqual([ids[0], ids[2]].sort());
    expect(await Promise.all(ids.map(status))).toEqual(['published', 'draft', 'published']);
  });

  it('a preview shows what would be published, and stores neither that nor what the hook saves', async () => {
    const shown = await category(payload, { title: 'Πριν' });
    const credentials = { email: `${shown.id}-looks@portal.example`, password: 'a long password' };
    await local(payload).create('users', { ...credentials, roles: ['editor'] });
    const asked = await signedIn(payload, credentials);
    act = async (each, req) => {
      // What reads gives the request its Payload anew.
      await local(each).read('news-categories', hosts.category, { req });
      await nested(each, { req });
    };
    const before = await everything(payload);
    const previewed = await preview(asked, 'news-categories', shown.id, { title: 'Μετά' });
    expect(previewIn(previewed)).toMatchObject({
      before: expect.stringContaining('"title":"Πριν"'),
      after: expect.stringContaining('"title":"Μετά"'),
    });
    expect(await everything(payload)).toBe(before);
  });

  it('a version is restored as a draft without unpublishing, and refused where it would unpublish', async () => {
    const { restore, update, versions } = local(payload);
    const used = await category(payload, { title: 'Πρώτα', _status: 'draft' });
    await update('news-categories', used.id, { title: 'Μετά', _status: 'published' });
    await post(payload, { title: NESTED, category: used.id });
    const [first] = (await versions('news-categories', used.id)).slice(-1);
    await expect(restore('news-categories', first?.id ?? '')).rejects.toMatchObject({ status: 409 });
    // The Local API knows no such restore.
    const credentials = { email: `${used.id}@portal.example`, password: 'a long password' };
    await local(payload).create('users', credentials);
    const asked = await signedIn(payload, credentials);
    expect((await asked('POST', `news-categories/versions/${first?.id}?draft=true`)).status).toBe(200);
    expect(await status(used.id)).toBe('published');
    expect(await titles()).toContain('Μετά');
  });
});

describe('while a version is restored', () => {
  const HTML = '<p class=a>Εισηγμένο</p>';
  const contentOf = async (number: unknown) =>
    (await served(payload, 'news-posts')).find(({ id }) => id === number)?.content;

  it('what a hook of the host saves meanwhile is an edit like any other', async () => {
    const { read, restore, update, versions } = local(payload);
    const doc = await importDocument(payload, 'news-posts', {
      api_id: 9000,
      source_key: 'news-posts:9000:0',
      title: 'Εισηγμένο',
      content: HTML,
      category: hosts.category,
      created_timestamp: '2021-04-01T09:15:02.123456Z',
      author: 1,
    });
    await update('news-posts', doc.id, { content: richText('Άλλο') }, { user: await editor(payload) });
    const imported = (await versions('news-posts', doc.id)).at(-1);
    let round = 0;
    act = (each, req) => {
      round += 1;
      const data = { title: NESTED, content: richText(`γύρος ${round}`), api_id: 1, content_html: 'x' };
      return local(each).update('news-posts', hosts.post, data, { req });
    };
    await restore('news-posts', imported?.id ?? '');
    expect(await contentOf(9000)).toBe(HTML);
    const host = await read('news-posts', hosts.post);
    expect(await contentOf(host.api_id)).toBe(`<p>γύρος ${round}</p>`);
    expect(round).toBe(3);
  });
});
