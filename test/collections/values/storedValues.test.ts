import type { FlattenedField } from 'payload';
import { describe, expect, it } from 'vitest';
import { storedValues } from '../../../collections/values/index.ts';
import { featuredSections, newsPosts, serviceUsefulLinks } from '../../../endpoints/lists/index.ts';
import { htmlToLexical } from '../../../src/rich-text/index.ts';
import { collectionOf } from '../../support/collections.ts';
import { richText } from '../../support/content.ts';

const HTML = '<p class=a>Εισηγμένο&nbsp;κείμενο</p>';
type Data = Parameters<typeof storedValues>[1];
type Save = Parameters<typeof storedValues>[2];

const NOW = new Date('2026-01-02T03:04:05.678Z');

const NEWS = collectionOf(newsPosts);

/** A save of which nothing is known, as of a new document. */
const FRESH: Save = {
  latest: undefined,
  main: undefined,
  restored: false,
  imported: undefined,
  publishes: true,
  editor: null,
  editorKey: null,
  now: NOW,
  videoHosts: [],
};

/** Whatever writes to one of its parts throws. */
function frozen<T>(value: T): T {
  if (value && typeof value === 'object' && !(value instanceof Date)) {
    for (const each of Object.values(value)) frozen(each);
    Object.freeze(value);
  }
  return value;
}

function valuesOf({ fields }: { fields: unknown[] }, data: Data, save: Partial<Save> = {}) {
  return storedValues(fields as FlattenedField[], frozen(data), frozen({ ...FRESH, ...save }));
}

const typed = {
  title: 'Α',
  content: htmlToLexical(HTML),
  category: 5,
  created_timestamp: '2021-04-01T09:15:02.123Z',
  post_image: null,
  _status: 'published',
};

/** An imported post, as it is stored. */
const main = {
  ...typed,
  id: 1,
  api_id: 10,
  position: 2,
  source_key: 'news-posts:10:1',
  content_html: HTML,
  content_source: HTML,
  content_refers: null,
  category_last: '31',
  post_image_last: null,
  post_image_kept: '{"a":1}',
  post_thumbnail_last: null,
  post_thumbnail_kept: null,
  files: '[1]',
  created_timestamp_exact: '2021-04-01T09:15:02.123456Z',
  modified_timestamp: '2021-04-02T10:00:00Z',
  edited_by: null,
  sole_editor: null,
  standing: 'live',
  words_digest: 'xxYtAi0iFWONLkvZdxCpQbGf3Vi-trOFuTJ4XollTDE',
  words_writer: null,
  words_seconded: false,
  look_again_at: undefined,
};
const { id: _id, title: _title, content: _content, category: _category, ...others } = main;
const { created_timestamp: _created, post_image: _image, _status, ...hidden } = others;

/** What a client might send to set them. */
const forged = Object.fromEntries(Object.keys(hidden).map((name) => [name, 'forged']));

