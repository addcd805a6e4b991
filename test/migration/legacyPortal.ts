import fc from 'fast-check';
import { elementSlices } from '../../src/capture/elementSlices.ts';
import type { Capture } from '../../src/capture/folder.ts';

/**
 * A stand-in of the legacy system, written against the contract alone: it sorts, joins and repeats for itself and shares no
 * code with the project.
 */
export interface LegacyPortal {
  collation: 'el' | 'C';
  elementPerLink: boolean;
  /** Per list; '' is whatever order the records have. */
  defaults: Record<Slug, string>;
  records: Record<Slug, LegacyRecord[]>;
  /** Gives ties an order that looks like a database's. */
  seed: number;
  /** Titles as a real database has sorted them, in place of the collation. */
  recorded?: readonly string[];
  /** Null is smaller than everything, as MySQL has it. */
  nullsFirst?: boolean;
}

interface LegacyRecord {
  element: Record<string, unknown>;
  /** Sections only: the hidden ids of its links. */
  linkIds?: number[];
}

export type Slug = (typeof SLUGS)[number];

export const SLUGS = [
  'featured-sections',
  'service-groups',
  'news-posts',
  'news-categories',
  'service-useful-links',
] as const;

/** The response body to `ordering=…`; without it, the default list. */
export function respond(portal: LegacyPortal, slug: Slug, ordering?: string): string {
  const rows = sorted(portal, slug, ordering ?? '').map(({ element }) => json(element));
  return `[${rows.join(',')}]`;
}

/** A capture of the default lists and of some orderings. */
export function captureOf(portal: LegacyPortal, orderings: Partial<Record<Slug, string[]>>): Capture {
  const responses = SLUGS.flatMap((slug) =>
    [undefined, ...(orderings[slug] ?? [])].map((ordering) => {
      const body = Buffer.from(respond(portal, slug, ordering));
      const file = ordering === undefined ? `${slug}.json` : `${slug}.ordering=${ordering}.json`;
      return { list: slug, ordering, file, body, slices: elementSlices(body) };
    }),
  );
  const nothing = { unreadable: [], missing: {}, misnamed: [], unknown: [], others: [] };
  return { folder: 'generated', responses, manifest: undefined, ...nothing };
}

/** The orderings that the contract documents. */
export const DOCUMENTED: Partial<Record<Slug, string[]>> = {
  'service-useful-links': ['title', '-title'],
  'featured-sections': ['-section_two_links'],
};

export function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

interface Row extends LegacyRecord {
  link: number | null;
}

function sorted(portal: LegacyPortal, slug: Slug, ordering: string): Row[] {
  const records = portal.records[slug];
  const known = (names: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => isKey(records, name.replace('-', '')));
  const asked = known(ordering);
  const names = asked.length > 0 ? asked : known(portal.defaults[slug]);
  const byLinks = names.some((name) => name.endsWith('section_two_links'));
  const descends = names.includes('-section_two_links');
  const rows = records.flatMap((record): Row[] => {
    const ids = record.linkIds ?? [];
    if (!byLinks || ids.length === 0) return [{ ...record, link: null }];
    if (portal.elementPerLink) return ids.map((link) => ({ ...record, link }));
    return [{ ...record, link: descends ? Math.max(...ids) : Math.min(...ids) }];
  });
  if (names.length === 0) return rows;
  const shuffled = rows.map((row, index) => ({
    row,
    at: noise(index + portal.seed + names.join().length * 31),
  }));
  shuffled.sort((a, b) => a.at - b.at);
  return shuffled.map(({ row }) => row).sort((a, b) => compareRows(portal, names, a, b));
}

const isKey = (records: LegacyRecord[], name: string) =>
  !['', 'related', 'category', 'files'].includes(name) && records.some(({ element }) => name in element);

const noise = (n: number) => Math.abs(Math.sin(n * 12.9898) * 43758.5453) % 1;

function compareRows(portal: LegacyPortal, names: string[], a: Row, b: Row): number {
  for (const name of names) {
    const key = name.replace('-', '');
    const value = (row: Row) => (key === 'section_two_links' ? row.link : row.element[key]);
    const difference = compare(portal, key, value(a), value(b));
    if (difference !== 0) return name.startsWith('-') ? -difference : difference;
  }
  return 0;
}

function compare(portal: LegacyPortal, key: string, a: unknown, b: unknown): number {
  if (a === null || b === null)
    return (Number(a === null) - Number(b === null)) * (portal.nullsFirst ? -1 : 1);
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  if (key.endsWith('_timestamp')) {
    const instant = (text: string) => text.replace('Z', text.includes('.') ? '' : '.').padEnd(30, '0');
    return instant(a) < instant(b) ? -1 : Number(instant(a) > instant(b));
  }
  const { recorded } = portal;
  if (recorded?.includes(a) && recorded.includes(b)) return recorded.indexOf(a) - recorded.indexOf(b);
  const collated = portal.collation === 'el' ? new Intl.Collator('el').compare(a, b) : 0;
  return collated || Buffer.compare(Buffer.from(a), Buffer.from(b));
}

// Generators. Few different values, so that ties, repeated ids and equal elements happen.

const WORDS = [
  'Ανακοίνωση',
  'ανακοινωση',
  'Ωράριο',
  'όχημα',
  'Οχημα',
  'ΕΝΦΙΑ',
  'taxisnet',
  'Zeta',
  '«Άδεια»',
];
const text = fc.oneof(
  fc.constantFrom('', ' ', 'a\u2028b\u2029', 'x\ry', '\u{1F600}', '\uFF21', 'i\u0307', '"\\/<&>', '\u0001\t'),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => !value.includes('\0')),
);
const html = fc.oneof(
  text,
  fc
    .tuple(text, text)
    .map(([a, b]) => `<p class='x'>${a}&nbsp;<br/>\r\n</p><table><tr><td>${b}</table><!-- ${a.length} -->`),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 });
