import { describe, expect, it } from 'vitest';
import type { Collation, PortalSettings } from '../../../endpoints/read-model/index.ts';
import { category, column, IMPORTED, loaded, post, read, section, usefulLink } from '../support/readModel.ts';

const C: PortalSettings = { ...IMPORTED, collation: 'C' };
const links = (...titles: (string | undefined)[]) =>
  titles.map((title, index) => usefulLink(index + 1, { title, slug: `${index}` }));

describe('text', () => {
  const titles = ['ώρα', 'Άδεια', 'αγορά', 'ΑΔΕΙΑ', 'άδεια', 'zeta', 'Ωμέγα', '10', '9', 'ἀρχαῖον', ''];

  it('sorts as Greek does', async () => {
    const model = await loaded([{ settings: IMPORTED }, ...links(...titles)]);
    const greek = ['', '10', '9', 'αγορά', 'ΑΔΕΙΑ', 'άδεια', 'Άδεια', 'ἀρχαῖον', 'Ωμέγα', 'ώρα', 'zeta'];
    expect(await column(model, 'service-useful-links', 'title', 'title')).toEqual(greek);
    expect(await column(model, 'service-useful-links', 'title', '-title')).toEqual([...greek].reverse());
  });

  it('sorts by code point under the C collation, not by UTF-16 unit', async () => {
    const model = await loaded([
      { settings: C },
      ...links('\u{1f600}', '\uff21', 'Ω', 'z', '\ue000', 'a\u{1f600}', 'a\uff21'),
    ]);
    const byCodePoint = ['a\uff21', 'a\u{1f600}', 'z', 'Ω', '\ue000', '\uff21', '\u{1f600}'];
    expect(await column(model, 'service-useful-links', 'title', 'title')).toEqual(byCodePoint);
    expect(await column(model, 'service-useful-links', 'title', '-title')).toEqual(
      [...byCodePoint].reverse(),
    );
  });

  it('sorts by another collation under the keys that the settings name, from the next change on', async () => {
    const texts = ['Ω', 'z', 'α'];
    const twice = texts.map((text, index) => usefulLink(index + 1, { title: text, slug: text }));
    const settings = (collation: Collation, collations: Record<string, Collation>): PortalSettings => ({
      collation,
      lists: { 'service-useful-links': { ordering: 'id', collations } },
    });
    const columns = async () => [
      await column(model, 'service-useful-links', 'title', 'title'),
      await column(model, 'service-useful-links', 'slug', 'slug'),
    ];
    const [greek, byCode] = [
      ['α', 'Ω', 'z'],
      ['z', 'Ω', 'α'],
    ];
    const model = await loaded([{ settings: settings('el', { title: 'C' }) }, ...twice]);
    expect(await columns()).toEqual([byCode, greek]);
    await model.apply([{ settings: settings('el', { slug: 'C' }) }]);
    expect(await columns()).toEqual([greek, byCode]);
    await model.apply([{ settings: settings('C', { slug: 'en' }) }]);
    expect(await columns()).toEqual([byCode, ['z', 'α', 'Ω']]);
  });

  it.each<[Collation, ...string[]]>([
    ['libc', 'κεπ – Αθήνα', 'κεπ Αθήνα', 'κεπ-Αθήνα'],
    ['unicode_ci', 'Νέα ', 'νεα', 'ΝΕΑ'],
    ['general_ci', 'σοφός', 'ΣΟΦΟΣ  ', 'σοφος'],
    // As MariaDB 10.11 says.
    ['general_ci', 'Straße', 'strase', 'STRASE'],
    ['NOCASE', 'gov.gr', 'GOV.gr', 'Gov.gr'],
  ])('that %s calls equal stands as imported, either way', async (collation, ...equal) => {
    const model = await loaded([{ settings: { ...IMPORTED, collation } }, ...links(...equal)]);
    expect(await column(model, 'service-useful-links', 'title', 'title')).toEqual(equal);
    expect(await column(model, 'service-useful-links', 'title', '-title')).toEqual(equal);
  });

  it('that general_ci has as one character is no two letters, and a tab at its end counts', async () => {
    const titles = ['ﬁ', 'z', 'a\t', 'a', 'ŉ'];
    const model = await loaded([{ settings: { ...IMPORTED, collation: 'general_ci' } }, ...links(...titles)]);
    expect(await column(model, 'service-useful-links', 'title', 'title')).toEqual([
      ...['a', 'a\t', 'z', 'ŉ', 'ﬁ'],
    ]);
    expect(await column(model, 'service-useful-links', 'title', '-title')).toEqual([
      ...['ﬁ', 'ŉ', 'z', 'a\t', 'a'],
    ]);
  });

  it('that is empty is last, or first under the keys that the settings name, from the next change on', async () => {
    const urls = ['β', null, 'α'].map((url, index) => usefulLink(index + 1, { url, description: url }));
    const settings = (...emptyFirst: string[]): PortalSettings => ({
      ...IMPORTED,
      lists: { 'service-useful-links': { ordering: 'url', emptyFirst } },
    });
    const columns = (...orderings: (string | undefined)[]) =>
      Promise.all(orderings.map((each) => column(model, 'service-useful-links', 'url', each)));
    const [last, first] = [
      ['α', 'β', null],
      [null, 'α', 'β'],
    ];
    const model = await loaded([{ settings: settings('url') }, ...urls]);
    expect(await columns(undefined, 'url', '-url', 'description', '-description')).toEqual([
      ...[first, first, [...first].reverse(), last, [...last].reverse()],
    ]);
    await model.apply([{ settings: settings() }]);
    expect(await columns(undefined, 'url', '-url')).toEqual([last, last, [...last].reverse()]);
  });

  it('that the collation calls equal goes by code point', async () => {
    const [composed, decomposed] = ['\u03ac', '\u03b1\u0301'];
    const model = await loaded([
      { settings: IMPORTED },
      ...links(decomposed, composed, decomposed, composed),
    ]);
    expect(await column(model, 'service-useful-links', 'title', 'title')).toEqual(
      [composed, composed, decomposed, decomposed].sort(),
    );
    expect(await column(model, 'service-useful-links', 'id', 'title')).toEqual([2, 4, 1, 3]);
  });
});

