import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { Payload, Where } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillSearch } from '../../../src/documents/fillSearch.ts';
import { category, image, importDocument, local, post, richText, section } from '../../support/content.ts';
import { startPayload } from '../../support/payload.ts';
import { type Rest, signedIn } from '../../support/rest.ts';

const AUTHOR = { email: 'author@portal.example', password: 'a long password' };

let payload: Payload;
let ask: Rest;
beforeAll(async () => {
  payload = await startPayload();
  await local(payload).create('users', { ...AUTHOR, roles: ['author'] });
  ask = await signedIn(payload, AUTHOR);
});

type Doc = Record<string, unknown>;

/** The titles that are found, as an author asks for them by REST. */
async function titles(collection: string, query: string): Promise<string[]> {
  const { status, value } = await ask('GET', `${collection}?depth=0&limit=0&${query}`);
  expect(status).toBe(200);
  return (value.docs as Doc[]).map((doc) => String(doc.title ?? doc.section_one_title ?? doc.alt)).toSorted();
}

const like = (field: string, text: string) => `[${field}][like]=${encodeURIComponent(text)}`;
/** As a list view searches. */
const inList = (text: string) => `draft=true&where[and][0][or][0]${like('search_text', text)}`;
/** As what chooses a document searches, which leaves out those that are chosen. */
const inPicker = (text: string, title = 'title') =>
  `draft=true&where[and][0][id][not_in]=0&where[and][1]${like(title, text)}`;

describe('posts', () => {
  const OTHER = 'Πρόσκληση';
  const LICENCE = 'Άδεια λειτουργίας';
  beforeAll(async () => {
    const { id } = await category(payload);
    const content = richText('Για τους ιδιοκτήτες, ΕΩΣ την Παρασκευή');
    await post(payload, { title: LICENCE, slug: 'adeia_leit-1', content, category: id });
    await post(payload, { title: OTHER, excerpt: 'Café στην Όλυμπο', category: id });
  });

  it.each([
    ['αδεια', [LICENCE]],
    ['ΑΔΕΙΑ', [LICENCE]],
    ['άδει', [LICENCE]],
    ['λειτουργίας άδεια', [LICENCE]],
    ['αδεια προσκληση', []],
    ['adeia_leit-1', [LICENCE]],
    ['ιδιοκτητεσ', [LICENCE]],
    ['ἰδιοκτῆτες', [LICENCE]],
    ['εως', [LICENCE]],
    ['CAFE ολύμπο', [OTHER]],
    ['100%', []],
    ['τίποτα τέτοιο', []],
    ['', [LICENCE, OTHER]],
  ])('a list and a picker find by «%s»', async (text, found) => {
    expect(await titles('news-posts', inList(text))).toEqual(found.toSorted());
    expect(await titles('news-posts', inPicker(text))).toEqual(found.toSorted());
    const where: Where = { or: [{ title: { like: text } }, { title: { equals: 'x' } }] };
    expect(await payload.count({ collection: 'news-posts' as never, where })).toEqual({
      totalDocs: found.length,
    });
  });

  it('are found by their number', async () => {
    await importDocument(payload, 'news-categories', { api_id: 7_654_321, title: 'Εισηγμένη', slug: 'e' });
    expect(await titles('news-categories', inList('7654321'))).toEqual(['Εισηγμένη']);
  });

  it('a filter by title that says "contains" asks the title alone, as it is written', async () => {
    const contains = (text: string) => `where[title][contains]=${encodeURIComponent(text)}`;
    expect(await titles('news-posts', contains('Άδεια'))).toEqual([LICENCE]);
    expect(await titles('news-posts', contains('ιδιοκτήτες'))).toEqual([]);
  });
});

it('what is found of a draft is what it says now, in lists of drafts, and what is published elsewhere', async () => {
  const { id } = await category(payload, { title: 'Πρώτη ονομασία' });
  await local(payload).update('news-categories', id, { title: 'Δεύτερη ονομασία' }, { draft: true });
  expect(await titles('news-categories', inList('πρωτη'))).toEqual([]);
  expect(await titles('news-categories', inList('δευτερη'))).toEqual(['Δεύτερη ονομασία']);
  expect(await titles('news-categories', `where${like('search_text', 'πρωτη')}`)).toEqual(['Πρώτη ονομασία']);
});

it('sections are found by their links, images by their file or address', async () => {
  const section_two_links = [{ text: 'Κτηματολόγιο', link: 'https://ktima.example/' }];
  await section(payload, { section_one_title: 'Γη', section_two_links });
  expect(await titles('featured-sections', inList('κτηματολογιο ktima'))).toEqual(['Γη']);
  expect(await titles('featured-sections', inPicker('κτηματ', 'section_one_title'))).toEqual(['Γη']);
  await image(payload, { alt: 'Σημαία', legacy_url: 'https://cdn.portal.example/Flag.png' });
  expect(await titles('media', `where[or][0]${like('search_text', 'flag')}`)).toEqual(['Σημαία']);
  expect(await titles('media', `where${like('alt', 'σημαια')}`)).toEqual(['Σημαία']);
});

