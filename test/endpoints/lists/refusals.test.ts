import { describe, expect, it } from 'vitest';
import {
  ElementRefused,
  featuredSections,
  type List,
  newsCategories,
  newsPosts,
  serviceGroups,
  serviceUsefulLinks,
} from '../../../endpoints/lists/index.ts';

const category = { id: 3, selected: true, title: 'Νέα', slug: 'nea' };
const related = {
  id: 5,
  selected: false,
  confirmed_translation: true,
  title: 'Τίτλος',
  excerpt: '',
  slug: 'titlos',
  active: true,
  featured_post: false,
  post_image: null,
  post_thumbnail: null,
  created_timestamp: '2021-04-01T09:15:02.123456Z',
  modified_timestamp: '2021-04-01T09:15:02Z',
  content: '<p>α</p>',
  author: 1,
};
const { id, selected, ...rest } = related;
const post = { id, selected, category, related: [related], files: null, ...rest };
const section = {
  id: 2,
  selected: false,
  section_two_links: [{ text: 'α', link: 'https://a.example/' }],
  active: true,
  section_one_title: '',
  section_one_text: '',
  section_two_title: '',
  section_three_text: '',
  featured_image: 'https://a.example/a.png',
};
const group = {
  id: 1,
  selected: false,
  order: -1,
  title: '',
  slug: '',
  url: null,
  description: '',
  confirmed_translation: false,
};
const link = {
  id: 9,
  selected: false,
  slug: '',
  url: null,
  description: null,
  confirmed_translation: true,
  title: '',
  service: null,
};

const samples = new Map<List, object>([
  [featuredSections as List, section],
  [serviceGroups as List, group],
  [newsPosts as List, post],
  [newsCategories as List, category],
  [serviceUsefulLinks as List, link],
]);

/** What `parse` says of a text: nothing, or why it refuses it. */
function refusal(list: { parse(raw: string): unknown }, raw: string): string {
  try {
    list.parse(raw);
    return 'not refused';
  } catch (error) {
    if (error instanceof ElementRefused) return error.message;
    throw error;
  }
}

describe.each([...samples].map(([list, sample]) => [list.key, list, sample] as const))(
  '%s',
  (_, list, sample) => {
    const json = JSON.stringify(sample);

    it('takes the element that the refusals are made of', () => {
      expect(refusal(list, json)).toBe('not refused');
    });

    it.each(list.keys)('refuses an element without %s', (key) => {
      const others = Object.entries(sample).filter(([name]) => name !== key);
      expect(refusal(list, JSON.stringify(Object.fromEntries(others)))).toBe(`${key} is missing`);
    });

    it.each(list.keys.filter((key) => !list.keptKeys.includes(key)))(
      'refuses an element whose %s has another type',
      (key) => {
        const wrong =
          typeof Reflect.get(sample, key) === 'object' && Reflect.get(sample, key) !== null ? 7 : { a: 1 };
        expect(refusal(list, JSON.stringify({ ...sample, [key]: wrong }))).toMatch(
          new RegExp(`^${key} is (a number|an object), not (an array|an object|a text|a boolean|a number)$`),
        );
      },
    );

    it('refuses an unknown key by its name', () => {
      expect(refusal(list, JSON.stringify({ ...sample, extra: null }))).toBe(
        'extra is a key that the list does not have',
      );
      expect(refusal(list, json.replace(/\}$/, ',"__proto__":{}}'))).toBe(
        '__proto__ is a key that the list does not have',
      );
    });

    it('refuses keys in another order, and names the first place', () => {
      const { id: first, ...others } = sample as { id: number };
      expect(refusal(list, JSON.stringify({ ...others, id: first }))).toBe(
        `the element would not be served as it came: at character 2 it has ${JSON.stringify(
          JSON.stringify(others).slice(0, 32),
        )}, and would have ${JSON.stringify(json.slice(0, 32))}`,
      );
    });

    it.each(['', 'null', '[]', '{', `${json} //`, `\ufeff${json}`])(
      'refuses what is no object: %j',
      (raw) => {
        expect(refusal(list, raw)).toMatch(
          /^the element is (no JSON: .+|(null|an array|a text|a number), not an object)$/,
        );
      },
    );
  },
);

