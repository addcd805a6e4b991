import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  defineList,
  featuredSections,
  KeptJson,
  type List,
  lists,
  MissingReference,
  newsCategories,
  newsPosts,
  toJson,
} from '../../../endpoints/lists/index.ts';
import { Store } from '../support/capture.ts';

const post = {
  id: 'p1',
  api_id: 7,
  position: null,
  category: 'c1',
  related: ['p2', 'p3'],
  files: null,
  title: 'Τίτλος',
  post_image: 'm1',
  post_thumbnail: null,
};

function store(): Store {
  const all = new Store();
  all.put('news-categories', { id: 'c1', api_id: 1, position: null, title: 'Α', slug: 'a', selected: true });
  all.put('media', { id: 'm1', api_id: 0, position: null, url: 'https://a.example/m.png' });
  all.put('news-posts', { ...post, id: 'p3', api_id: 9, title: 'Άλλο', related: ['p1'] });
  return all;
}

describe('news posts', () => {
  it('embed the category and the published related posts, in their order', () => {
    const { category, related, post_image } = newsPosts.encode(post, store());
    expect(category).toEqual({ id: 1, selected: true, title: 'Α', slug: 'a' });
    expect(related.map(({ id, title }) => [id, title])).toEqual([[9, 'Άλλο']]);
    expect(post_image).toBe('https://a.example/m.png');
  });

  it.each([
    ['no category', { category: null }, ['news-categories', null, 'category']],
    ['a category that is not there', { category: 'c9' }, ['news-categories', 'c9', 'category']],
    ['an image that is not there', { post_thumbnail: 'm9' }, ['media', 'm9', 'post_thumbnail']],
  ])('%s is a missing reference', (_, change, expected) => {
    const found = (() => {
      try {
        return newsPosts.encode({ ...post, ...change }, store());
      } catch (error) {
        return error instanceof MissingReference ? [error.kind, error.id, error.field] : error;
      }
    })();
    expect(found).toEqual(expected);
  });

  it.each([
    ['Αίτηση', { size: 245_760 }, 'Αίτηση (PDF, 240 KB)'],
    ['Αίτηση', { size: 1 }, 'Αίτηση (PDF, 1 KB)'],
    ['Αίτηση', { size: 1_048_100 }, 'Αίτηση (PDF, 1 MB)'],
    ['Αίτηση', { size: 1_600_000 }, 'Αίτηση (PDF, 1,5 MB)'],
    ['Αίτηση', { size: 52_428_800 }, 'Αίτηση (PDF, 50 MB)'],
    ['Αίτηση', { type: 'DOCX', size: 20_480 }, 'Αίτηση (DOCX, 20 KB)'],
    ['Αίτηση', {}, 'Αίτηση (PDF)'],
    ['Αίτηση', { type: '', size: 2048 }, 'Αίτηση (2 KB)'],
    ['Αίτηση', { type: '' }, 'Αίτηση'],
    ['Αίτηση ', { size: 2048 }, 'Αίτηση (PDF, 2 KB) '],
    ['<strong>Αίτηση</strong>', { size: 2048 }, '<strong>Αίτηση</strong> (PDF, 2 KB)'],
    ['Αίτηση (έντυπο 2)', { size: 2048 }, 'Αίτηση (έντυπο 2) (PDF, 2 KB)'],
    ['Αίτηση PDF', { size: 2048 }, 'Αίτηση PDF (PDF, 2 KB)'],
    ['Αίτηση (PDF, 9 KB)', { size: 2048 }, 'Αίτηση (PDF, 9 KB)'],
    ['Αίτηση (<strong>pdf</strong>) ', { size: 2048 }, 'Αίτηση (<strong>pdf</strong>) '],
    ['Αίτηση (PDF) και άλλα', { size: 2048 }, 'Αίτηση (PDF) και άλλα (PDF, 2 KB)'],
  ])('say of a file that a text links to its type and size: %s %j', (words, file, expected) => {
    const all = store();
    const url = 'https://a.example/a.pdf';
    all.put('media', { id: 'f1', api_id: 0, position: null, url, file: { type: 'PDF', ...file } });
    const content = `<p><a href="portal-document:media/f1" title="α">${words}</a>.</p>`;
    const content_refers = [{ named: 'media/f1', kind: 'media', id: 'f1' }];
    expect(newsPosts.encode({ ...post, content, content_refers }, all).content).toBe(
      `<p><a href="${url}" title="α">${expected}</a>.</p>`,
    );
  });

  it.each([
    ...[' ', ' a', '(', ')', '()', '(PDF', '<', '>', '<a', '<b>', '\u00a0', '"', '&amp; '],
    ...[
      '</',
      '<a href="portal-document:media/f1">',
      '<a href="portal-document:media/f1" a="',
      '<a href="portal-document:',
    ],
    ...[
      '<figure><img src="portal-document:media/f1" alt="',
      '<figure style="',
      '<figure><img src="portal-document:',
    ],
    '<figure><img src="portal-document:media/f1" alt=""><figcaption>',
    ...['<a href="portal-document:media/f1">α</a>', '\u2028', '\u0000', '\ud800'],
  ])('are made and written in a second from a text of 1 MB, in a link or not: %j', (piece) => {
    const all = store();
    const url = 'https://a.example/a.pdf';
    all.put('media', { id: 'f1', api_id: 0, position: null, url, file: { type: 'PDF', size: 2048 } });
    const content_refers = [{ named: 'media/f1', kind: 'media', id: 'f1' }];
    const long = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const began = process.cpuUsage();
    const open = '<p><a href="portal-document:media/f1">';
    for (const content of [long, `${open}${long}`, `${open}${long}α</a></p>`])
      newsPosts.serialize(newsPosts.encode({ ...post, content, content_refers }, all));
    const { user, system } = process.cpuUsage(began);
    // Three texts.
    expect((user + system) / 1e6).toBeLessThan(3);
  });

  it("name the related post's image when that is missing", () => {
    const all = store();
    all.put('news-posts', { ...post, id: 'p2', post_image: 'm9' });
    expect(() => newsPosts.encode(post, all)).toThrow(
      'related.post_image needs media m9, which is not there',
    );
  });

  it('show a kept value rather than an image', () => {
    const document = {
      ...post,
      post_image_kept: '{"2":1.0,"1":"/α"}',
      post_thumbnail_kept: '"/media/α.png"',
    };
    const { post_image, post_thumbnail } = newsPosts.encode(document, store());
    expect([post_image, post_thumbnail]).toEqual([new KeptJson('{"2":1.0,"1":"/α"}'), '/media/α.png']);
  });

  it('are decoded into a category, related posts that stand in no list, and media', () => {
    const raw = newsPosts.serialize({
      ...newsPosts.encode(post, store()),
      created_timestamp: '2021-04-01T09:15:02Z',
      modified_timestamp: '2021-04-01T09:15:02.000001Z',
    });
    const embedded: unknown[] = [];
    const document = newsPosts.decode(
      newsPosts.parse(
        raw
          .replaceAll('"created_timestamp":""', '"created_timestamp":"2021-04-01T09:15:02Z"')
          .replaceAll('"modified_timestamp":""', '"modified_timestamp":"2021-04-01T09:15:02Z"'),
      ),
      (kind, value) => {
        embedded.push([kind, value.api_id, value.listed, value.url]);
        return `e${embedded.length}`;
      },
    );
    expect(embedded).toEqual([
      ['news-categories', 1, false, undefined],
      ['media', 0, undefined, 'https://a.example/m.png'],
      ['news-posts', 9, false, undefined],
      ['media', 0, undefined, 'https://a.example/m.png'],
    ]);
    expect(document).toMatchObject({
      api_id: 7,
      position: null,
      category: 'e1',
      related: ['e3'],
      files: null,
      post_image: 'e4',
      post_image_kept: null,
      post_thumbnail: null,
      post_thumbnail_kept: null,
      modified_timestamp: '2021-04-01T09:15:02.000001Z',
    });
  });
});

