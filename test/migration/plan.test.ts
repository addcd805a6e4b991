import { describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { readCapture } from '../../src/capture/folder.ts';
import { readCaptured, verifyCaptured } from '../../src/migration/plan/captured.ts';
import { capture, category, post, related, section } from './captures.ts';

const slugs = lists.map(({ key }) => key);

const plan = (files: Record<string, unknown[]>) => readCaptured(capture(files), lists);

/** What was planned of one kind: id, place in the list, listed or not. */
const documents = (made: ReturnType<typeof plan>, kind: string) =>
  [...made.documents.values()]
    .filter((each) => each.kind === kind)
    .map(({ document, listed }) => [document.api_id, document.position, listed]);

const reasons = (made: ReturnType<typeof plan>) =>
  made.refused.map(({ file, index, id, problems }) => [
    file,
    index,
    id,
    problems.map(({ path, reason }) => `${path} ${reason}`.trim()).join('; '),
  ]);

describe('the capture of a small portal', () => {
  it('is read whole, and its settings are found out', async () => {
    const made = readCaptured(await readCapture('test/fixtures/legacy-capture', slugs), lists);
    expect(made.refused).toEqual([]);
    expect(made.settings).toEqual({
      collation: 'el',
      shown: { 'service-useful-links.title': ['el', 'el-icu72'] },
      empties: { 'featured-sections.section_two_links': 'last' },
      lists: {
        'featured-sections': { ordering: 'id', elementPerLink: true, defaultRepeats: false },
        'service-groups': { ordering: 'order,id', defaultRepeats: false },
        'news-posts': { ordering: '-created_timestamp', defaultRepeats: false },
        'news-categories': { ordering: 'id', defaultRepeats: false },
        // seven of its 400 links stand out of the order of ids, where a database left them
        'service-useful-links': { ordering: '', defaultRepeats: false },
      },
    });
    expect(slugs.map((slug) => documents(made, slug).length)).toEqual([7, 14, 120, 9, 400]);
    expect(await verifyCaptured(made)).toEqual([]);
  });
});

describe('what a post embeds', () => {
  it('is a document of its own, not listed, where it stands in no list or is another there', () => {
    const made = plan({
      'news-categories': [category(1)],
      'news-posts': [
        post(7, { category: category(1, 'Άλλη'), related: [related(9), related(8, { title: 'Παλιό' })] }),
        post(8, { category: category(1, 'Άλλη'), related: [related(9)] }),
      ],
    });
    expect(documents(made, 'news-categories')).toEqual([
      [1, 0, true],
      [1, null, false],
    ]);
    expect(documents(made, 'news-posts')).toEqual([
      [7, 0, true],
      [8, 1, true],
      [9, null, false],
      [8, null, false],
    ]);
  });

  it('keeps the order of the related posts', () => {
    const made = plan({
      'news-posts': [post(1, { related: [3, 2, 9].map((id) => related(id)) }), post(2), post(3)],
    });
    const [first] = made.documents.values();
    const ids = ((first?.document.related ?? []) as string[]).map(
      (id) => made.documents.get(id)?.document.api_id,
    );
    expect(ids).toEqual([3, 2, 9]);
  });
});

describe('an element that the contract does not explain', () => {
  it('is refused, too, when it stands in an ordering alone', () => {
    const made = plan({
      'news-categories': [category(1)],
      'news-categories.ordering=-id': [category(2), category(1)],
    });
    expect(documents(made, 'news-categories')).toEqual([[1, 0, true]]);
    expect(reasons(made)).toEqual([
      [
        'news-categories.ordering=-id.json',
        0,
        2,
        'does not stand in news-categories.json: the source changed between the two requests, capture it again',
      ],
    ]);
  });
});

describe('sections repeated per link', () => {
  const [a, b, c, d] = [
    section(1, ['x', 'y']),
    section(2, []),
    section(3, ['z', 'y', 'w']),
    section(4, ['v'], false),
  ];
  const byLinks = [b, c, a, c, a, c, d];

  it('are one document each, also when the default list repeats them', async () => {
    const made = plan({
      'featured-sections': byLinks,
      'featured-sections.ordering=-section_two_links': byLinks,
    });
    expect(made.settings.lists['featured-sections']).toEqual({
      ordering: '-section_two_links',
      elementPerLink: true,
      defaultRepeats: true,
    });
    expect(documents(made, 'featured-sections')).toEqual([
      [2, 0, true],
      [3, 1, true],
      [1, 2, true],
      [4, 6, true],
    ]);
    expect(await verifyCaptured(made)).toEqual([]);
  });

  it('are told from elements that are there twice', async () => {
    const made = plan({
      'featured-sections': [a, a, b, c],
      'featured-sections.ordering=-section_two_links': [b, c, a, a, c, a, c, a],
    });
    expect(made.settings.lists['featured-sections']).toEqual({
      ordering: 'id',
      elementPerLink: true,
      defaultRepeats: false,
    });
    expect(documents(made, 'featured-sections')).toEqual([
      [1, 0, true],
      [1, 1, true],
      [2, 2, true],
      [3, 3, true],
    ]);
    expect(await verifyCaptured(made)).toEqual([]);
  });

  it('get the ranks of the captured rows, read through the links that sections share', () => {
    const [one, two, three, four] = [
      section(1, ['x', 'y']),
      section(2, ['z', 'y']),
      section(3, ['y']),
      section(4, ['z']),
    ];
    const made = plan({
      'featured-sections': [one, two, three, four],
      'featured-sections.ordering=-section_two_links': [four, two, three, one, two, one],
    });
    const ranks = [...made.documents.values()]
      .filter(({ kind }) => kind === 'featured-sections')
      .map(({ document }) => (document.section_two_links as { rank: number }[]).map(({ rank }) => rank));
    // from the top: z of four and two, y of three, one and two, x of one
    expect(ranks).toEqual([[1, 3], [5, 2], [4], [6]]);
  });
});
