import type { CollectionConfig, Payload, Plugin } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineList, field, lists, z } from '../../endpoints/lists/index.ts';
import { portalReadModel } from '../../src/index.ts';
import { importCapture } from '../../src/migration/index.ts';
import { saveCapture } from '../migration/captures.ts';
import { comparedWithCapture } from '../migration/sameAsCapture.ts';
import { editor, local, served } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';

const localized = (name: string) => ({ name, type: 'text', localized: true }) as const;

/** A collection that a host had before: no drafts, a trash, two languages in every kind of place. Payload changes it. */
const officeCollection = (): CollectionConfig => ({
  slug: 'offices',
  trash: true,
  fields: [
    { ...localized('name'), required: true },
    { name: 'floor', type: 'number' },
    {
      name: 'address',
      type: 'group',
      fields: [localized('street'), { type: 'row', fields: [{ name: 'zip', type: 'text' }] }],
    },
    { name: 'people', type: 'array', fields: [localized('who')] },
    { name: 'hours', type: 'array', localized: true, fields: [{ name: 'day', type: 'text' }] },
    {
      type: 'tabs',
      tabs: [
        { name: 'more', fields: [localized('note')] },
        { label: 'Unnamed', fields: [localized('motto')] },
      ],
    },
    { name: 'parts', type: 'blocks', blocks: [{ slug: 'text', fields: [localized('says')] }] },
  ],
});

const inside = (of: unknown, key: string) => (Object(of) as Record<string, unknown>)[key];
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const rowsOf = (value: unknown, key: string) =>
  (Array.isArray(value) ? value : []).map((row) => textOf(inside(row, key)));

const offices = defineList({
  key: 'offices',
  name: 'Office List',
  element: z.strictObject({
    id: z.int(),
    title: z.string(),
    street: z.string(),
    people: z.array(z.string()),
    hours: z.array(z.string()),
    note: z.string(),
    motto: z.string(),
    parts: z.array(z.string()),
  }),
  encode: (document) => ({
    id: document.api_id,
    title: textOf(document.name),
    street: textOf(inside(document.address, 'street')),
    people: rowsOf(document.people, 'who'),
    hours: rowsOf(document.hours, 'day'),
    note: textOf(inside(document.more, 'note')),
    motto: textOf(document.motto),
    parts: rowsOf(document.parts, 'says'),
  }),
  decode: ({ id, title, street, people, hours, note, motto, parts }) => ({
    api_id: id,
    position: null,
    name: title,
    address: { street },
    people: people.map((who) => ({ who })),
    hours: hours.map((day) => ({ day })),
    more: { note },
    motto,
    parts: parts.map((says) => ({ blockType: 'text', says })),
  }),
  defaultOrdering: 'title',
});

/** A list that embeds another's elements, those of the host's collection among them. */
const visits = defineList({
  key: 'visits',
  name: 'Visit List',
  fields: { office: field.embedded(offices), at: field.timestamp() },
  defaultOrdering: 'id',
});

const localization =
  (more: object = {}): Plugin =>
  (config) => ({
    ...config,
    localization: { locales: ['en', 'el'], defaultLocale: 'en', ...more } as never,
  });

const start = (uri?: string, more: { locale?: string; localization?: object } = {}) =>
  startPayload({
    ...(uri !== undefined && { uri }),
    collections: [officeCollection()],
    options: { lists: [...lists, offices, visits], ...(more.locale && { locale: more.locale }) },
    plugins: [localization(more.localization)],
  });

const says = (text: string) => ({
  name: text,
  address: { street: text, zip: '1' },
  hours: [{ day: text }],
  more: { note: text },
  motto: text,
});
const shown = (id: number, text: string, rows = [text]) => ({
  id,
  title: text,
  street: text,
  people: rows,
  hours: [text],
  note: text,
  motto: text,
  parts: rows,
});

let payload: Payload;
let uri: string;
beforeAll(async () => {
  uri = await freshDatabaseUri();
  payload = await start(uri);
});

