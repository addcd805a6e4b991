import { describe, expect, expectTypeOf, it } from 'vitest';
import { z as z3 } from 'zod/v3';
import {
  defineList,
  ElementRefused,
  field,
  type KeptJson,
  type List,
  type ListFields,
  lists,
  newsCategories,
  part,
  z,
} from '../../../endpoints/lists/index.ts';
import { Store } from '../support/capture.ts';

const organizations = defineList({
  key: 'organizations',
  name: 'Organization List',
  fields: {
    title: field.text({ required: true }),
    slug: field.slug(),
    description: field.html({ nullable: true }),
    logo: field.image({ nullable: true }),
    category: field.embedded(newsCategories),
    others: field.embeddedMany(newsCategories),
    founded: field.timestamp(),
    modified: field.modified(),
    order: field.integer(),
    budget: field.number({ nullable: true }),
    active: field.flag({ defaultValue: true }),
    links: field.rows({
      text: field.text(),
      link: field.webAddress(),
      weight: field.integer({ nullable: true }),
    }),
    anything: field.json(),
  },
  defaultOrdering: 'title,-id',
  documentedOrderings: ['-founded'],
});

const element = {
  id: 7,
  title: 'Υπουργείο',
  slug: 'ypourgeio',
  description: null,
  logo: 'https://a.example/l.png',
  category: { id: 3, selected: true, title: 'Α', slug: 'a' },
  others: [{ id: 4, selected: false, title: 'Β', slug: 'b' }],
  founded: '1833-01-02T03:04:05Z',
  modified: '2024-01-02T03:04:05.123456Z',
  order: 2,
  budget: 1.25,
  active: false,
  links: [{ text: 'α', link: '/relative', weight: null }],
  anything: { a: [1] },
};
const raw = JSON.stringify(element);

describe('a list of fields', () => {
  it('has its keys in the order of the fields, behind id', () => {
    expect(organizations.keys).toEqual(Object.keys(element));
    expect(organizations.fields?.budget).toEqual({ type: 'number', nullable: true });
  });

  it('is ordered by all that has an order', () => {
    const unordered = ['category', 'others', 'links', 'anything'];
    expect(organizations.orderable).toEqual(Object.keys(element).filter((key) => !unordered.includes(key)));
    expect(organizations.timestamps).toEqual(['founded', 'modified']);
    expect(organizations.keptKeys).toEqual(['logo', 'anything']);
  });

  it('makes documents of what is inside, that stand in no list of their own', () => {
    const embedded: unknown[] = [];
    const document = organizations.decode(organizations.parse(raw), (kind, { api_id, listed, url }) => {
      embedded.push({ kind, api_id, listed, url });
      return `e${embedded.length}`;
    });
    expect(embedded).toEqual([
      { kind: 'media', api_id: 0, listed: undefined, url: 'https://a.example/l.png' },
      { kind: 'news-categories', api_id: 3, listed: false, url: undefined },
      { kind: 'news-categories', api_id: 4, listed: false, url: undefined },
    ]);
    expect(document).toEqual({
      api_id: 7,
      position: null,
      title: 'Υπουργείο',
      slug: 'ypourgeio',
      description: null,
      logo: 'e1',
      logo_kept: null,
      category: 'e2',
      others: ['e3'],
      founded: '1833-01-02T03:04:05Z',
      modified: '2024-01-02T03:04:05.123456Z',
      order: 2,
      budget: 1.25,
      active: false,
      links: [{ text: 'α', link: '/relative', weight: null }],
      anything: '{"a":[1]}',
    });
  });

  it('gives what was never entered as the empty value of its type, or null', () => {
    const store = new Store();
    store.put('news-categories', {
      id: 'c',
      api_id: 3,
      position: null,
      title: 'Α',
      slug: 'a',
      selected: true,
    });
    const bare = {
      id: 'o',
      api_id: 7,
      position: null,
      category: 'c',
      others: ['gone', 'c'],
      links: [{ id: 1 }],
    };
    expect(organizations.encode(bare, store)).toEqual({
      id: 7,
      title: '',
      slug: '',
      description: null,
      logo: null,
      category: { id: 3, selected: true, title: 'Α', slug: 'a' },
      others: [{ id: 3, selected: true, title: 'Α', slug: 'a' }],
      founded: '',
      modified: '',
      order: 0,
      budget: null,
      active: false,
      links: [{ text: '', link: '', weight: null }],
      anything: null,
    });
  });

  it.each([
    ['category', null, 'category needs a document of news-categories, and has none'],
    ['category', 'gone', 'category needs news-categories gone, which is not there'],
    ['logo', 'gone', 'logo needs media gone, which is not there'],
  ])('can not do without what %s refers to (%s)', (key, id, message) => {
    const store = new Store();
    store.put('news-categories', { id: 'c', api_id: 3, position: null });
    const bare = { id: 'o', api_id: 7, position: null, category: 'c', [key]: id };
    expect(() => organizations.encode(bare, store)).toThrow(message);
  });
});