it('categories are listed by the alphabet, whatever their accents, and groups as the portal shows them', async () => {
  const listed = async (collection: string, title: string, query = '') => {
    const { value } = await ask(
      'GET',
      `${collection}?draft=true&limit=100&where[title][contains]=${title}${query}`,
    );
    return (value.docs as Doc[]).map((doc) => doc.title);
  };
  for (const title of ['Ωράρια', 'Άρθρα', 'Αγορές', 'Έργα', 'έγγραφα', 'Ειδήσεις'])
    await category(payload, { title: `${title} Σειρά`, slug: undefined });
  const byAlphabet = ['Αγορές', 'Άρθρα', 'έγγραφα', 'Ειδήσεις', 'Έργα', 'Ωράρια'].map(
    (each) => `${each} Σειρά`,
  );
  expect(await listed('news-categories', 'Σειρά')).toEqual(byAlphabet);
  expect(await listed('news-categories', 'Σειρά', '&sort=title')).toEqual(byAlphabet);
  expect(await listed('news-categories', 'Σειρά', '&sort=-title')).toEqual(byAlphabet.toReversed());
  for (const [title, order] of [
    ['Τρίτη', 9],
    ['Πρώτη', -1],
    ['Δεύτερη', 9],
  ] as const)
    await local(payload).create('service-groups', { title: `${title} ομάδα`, order });
  expect(await listed('service-groups', 'ομάδα')).toEqual(['Πρώτη ομάδα', 'Τρίτη ομάδα', 'Δεύτερη ομάδα']);
});

it('what is imported is found', async () => {
  const link = { title: 'Μητρώο', slug: 'Mitroo', url: null, description: '<p>Πολιτών</p>', api_id: 31000 };
  const place = { position: 1, source_key: 'service-useful-links:31000:0' };
  await importDocument(payload, 'service-useful-links', { ...link, ...place });
  for (const text of ['μητρωο', 'ΠΟΛΙΤΩΝ', 'mitroo', '31000'])
    expect(await titles('service-useful-links', inList(text))).toEqual(['Μητρώο']);
});

it('nobody reads the words by which a document is found', async () => {
  const { id } = await category(payload, { title: 'Αθέατη' });
  for (const path of [`news-categories/${id}`, 'news-categories', 'news-categories/versions', 'media']) {
    const { status, value } = await ask('GET', `${path}?depth=2&draft=true&select[search_text]=true`);
    expect([status, JSON.stringify(value).includes('search_text')]).toEqual([200, false]);
  }
  const { status, value } = await ask('PATCH', `news-categories/${id}?draft=true`, { search_text: 'πλαστή' });
  expect([status, JSON.stringify(value).includes('search_text')]).toEqual([200, false]);
  expect(await titles('news-categories', inList('πλαστη'))).toEqual([]);
});

it('documents that have no words yet are given them at a start, and their newest versions too', async () => {
  const { id } = await category(payload, { title: 'Παλαιά' });
  await local(payload).update('news-categories', id, { title: 'Παλαιότερη' }, { draft: true });
  const before = await local(payload).read('news-categories', id);
  const { db } = payload;
  const collection = 'news-categories' as never;
  await db.updateOne({
    collection,
    id,
    data: { search_text: null, updatedAt: before.updatedAt },
    returning: false,
  });
  const models = (db as unknown as Partial<MongooseAdapter>).versions;
  await models?.[collection]?.updateMany({}, { $unset: { 'version.search_text': 1 } }, { timestamps: false });
  const { docs } = await db.findVersions({ collection, where: { parent: { equals: id } } });
  for (const { id: version, updatedAt } of 'tables' in db ? docs : []) {
    const versionData = { version: { search_text: null }, updatedAt } as never;
    await db.updateVersion({ collection, id: version, versionData, returning: false });
  }
  expect(await titles('news-categories', inList('παλαιο'))).toEqual([]);
  const versions = await local(payload).versions('news-categories', id);
  await fillSearch(payload, 'news-categories');
  expect(await titles('news-categories', inList('παλαιο'))).toEqual(['Παλαιότερη']);
  expect(await titles('news-categories', `where${like('search_text', 'παλαια')}`)).toEqual(['Παλαιά']);
  // Nothing else of them has changed.
  expect(await local(payload).read('news-categories', id)).toEqual(before);
  expect(await local(payload).versions('news-categories', id)).toEqual(versions);
});
