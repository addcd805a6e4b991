import { type CollectionSlug, createLocalReq, type Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { htmlToLexical } from '../../src/rich-text/index.ts';
import { category, editor, importDocument, local, post, richText, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';

let payload: Payload;
let categoryId: number | string;
beforeAll(async () => {
  payload = await startPayload();
  categoryId = (await category(payload)).id;
});

const HTML =
  '<h2 id="s1" class=\'title\'>Τίτλος</h2>\r\n<p>Πρώτη&nbsp;<b>έντονη</b></p><table border=1><tr><td>α</td></tr></table><!-- σχόλιο -->';
const CREATED = '2021-04-01T09:15:02.123456Z';
const MODIFIED = '2021-04-02T10:00:00Z';
let imported = 1000;

/** What the source says of a post, but for what identifies it. */
const IMPORTED = {
  title: 'Εισηγμένο',
  slug: '',
  excerpt: 'α\r\nβ',
  content: HTML,
  related: [],
  files: '{"10":1.0,"2":[]}',
  post_image_kept: '{"url":"/x.png"}',
  created_timestamp: CREATED,
  modified_timestamp: MODIFIED,
  author: 4096,
  active: true,
};

/** A post as an import leaves it. */
async function importedPost(data: object = {}) {
  imported += 1;
  const place = { api_id: imported, position: imported, source_key: `news-posts:${imported}:0` };
  return importDocument(payload, 'news-posts', { ...place, ...IMPORTED, category: categoryId, ...data });
}

interface ValidatedField {
  name: string;
  validate?: (value: unknown, options: object) => Promise<string | true>;
}

function fieldsOf(collection: string): ValidatedField[] {
  const { config } = payload.collections[collection as CollectionSlug] ?? {};
  return (config?.flattenedFields ?? []) as unknown as ValidatedField[];
}

async function element(api_id: number) {
  const found = (await served(payload, 'news-posts')).find(({ id }) => id === api_id);
  if (!found) throw new Error(`post ${api_id} is not in the list`);
  return found;
}

/** What the admin sends: the document as a client reads it, with some fields changed. */
async function saveAsEditor(id: number | string, change: object, options: object = {}) {
  const user = await editor(payload);
  const read = await local(payload).read('news-posts', id, {
    showHiddenFields: false,
    overrideAccess: false,
    user,
    draft: true,
  });
  const { createdAt, updatedAt, ...form } = read;
  return local(payload).update(
    'news-posts',
    id,
    { ...form, ...change },
    { overrideAccess: false, user, ...options },
  );
}

describe('an imported post', () => {
  it('is published again unchanged without changing a byte of its element', async () => {
    const doc = await importedPost();
    const before = await element(doc.api_id);
    await saveAsEditor(doc.id, { _status: 'published' });
    expect(await element(doc.api_id)).toEqual(before);
  });

  it('changes in exactly the field that was changed, and in modified_timestamp', async () => {
    const doc = await importedPost();
    const before = await element(doc.api_id);
    await saveAsEditor(doc.id, { title: 'Νέος τίτλος', _status: 'published' });
    const after = await element(doc.api_id);
    expect(after).toEqual({ ...before, title: 'Νέος τίτλος', modified_timestamp: after.modified_timestamp });
    expect(after.modified_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(after.modified_timestamp).not.toBe(MODIFIED);
  });

  it('keeps its timestamps while a change is only a draft, and after the draft is published too', async () => {
    const doc = await importedPost();
    await saveAsEditor(doc.id, { title: 'Πρόχειρο', _status: 'draft' }, { draft: true });
    expect((await element(doc.api_id)).modified_timestamp).toBe(MODIFIED);
    await saveAsEditor(doc.id, { _status: 'published' });
    const after = await element(doc.api_id);
    expect([after.title, after.created_timestamp]).toEqual(['Πρόχειρο', CREATED]);
    expect(after.modified_timestamp).not.toBe(MODIFIED);
  });

  it('has a new created_timestamp of six digits once that date is edited, and the old one with a restored version', async () => {
    const { restore, versions } = local(payload);
    const doc = await importedPost();
    const edited = '2022-05-06T07:08:00.000000Z';
    await saveAsEditor(doc.id, { created_timestamp: '2022-05-06T07:08:00.000Z', _status: 'published' });
    expect((await element(doc.api_id)).created_timestamp).toBe(edited);
    await saveAsEditor(doc.id, { title: 'Άλλος', _status: 'published' });
    expect((await element(doc.api_id)).created_timestamp).toBe(edited);
    const imported = (await versions('news-posts', doc.id)).at(-1);
    await restore('news-posts', imported?.id ?? '', { overrideAccess: false, user: await editor(payload) });
    expect((await element(doc.api_id)).created_timestamp).toBe(CREATED);
  });

  it('has the old created_timestamp when that date is edited in a draft and put back before it is published', async () => {
    const doc = await importedPost();
    const draft = { draft: true };
    await saveAsEditor(doc.id, { created_timestamp: '2022-05-06T07:08:00.000Z', _status: 'draft' }, draft);
    // all that a date field can say of the old one
    const created_timestamp = '2021-04-01T09:15:02.123Z';
    await saveAsEditor(doc.id, { created_timestamp, _status: 'draft' }, draft);
    await saveAsEditor(doc.id, { title: 'Άλλος', _status: 'published' });
    const { title, created_timestamp: served } = await element(doc.api_id);
    expect([title, served]).toEqual(['Άλλος', CREATED]);
  });

  it('keeps legacy values of unknown shape byte for byte, until an image is chosen', async () => {
    const doc = await importedPost();
    await saveAsEditor(doc.id, { files: '[]', post_image_kept: '"x"', title: 'Άλλος', _status: 'published' });
    const { files, post_image } = await element(doc.api_id);
    expect([files, post_image]).toEqual([{ '10': 1, '2': [] }, { url: '/x.png' }]);
    const { id } = await local(payload).create('media', {
      alt: 'ν',
      legacy_url: 'https://cdn.portal.example/n.png',
    });
    await saveAsEditor(doc.id, { post_image: id, _status: 'published' });
    expect((await element(doc.api_id)).post_image).toBe('https://cdn.portal.example/n.png');
  });
});

it('a title of more than 300 characters is not published, unless an import brought it', async () => {
  const long = 'μ'.repeat(301);
  const refused = {
    data: { errors: [{ message: 'The title has 301 characters. Shorten it to 300 at most.' }] },
  };
  await expect(post(payload, { title: long })).rejects.toMatchObject(refused);
  expect((await post(payload, { title: '𝛼'.repeat(300) })).title).toHaveLength(600);
  const draft = await local(payload).create('news-posts', { title: long, author: 7 }, { draft: true });
  expect(draft.title).toBe(long);

  const imported = await importedPost({ title: 'α'.repeat(700) });
  await saveAsEditor(imported.id, { excerpt: 'Νέα', _status: 'published' });
  expect(await element(imported.api_id)).toMatchObject({ title: 'α'.repeat(700), excerpt: 'Νέα' });
  const change = saveAsEditor(imported.id, { title: long, _status: 'published' });
  await expect(change).rejects.toMatchObject(refused);
});

it('an imported title that is empty is no mistake in a form, which runs no hook first; a cleared one is', async () => {
  const field = fieldsOf('news-posts').find(({ name }) => name === 'title');
  const judge = async (id: unknown) => {
    const req = { payload, context: {}, i18n: { language: 'en' } };
    return field?.validate?.('', { id, collectionSlug: 'news-posts', path: ['title'], req });
  };
  expect(await judge((await importedPost({ title: '' })).id)).toBe(true);
  expect(await judge((await importedPost()).id)).toBe('Please fill in this field.');
});

it('after a save that failed, the same request publishes what was imported meanwhile', async () => {
  const doc = await importedPost();
  const identity = { api_id: doc.api_id, source_key: `news-posts:${doc.api_id}:0`, category: categoryId };
  const req = await createLocalReq({ user: (await editor(payload)) ?? undefined }, payload);
  const save = (data: object) => local(payload).update('news-posts', doc.id, data, { req });
  await expect(save({ title: '', _status: 'published' })).rejects.toMatchObject({ status: 400 });
  await importDocument(payload, 'news-posts', { ...IMPORTED, ...identity, title: '' }, doc.id);
  await save({ title: '', slug: 'neo', _status: 'published' });
  expect(await element(doc.api_id)).toMatchObject({ title: '', slug: 'neo' });
});

describe('an imported document whose draft is reverted to what is published', () => {
  it('keeps the legacy image that the draft had replaced', async () => {
    const doc = await importedPost();
    const { id } = await local(payload).create('media', {
      alt: 'ν',
      legacy_url: 'https://cdn.portal.example/n.png',
    });
    await saveAsEditor(doc.id, { post_image: id, _status: 'draft' }, { draft: true });
    await saveAsEditor(doc.id, { post_image: null, _status: 'published' });
    expect((await element(doc.api_id)).post_image).toEqual({ url: '/x.png' });
  });

  it('keeps the empty text that the draft had filled, and has it again with a restored version', async () => {
    imported += 1;
    const place = { api_id: imported, position: imported, source_key: `service-useful-links:${imported}:0` };
    const link = { ...place, title: 'α', slug: '', url: '', description: null };
    const { id } = await importDocument(payload, 'service-useful-links', link);
    const url = async () => (await served(payload, 'service-useful-links')).map((each) => each.url);
    const save = async (data: object, options: object = {}) =>
      local(payload).update('service-useful-links', id, data, { user: await editor(payload), ...options });
    expect(await url()).toEqual(['']);
    await save({ url: 'https://a.example', _status: 'draft' }, { draft: true });
    await save({ url: '', _status: 'published' });
    expect(await url()).toEqual(['']);
    await save({ url: 'https://a.example', _status: 'published' });
    await save({ url: '', _status: 'published' });
    expect(await url()).toEqual([null]);
    const { restore, versions } = local(payload);
    await restore('service-useful-links', (await versions('service-useful-links', id)).at(-1)?.id ?? '');
    expect(await url()).toEqual(['']);
  });
});

describe('the HTML of an imported post', () => {
  it('stays until the text is changed, and comes back when the change is undone', async () => {
    const doc = await importedPost();
    await saveAsEditor(doc.id, { content: richText('Άλλο'), _status: 'published' });
    expect((await element(doc.api_id)).content).toBe('<p>Άλλο</p>');
    await saveAsEditor(doc.id, { content: htmlToLexical(HTML), _status: 'published' });
    expect((await element(doc.api_id)).content).toBe(HTML);
  });

  it('keeps everything around a changed paragraph', async () => {
    const doc = await importedPost();
    const state = JSON.parse(JSON.stringify(htmlToLexical(HTML)).replace('Πρώτη', 'Δεύτερη'));
    await saveAsEditor(doc.id, { content: state, _status: 'published' });
    // The white space beside it is what is usual in the text: none.
    const [title, rest = ''] = HTML.split('\r\n');
    expect((await element(doc.api_id)).content).toBe(title + rest.replace('Πρώτη', 'Δεύτερη'));
  });

  it('comes back with a restored version', async () => {
    const { restore, versions } = local(payload);
    const doc = await importedPost();
    await saveAsEditor(doc.id, { content: richText('Άλλο'), _status: 'published' });
    const first = (await versions('news-posts', doc.id)).at(-1);
    await restore('news-posts', first?.id ?? '', { overrideAccess: false, user: await editor(payload) });
    expect((await element(doc.api_id)).content).toBe(HTML);
  });

  it('comes back when a draft is reverted to what is published', async () => {
    const doc = await importedPost();
    const publishedForm = { content: htmlToLexical(HTML), _status: 'published' };
    await saveAsEditor(doc.id, { content: richText('Πρόχειρο'), _status: 'draft' }, { draft: true });
    await saveAsEditor(doc.id, publishedForm);
    expect((await element(doc.api_id)).content).toBe(HTML);
    expect((await element(doc.api_id)).modified_timestamp).toBe(MODIFIED);
  });

  it('goes with a duplicate, which has its own number, place and timestamps', async () => {
    const doc = await importedPost();
    const copy = await local(payload).duplicate('news-posts', doc.id, { slug: 'antigrafo' });
    await saveAsEditor(copy.id, { _status: 'published' });
    const twin = await element((await local(payload).read('news-posts', copy.id)).api_id);
    expect(twin.content).toBe(HTML);
    expect(twin.id).not.toBe(doc.api_id);
    expect(twin.created_timestamp).not.toBe(CREATED);
    expect(twin.modified_timestamp).not.toBe(MODIFIED);
    const { position, source_key } = await local(payload).read('news-posts', copy.id);
    expect([position, source_key]).toEqual([null, null]);
  });

  it('can not be set by a client', async () => {
    const doc = await importedPost();
    const forged = { content_html: '<script>1</script>', content_source: '<script>1</script>' };
    await saveAsEditor(doc.id, { ...forged, _status: 'published' });
    expect((await element(doc.api_id)).content).toBe(HTML);
  });
});

describe('a new post', () => {
  it('takes the author number of its writer and has timestamps of six digits', async () => {
    const user = await editor(payload, ['editor'], 4711);
    const data = { title: 'Νέο', category: categoryId, _status: 'published' };
    const doc = await local(payload).create('news-posts', data, { overrideAccess: false, user });
    const made = await element(doc.api_id);
    expect(made).toEqual({
      id: doc.api_id,
      selected: false,
      category: (await served(payload, 'news-categories'))[0],
      related: [],
      files: null,
      confirmed_translation: false,
      title: 'Νέο',
      excerpt: '',
      slug: 'neo-2',
      active: true,
      featured_post: false,
      post_image: null,
      post_thumbnail: null,
      created_timestamp: expect.stringMatching(/\.\d{6}Z$/),
      modified_timestamp: expect.stringMatching(/\.\d{6}Z$/),
      content: '',
      author: 4711,
    });
  });
});