describe('what a list of fields may have beside plain keys', () => {
  const about = { title: field.text(), link: field.webAddress({ absolute: true, nullable: true }) };
  const events = defineList({
    key: 'events',
    name: 'Event List',
    fields: {
      ...about,
      others: field.embeddedMany(part('events', 'OtherEvent', about)),
      seats: field.integer(),
      stages: field.rows(
        { name: field.text(), link: field.webAddress({ absolute: true }) },
        { ranked: true },
      ),
      text: field.html({ nullable: true }),
    },
    defaultOrdering: '-stages',
  });
  const event = JSON.stringify({
    id: 1,
    title: 'α',
    link: null,
    others: [{ id: 2, title: 'β', link: 'mailto:a@a.example' }],
    seats: 3,
    stages: [{ name: 'γ', link: 'https://a.example/' }],
    text: null,
  });
  const why = (raw: string) => {
    try {
      events.parse(raw);
    } catch (error) {
      return error instanceof ElementRefused ? error.message : error;
    }
    return undefined;
  };

  it('is a part of its own elements: the documents of these hold nothing under the other keys', () => {
    const embedded: unknown[] = [];
    const document = events.decode(events.parse(event), (kind, inside) => {
      embedded.push([kind, inside]);
      return 'e1';
    });
    expect(embedded).toEqual([
      [
        'events',
        {
          api_id: 2,
          position: null,
          title: 'β',
          link: 'mailto:a@a.example',
          listed: false,
          others: [],
          seats: 0,
          stages: [],
          text: null,
        },
      ],
    ]);
    expect(document).toEqual({
      api_id: 1,
      position: null,
      title: 'α',
      link: null,
      others: ['e1'],
      seats: 3,
      stages: [{ name: 'γ', link: 'https://a.example/', rank: null }],
      text: null,
    });
    expect(z.toJSONSchema(events.element).properties?.others).toMatchObject({
      items: { title: 'OtherEvent' },
    });
  });

  it('is ranked rows, by which the list is ordered', () => {
    expect(events.perLink).toEqual({ field: 'stages' });
    expect(events.orderable).toEqual(['id', 'title', 'link', 'seats', 'stages', 'text']);
  });

  it('is absolute addresses alone', () => {
    expect(why(event.replace('https://a.example/', '/a'))).toBe('stages[0].link is no absolute URL');
    expect(why(event.replace('"link":null', '"link":"/a"'))).toBe('link is no absolute URL');
    expect(why(event)).toBe(undefined);
  });
});

describe('the type of an element', () => {
  it('follows from the fields', () => {
    expectTypeOf(organizations.parse).returns.toEqualTypeOf<{
      id: number;
      title: string;
      slug: string;
      description: string | null;
      logo: string | KeptJson | null;
      category: { id: number; selected: boolean; title: string; slug: string };
      others: { id: number; selected: boolean; title: string; slug: string }[];
      founded: string;
      modified: string;
      order: number;
      budget: number | null;
      active: boolean;
      links: { text: string; link: string; weight: number | null }[];
      anything: string | KeptJson | null;
    }>();
    const all: readonly List[] = [...lists, organizations];
    expect(all).toContain(organizations);
  });

  it('has only plain columns in rows', () => {
    // @ts-expect-error a row holds no texts with markup
    field.rows({ text: field.html() });
  });
});