describe('the values of a document that no editor types', () => {
  it('stay while nothing of it changes, whatever a client sends', () => {
    expect(valuesOf(NEWS, { ...typed, ...forged }, { latest: main, main })).toEqual({
      values: hidden,
      problems: [],
      removed: [],
    });
  });

  it('are those of a new document when there is none, with numbers and references left open', () => {
    const { values } = valuesOf(NEWS, { ...typed, ...forged, content: richText('α') });
    expect(values).toEqual({
      api_id: undefined,
      position: null,
      source_key: null,
      edited_by: null,
      sole_editor: null,
      words_digest: expect.stringMatching(/^[\w-]{43}$/),
      words_writer: null,
      words_seconded: false,
      look_again_at: undefined,
      standing: 'live',
      content_html: '<p>α</p>',
      content_source: null,
      content_refers: null,
      category_last: undefined,
      post_image_last: null,
      post_image_kept: null,
      post_thumbnail_last: null,
      post_thumbnail_kept: null,
      files: null,
      created_timestamp_exact: '2021-04-01T09:15:02.123000Z',
      modified_timestamp: '2026-01-02T03:04:05.678000Z',
    });
  });

  it('are what the source says in an import, a duplicate of it keeps what it says', () => {
    const { category_last: _last, created_timestamp_exact: created_timestamp, ...rest } = main;
    const source = { ...rest, content: HTML, created_timestamp, category: 'news-categories:31:x' };
    const imported = valuesOf(NEWS, { ...typed, ...forged }, { imported: source }).values;
    expect(imported).toEqual({ ...hidden, category_last: undefined });
    const copy = valuesOf(NEWS, { ...typed, ...forged }, { latest: main }).values;
    const own = { api_id: undefined, position: null, source_key: null };
    expect(copy).toEqual({ ...hidden, ...own, modified_timestamp: '2026-01-02T03:04:05.678000Z' });
  });

  it('stay in an import where its source says nothing of them', () => {
    const { content: _, files: __, ...source } = { ...main, title: 'Β' };
    const { values } = valuesOf(NEWS, { ...typed, ...forged }, { imported: source, latest: main, main });
    expect(values).toMatchObject({ content_html: HTML, content_source: HTML, files: '[1]' });
  });

  it('come from a restored version itself, but for what identifies the document', () => {
    const version = { ...main, ...forged, content_html: '<p>τότε</p>', content_source: null };
    const { values } = valuesOf(NEWS, version, { restored: true, latest: main, main });
    expect(values).toMatchObject({
      ...{ api_id: 10, position: 2, source_key: 'news-posts:10:1' },
      ...{ content_html: '<p>τότε</p>', content_source: HTML, files: 'forged', category_last: 'forged' },
    });
  });

  it('change with a text: its HTML, and the time when it is published', () => {
    const latest = main;
    const content = richText('α');
    const published = valuesOf(NEWS, { ...typed, content }, { latest, main }).values;
    const modified_timestamp = '2026-01-02T03:04:05.678000Z';
    const words_digest = expect.not.stringMatching(main.words_digest);
    expect(published).toEqual({ ...hidden, content_html: '<p>α</p>', modified_timestamp, words_digest });
    const draft = valuesOf(NEWS, { ...typed, content }, { latest, main, publishes: false }).values;
    expect(draft).toEqual({ ...hidden, content_html: '<p>α</p>', words_digest });
    const reverted = valuesOf(NEWS, typed, { latest: { ...main, ...draft, content }, main }).values;
    expect(reverted).toEqual(hidden);
  });

  it('name a text that must not be served', () => {
    const state = htmlToLexical('<p>α</p><script>1</script>');
    expect(valuesOf(NEWS, { ...typed, content: state }).problems).toMatchObject([{ field: 'content' }]);
  });
});

it('rows keep their ranks by their ids or by what they say; those of new rows are left open', () => {
  const rows = [
    { id: 'a', text: 'α', link: 'x', rank: 3 },
    { id: 'b', text: 'β', link: 'y', rank: 4 },
  ];
  const section_two_links = [
    { text: 'β', link: 'y', rank: 99 },
    { id: 'a', text: 'α!', link: 'x' },
    { text: 'β', link: 'y' },
  ];
  const stored = { section_two_links: rows };
  const ranks = (save: Partial<Save>) => {
    const { values } = valuesOf(collectionOf(featuredSections), { section_two_links }, save);
    return (values.section_two_links as { rank: unknown }[]).map(({ rank }) => rank);
  };
  expect(ranks({ latest: stored, main: stored })).toEqual([4, 3, undefined]);
  expect(ranks({ latest: stored })).toEqual([undefined, undefined, undefined]);
});

it('an emptied text is null, unless an empty one is stored, restored or imported', () => {
  const url = (save: Partial<Save>) =>
    valuesOf(collectionOf(serviceUsefulLinks), { url: '' }, save).values.url;
  const filled = { url: 'https://a.example' };
  expect(url({ latest: filled, main: filled })).toBeNull();
  expect(url({ latest: filled, main: { url: '' } })).toBe('');
  expect(url({ latest: filled, main: filled, restored: true })).toBe('');
  expect(url({ latest: filled, main: filled, imported: { url: '' } })).toBe('');
});
