import fc from 'fast-check';
import type { CollectionSlug, Payload } from 'payload';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { portalReadModel } from '../../../src/index.ts';
import { link, paragraph, picture, state, text } from '../../rich-text/states.ts';
import { category, type Doc, local, post, richText } from '../../support/content.ts';
import { preparedDatabaseUri, testDatabase } from '../../support/databases.ts';
import { greekI18n } from '../../support/greek.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { startPayload } from '../../support/payload.ts';
import { type Rest, rest, signedIn } from '../../support/rest.ts';
import { anyEdit, type Choices, type Edit } from './edits.ts';
import {
  comparePreview,
  everything,
  type Previewed,
  preview,
  previewIn,
  publish,
  type Served,
  servedNow,
} from './previewed.ts';

const PASSWORD = 'a long password';
const POSTS = 'news-posts';
const CATEGORIES = 'news-categories';
/** How many random edits; `EDITS=500 npx vitest run …`. Each database has its own. */
const EDITS = Number(process.env.EDITS ?? 15);
const SEED = Number(process.env.SEED ?? (testDatabase() === 'mongodb' ? 35 : 34));

let payload: Payload;
let editor: Rest;
let author: Rest;

beforeAll(async () => {
  payload = await startPayload({ i18n: greekI18n, uri: await preparedDatabaseUri('captured') });
  await portalReadModel(payload);
  editor = await as(['editor'], 'editor@portal.example');
  author = await as(['author'], 'author@portal.example');
  // The captured portal may be imported for it.
}, 120_000);

async function as(roles: string[], email: string): Promise<Rest> {
  await local(payload).create('users', { email, password: PASSWORD, roles, author_id: 12 });
  return signedIn(payload, { email, password: PASSWORD }, { 'Accept-Language': 'el' });
}

describe('random edits', () => {
  const numbers = async () =>
    (await payload.db.find({ collection: 'portal-counters', limit: 0, pagination: false, sort: 'id' })).docs;

  async function choices(): Promise<Choices> {
    const ids = async (collection: string) => {
      const found = await payload.find({
        collection: collection as CollectionSlug,
        depth: 0,
        pagination: false,
        select: {} as never,
        sort: 'id',
        ...(collection !== 'media' && { where: { _status: { equals: 'published' } } }),
      });
      return found.docs.map(({ id }) => id);
    };
    const documents: Choices['documents'] = {};
    for (const { key } of lists) documents[key] = await ids(key);
    return { documents, images: await ids('media') };
  }

  function newDocument(list: string, { documents, images }: Choices): object {
    if (list === CATEGORIES) return { title: 'Νέα κατηγορία', slug: `k-${Math.random()}` };
    if (list === POSTS) {
      const slug = `n-${Math.random()}`;
      return {
        title: 'Νέο',
        slug,
        content: richText('Κείμενο'),
        author: 3,
        category: documents[CATEGORIES]?.[0],
      };
    }
    if (list === 'featured-sections')
      return {
        section_one_title: 'Ενότητα',
        featured_image: images[0],
        section_two_links: [{ text: 'α', link: 'https://a.example/' }],
      };
    if (list === 'service-groups') return { title: 'Ομάδα', slug: `g-${Math.random()}`, order: 3 };
    return { title: 'Σύνδεσμος', slug: 'koino', url: 'https://a.example/' };
  }

  let known: Served;

  /** Previews an edit and publishes it. @returns whether it was refused */
  async function follow(edit: Edit, choose: Choices): Promise<boolean> {
    const { list, pick } = edit;
    const documents = choose.documents[list] ?? [];
    const id = pick === undefined ? undefined : documents[pick % documents.length];
    let form: Record<string, unknown> = { ...newDocument(list, choose) };
    if (id !== undefined) {
      form = (await editor('GET', `${list}/${id}?draft=true&depth=0`)).value;
      if (edit.draftFirst) {
        const draft = { ...form, selected: !form.selected, _status: 'draft' };
        form = (await editor('PATCH', `${list}/${id}?draft=true&depth=0`, draft)).value.doc as Doc;
      }
    }
    const data = { ...form, ...edit.change(form, choose) };
    const counters = await numbers();
    const previewed = await preview(editor, list, id, data);
    expect(await numbers()).toEqual(counters);
    const saved = await publish(editor, list, id, data);
    if (saved.status >= 400) {
      expect(previewed).toMatchObject({ status: saved.status, value: saved.value });
      return true;
    }
    expect(previewed.status).toBe(200);
    const key = `${list}/${id ?? (saved.value.doc as Doc).id}`;
    const before = known;
    known = await servedNow(payload);
    comparePreview(previewIn(previewed), { key, before, after: known, isNew: id === undefined });
    return false;
  }

  it(`${EDITS} of all five lists are served as they were previewed, or refused with the same words`, async () => {
    const choose = await choices();
    known = await servedNow(payload);
    const edits = fc.sample(anyEdit, { numRuns: EDITS, seed: SEED });
    const began = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const refused = new Set<string>();
      for (const [at, edit] of edits.entries()) {
        // What is published gets the time of its publication: both see the same.
        vi.setSystemTime(began + at * 1000);
        if (await follow(edit, choose)) refused.add(edit.list);
      }
      expect(refused.size).toBeGreaterThan(0);
    } finally {
      vi.useRealTimers();
    }
  }, 1_800_000);
});

