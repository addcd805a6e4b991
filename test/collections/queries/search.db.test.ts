import type { Payload, Where } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { category, image, importDocument, local, post, richText, section } from '../../support/content.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
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
  const SHY = 'Ανα\u00adκοί\u00adνω\u200bση';
  beforeAll(async () => {
    const { id } = await category(payload);
    const content = richText('Για τους ιδιοκτήτες, ΕΩΣ την Παρασκευή');
    await post(payload, { title: LICENCE, slug: 'adeia_leit-1', content, category: id });
    await post(payload, { title: OTHER, excerpt: 'Café στην Όλυμπο', category: id });
    await post(payload, { title: SHY, excerpt: 'Από τα Κ.Ε.Π. και τις Δ.Ο.Υ', category: id });
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
    ['Ανακοίνωση', [SHY]],
    ['ανα\u00adκοίνωση ΚΕΠ', [SHY]],
    ['κ.ε.π.', [SHY]],
    ['Δ.Ο.Υ. ΔΟΥ', [SHY]],
    // No number of a post has as many digits.
    ['12345678901%', []],
    ['τίποτα τέτοιο', []],
    ['', [LICENCE, OTHER, SHY]],
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

it('what has the words in its title comes first, on every page and in the order that was asked for', async () => {
  const { id } = await category(payload);
  const named = (n: number) => ({ title: `Πυρασφάλεια ${n}`, content: richText('Οδηγίες'), category: id });
  const other = (n: number) => ({
    title: `Οδηγίες ${n}`,
    content: richText('Για την πυρασφάλεια'),
    category: id,
  });
  for (const data of [other(1), named(1), other(2), named(2), other(3), named(3)]) await post(payload, data);
  const pages = async (sort: string) => {
    const found: unknown[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const query = `limit=2&page=${page}&sort=${sort}&${inList('πυρασφαλειας'.slice(0, -1))}`;
      const { value } = await ask('GET', `news-posts?depth=0&${query}`);
      const { docs, hasNextPage, nextPage, totalDocs, totalPages } = value as { docs: Doc[] } & Doc;
      expect([totalDocs, totalPages, value.page, hasNextPage]).toEqual([6, 3, page, page < 3]);
      expect(nextPage ?? null).toBe(page < 3 ? page + 1 : null);
      found.push(...docs.map(({ title }) => title));
    }
    return found;
  };
  const titles = (...numbers: number[]) => [
    ...numbers.map((n) => `Πυρασφάλεια ${n}`),
    ...numbers.map((n) => `Οδηγίες ${n}`),
  ];
  expect(await pages('title')).toEqual(titles(1, 2, 3));
  expect(await pages('-title')).toEqual(titles(3, 2, 1));
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

describe('a bulk action on what a search has found', () => {
  const ADMIN = { email: 'admin@portal.example', password: 'a long password' };
  const named = (ids: unknown[]) => ids.map((id, at) => `where[and][1][id][in][${at}]=${id}`).join('&');
  const inBulk = (text: string) => `where[and][0][or][0]${like('search_text', text)}`;
  const PUBLISHED = { _status: 'published' };
  const DRAFT = { _status: 'draft' };
  const TRASHED = { deletedAt: '2026-01-01T00:00:00.000Z' };

  let edit: Rest;
  let ids: unknown[];
  beforeAll(async () => {
    await local(payload).create('users', { ...ADMIN, roles: ['admin'] });
    edit = await signedIn(payload, ADMIN);
    ids = [];
    for (const title of ['Ήπειρος πρώτη', 'Ήπειρος δεύτερη', 'Άλλη'])
      ids.push((await category(payload, { title })).id);
  });

  /** How many documents a bulk action changes, or what it is refused for. */
  async function bulk(method: string, query: string, data?: object): Promise<unknown> {
    const { status, value } = await edit(method, `news-categories?depth=0&${query}`, data);
    const docs = value.docs as Doc[];
    return status === 200
      ? docs.length
      : [status, docs, ...(value.errors as Doc[]).map((each) => each.message)];
  }

  it('changes what was ticked: unpublish, publish, edit, trash, restore, delete', async () => {
    const ticked = `${inBulk('Ήπειρος')}&${named(ids.slice(0, 2))}`;
    expect(await bulk('PATCH', ticked, DRAFT)).toBe(2);
    expect(await bulk('PATCH', `draft=true&${ticked}`, PUBLISHED)).toBe(2);
    expect(await bulk('PATCH', `draft=true&${ticked}`, { order: 7, ...PUBLISHED })).toBe(2);
    expect(await bulk('PATCH', ticked, TRASHED)).toBe(2);
    const inTrash = `trash=true&${ticked}&where[and][2][deletedAt][exists]=true`;
    expect(await bulk('PATCH', inTrash, { deletedAt: null, ...PUBLISHED })).toBe(2);
    expect(await titles('news-categories', inList('ηπειρος'))).toEqual(['Ήπειρος δεύτερη', 'Ήπειρος πρώτη']);
  });

  it('on all pages changes what the search has found, and nothing else', async () => {
    const { totalDocs } = await payload.count({ collection: 'news-categories' as never });
    const all = `${inBulk('ΗΠΕΙΡΟΣ')}&where[and][1][id][not_equals]=`;
    expect(await bulk('PATCH', `draft=true&${all}`, { order: 8, ...PUBLISHED })).toBe(2);
    expect(await bulk('DELETE', `${inBulk('ήπειρος')}&where[and][1][id][equals]=${ids[1]}`)).toBe(1);
    expect(await payload.count({ collection: 'news-categories' as never })).toEqual({
      totalDocs: totalDocs - 1,
    });
  });

  it('restores all pages of the trash, as a filter has them, and withdraws none that are not named', async () => {
    const own = [
      await category(payload, { title: 'Κάδος ένα' }),
      await category(payload, { title: 'Κάδος δύο' }),
    ];
    const titled = (title: string) => `where[and][0][title][like]=${encodeURIComponent(title)}`;
    const withdrawal = await bulk('PATCH', titled('Κάδος'), DRAFT);
    expect(withdrawal).toEqual([
      400,
      [],
      expect.stringMatching(/^To unpublish several documents, select each/),
    ]);
    expect(
      await bulk('PATCH', named(own.map(({ id }) => id)).replaceAll('[and][1]', '[and][0]'), TRASHED),
    ).toBe(2);
    const restore = (title: string, data: object) =>
      bulk('PATCH', `trash=true&${titled(title)}&where[and][1][deletedAt][exists]=true`, {
        deletedAt: null,
        ...data,
      });
    expect(await restore('Κάδος ένα', DRAFT)).toBe(1);
    expect(await restore('Κάδος', PUBLISHED)).toBe(1);
    expect(await restore('Κάδος', DRAFT)).toBe(0);
    const statuses = own.map(({ id }) => payload.findByID({ collection: 'news-categories' as never, id }));
    expect(await Promise.all(statuses)).toMatchObject([DRAFT, PUBLISHED]);
  });

  it('means the documents that were ticked, though what is published lacks the words of their drafts', async () => {
    await local(payload).update('news-categories', ids[2] as string, { title: 'Θεσσαλία' }, { draft: true });
    expect(await titles('news-categories', inList('θεσσαλια'))).toEqual(['Θεσσαλία']);
    expect(await bulk('PATCH', `${inBulk('Θεσσαλία')}&${named(ids.slice(2))}`, DRAFT)).toBe(1);
  });

  oneDatabase.it('leaves what a host does itself as Payload has it', async () => {
    const where = { title: { equals: 'ανύπαρκτο' } };
    expect(await payload.update({ collection: 'news-categories' as never, where, data: {} })).toEqual({
      docs: [],
      errors: [],
    });
  });
});

it('versions are found by words too, and values of a list grouped by them', async () => {
  await category(payload, { title: 'Κέρκυρα' });
  const versions = `news-categories/versions?where${like('version.title', 'κερκυρα')}`;
  expect((await ask('GET', versions)).value.totalDocs).toBe(1);
  const where = { title: { like: 'ΚΕΡΚΥΡΑ' } };
  const grouped = { collection: 'news-categories' as never, field: 'title', where };
  expect((await payload.findDistinct(grouped)).values).toEqual([{ title: 'Κέρκυρα' }]);
});

oneDatabase.describe('how much is looked for at once', () => {
  const count = (n: number, word = 'λέξη') => Array.from({ length: n }, (_, at) => `${word}${at}`).join(' ');

  it('a title is found when it is pasted whole, and what is too long to be looked for is left out', async () => {
    const title = `Ρόδος ${count(45, 'λεξ')}`;
    await category(payload, { title });
    for (const text of [title, `${title} ${title}`, `${count(60)} άλλη`, `${title} ${'α'.repeat(60_000)}`]) {
      const { status } = await ask('GET', `news-categories?${inList(text)}`);
      expect(status, text.slice(0, 80)).toBe(200);
    }
    expect(await titles('news-categories', inList(title))).toEqual([title]);
    expect(await titles('news-categories', inPicker(`${title} ${count(3, 'λεξ')}`))).toEqual([title]);
  });

  it.each([
    ['many words of a field that is no title', `where${like('slug', count(101))}`],
    [
      'many searches',
      Array.from({ length: 3 }, (_, at) => `where[or][${at}]${like('title', count(50))}`).join('&'),
    ],
    [
      'many texts',
      Array.from({ length: 101 }, (_, at) => `where[or][${at}][and][0]${like('slug', `x${at}`)}`).join('&'),
    ],
    ['a text of any length', `where[title][contains]=${'α'.repeat(20_001)}`],
    ['JSON', `where=${JSON.stringify({ or: [{ title: { not_like: 'x'.repeat(20_001) } }] })}`],
  ])('%s: refused', async (_, query) => {
    const others = ['users', 'payload-preferences'];
    for (const path of ['news-categories', 'news-categories/count', 'news-categories/versions', ...others]) {
      const { status, value } = await ask(
        'GET',
        `${path}?${query.replaceAll('[slug]', path.endsWith('versions') ? '[version.slug]' : '[slug]')}`,
      );
      expect([status, value]).toEqual([
        400,
        { errors: [{ message: 'Search for 100 words at most at a time.' }] },
      ]);
    }
  });
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

oneDatabase.it('nobody reads the words by which a document is found', async () => {
  const { id } = await category(payload, { title: 'Αθέατη' });
  for (const path of [`news-categories/${id}`, 'news-categories', 'news-categories/versions', 'media']) {
    const { status, value } = await ask('GET', `${path}?depth=2&draft=true&select[search_text]=true`);
    expect([status, JSON.stringify(value).includes('search_text')]).toEqual([200, false]);
  }
  const { status, value } = await ask('PATCH', `news-categories/${id}?draft=true`, { search_text: 'πλαστή' });
  expect([status, JSON.stringify(value).includes('search_text')]).toEqual([200, false]);
  expect(await titles('news-categories', inList('πλαστη'))).toEqual([]);
});