describe('other values', () => {
  it('null is last ascending and first descending', async () => {
    const model = await loaded([
      { settings: IMPORTED },
      usefulLink(1, { url: null, service: 3 }),
      usefulLink(2, { url: 'b', service: null }),
      usefulLink(3, { url: '', service: -2 }),
    ]);
    expect(await column(model, 'service-useful-links', 'url', 'url')).toEqual(['', 'b', null]);
    expect(await column(model, 'service-useful-links', 'url', '-url')).toEqual([null, 'b', '']);
    expect(await column(model, 'service-useful-links', 'service', 'service')).toEqual([-2, 3, null]);
    expect(await column(model, 'service-useful-links', 'service', '-service')).toEqual([null, 3, -2]);
  });

  it('numbers sort as numbers, booleans false first', async () => {
    const model = await loaded([
      { settings: IMPORTED },
      usefulLink(10, { selected: true }),
      usefulLink(9, { selected: false }),
      usefulLink(100, { selected: true }),
    ]);
    expect(await column(model, 'service-useful-links', 'id', 'id')).toEqual([9, 10, 100]);
    expect(await column(model, 'service-useful-links', 'id', '-id')).toEqual([100, 10, 9]);
    expect(await column(model, 'service-useful-links', 'selected', 'selected')).toEqual([false, true, true]);
    expect(await column(model, 'service-useful-links', 'selected', '-selected')).toEqual([true, true, false]);
  });

  it.each(['el', 'C'] as const)(
    'timestamps sort by instant, to the last digit, under %s',
    async (collation) => {
      const stamps = [
        '2021-04-01T09:15:02.1Z',
        '2021-04-01T09:15:02Z',
        '2021-04-01T09:15:02.123456Z',
        '2021-04-01T09:15:02.123455Z',
        '2021-04-01T09:15:02.123456001Z',
        '2020-12-31T23:59:59.999999999Z',
        '2021-04-01T09:15:02.09Z',
      ];
      const posts = stamps.map((created_timestamp, index) => post(index, { created_timestamp }));
      const model = await loaded([{ settings: { ...IMPORTED, collation } }, category(1), ...posts]);
      expect(await column(model, 'news-posts', 'created_timestamp', 'created_timestamp')).toEqual([
        '2020-12-31T23:59:59.999999999Z',
        '2021-04-01T09:15:02Z',
        '2021-04-01T09:15:02.09Z',
        '2021-04-01T09:15:02.1Z',
        '2021-04-01T09:15:02.123455Z',
        '2021-04-01T09:15:02.123456Z',
        '2021-04-01T09:15:02.123456001Z',
      ]);
    },
  );

  it('timestamps of one instant tie, however they are spelled', async () => {
    const model = await loaded([
      { settings: IMPORTED },
      category(1),
      post(2, { created_timestamp: '2021-04-01T09:15:02.100Z' }),
      post(1, { created_timestamp: '2021-04-01T09:15:02.1Z' }),
    ]);
    expect(await column(model, 'news-posts', 'id', '-created_timestamp')).toEqual([1, 2]);
  });
});

