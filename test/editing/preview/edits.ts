import fc from 'fast-check';
import type { NodeJson } from '../../../src/rich-text/index.ts';
import { anyEdits } from '../../rich-text/edits.ts';

type Data = Record<string, unknown>;

/** What an editor may choose from: ids of documents. */
export interface Choices {
  /** By list. */
  documents: Record<string, unknown[]>;
  images: unknown[];
}

/** A random edit of a document. */
export interface Edit {
  list: string;
  /** Which document of the list; undefined: a new one. */
  pick: number | undefined;
  /** Whether something is saved as a draft first. */
  draftFirst: boolean;
  change(data: Data, choices: Choices): Data;
}

type Change = (data: Data, choices: Choices) => Data;
type Changes = fc.Arbitrary<Change>[];

const words = fc.constantFrom(
  'Νέος τίτλος',
  'ἀρχαῖον',
  'ά',
  'Ω',
  ' κενά  μέσα ',
  '😀 "εισαγωγικά" \\ \u2028',
  'ζ'.repeat(200),
);
const slug = fc.uuid();
const set = (key: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Change> =>
  value.map((each) => () => ({ [key]: each }));
const flip = (key: string): fc.Arbitrary<Change> =>
  fc.constant((data: Data) => ({ [key]: data[key] !== true }));

/** Edits of blocks of a text, imported or not. */
const edited = (key: string): fc.Arbitrary<Change> =>
  anyEdits.map((edit) => (data) => {
    const state = structuredClone(data[key]) as { root: { children: NodeJson[] } } | null;
    if (!state) return {};
    edit(state.root.children);
    return { [key]: state };
  });
const image = (key: string): fc.Arbitrary<Change> =>
  fc.nat().map((at) => (_, { images }) => ({ [key]: images[at % images.length] }));
/** Ids of some documents of a list. */
const some = (list: string, picks: number[], { documents }: Choices) => {
  const ids = documents[list] ?? [];
  return [...new Set(picks.map((at) => ids[at % ids.length]))];
};
const address = fc.constantFrom('https://www.portal.example/νέο', 'http://a.example/?q=1&b=2');

const links: fc.Arbitrary<Change> = fc
  .tuple(fc.nat(), fc.constantFrom('add', 'remove', 'move', 'edit'), words)
  .map(([at, what, text]) => (data) => {
    const rows = [...((data.section_two_links ?? []) as Data[])];
    const place = at % (rows.length + 1);
    const [row] = rows.slice(place, place + 1);
    if (what === 'add' || !row)
      rows.splice(place, 0, { text: text.slice(0, 50), link: 'https://a.example/' });
    else if (what === 'remove') rows.splice(place, 1);
    else if (what === 'edit') rows[place] = { ...row, text: text.slice(0, 50) };
    else rows.unshift(...rows.splice(place, 1));
    return { section_two_links: rows };
  });

const CHANGES: Record<string, Changes> = {
  'featured-sections': [
    set('section_one_title', words),
    set('section_two_title', words),
    edited('section_one_text'),
    edited('section_three_text'),
    flip('active'),
    flip('selected'),
    links,
    links,
    image('featured_image'),
  ],
  'service-groups': [
    set('title', words),
    set('slug', slug),
    set('order', fc.integer({ min: -5, max: 20 })),
    set('url', fc.option(address)),
    set('description', fc.constantFrom('', null, 'Περιγραφή')),
    flip('confirmed_translation'),
  ],
  'news-posts': [
    set('title', words),
    set('excerpt', words),
    edited('content'),
    fc.nat().map((at) => (_, choices) => ({ category: some('news-categories', [at], choices)[0] })),
    fc
      .array(fc.nat(), { maxLength: 3 })
      .map((picks) => (_, choices) => ({ related: some('news-posts', picks, choices) })),
    set('created_timestamp', fc.constantFrom('2020-05-05T10:00:00.000Z', '2026-11-30T00:00:00.000Z')),
    image('post_image'),
    set('post_thumbnail', fc.constant(null)),
    set('author', fc.integer({ min: 1, max: 99 })),
    flip('active'),
    flip('featured_post'),
    flip('listed'),
  ],
  'news-categories': [set('title', words), set('slug', slug), flip('selected'), flip('listed')],
  'service-useful-links': [
    set('title', words),
    set('slug', fc.constantFrom('Koino-Slug', 'allo')),
    set('url', fc.option(address)),
    edited('description'),
    set('service', fc.option(fc.integer({ min: 1, max: 9 }))),
    flip('confirmed_translation'),
  ],
};

/** Each is refused by a save. */
const REFUSED: Record<string, fc.Arbitrary<Change>> = {
  'featured-sections': set('featured_image', fc.constant(null)),
  'service-groups': set('order', fc.constant(1.5)),
  'news-posts': set('category', fc.constant(null)),
  'news-categories': set('title', fc.constant('')),
  'service-useful-links': set('url', fc.constant('δεν είναι διεύθυνση')),
};

const ofList = (list: string): fc.Arbitrary<Edit> =>
  fc
    .record({
      pick: fc.option(fc.nat(), { nil: undefined, freq: 7 }),
      draftFirst: fc.boolean(),
      changes: fc.array(fc.oneof(...(CHANGES[list] ?? [])), { minLength: 0, maxLength: 4 }),
      refused: fc.oneof(
        { weight: 9, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: REFUSED[list] as fc.Arbitrary<Change> },
      ),
    })
    .map(({ pick, draftFirst, changes, refused }) => ({
      list,
      pick,
      draftFirst,
      change: (data, choices) =>
        Object.assign({}, ...[...changes, ...(refused ? [refused] : [])].map((each) => each(data, choices))),
    }));

/** Random edits of all five lists; some are refused by a save. */
export const anyEdit: fc.Arbitrary<Edit> = fc.oneof(...Object.keys(CHANGES).map(ofList));
