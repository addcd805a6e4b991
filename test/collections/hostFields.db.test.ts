import type { Field, Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { portalEditor } from '../../src/rich-text/editor/portalEditor.ts';
import { category, importDocument, local, post, richText, section } from '../support/content.ts';
import { extend } from '../support/host.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';

const text = (name: string): Field => ({ name, type: 'text' });

/** Fields of a host that look like ours, by name or type. */
const LOOK_ALIKES: Field[] = [
  { name: 'code', type: 'code', admin: { readOnly: true, language: 'json' } },
  { name: 'other_image', type: 'upload', relationTo: 'media' },
  { name: 'other_image_kept', type: 'code', admin: { readOnly: true } },
  text('other_image_last'),
  { name: 'other_category', type: 'relationship', relationTo: 'news-categories' },
  text('other_category_last'),
  { name: 'note', type: 'richText', editor: portalEditor() },
  text('note_html'),
  text('note_source'),
  { name: 'moment', type: 'date' },
  text('moment_exact'),
  text('title_last'),
  text('cleared'),
  { name: 'rows', type: 'array', fields: [text('text'), { name: 'rank', type: 'number' }] },
];

/** What the host puts into them. */
const VALUES = {
  code: '{"a":1}',
  other_image_kept: '{"b":2}',
  other_image_last: 'l',
  other_category_last: 'm',
  note_html: '<script>n</script>',
  note_source: 'o',
  moment: '2020-01-02T03:04:05.000Z',
  moment_exact: 'p',
  title_last: 'q',
  cleared: '',
};

let payload: Payload;
beforeAll(async () => {
  const host = (slug: string) =>
    extend(slug, (collection) => ({ ...collection, fields: [...collection.fields, ...LOOK_ALIKES] }));
  payload = await startPayload({ plugins: [host('news-posts'), host('featured-sections')] });
});

/** The host's fields as they are stored. */
async function stored(collection: string, id: number | string) {
  const document = await local(payload).read(collection, id);
  const { rows } = document as unknown as { rows?: { text: string; rank: number }[] };
  const kept = Object.fromEntries(Object.keys(VALUES).map((name) => [name, document[name]]));
  return { ...kept, rows: rows?.map((row) => [row.text, row.rank]) };
}

const make: Record<string, (data: object) => Promise<{ id: number | string }>> = {
  'news-posts': (data) => post(payload, data),
  'featured-sections': (data) => section(payload, data),
};

describe.each(Object.keys(make))("a host's own fields in %s", (collection) => {
  const rows = [
    { text: 'α', rank: 7 },
    { text: 'β', rank: 7 },
  ];
  const expected = {
    ...VALUES,
    rows: [
      ['α', 7],
      ['β', 7],
    ],
  };

  it('are saved as they are sent, and stay so in drafts, duplicates and restored versions', async () => {
    const { duplicate, restore, update, versions } = local(payload);
    const note = richText('σημείωση');
    const { id } = (await make[collection]?.({ ...VALUES, note, rows })) ?? { id: '' };
    expect(await stored(collection, id)).toEqual(expected);
    await update(collection, id, { active: false }, { draft: true });
    await update(collection, id, { active: false, _status: 'published' });
    expect(await stored(collection, id)).toEqual(expected);
    const changed = { ...Object.fromEntries(Object.keys(VALUES).map((name) => [name, null])), rows: [] };
    await update(collection, id, changed);
    expect(await stored(collection, id)).toEqual({ ...changed, rows: [] });
    expect(await stored(collection, (await duplicate(collection, id, { _status: 'draft' })).id)).toEqual({
      ...changed,
      rows: [],
    });
    await restore(collection, (await versions(collection, id)).at(-1)?.id ?? '');
    expect(await stored(collection, id)).toEqual(expected);
  });

  oneDatabase.it('hold no other document: what they refer to may be unpublished and deleted', async () => {
    const other = await category(payload);
    await make[collection]?.({ other_category: other.id });
    await local(payload).update('news-categories', other.id, { _status: 'draft' });
    await local(payload).remove('news-categories', other.id);
  });
});

it('an import leaves them as they are', async () => {
  const { id } = await importDocument(payload, 'news-posts', {
    ...VALUES,
    api_id: 70,
    source_key: 'news-posts:70:0',
    title: 'Α',
    content: '<p>α</p>',
    category: (await category(payload)).id,
    created_timestamp: '2021-04-01T09:15:02.123456Z',
    author: 1,
  });
  expect(await stored('news-posts', id)).toEqual({ ...VALUES, rows: [] });
});
