import type { Field, Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineList, field, type Label, listContract, lists } from '../../endpoints/lists/index.ts';
import { local, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';

const venues = defineList({
  key: 'venues',
  name: 'Venue List',
  fields: { name: field.text() },
  defaultOrdering: 'id',
});

const contract = listContract({
  key: 'events',
  name: 'Event List',
  fields: {
    seats: field.integer(),
    title: field.text(),
    venues: field.embeddedMany(venues),
    stages: field.rows({ name: field.text(), link: field.webAddress() }, { ranked: true }),
    note: field.text(),
  },
  defaultOrdering: '-stages',
});

const named = (name: string): Label => ({ en: name, el: `${name} (el)` });
const events = defineList({
  ...contract,
  form: {
    labels: { singular: 'Event', plural: 'Events' },
    columns: ['seats'],
    sort: ['-seats', 'api_id'],
    fields: {
      title: { label: named('What'), required: true, isTitle: true },
      listed: { elsewhere: named('nowhere') },
      stages: {
        row: { singular: 'Stage', plural: 'Stages' },
        columns: { name: { label: named('Its name'), required: true } },
      },
      seats: { label: named('How many'), defaultValue: 40 },
    },
  },
});

let payload: Payload;
beforeAll(async () => {
  payload = await startPayload({ options: { lists: [...lists, venues, events] } });
});

const nameOf = (each: Field) => ('name' in each ? each.name : '');
const configOf = (slug: string) => {
  const config = payload.config.collections.find((each) => each.slug === slug);
  if (!config) throw new Error(`There is no collection ${slug}.`);
  return config;
};
const make = (data: object) => local(payload).create('events', { _status: 'published', ...data });

describe('the form of a list of a host’s own', () => {
  it('decides what editors see, in its order, and the fields what is served, in theirs', async () => {
    const { admin, defaultSort, fields, labels } = configOf('events');
    expect(labels).toMatchObject({ singular: { en: 'Event' }, plural: { en: 'Events' } });
    // Payload adds an order of its own to the array, once it has looked for documents.
    const order = [defaultSort].flat().slice(0, 2);
    expect([admin.useAsTitle, admin.defaultColumns, order]).toEqual([
      'title',
      ['title', '_status', 'seats', 'api_id'],
      ['-seats', 'api_id'],
    ]);
    // The last ones are in a fold.
    const own = ['title', 'stages', 'seats', 'venues', 'note', 'listed'];
    const all = fields.flatMap((each) => (each.type === 'collapsible' ? each.fields : [each]));
    expect(all.map(nameOf).filter((name) => own.includes(String(name)))).toEqual(own);
    expect(fields.find((each) => nameOf(each) === 'title')).toMatchObject({ label: named('What') });

    const { api_id } = await make({ title: 'α' });
    const element = (await served(payload, 'events')).find(({ id }) => id === api_id);
    expect(JSON.stringify(element)).toBe(
      JSON.stringify({ id: api_id, seats: 40, title: 'α', venues: [], stages: [], note: '' }),
    );
  });

  it.each([
    ['title', { title: '' }],
    ['title', { title: 'α'.repeat(301) }],
    ['stages.0.name', { title: 'α', stages: [{ link: 'https://a.example/' }] }],
  ])('says at %s what can not be published', async (path, data) => {
    await expect(make(data)).rejects.toMatchObject({ status: 400, data: { errors: [{ path }] } });
  });
});

it('a new row that is ranked brings its element to the top, and no client sees or sets a rank', async () => {
  const stage = (name: string) => ({ name, link: 'https://a.example/', rank: 1_000_000 });
  const first = await make({ title: 'Πρώτη', stages: [stage('α')] });
  const second = await make({ title: 'Δεύτερη', stages: [stage('β')] });
  const order = async () =>
    (await served(payload, 'events'))
      .map(({ id }) => id)
      .filter((id) => [first.api_id, second.api_id].includes(Number(id)));
  expect(await order()).toEqual([second.api_id, first.api_id]);
  const { stages } = await local(payload).read('events', first.id);
  await local(payload).update('events', first.id, {
    stages: [...(stages as object[]), stage('γ')],
    _status: 'published',
  });
  expect(await order()).toEqual([first.api_id, second.api_id]);
  const element = (await served(payload, 'events')).find(({ id }) => id === first.api_id);
  expect(element?.stages).toEqual([
    { name: 'α', link: 'https://a.example/' },
    { name: 'γ', link: 'https://a.example/' },
  ]);
});

it('a deleted document leaves every field that has several of its kind', async () => {
  const venue = (name: string) => local(payload).create('venues', { name, _status: 'published' });
  const [one, two] = [await venue('α'), await venue('β')];
  const { id, api_id } = await make({ title: 'Με χώρους', venues: [two.id, one.id] });
  await local(payload).remove('venues', two.id);
  expect((await local(payload).read('events', id)).venues).toEqual([one.id]);
  const element = (await served(payload, 'events')).find((each) => each.id === api_id);
  expect(element?.venues).toEqual([{ id: one.api_id, name: 'α' }]);
});