describe('what can not be is refused where it is written', () => {
  const define =
    (fields: ListFields, rest: object = {}) =>
    () =>
      defineList({ key: 'organizations', name: 'Organization List', defaultOrdering: 'id', fields, ...rest });
  const title = field.text();

  it.each<[string, () => unknown, string]>([
    [
      'id among the fields',
      define({ id: field.integer() }),
      'names "id" among its fields; every element has it, first of all.',
    ],
    ...['position', 'updatedAt'].map((name): [string, () => unknown, string] => [
      `a field ${name}`,
      define({ [name]: title }),
      `has a field "${name}", a name that every document has a field of already.`,
    ]),
    ...['_status', 'a-b', ''].map((name): [string, () => unknown, string] => [
      `a field "${name}"`,
      define({ [name]: title }),
      `has a field "${name}", a name that is not of letters, digits and "_", beginning with a letter.`,
    ]),
    ...(
      [
        ['logo_kept', 'logo', field.image()],
        ['logo_last', 'logo', field.image()],
        ['text_html', 'text', field.html()],
        ['text_source', 'text', field.html()],
        ['category_last', 'category', field.embedded(newsCategories)],
        ['founded_exact', 'founded', field.timestamp()],
      ] as const
    ).map(([name, beside, of]): [string, () => unknown, string] => [
      `a field ${name} beside ${beside}`,
      define({ [name]: title, [beside]: of }),
      `has a field "${name}", which is the name of a hidden field beside "${beside}".`,
    ]),
    ['no fields', define({}), 'has no fields.'],
    ['rows without columns', define({ links: field.rows({}) }), 'has rows "links" without a column.'],
    [
      'a column id',
      define({ links: field.rows({ id: field.integer() }) }),
      'has a column "id" in "links", where rows have an id of their own.',
    ],
    [
      'a column of a wrong name',
      define({ links: field.rows({ _order: field.integer() }) }),
      'has the column "_order" of "links", a name that is not of letters, digits and "_", beginning with a letter.',
    ],
    [
      'a column rank of ranked rows',
      define({ links: field.rows({ rank: field.integer() }, { ranked: true }) }),
      'has a column "rank" in "links", where rows have a rank of their own.',
    ],
    [
      'ranked rows twice',
      define({
        one: field.rows({ title }, { ranked: true }),
        two: field.rows({ title }, { ranked: true }),
      }),
      'has several fields of ranked rows: one, two.',
    ],
    [
      'a part of another list',
      define({ title, others: field.embeddedMany(part('offices', 'Office', { title })) }),
      'has a part of "offices" at "others"; only its own elements can be there in part.',
    ],
    [
      'a part that is more than the whole',
      define({ title, others: field.embeddedMany(part('organizations', 'Other', { title, more: title })) }),
      'has a part at "others" with what it does not have itself: more.',
    ],
    [
      'a form of what is not there',
      define({ title }, { form: { columns: ['titel'], fields: { listed: { elsewhere: '' }, slug: {} } } }),
      'has a form of what it has no field of: slug, titel.',
    ],
    [
      'two times of a change',
      define({ one: field.modified(), two: field.modified() }),
      'has several fields of the time of a change: one, two.',
    ],
    [
      'any JSON and a number under one name',
      define({ files: field.json(), links: field.rows({ files: field.integer() }) }),
      'has any JSON at "files" and none at "links.files": give one of them another name.',
    ],
    [
      'an unknown default ordering',
      define({ title }, { defaultOrdering: '-titel, id,slug' }),
      "can't be ordered by titel, slug, which its defaultOrdering names; it can by id, title.",
    ],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(new Error(`defineList: the list "organizations" ${message}`));
  });

  it.each(['media', 'portal-counters'])('the key %s', (key) => {
    expect(define({ title }, { key })).toThrow(
      `defineList: the list "${key}" can't be called so: "${key}" is a name of the project's own.`,
    );
  });

  it.each(['', 'Organizations', 'φορείς'])('the key "%s"', (key) => {
    expect(define({ title }, { key })).toThrow(
      `defineList: the list "${key}" has a key that is not of lower-case letters, digits and "-", beginning with a letter.`,
    );
  });
});

it('an element of zod 3, which a host may have, or of no object is refused where the list is defined', () => {
  const offices = (element: unknown) =>
    defineList({
      key: 'offices',
      name: 'Office List',
      element: element as z.ZodObject,
      encode: (document) => ({ id: document.api_id }),
      decode: ({ id }) => ({ api_id: Number(id), position: null }),
      defaultOrdering: 'id',
    });
  for (const foreign of [z3.strictObject({ id: z3.number() }), undefined, {}]) {
    expect(() => offices(foreign)).toThrow(
      new Error(
        'defineList: the list "offices" has an element that is no schema of zod 4 (your import of "zod" may find zod 3): make it with the "z" of payload-portal-content/lists.',
      ),
    );
  }
  expect(() => offices(z.array(z.int()))).toThrow(
    new Error('defineList: the list "offices" has an element that is no z.strictObject({…}).'),
  );
  expect(offices(z.strictObject({ id: z.int() })).keys).toEqual(['id']);
});
