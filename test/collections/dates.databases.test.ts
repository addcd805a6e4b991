import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineList, field, lists } from '../../endpoints/lists/index.ts';
import { category, importDocument, local, served } from '../support/content.ts';
import { testDatabase } from '../support/databases.ts';
import { extend } from '../support/host.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, signedIn } from '../support/rest.ts';

const events = defineList({
  key: 'events',
  name: 'Event List',
  fields: { title: field.text(), starts: field.timestamp(), ends: field.timestamp({ nullable: true }) },
  defaultOrdering: 'starts',
});

let payload: Payload;
let own: Rest;

beforeAll(async () => {
  const moment = { name: 'moment', type: 'date' } as const;
  payload = await startPayload({
    options: { lists: [...lists, events] },
    plugins: [extend('events', (each) => ({ ...each, fields: [...each.fields, moment] }))],
  });
  const user = { email: 'editor@portal.example', password: 'a long password' };
  await local(payload).create('users', { ...user, roles: ['editor'] });
  own = await signedIn(payload, user);
});

/** Titles of what REST finds. */
async function titles(path: string): Promise<unknown[]> {
  const { status, value } = await own('GET', path);
  expect(status).toBe(200);
  return (value.docs as { title: unknown }[]).map(({ title }) => title);
}

/** By time, as a client writes them, and as they are served. */
const WRITTEN: [string, string, string][] = [
  ['first', '2026-03-29T02:30:00+03:00', '2026-03-28T23:30:00.000000Z'],
  ['second', '2026-03-29', '2026-03-29T00:00:00.000000Z'],
  ['third', '2026-03-28T23:30:00-02:00', '2026-03-29T01:30:00.000000Z'],
  ['fourth', '2026-03-29T02:00:00Z', '2026-03-29T02:00:00.000000Z'],
  ['fifth', '2026-03-29T02:00:00.5Z', '2026-03-29T02:00:00.500000Z'],
  ['last', '2026-03-29T23:59:59.99999Z', '2026-03-29T23:59:59.999000Z'],
];
const ORDER = WRITTEN.map(([title]) => title);

/** What finds the first four of {@link WRITTEN}, and only the last two. */
const BEFORE = 'where[and][0][DATE][less_than_equal]=2026-03-29T02:00:00.000Z';
const AFTER = 'where[and][0][DATE][greater_than]=2026-03-29T02:00:00.000Z';

const FIELDS: [string, string, object][] = [
  ['news-posts', 'created_timestamp', {}],
  ['events', 'ends', { starts: '2026-01-01T00:00:00Z' }],
  ['events', 'moment', { starts: '2026-01-01T00:00:00Z' }],
];

/** What a database does with a date is the same in every field. */
const seen = testDatabase() === 'sqlite' ? FIELDS : FIELDS.slice(0, 1);

describe('dates in any form are sorted and filtered by their instant', () => {
  it.each(seen)('of %s, %s', async (slug, name, more) => {
    const { docs } = await payload.find({ collection: slug as never, pagination: false });
    for (const { id } of docs) await local(payload).remove(slug, id);
    const { id: of } = await category(payload);
    const content = {
      root: { type: 'root', children: [], direction: null, format: '', indent: 0, version: 1 },
    };
    // The last one first, and each created with another date.
    for (const [title, date] of WRITTEN.toReversed()) {
      const data = { title, author: 7, category: of, content, ...more, _status: 'published' };
      const { status, value } = await own('POST', slug, { ...data, [name]: '2020-05-05T00:00:00Z' });
      expect(status).toBe(201);
      const { id } = value.doc as { id: number | string };
      expect((await own('PATCH', `${slug}/${id}`, { [name]: date })).status).toBe(200);
    }
    expect(await titles(`${slug}?sort=${name}`)).toEqual(ORDER);
    expect(await titles(`${slug}?sort=-${name}&draft=true`)).toEqual(ORDER.toReversed());
    const [before, after] = [BEFORE, AFTER].map((each) => each.replace('DATE', name));
    expect(await titles(`${slug}?sort=${name}&${before}`)).toEqual(ORDER.slice(0, 4));
    expect(await titles(`${slug}?sort=${name}&${after}&draft=true`)).toEqual(ORDER.slice(4));
    if (name === 'moment') return;
    const elements = await served(payload, slug);
    for (const [title, , exact] of WRITTEN) {
      expect(elements.find((each) => each.title === title)?.[name]).toBe(exact);
    }
  });
});

it('imported dates are stored in milliseconds, and served with their digits', async () => {
  const times = ['2021-04-01T09:15:02Z', '2021-04-01T09:15:02.000456Z', '2021-04-01T23:59:59.999999Z'];
  const { id: of } = await category(payload);
  for (const [at, created_timestamp] of times.entries()) {
    const source = { api_id: 900 + at, title: `import ${at}`, content: '<p>α</p>', category: of, author: 1 };
    await importDocument(payload, 'news-posts', { ...source, created_timestamp });
  }
  const where = 'where[title][like]=import&where[created_timestamp][less_than]=2021-04-02';
  expect(await titles(`news-posts?sort=created_timestamp,api_id&${where}`)).toEqual([
    'import 0',
    'import 1',
    'import 2',
  ]);
  const elements = await served(payload, 'news-posts');
  expect([900, 901, 902].map((id) => elements.find((each) => each.id === id)?.created_timestamp)).toEqual(
    times,
  );
});

describe('the time in the trash', () => {
  it('is stored by its instant', async () => {
    for (const [title, date] of WRITTEN.toReversed()) {
      const { id } = await category(payload, { title });
      expect((await own('PATCH', `news-categories/${id}`, { deletedAt: date })).status).toBe(200);
    }
    const trashed = 'trash=true&where[deletedAt][exists]=true';
    expect(await titles(`news-categories?${trashed}&sort=deletedAt`)).toEqual(ORDER);
  });

  oneDatabase.it.each(['x', '+010000-01-01T00:00:00.000Z', {}])('is refused as %j', async (date) => {
    for (const _status of ['draft', 'published']) {
      const { id } = await category(payload, { _status });
      for (const query of ['', '?draft=true']) {
        const { status, body } = await own('PATCH', `news-categories/${id}${query}`, { deletedAt: date });
        expect({ _status, query, status, body }).toEqual({
          _status,
          query,
          status: 400,
          body: expect.stringContaining('"path":"deletedAt"'),
        });
      }
      expect((await own('GET', `news-categories/${id}`)).status).toBe(200);
    }
  });
});
