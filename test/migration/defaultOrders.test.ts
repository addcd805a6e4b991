import { describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { readCaptured, verifyCaptured } from '../../src/migration/plan/captured.ts';
import { capture, type Files, group, post, section, usefulLink } from './captures.ts';

const GROUPS = 'service-groups';
const LINKS = 'service-useful-links';
const POSTS = 'news-posts';
const SECTIONS = 'featured-sections';

const plan = (files: Files) => readCaptured(capture(files), lists);

/** A number that says nothing of the place. */
const scattered = (index: number) => (index * 7919) % 1009;
const numbers = (length: number) => Array.from({ length }, (_, index) => index);
const padded = (index: number) => String(index).padStart(4, '0');
const stamp = (index: number) => new Date(1.6e12 - index * 1000).toISOString();

describe('the default order of a list', () => {
  it.each<[string, string, object[], string]>([
    ['its own, where others explain it too', GROUPS, numbers(40).map((i) => group(i + 1)), 'order,id'],
    [
      'one key, descending',
      LINKS,
      numbers(40).map((i) => usefulLink(100 - i, { title: `τ${scattered(i)}` })),
      '-id',
    ],
    [
      'a key, and another where it ties',
      GROUPS,
      numbers(200).map((i) => group(scattered(i), { order: Math.floor(i / 50), title: `τ${padded(i)}` })),
      'order,title',
    ],
    [
      'what is on top, and then by time',
      POSTS,
      numbers(40).map((i) =>
        post(scattered(i), {
          more: {
            featured_post: i < 5,
            created_timestamp: stamp(i < 5 ? i + 50 : i),
            title: `τ${scattered(i)}`,
            slug: `s-${scattered(i + 3)}`,
          },
        }),
      ),
      '-featured_post,-created_timestamp',
    ],
    [
      'a key that leaves ties to chance',
      GROUPS,
      numbers(200).map((i) =>
        group(scattered(i), { order: Math.floor(i / 20), title: `τ${scattered(i + 500)}` }),
      ),
      'order',
    ],
    ['its own, of two elements', LINKS, [usefulLink(1), usefulLink(2)], 'id'],
  ])('is %s', async (_, list, elements, ordering) => {
    const made = plan({ [list]: elements });
    expect(made.settings.lists[list]?.ordering).toBe(ordering);
    expect(made.evidence[list]?.found).toMatchObject({ ordering, explained: elements.length });
    expect(await verifyCaptured(made)).toEqual([]);
  });

  it.each<[string, object[]]>([
    [
      'one element is out of place',
      numbers(200).map((i) => usefulLink(i === 60 ? 72 : i + 1, { title: `τ${scattered(i)}` })),
    ],
    [
      'a flag explains a little of it',
      numbers(100).map((i) => usefulLink(scattered(i), { title: `τ${scattered(i + 9)}`, selected: i < 2 })),
    ],
    ['two elements show nothing', [usefulLink(2), usefulLink(1)]],
  ])('is the order of import where %s', async (_, elements) => {
    const made = plan({ [LINKS]: elements });
    expect(made.settings.lists[LINKS]?.ordering).toBe('');
    expect(made.evidence[LINKS]?.found).toBeUndefined();
    expect(await verifyCaptured(made)).toEqual([]);
  });

  it('comes with how many elements it explains, and what the next best does', () => {
    const elements = numbers(30).map((i) =>
      usefulLink(i + 1, { title: i < 20 ? 'α' : 'β', slug: `s-${scattered(i)}` }),
    );
    elements[4] = usefulLink(5, { title: 'β', slug: 's-1000' });
    expect(plan({ [LINKS]: elements }).evidence[LINKS]).toEqual({
      length: 30,
      found: { ordering: 'id', explained: 30, apart: 30 },
      next: { ordering: 'title,id', explained: 29, apart: 29 },
    });
    const [first, second, ...others] = elements;
    expect(plan({ [LINKS]: [second, first, ...others] as object[] }).evidence[LINKS]).toEqual({
      length: 30,
      found: undefined,
      next: { ordering: 'id', explained: 29, apart: 29 },
    });
  });
});

describe('the collation', () => {
  const greek = ['α', 'Β', 'γ', 'Δ', 'ε', 'Ζ', 'η', 'Θ', 'ι', 'Κ'];
  const byCode = [...greek].sort();
  const links = numbers(10).map((i) => usefulLink(i + 1, { title: greek[i], slug: greek[(i * 3) % 10] }));
  const by = (key: 'title' | 'slug', texts: string[]) =>
    texts.map((text) => links.find((link) => link[key as keyof typeof link] === text)) as object[];

  it.each<[string, Files, 'el' | 'C' | undefined, string[] | undefined]>([
    ['Greek', { [`${LINKS}.ordering=title`]: by('title', greek) }, 'el', undefined],
    ['that of code points', { [`${LINKS}.ordering=title`]: by('title', byCode) }, 'C', undefined],
    [
      'of one key another than of the others',
      {
        [`${LINKS}.ordering=title`]: by('title', byCode),
        [`${LINKS}.ordering=-slug`]: by('slug', greek).reverse(),
      },
      'el',
      [`${LINKS}.title=C`],
    ],
    [
      'not known where no text is sorted',
      { [`${LINKS}.ordering=-id`]: [...links].reverse() },
      undefined,
      undefined,
    ],
  ])('is %s', async (_, files, collation, otherCollation) => {
    const made = plan({ [LINKS]: links, ...files });
    expect([made.settings.collation, made.settings.otherCollation]).toEqual([collation, otherCollation]);
    expect(await verifyCaptured(made)).toEqual([]);
  });

  it('is seen in a default order that only one explains', async () => {
    const shuffled = links.map((link, i) => ({ ...link, id: scattered(i), slug: '' }));
    const sorted = shuffled.toSorted((a, b) => (String(a.title) < String(b.title) ? -1 : 1));
    const made = plan({ [LINKS]: sorted });
    expect(made.settings).toMatchObject({ collation: 'C', lists: { [LINKS]: { ordering: 'title' } } });
    expect(await verifyCaptured(made)).toEqual([]);
  });
});

describe('where sections without links stand', () => {
  const [two, none, one] = [section(1, ['α', 'β']), section(2, []), section(3, ['γ'])];
  const standard = [two, none, one, section(4, ['δ'])];
  const last = standard[3] as object;

  it.each<[string, string, object[], 'first' | 'last']>([
    ['PostgreSQL has them, descending', '-section_two_links', [none, last, one, two], 'last'],
    ['MySQL and SQLite have them, descending', '-section_two_links', [last, one, two, none], 'first'],
    ['MySQL and SQLite have them, ascending', 'section_two_links', [none, two, one, last], 'first'],
  ])('is as %s', async (_, ordering, elements, place) => {
    const made = plan({ [SECTIONS]: standard, [`${SECTIONS}.ordering=${ordering}`]: elements });
    const key = `${SECTIONS}.section_two_links`;
    expect(made.settings.empties).toEqual({ [key]: place });
    expect(made.empties).toMatchObject([{ key, place, empty: 1, others: 3 }]);
    expect(await verifyCaptured(made)).toEqual([]);
  });

  it('explains a default order by links, too', async () => {
    const many = numbers(9).map((i) => section((i * 5) % 11, i === 8 ? [] : [`τ${i}`]));
    const made = plan({ [SECTIONS]: many, [`${SECTIONS}.ordering=-section_two_links`]: many });
    expect(made.settings.lists[SECTIONS]?.ordering).toBe('-section_two_links');
    expect(await verifyCaptured(made)).toEqual([]);
  });
});

describe('where empty values stand', () => {
  const image = (name: string) => `https://legacy.example/media/${name}.png`;
  const posts = ['b', null, 'c', null, 'a', null, 'e', 'd', 'f', 'g'].map((name, index) =>
    post(index + 1, { more: { post_image: name && image(name), featured_post: index % 2 === 0 } }),
  );
  const imageOf = (each: object) => (each as { post_image: string | null }).post_image ?? '';
  const empty = posts.filter((each) => imageOf(each) === '');
  const byImage = posts
    .filter((each) => imageOf(each) !== '')
    .toSorted((one, other) => (imageOf(one) < imageOf(other) ? -1 : 1));
  const [first, last] = [
    [...empty, ...byImage],
    [...byImage, ...empty],
  ];
  const by = (ordering: string) => `${POSTS}.ordering=${ordering}`;
  const flagged = (list: typeof posts) =>
    list.toSorted((a, b) => Number(b.id % 2 === 1) - Number(a.id % 2 === 1));

  it.each<[string, Files, 'first' | 'last' | undefined]>([
    ['first, ascending', { [by('post_image')]: first }, 'first'],
    ['first, descending', { [by('-post_image')]: [...first].reverse() }, 'first'],
    ['last, ascending', { [by('post_image')]: last }, 'last'],
    ['last, descending', { [by('-post_image')]: [...last].reverse() }, 'last'],
    ['first, behind another key', { [by('-featured_post,post_image')]: flagged(first) }, 'first'],
    ['not known without an ordering', {}, undefined],
    ['not known from an ordering by another key', { [by('-id')]: [...posts].reverse() }, undefined],
    ['not known from an ordering that is none', { [by('post_image')]: posts.slice() }, undefined],
    [
      'not known from an ordering that is none and begins with empty ones',
      { [by('post_image')]: [...empty, ...byImage.toSorted((one, other) => other.id - one.id)] },
      undefined,
    ],
    [
      'not known where some stand first and some last',
      { [by('post_image')]: [...empty.slice(0, 1), ...byImage, ...empty.slice(1)] },
      undefined,
    ],
  ])('is %s', async (what, files, place) => {
    const made = plan({ [POSTS]: posts, ...files });
    const key = `${POSTS}.post_image`;
    const file = place && `${Object.keys(files)[0]}.json`;
    expect(made.empties).toEqual([{ key, place, file, empty: 3, others: 7 }]);
    expect(made.settings.empties).toEqual(place && { [key]: place });
    const isServed = place !== undefined || files[by('post_image')] === undefined;
    expect((await verifyCaptured(made)).length, what).toBe(isServed ? 0 : 1);
  });

  it('is found out of any key, and said of images alone where nothing shows it', () => {
    const links = numbers(9).map((i) => usefulLink(i + 1, { service: i % 3 === 0 ? null : i }));
    const mysql = links.toSorted((a, b) => Number(a.service) - Number(b.service));
    expect(plan({ [LINKS]: links }).empties).toEqual([]);
    const { empties } = plan({ [LINKS]: links, [`${LINKS}.ordering=service`]: mysql });
    expect(empties).toMatchObject([{ key: `${LINKS}.service`, place: 'first', empty: 3, others: 6 }]);
  });
});