describe('values', () => {
  const posts = (change: object) => JSON.stringify({ ...post, ...change });
  const ofId = (text: string) => JSON.stringify(category).replace(':3,', `:${text},`);
  const table: [what: string, list: { parse(raw: string): unknown }, raw: string, message: string][] = [
    ['a float', newsPosts, posts({ author: 1.5 }), 'author is 1.5, no whole number'],
    [
      'a number beyond 2^53',
      newsCategories,
      JSON.stringify(category).replace(':3', ':9007199254740993'),
      'id is 9007199254740993, beyond the whole numbers that are exact (2^53)',
    ],
    [
      'a whole number beyond 2^53 that would come out the same',
      newsCategories,
      JSON.stringify(category).replace(':3', ':9007199254740992'),
      'id is 9007199254740992, beyond the whole numbers that are exact (2^53)',
    ],
    ['a number beyond all', newsCategories, ofId('1e400'), 'id is 1e400, a number that is too large'],
    [
      'null for an image that has to be there',
      featuredSections,
      JSON.stringify({ ...section, featured_image: null }),
      'featured_image is null',
    ],
    [
      'a nested wrong type',
      newsPosts,
      posts({ related: [related, { ...related, active: 1 }] }),
      'related[1].active is a number, not a boolean',
    ],
    [
      'a relative link',
      featuredSections,
      JSON.stringify({ ...section, section_two_links: [{ text: '', link: '/a' }] }),
      'section_two_links[0].link is no absolute URL',
    ],
    [
      'a date as a local time',
      newsPosts,
      posts({ created_timestamp: '2021-04-01T09:15:02+03:00' }),
      'created_timestamp is no ISO 8601 time in UTC (such as 2021-04-01T09:15:02.123456Z)',
    ],
    [
      'a date that does not exist',
      newsPosts,
      posts({ modified_timestamp: '2021-02-30T09:15:02Z' }),
      'modified_timestamp is no ISO 8601 time in UTC (such as 2021-04-01T09:15:02.123456Z)',
    ],
    [
      'ten digits of a second',
      newsPosts,
      posts({ modified_timestamp: '2021-02-03T09:15:02.0123456789Z' }),
      'modified_timestamp is no ISO 8601 time in UTC (such as 2021-04-01T09:15:02.123456Z)',
    ],
    ['half of a surrogate pair', newsPosts, posts({ title: '\ud800' }), 'title has half of a surrogate pair'],
    ['U+0000', newsPosts, posts({ content: 'a\0b' }), 'content has the character U+0000'],
    [
      'every problem at once',
      newsCategories,
      '{"id":"3","title":null,"slug":"","more":1}',
      'id is a text, not a number; selected is missing; title is null, not a text; more is a key that the list does not have',
    ],
  ];

  it.each(table)('%s is refused', (_, list, raw, message) => {
    expect(refusal(list, raw)).toBe(message);
  });

  it.each([
    ['a needless escape', JSON.stringify(category).replace('Νέα', '\\u039d\u03ad\u03b1')],
    ['U+2028 unescaped', JSON.stringify(category).replace('Νέα', '\u2028')],
    ['spaces', JSON.stringify(category, null, 1)],
    ['1.0 for 1', ofId('3.0')],
    ['-0', ofId('-0')],
    ['a key twice', JSON.stringify(category).replace(/\}$/, ',"slug":"nea"}')],
  ])('%s is refused, since it would not be served as it came', (_, raw) => {
    expect(refusal(newsCategories, raw)).toMatch(
      /^the element would not be served as it came: at character \d+ it has ".+", and would have ".*"$/,
    );
  });

  it('nothing nested however deeply makes it fail in another way', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(refusal(newsPosts, posts({}).replace('"files":null', `"files":${deep}`))).toBe(
      'the element is nested too deeply',
    );
  });
});