/** An office in English, and in Greek too where there is a second text. */
async function office(english: string, greek?: string) {
  const rows = { people: [{ who: english }], parts: [{ blockType: 'text', says: english }] };
  const doc = await local(payload).create('offices', { ...says(english), ...rows }, { locale: 'en' });
  if (greek === undefined) return doc;
  const [person, part] = [doc.people, doc.parts].map((each) => (each as { id: string }[])[0]);
  const translated = { people: [{ ...person, who: greek }], parts: [{ ...part, says: greek }] };
  return local(payload).update('offices', doc.id, { ...says(greek), ...translated }, { locale: 'el' });
}
const element = async (id: number, from = payload) =>
  (await served(from, 'offices')).find((each) => each.id === id);

describe('a list of a collection that the host has', () => {
  it('shows every document, wherever it is localized in Greek, and in the default locale where there is none', async () => {
    const both = await office('English', 'Ελληνικά');
    const one = await office('Only English');
    expect(await element(both.api_id)).toEqual(shown(both.api_id, 'Ελληνικά'));
    expect(await element(one.api_id)).toEqual(shown(one.api_id, 'Only English'));
    // A save in another language changes nothing of what is shown.
    await local(payload).update('offices', both.id, { motto: 'New' }, { locale: 'en' });
    expect(await element(both.api_id)).toEqual(shown(both.api_id, 'Ελληνικά'));
    await local(payload).update('offices', both.id, { motto: '' }, { locale: 'el' });
    expect(await element(both.api_id)).toEqual({ ...shown(both.api_id, 'Ελληνικά'), motto: 'New' });
  });

  oneDatabase.it(
    'shows the locale that the option names, and nothing else where the host wants no fallback',
    async () => {
      const both = await office('English', 'Ελληνικά');
      const one = await office('Only English');
      const english = await start(uri, { locale: 'en' });
      expect(await element(both.api_id, english)).toEqual(shown(both.api_id, 'English'));
      const strict = await start(uri, { localization: { fallback: false } });
      const empty = { ...shown(one.api_id, ''), people: [''], hours: [], parts: [''] };
      expect(await element(one.api_id, strict)).toEqual(empty);
    },
  );

  it('leaves out what is in the trash, and refuses to throw away what another list shows', async () => {
    const { id, api_id } = await office('English');
    const trash = () => local(payload).update('offices', id, { deletedAt: new Date().toISOString() });
    const visit = await local(payload).create('visits', {
      office: id,
      at: '2024-01-02T03:04:05.000Z',
      _status: 'published',
    });
    expect((await served(payload, 'visits')).find((each) => each.id === visit.api_id)).toEqual({
      id: visit.api_id,
      office: shown(api_id, 'English'),
      at: '2024-01-02T03:04:05.000000Z',
    });
    await expect(trash()).rejects.toMatchObject({ status: 409 });
    await local(payload).remove('visits', visit.id);
    await trash();
    expect(await element(api_id)).toBeUndefined();
    await local(payload).update('offices', id, { deletedAt: null }, { trash: true });
    expect(await element(api_id)).toEqual(shown(api_id, 'English'));
  });

  oneDatabase.it('stays out of it where an editor says so, since others embed it', async () => {
    const { id, api_id } = await office('English');
    await local(payload).update('offices', id, { listed: false });
    expect(await element(api_id)).toBeUndefined();
  });

  oneDatabase.it('lets no client set what identifies a document', async () => {
    const { api_id, id } = await office('English');
    await local(payload).update('offices', id, { api_id: 999, position: 3, source_key: 'offices:1:1' });
    expect(await local(payload).read('offices', id)).toMatchObject({
      api_id,
      position: null,
      source_key: null,
    });
  });

  it('has its fields edited in bulk as the host has them, but for what identifies a document', async () => {
    const { api_id, id } = await office('English');
    const where = { id: { equals: id } };
    const data = { floor: 3, api_id: 999 } as never;
    const user = await editor(payload);
    const all = { collection: 'offices' as never, where, data, overrideAccess: false, user };
    expect((await payload.update(all)).errors).toEqual([]);
    expect(await local(payload).read('offices', id)).toMatchObject({ api_id, floor: 3 });
  });
});