describe('featured sections', () => {
  it('need an image', () => {
    const section = { id: 's', api_id: 1, position: null, featured_image: null };
    expect(() => featuredSections.encode(section, store())).toThrow(
      'featured_image needs a document of media, and has none',
    );
  });

  it('hide the ranks of their links', () => {
    const links = [{ id: 'row', text: 'α', link: 'https://a.example/', rank: 4 }];
    const section = { id: 's', api_id: 1, position: null, featured_image: 'm1', section_two_links: links };
    expect(featuredSections.encode(section, store()).section_two_links).toEqual([
      { text: 'α', link: 'https://a.example/' },
    ]);
  });
});

/** What a required reference leads to, by the type of its field. */
const REFERENCES: Readonly<Record<string, string>> = { embedded: 'c1', image: 'm1' };

it.each(lists.map((list) => [list.key, list] as const))(
  'an element of %s has the right types whatever its document lacks',
  (_, list) => {
    const document = {
      id: 'x',
      api_id: 1,
      position: null,
      ...Object.fromEntries(
        Object.entries(list.fields ?? {})
          .filter(([, each]) => !('nullable' in each && each.nullable))
          .flatMap(([name, { type }]) => (type in REFERENCES ? [[name, REFERENCES[type]]] : [])),
      ),
    };
    const element = JSON.parse(list.serialize(list.encode(document, store())));
    expect(Object.keys(element)).toEqual(list.keys);
    const wrong = list.element.safeParse(element).error?.issues.map(({ path }) => path.join('.'));
    expect(wrong ?? []).toEqual(list.timestamps);
  },
);