describe('ties', () => {
  const tied = [
    usefulLink(5, { id: 'b', slug: 'b' }),
    usefulLink(1, { position: 2 }),
    usefulLink(9, { position: 0 }),
    usefulLink(5, { id: 'a', slug: 'a' }),
    usefulLink(9, { id: 'again', position: 1 }),
    usefulLink(4),
  ];

  it.each(['title', '-title', '', undefined])(
    'go by imported position, imported before new, then id, then document, whatever the direction: %j',
    async (ordering) => {
      const model = await loaded([{ settings: IMPORTED }, ...tied]);
      expect(await column(model, 'service-useful-links', 'id', ordering)).toEqual([9, 9, 1, 4, 5, 5]);
      expect((await column(model, 'service-useful-links', 'slug', ordering)).slice(4)).toEqual(['a', 'b']);
    },
  );

  it('a second name decides among equals of the first', async () => {
    const model = await loaded([
      { settings: IMPORTED },
      usefulLink(1, { title: 'β', service: 1 }),
      usefulLink(2, { title: 'α', service: 1 }),
      usefulLink(3, { title: 'α', service: 2 }),
    ]);
    expect(await column(model, 'service-useful-links', 'id', 'title,-service')).toEqual([3, 2, 1]);
    expect(await column(model, 'service-useful-links', 'id', '-title,service')).toEqual([1, 2, 3]);
  });
});

describe('what ordering may say', () => {
  const settings: PortalSettings = {
    collation: 'el',
    lists: { 'service-useful-links': { ordering: '-id' } },
  };
  const load = () =>
    loaded([
      { settings },
      usefulLink(1, { title: 'β' }),
      usefulLink(2, { title: 'α' }),
      usefulLink(3, { title: 'γ' }),
    ]);
  const byDefault = [3, 2, 1];

  it.each([
    [undefined, byDefault],
    ['-unknown,--title,- title,TITLE,title__x,__proto__,constructor', byDefault],
    ['title', [2, 1, 3]],
    ['title,-title', [2, 1, 3]],
    ['-title,title,-title', [3, 1, 2]],
    ['id\ttitle,title\n', [2, 1, 3]],
    [`${'x,'.repeat(100_000)}title`, [2, 1, 3]],
  ])('%j', async (ordering, ids) => {
    expect(await column(await load(), 'service-useful-links', 'id', ordering)).toEqual(ids);
  });

  it('every other key of every list is an order', async () => {
    const model = await loaded([
      { settings: IMPORTED },
      category(1),
      post(1),
      post(2),
      section(1, [1]),
      section(2, [2]),
    ]);
    for (const { key: slug, orderable } of model.lists) {
      for (const key of orderable) {
        const plain = await model.response(slug, key);
        expect(plain, key).toBe(await model.response(slug, ` ${key} , ${key}`));
        expect((await read(model, slug, `-${key},-id`)).length).toBe((await read(model, slug)).length);
      }
    }
  });
});

describe('the default order', () => {
  const three = [
    usefulLink(1, { title: 'β', position: 1 }),
    usefulLink(2, { title: 'α', position: 0 }),
    usefulLink(3, { title: 'γ' }),
  ];

  it.each([
    ['-title', [3, 1, 2]],
    ['title', [2, 1, 3]],
    ['', [2, 1, 3]],
    ['gone', [2, 1, 3]],
    ['-id', [3, 2, 1]],
  ])('is the one of the settings: %j', async (ordering, ids) => {
    const model = await loaded([
      { settings: { collation: 'el', lists: { 'service-useful-links': { ordering } } } },
      ...three,
    ]);
    expect(await column(model, 'service-useful-links', 'id')).toEqual(ids);
  });

  it("is the list's own where the settings do not name the list, or there are none", async () => {
    expect(await column(await loaded(three), 'service-useful-links', 'id')).toEqual([1, 2, 3]);
    const model = await loaded([{ settings: { collation: 'C', lists: {} } }, ...three]);
    expect(await column(model, 'service-useful-links', 'id')).toEqual([1, 2, 3]);
  });
});