const flag = fc.boolean();
const id = fc.integer({ min: 1, max: 60 });
const url = fc.constantFrom('https://portal.example/1', 'http://old.example/Page.aspx?a=1&b=%CE%B1');
const stamp = fc
  .tuple(fc.integer({ min: 0, max: 500_000_000 }), fc.constantFrom('', '.5', '.123456', '.120000', '.999999'))
  .map(([s, fraction]) => new Date(1.6e12 + s * 1000).toISOString().replace('.000Z', `${fraction}Z`));
const image = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('https://cdn.example/a.png', '/media/α.png', { id: 3, sizes: [1] }),
  },
);

const categoryElement = fc.record({ id, selected: flag, title: text, slug: text });
const postElement = {
  confirmed_translation: flag,
  title: text,
  excerpt: text,
  slug: text,
  active: flag,
  featured_post: flag,
  post_image: image,
  post_thumbnail: image,
  created_timestamp: stamp,
  modified_timestamp: stamp,
  content: html,
  author: fc.integer(),
};
const relatedElement = fc.record({ id, selected: flag, ...postElement }, { noNullPrototype: true });
const groupElement = fc.record({
  id,
  selected: flag,
  order: fc.integer({ min: -2, max: 5 }),
  title: text,
  slug: text,
  url: maybe(url),
  description: maybe(text),
  confirmed_translation: flag,
});
const linkElement = fc.record({
  id,
  selected: flag,
  slug: text,
  url: maybe(url),
  description: maybe(html),
  confirmed_translation: flag,
  title: text,
  service: maybe(fc.integer({ min: 1, max: 20 })),
});

const plain = (element: fc.Arbitrary<object>, maxLength: number) =>
  fc
    .array(element, { maxLength })
    .chain((elements) => withCopies(elements.map((each) => ({ element: { ...each } }))));

/** Now and then the same element stands in a list twice. */
function withCopies(records: LegacyRecord[]): fc.Arbitrary<LegacyRecord[]> {
  if (records.length === 0) return fc.constant(records);
  return fc
    .array(fc.constantFrom(...records), { maxLength: 2 })
    .chain((copies) =>
      fc.shuffledSubarray([...records, ...copies], { minLength: records.length + copies.length }),
    );
}

const sections = fc.array(fc.record({ text, link: url }), { minLength: 1, maxLength: 12 }).chain((links) => {
  const linkIds = fc.uniqueArray(fc.nat(links.length - 1), { maxLength: 5 });
  const section = fc
    .tuple(
      linkIds,
      fc.record({
        id,
        selected: flag,
        active: flag,
        section_one_title: text,
        section_one_text: html,
        section_two_title: text,
        section_three_text: html,
        featured_image: fc.oneof(url, fc.constantFrom('/relative.png', '')),
      }),
    )
    .map(([ids, rest]): LegacyRecord => {
      const { id, selected, ...others } = rest;
      const section_two_links = ids.map((each) => links[each]);
      return { element: { id, selected, section_two_links, ...others }, linkIds: ids };
    });
  return fc.uniqueArray(section, { maxLength: 8, selector: ({ element }) => json(element) });
});

function posts(categories: LegacyRecord[]): fc.Arbitrary<LegacyRecord[]> {
  return fc.array(relatedElement, { minLength: 1, maxLength: 8 }).chain((pool) => {
    const category = fc.oneof(categoryElement, ...categories.map(({ element }) => fc.constant(element)));
    // What is in the pool and in no list is a post that only stands in others' `related`.
    const listed = fc.shuffledSubarray(pool).chain((members) =>
      fc.tuple(
        ...members.map((member) =>
          fc
            .tuple(category, fc.shuffledSubarray(pool, { maxLength: Math.min(4, pool.length) }), image)
            .map(([of, related, files]) => {
              const { id, selected, ...others } = member;
              return { element: { id, selected, category: of, related, files, ...others } };
            }),
        ),
      ),
    );
    return listed.chain((records) => withCopies(records));
  });
}

const ORDERINGS: Record<Slug, string[]> = {
  'featured-sections': [
    'id',
    '-id',
    '-section_two_links',
    'active,-section_two_links',
    'section_one_title',
    '',
  ],
  'service-groups': ['order,id', 'order', 'title', '-order,-id', ''],
  'news-posts': ['-created_timestamp', '-id', '-featured_post,-created_timestamp', 'title,id', ''],
  'news-categories': ['id', 'title', '-title', ''],
  'service-useful-links': ['id', '-id', 'title', 'slug,id', ''],
};

const defaults = fc.record(
  Object.fromEntries(SLUGS.map((slug) => [slug, fc.constantFrom(...ORDERINGS[slug])])) as Record<
    Slug,
    fc.Arbitrary<string>
  >,
);

/** Portals as the contract allows them: small, and odder than any real one. */
export const legacyPortals: fc.Arbitrary<LegacyPortal> = plain(categoryElement, 6).chain((categories) =>
  fc.record({
    collation: fc.constantFrom('el' as const, 'C' as const),
    elementPerLink: flag,
    defaults,
    records: fc.record({
      'featured-sections': sections,
      'service-groups': plain(groupElement, 12),
      'news-posts': posts(categories),
      'news-categories': fc.constant(categories),
      'service-useful-links': plain(linkElement, 20),
    }),
    seed: fc.nat(1000),
  }),
);
