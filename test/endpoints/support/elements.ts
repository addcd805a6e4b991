import fc from 'fast-check';
import { KeptJson } from '../../../endpoints/lists/index.ts';

// Arbitraries for elements as a legacy system may serve them: the edges that the contract names, often.

const EDGES = [
  '',
  ' ',
  'Άδεια «οδήγησης»',
  'ΑΔΕΙΑ ΟΔΗΓΗΣΗΣ',
  'άδεια και ἀρχαῖον',
  'α\u0301δεια',
  '😀 𝔘 \u{10ffff}',
  'μία\u2028άλλη\u2029γραμμή',
  'μόνο\rCR',
  '<p>a</p>\r\n<p class=\'x\'>&nbsp;&amp;amp; "q" \\ /</p>',
  '\t\b\f\u0001\u001f\u007f\ufeff',
  '__proto__',
];

/** Well-formed text without U+0000, up to very long HTML. */
const text = fc.oneof(
  fc.constantFrom(...EDGES),
  fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.replaceAll('\0', '0')),
  fc
    .tuple(fc.constantFrom(...EDGES), fc.integer({ min: 1, max: 3000 }))
    .map(([edge, times]) => `<p>${edge}</p>`.repeat(times)),
);
const integer = fc.oneof(
  fc.integer(),
  fc.constantFrom(0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);
const url = fc.oneof(
  fc.webUrl(),
  fc.constantFrom('https://παράδειγμα.ελ/εικόνα 1.png', 'HTTP://old.example/Page.aspx?id=2'),
);
const link = fc.record(
  { text, link: fc.oneof(url, fc.constant('mailto:info@portal.example')) },
  { noNullPrototype: true },
);

const timestamp = fc
  .tuple(
    fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 9 }),
  )
  .map(([date, fraction]) => `${date.toISOString().slice(0, 19)}${fraction && `.${fraction}`}Z`);

/** JSON of any shape, in the spelling of its source: floats, exponents, integer-like keys, spaces, repeated keys. */
const anyJson = fc.oneof(
  fc.json(),
  fc.constantFrom(
    '[]',
    '{}',
    '1.0',
    '-0',
    '1e400',
    '{"2":"b","1":"a"}',
    '{ "a" : [1.50, 2E+3 ] }',
    '{"a":1,"a":2}',
    '"\\u03b1\\/"',
    '"\\ud800"',
    '[{"id":12345678901234567890,"file":"/μέσα/α.pdf","__proto__":{"x":null}}]',
    'true',
    '""',
  ),
);
const kept = fc.oneof(
  url,
  text,
  anyJson.filter((json) => json.trim() !== 'null').map((json) => new KeptJson(json.trim())),
);
const keptOrNull = fc.option(kept);

const flag = fc.boolean();

/** What a source may give under a key, by what the key is. */
export const values = { flag, integer, kept, text, timestamp, url };

const category = fc.record({ id: integer, selected: flag, title: text, slug: text });
const rest = {
  confirmed_translation: flag,
  title: text,
  excerpt: text,
  slug: text,
  active: flag,
  featured_post: flag,
  post_image: keptOrNull,
  post_thumbnail: keptOrNull,
  created_timestamp: timestamp,
  modified_timestamp: timestamp,
  content: text,
  author: integer,
};
const relatedPost = fc.record({ id: integer, selected: flag, ...rest });

/** By slug, elements whose members are in served order. */
const elements: Record<string, fc.Arbitrary<object>> = {
  'featured-sections': fc.record({
    id: integer,
    selected: flag,
    section_two_links: fc.array(link, { maxLength: 4 }),
    active: flag,
    section_one_title: text,
    section_one_text: text,
    section_two_title: text,
    section_three_text: text,
    featured_image: kept,
  }),
  'service-groups': fc.record({
    id: integer,
    selected: flag,
    order: integer,
    title: text,
    slug: text,
    url: fc.option(fc.oneof(url, text)),
    description: fc.option(text),
    confirmed_translation: flag,
  }),
  'news-posts': fc.record({
    id: integer,
    selected: flag,
    category,
    related: fc.array(relatedPost, { maxLength: 3 }),
    files: keptOrNull,
    ...rest,
  }),
  'news-categories': category,
  'service-useful-links': fc.record({
    id: integer,
    selected: flag,
    slug: text,
    url: fc.option(fc.oneof(url, text)),
    description: fc.option(text),
    confirmed_translation: flag,
    title: text,
    service: fc.option(integer),
  }),
};

/** An element's raw text, as its source serves it. */
export const rawElement = (slug: string): fc.Arbitrary<string> =>
  (elements[slug] ?? fc.constant({})).map(sourceJson);

/** Written apart from the project's own serializer, so that a fault there is not in both. */
export function sourceJson(value: unknown): string {
  if (value instanceof KeptJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(sourceJson).join()}]`;
  if (value === null || typeof value !== 'object') {
    return JSON.stringify(value).replace(/[\u2028\u2029]/g, (separator) =>
      separator === '\u2028' ? '\\u2028' : '\\u2029',
    );
  }
  const members: [string, unknown][] = Object.entries(value);
  return `{${members.map(([key, member]) => `"${key}":${sourceJson(member)}`).join()}}`;
}