it('documents that were there before have numbers at the next start', async () => {
  const old = await freshDatabaseUri();
  const before = await startPayload({
    uri: old,
    collections: [officeCollection()],
    plugins: [localization()],
  });
  for (const name of ['Α', 'Β']) await local(before).create('offices', { name }, { locale: 'el' });
  const after = await start(old);
  expect((await served(after, 'offices')).map(({ id, title }) => [id, title])).toEqual([
    [1, 'Α'],
    [2, 'Β'],
  ]);
});

it('an import brings the documents of a collection without drafts, in the locale of the list, once', async () => {
  const host = await start();
  const names = ['Πρώτο', 'Δεύτερο', 'Τρίτο'];
  const elements = names
    .map((name, index) => shown(9 - index, name))
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  const visit = {
    id: 1,
    office: shown(50, 'Αλλού'),
    at: '2024-01-02T03:04:05.123456Z',
  };
  const from = await saveCapture({ offices: elements, visits: [visit] });
  const { lists: report, notReproduced } = await importCapture(host, { from, allow: ['missing'] });
  expect(notReproduced).toEqual([]);
  expect(report.offices).toMatchObject({ created: 3, refused: [], embedded: { created: 1 } });
  expect(await comparedWithCapture(await portalReadModel(host), from)).toEqual({
    'offices.json': 'same',
    'visits.json': 'same',
  });
  const [stored] = (
    await host.db.find<Record<string, unknown>>({ collection: 'offices', where: { api_id: { equals: 9 } } })
  ).docs;
  expect(stored).toMatchObject({ name: { el: 'Πρώτο' }, address: { street: { el: 'Πρώτο' } } });

  const again = await importCapture(host, { from, allow: ['missing'] });
  expect(again.lists.offices).toMatchObject({ created: 0, updated: 0, unchanged: 3, kept: 0 });
  // What has changed in the source is updated; where an editor has changed that field too, it is left, and named.
  const note = 'Του συντάκτη';
  await local(host).update('offices', stored?.id as number, { more: { note } }, { locale: 'el' });
  const changed = elements.map((each) => ({ ...each, note: 'νέα' }));
  const later = await importCapture(host, {
    from: await saveCapture({ offices: changed }),
    allow: ['missing'],
  });
  expect(later.lists.offices).toMatchObject({ created: 0, updated: 2, kept: 1 });
  expect(later.conflicts).toMatchObject([{ list: 'offices', apiId: 9, kind: 'changed' }]);
});

oneDatabase.describe('what can not be is refused at the start', () => {
  const config = (fields: CollectionConfig['fields'], options: object = {}) =>
    startPayload({
      collections: [{ slug: 'offices', fields }],
      options: { lists: [...lists, offices], ...options },
      plugins: [localization()],
    });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      'a field of the host with a name that is needed',
      () => config([{ type: 'row', fields: [{ name: 'position', type: 'select', options: ['a'] }] }]),
      'portalContent: the collection "offices" has a field "position" of its own. The list "offices" needs that name; give yours another one.',
    ],
    [
      'a locale that is not there',
      () => config([], { locale: 'fr' }),
      'portalContent: locale "fr" is no locale of this Payload config. It has: en, el.',
    ],
    [
      'a full list without a collection',
      () => startPayload({ options: { lists: [offices] } }),
      'portalContent: the list "offices" needs a collection of your config, or "fields" in its defineList().',
    ],
    [
      'two lists of one key',
      () => startPayload({ options: { lists: [visits, visits] } }),
      'portalContent: two lists have the key "visits".',
    ],
  ])('%s', async (_, attempt, message) => {
    await expect(attempt()).rejects.toThrow(message);
  });
});