describe('a preview', () => {
  it('stores nothing: no document, version, number or preference', async () => {
    const { id } = await post(payload, { title: 'Δημοσιευμένο' });
    const { value: form } = await editor('GET', `${POSTS}/${id}?depth=0`);
    const links = [{ text: 'νέος', link: 'https://a.example/' }];
    const { docs } = await payload.find({ collection: 'featured-sections' as CollectionSlug, limit: 1 });
    const before = await everything(payload);
    const answers = [
      await preview(editor, POSTS, id, { ...form, title: 'Μετά' }),
      await preview(editor, POSTS, undefined, { ...form, id: undefined, slug: 'allo', title: 'Νέο' }),
      await preview(editor, 'featured-sections', docs[0]?.id, { section_two_links: links }),
      await preview(author, POSTS, id, { ...form, title: 'Μετά' }),
      await preview(editor, POSTS, id, { ...form, title: '' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400]);
    expect(await everything(payload)).toBe(before);
  });

  oneDatabase.it('names keys as the form does, and what only the save decides', async () => {
    const { id } = await category(payload, { title: 'Παλιά' });
    const { keys } = previewIn(await preview(editor, CATEGORIES, id, { title: 'Νέα' }));
    expect(keys.find(({ key }) => key === 'title')).toEqual({
      key: 'title',
      label: 'Τίτλος',
      type: 'other',
      before: '"Παλιά"',
      after: '"Νέα"',
    });
    const of = (previewed: Previewed, key: string) => previewed.keys.find((each) => each.key === key);
    const fresh = previewIn(await preview(editor, CATEGORIES, undefined, { title: 'Κ', slug: 'k-0' }));
    expect(of(fresh, 'id')).toMatchObject({ before: null, after: '0', decided: 'number' });
    // Its link draws a number of its own first.
    const section = {
      section_one_title: 'Ενότητα',
      featured_image: (
        await local(payload).create('media', { alt: 'Το κτίριο', legacy_url: 'https://a.example/k.png' })
      ).id,
      section_two_links: [{ text: 'α', link: 'https://a.example/' }],
    };
    const withLinks = previewIn(await preview(editor, 'featured-sections', undefined, section));
    expect(of(withLinks, 'id')).toMatchObject({ before: null, after: '0', decided: 'number' });
    const holder = await post(payload, { category: id });
    const changed = previewIn(await preview(editor, POSTS, holder.id, { title: 'Άλλος' }));
    expect(of(changed, 'modified_timestamp')).toMatchObject({ decided: 'time' });
    expect(of(changed, 'content')).toMatchObject({ type: 'html', before: '"<p>Κείμενο</p>"' });
  });

  oneDatabase.it(
    'of what cannot be published yet gives its look all the same, and stores nothing',
    async () => {
      const { id: image } = await local(payload).create('media', {
        alt: 'Το κτίριο',
        legacy_url: 'https://a.example/k.png',
      });
      const data = {
        title: 'Χωρίς κατηγορία',
        content: state(paragraph(text('Α')), picture(image)),
        post_image: image,
      };
      const before = await everything(payload);
      const refused = await preview(editor, POSTS, undefined, data);
      expect(refused.status).toBe(400);
      const { status, value } = await editor('POST', `${POSTS}/preview?incomplete=true`, data);
      expect(status).toBe(200);
      const look = value.look as Previewed['keys'];
      const of = (name: string) => look.find(({ key }) => key === name);
      expect(of('title')).toMatchObject({ label: 'Τίτλος', before: null, after: '"Χωρίς κατηγορία"' });
      expect(of('post_image')?.after).toBe('"https://a.example/k.png"');
      expect(JSON.parse(String(of('content')?.after))).toBe(
        '<p>Α</p><figure><img src="https://a.example/k.png" alt="Το κτίριο"></figure>',
      );
      const { id } = await post(payload, { title: 'Δημοσιευμένο', content: richText('Α') });
      const after = await everything(payload);
      const changed = (
        await editor('POST', `${POSTS}/${id}/preview?incomplete=true`, { title: '', content: richText('Β') })
      ).value;
      expect((changed.look as Previewed['keys']).filter((each) => each.before !== each.after)).toMatchObject([
        { key: 'title', before: '"Δημοσιευμένο"', after: '""' },
        { key: 'content', before: '"<p>Α</p>"', after: '"<p>Β</p>"' },
      ]);
      expect(after).not.toBe(before);
      expect(await everything(payload)).toBe(after);
    },
  );

  oneDatabase.it('counts the elements that embed it, and names the first', async () => {
    const { id } = await category(payload, { title: 'Με πολλά' });
    const posts: Doc[] = [];
    for (let n = 1; n <= 22; n += 1) posts.push(await post(payload, { category: id, title: `Νέο ${n}` }));
    const { others } = previewIn(await preview(editor, CATEGORIES, id, { title: 'Άλλη' }));
    expect(others).toEqual([{ collection: POSTS, label: 'Νέα', count: 22, named: expect.any(Array) }]);
    const named = others[0]?.named ?? [];
    expect(named).toHaveLength(20);
    expect(posts.map((each) => ({ id: each.id, title: each.title }))).toEqual(expect.arrayContaining(named));
  });

  oneDatabase.it('changes the texts that link to it with its address alone', async () => {
    const address = 'https://www.portal.example/el/news/{slug}';
    await payload.updateGlobal({
      slug: 'portal-settings' as never,
      data: { news_posts: { address } } as never,
    });
    const target = await post(payload, { title: 'Οδηγίες' });
    const fields = { linkType: 'internal', doc: { relationTo: POSTS, value: target.id } };
    await post(payload, { content: state(paragraph(link(fields, text('εδώ')))) });
    // The time of the save is part of the element.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const data of [{ title: 'Άλλες οδηγίες' }, { slug: 'alles-odigies' }]) {
      const before = await servedNow(payload);
      const previewed = previewIn(await preview(editor, POSTS, target.id, data));
      expect(previewed.others.map(({ count }) => count)).toEqual('slug' in data ? [1] : []);
      expect((await publish(editor, POSTS, target.id, data)).status).toBe(200);
      const after = await servedNow(payload);
      comparePreview(previewed, { key: `${POSTS}/${target.id}`, isNew: false, before, after });
    }
  });

  it('of a planned change is of what was saved for it, not of what is typed', async () => {
    const { id } = await category(payload, { title: 'Τώρα' });
    const at = '2099-01-15T12:30:00.000Z';
    const saved = { title: 'Τότε', _status: 'published' };
    const path = `${CATEGORIES}/${id}/planned?${new URLSearchParams({ change: 'publish', at, draft: 'true' })}`;
    const { value } = await editor('POST', path, saved);
    const job = (value.planned as { id: unknown }).id;
    const of = (user: Rest, planned: unknown) =>
      user('POST', `${CATEGORIES}/${id}/preview?planned=${planned}`, { title: 'Γράφεται' });
    const before = await everything(payload);
    const previewed = previewIn(await of(author, job));
    expect(previewed.keys.find(({ key }) => key === 'title')).toMatchObject({
      before: '"Τώρα"',
      after: '"Τότε"',
    });
    expect(await everything(payload)).toBe(before);
    expect((await of(editor, 'other')).status).toBe(404);
    const known = await servedNow(payload);
    await publish(editor, CATEGORIES, id, {});
    comparePreview(previewed, {
      key: `${CATEGORIES}/${id}`,
      isNew: false,
      before: known,
      after: await servedNow(payload),
    });
    expect((await of(editor, job)).status).toBe(404);
  });

  oneDatabase.it(
    'is for those who may read and edit the document; others get what Payload gives',
    async () => {
      const { id } = await category(payload, { title: 'Για όλους' });
      const nobody = rest(payload, { 'Accept-Language': 'el' });
      const refused = await nobody('PATCH', `${CATEGORIES}/${id}`, { title: 'Ξένος' });
      for (const path of [`${CATEGORIES}/preview`, `${CATEGORIES}/${id}/preview`])
        expect(await nobody('POST', path, { title: 'Ξένος' })).toMatchObject({
          status: 403,
          value: refused.value,
        });
      // What an author may save as a draft, he sees as an editor would publish it.
      const [own, theirs] = [
        await preview(author, CATEGORIES, id, { title: 'Του συντάκτη' }),
        await preview(editor, CATEGORIES, id, { title: 'Του συντάκτη' }),
      ];
      expect(own).toMatchObject({ status: 200, value: theirs.value });
      expect((await editor('POST', `${CATEGORIES}/0/preview`, {})).status).toBe(404);
    },
  );

  oneDatabase.it('names the style sheet of the settings, which is an https address', async () => {
    const admin = await as(['admin'], 'style@portal.example');
    const { id } = await category(payload);
    const change = async (styleSheet: string) => admin('POST', 'globals/portal-settings', { styleSheet });
    for (const address of [
      'http://www.portal.example/a.css',
      'https://a:b@portal.example/a.css',
      // The host stands in the policy of the frame.
      'https://a;script-src.example/a.css',
      'https://a.example;/a.css',
      "https://'self'/a.css",
      'https://*.example/a.css',
    ])
      expect([address, (await change(address)).status]).toEqual([address, 400]);
    expect((await change('https://www.portal.example/a.css')).status).toBe(200);
    const { styleSheet } = previewIn(await preview(editor, CATEGORIES, id, {}));
    expect(styleSheet).toBe('https://www.portal.example/a.css');
  });
});
