import { describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { collations } from '../../endpoints/read-model/index.ts';
import { readCaptured, verifyCaptured } from '../../src/migration/plan/captured.ts';
import { capture, type Files, post, usefulLink } from './captures.ts';
import { RECORDED, TITLES } from './textOrders.ts';

const LINKS = 'service-useful-links';

const plan = (files: Files) => readCaptured(capture(files), lists);
const links = TITLES.map((title, index) => usefulLink(index + 1, { title, slug: '' }));
const by = (titles: string[]) => titles.map((title) => links[TITLES.indexOf(title)] as object);

describe.each(RECORDED)('titles as $by sorts them', ({ collation, titles }) => {
  it('are found out, and sorted so again', async () => {
    const made = plan({
      [LINKS]: links,
      [`${LINKS}.ordering=title`]: by(titles),
      [`${LINKS}.ordering=-title`]: by(titles).reverse(),
    });
    expect(made.settings).toMatchObject({ collation, lists: { [LINKS]: { ordering: 'id' } } });
    expect(made.texts).toMatchObject([
      { key: `${LINKS}.title`, isFound: true, neighbours: 64, best: { collation, explained: 64 } },
    ]);
    expect(await verifyCaptured(made)).toEqual([]);
  });

  it('are a rule where the default order has them', async () => {
    const sorted = by(titles).map((link, index) => ({ ...link, id: (index * 19) % 101 }));
    const made = plan({ [LINKS]: sorted });
    expect(made.settings).toMatchObject({
      collation,
      lists: { [LINKS]: { ordering: expect.stringMatching(/^title/) } },
    });
    expect(await verifyCaptured(made)).toEqual([]);
  });
});

it('every collation but those of ICU 73 and later was recorded from a database', () => {
  const recorded = RECORDED.map(({ collation }) => collation);
  expect(collations.filter((each) => !recorded.includes(each))).toEqual(['el', 'en']);
});

it('line breaks count for nothing in glibc, and ½ as 12', async () => {
  // By PostgreSQL 15.18 on Debian 12, el_GR.UTF-8.
  const sorted = [
    'Άδεια ανά έτος',
    'Άδεια βάπτισης',
    'Άδεια\r\n\r\nγάμου',
    'Άδεια\n\nδόμησης',
    'Άδειες',
    'Ναύλα 100',
    'Ναύλα ½',
    'Ναύλα 12η ζώνη',
    'Ναύλα ½ Κύκλος',
    'Ναύλα 2',
  ].map((description, index) => usefulLink(((index + 1) * 7) % 11, { description }));
  const made = plan({
    [LINKS]: sorted.toSorted((a, b) => a.id - b.id),
    [`${LINKS}.ordering=description`]: sorted,
  });
  expect(made.settings.collation).toBe('libc');
  expect(await verifyCaptured(made)).toEqual([]);
});

// By PostgreSQL 15.18 on Debian 12.
it.each([
  ['el_GR.UTF-8', ['10.jpg', 'a b.jpg', 'zeta.jpg', 'Άρτα 2.jpg', 'φωτό.jpg']],
  ['el-x-icu', ['10.jpg', 'Άρτα 2.jpg', 'φωτό.jpg', 'a b.jpg', 'zeta.jpg']],
  ['C', ['10.jpg', 'a b.jpg', 'zeta.jpg', 'Άρτα 2.jpg', 'φωτό.jpg']],
])('images sort by the names of their files, as %s has them', async (_, names) => {
  const sorted = names.map((name, index) => {
    const post_image = `https://legacy.example/media/posts/${encodeURI(name)}`;
    return post(((index + 1) * 2) % 7, { more: { post_image } });
  });
  const made = plan({
    'news-posts': sorted.toSorted((a, b) => a.id - b.id),
    'news-posts.ordering=post_image': sorted,
    'news-posts.ordering=-post_image': sorted.toReversed(),
  });
  expect(await verifyCaptured(made)).toEqual([]);
});

describe('an order that no collation explains', () => {
  // As no database has it: by the last letter.
  const last = (title: string) => [...title].reverse().join('');
  const byEnd = TITLES.toSorted((a, b) => (last(a) < last(b) ? -1 : 1));

  it('is measured, and no collation is said to be found out', async () => {
    const made = plan({ [LINKS]: links, [`${LINKS}.ordering=title`]: by(byEnd) });
    expect(made.settings.collation).toBeUndefined();
    expect(made.texts).toEqual([
      {
        key: `${LINKS}.title`,
        neighbours: 32,
        isFound: false,
        best: { collation: expect.any(String), explained: expect.any(Number) },
        next: { collation: expect.any(String), explained: expect.any(Number) },
      },
    ]);
    const [{ file, moved } = { file: '', moved: [] }] = await verifyCaptured(made);
    expect([file, moved.length]).toEqual([`${LINKS}.ordering=title.json`, 33]);
  });

  it('of one place alone is named, and the collation found out', async () => {
    const many = Array.from(
      { length: 60 },
      (_, index) => `τίτλος ${String(index + 10)} ${index % 2 ? 'a' : 'β'}`,
    );
    const own = ['zeta', 'Άλφα', 'άλφα', 'βήτα', ...many].map((title, index) =>
      usefulLink(index + 1, { title }),
    );
    const collator = new Intl.Collator('el');
    const sorted = own.toSorted((a, b) => collator.compare(String(a.title), String(b.title)));
    const [first, second, third, fourth, ...others] = sorted;
    const made = plan({
      [LINKS]: own,
      [`${LINKS}.ordering=title`]: [first, second, fourth, third, ...others] as object[],
    });
    expect(made.settings.collation).toBe('el');
    expect(made.texts).toMatchObject([{ neighbours: 63, best: { collation: 'el', explained: 62 } }]);
    expect(await verifyCaptured(made)).toMatchObject([{ moved: [5, 4] }]);
  });
});