describe('toJson', () => {
  it.each([
    ['no spaces, the order as given', { b: [1, null, true], a: {} }, '{"b":[1,null,true],"a":{}}'],
    ['text beyond ASCII as it is', 'Άδεια 😀 \u007f', '"Άδεια 😀 \u007f"'],
    ['control characters as JSON has them', '\u0001\b\t\n\f\r"\\/', '"\\u0001\\b\\t\\n\\f\\r\\"\\\\/"'],
    ['line and paragraph separators escaped', { '\u2028': '\u2029' }, '{"\\u2028":"\\u2029"}'],
    ['kept JSON as it came', [new KeptJson('{ "1" : 1.0 }')], '[{ "1" : 1.0 }]'],
  ])('writes %s', (_, value, json) => {
    expect(toJson(value)).toBe(json);
  });

  it('refuses what JSON does not have', () => {
    expect(() => toJson({ a: undefined })).toThrow(new TypeError('JSON has no undefined'));
  });
});

describe('a list of one’s own', () => {
  const organizations = defineList({
    key: 'organizations',
    name: 'Organization List',
    element: z.strictObject({ title: z.string(), id: z.int() }),
    encode: (document) => ({ id: document.api_id, title: String(document.title) }),
    decode: ({ id, ...rest }) => ({ api_id: id, position: null, ...rest }),
    defaultOrdering: 'title',
    notOrderable: ['id'],
  });

  it('takes one definition', () => {
    expect(organizations.keys).toEqual(['title', 'id']);
    expect(organizations.orderable).toEqual(['title']);
    expect(organizations.serialize({ id: 1, title: 'α' })).toBe('{"title":"α","id":1}');
    expect(organizations.decode(organizations.parse('{"title":"α","id":1}'), () => '')).toEqual({
      api_id: 1,
      position: null,
      title: 'α',
    });
  });

  it('knows the type of its elements, and stands beside the others', () => {
    expectTypeOf(organizations.parse).returns.toEqualTypeOf<{ title: string; id: number }>();
    expectTypeOf(newsCategories.parse).returns.toEqualTypeOf<{
      id: number;
      selected: boolean;
      title: string;
      slug: string;
    }>();
    const all: readonly List[] = [...lists, organizations];
    expect(all).toContain(organizations);
  });
});
