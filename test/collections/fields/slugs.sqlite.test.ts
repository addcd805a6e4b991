import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineList, field, lists } from '../../../endpoints/lists/index.ts';
import { importDocument, local, served } from '../../support/content.ts';
import { greekI18n } from '../../support/greek.ts';
import { startPayload } from '../../support/payload.ts';

/** A list of a host's own: its slugs may be missing, or shared. */
const places = defineList({
  key: 'places',
  name: 'Place List',
  fields: {
    title: field.text({ required: true }),
    slug: field.slug({ nullable: true }),
    group: field.slug({ nullable: true, shared: true }),
  },
  defaultOrdering: 'id',
});

let payload: Payload;
beforeAll(async () => {
  payload = await startPayload({ options: { lists: [...lists, places] }, i18n: greekI18n });
});

const KIND = 'news-categories';
const make = (data: object, kind = KIND) => local(payload).create(kind, data);
const save = (id: number | string, data: object, options: object = {}) =>
  local(payload).update(KIND, id, data, options);
const publish = (data: object, kind = KIND) => make({ ...data, _status: 'published' }, kind);

/** Which fields are refused, and which slug is proposed in place of theirs. */
async function refusal(attempt: Promise<unknown>) {
  const thrown: unknown = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  const { data } = (thrown ?? {}) as { data?: { errors: { path: string; message: string }[] } };
  return data?.errors.map(({ path, message }) => [path, / π\.χ\. (.*)$/.exec(message)?.[1]]);
}
const EMPTY = [['slug', undefined]];
const PROPOSED = (example: string) => [['slug', example]];

describe('the slug of a new document', () => {
  it('is proposed from the title, and a free one where a draft or a published document has that', async () => {
    expect((await publish({ title: 'Ευρωπαϊκή Ένωση' })).slug).toBe('evropaiki-enosi');
    expect((await make({ title: 'Ευρωπαϊκή ένωση' })).slug).toBe('evropaiki-enosi-2');
    expect((await publish({ title: 'ΕΥΡΩΠΑΪΚΗ ΕΝΩΣΗ' })).slug).toBe('evropaiki-enosi-3');
    expect((await publish({ title: 'Ένωση' })).slug).toBe('enosi');
  });

  it('is the one that is given, or none where it is given empty', async () => {
    expect((await publish({ title: 'Α', slug: 'Other_1' })).slug).toBe('Other_1');
    expect((await make({ title: 'Α', slug: '' })).slug).toBe('');
    expect((await make({ title: '!' })).slug ?? null).toBeNull();
  });

  it('does not change with the title', async () => {
    const draft = await make({ title: 'Πρώτος τίτλος' });
    expect((await save(draft.id, { title: 'Άλλος' }, { draft: true })).slug).toBe('protos-titlos');
  });
});

describe('publishing is refused at the field', () => {
  it.each([
    ['empty', '', EMPTY],
    ['missing', null, EMPTY],
    ['Greek', 'Νέα μέτρα', PROPOSED('nea-metra')],
    ['with a slash', 'a/b', PROPOSED('a-b')],
    ['with a space', 'a b', PROPOSED('a-b')],
    ['without any letter', '…', PROPOSED('anakoinoseis')],
  ])('%s', async (_, slug, expected) => {
    expect(await refusal(publish({ title: 'Α', slug }))).toEqual(expected);
    const draft = await make({ title: 'Α', slug });
    expect(await refusal(save(draft.id, { _status: 'published' }))).toEqual(expected);
    expect(await local(payload).read(KIND, draft.id)).toMatchObject({ _status: 'draft' });
  });

  it('used by another published document, which is named; what is only a draft uses none', async () => {
    const draft = await make({ title: 'Πρόχειρο', slug: 'koino' });
    const first = await publish({ title: 'Πρώτη', slug: 'koino' });
    const taken = PROPOSED('koino-2');
    expect(await refusal(save(draft.id, { _status: 'published' }))).toEqual(taken);
    await save(first.id, { title: 'Πρώτη!', _status: 'published' });
    await save(first.id, { _status: 'draft' });
    await save(draft.id, { _status: 'published' });
    const back = await refusal(save(first.id, { _status: 'published' }));
    expect(back).toEqual(taken);
  });
});

it('useful links share slugs, and need one as it stands in an address', async () => {
  const links = 'service-useful-links';
  expect((await publish({ title: 'Κοινός' }, links)).slug).toBe('koinos');
  expect((await publish({ title: 'Κοινός' }, links)).slug).toBe('koinos');
  expect(await refusal(publish({ title: 'Α', slug: 'Ά' }, links))).toEqual(PROPOSED('a'));
  expect(await refusal(publish({ title: 'Α', slug: '' }, links))).toEqual(EMPTY);
});

describe('an imported document', () => {
  let number = 500;
  const imported = (slug: string) => {
    number += 1;
    return importDocument(payload, KIND, {
      title: 'Εισηγμένη',
      slug,
      api_id: number,
      position: number,
      source_key: `${KIND}:${number}:0`,
    });
  };

  it.each(['', 'Με κενό', 'dyo-fores'])(
    'is published with "%s" as it came, also after it was a draft',
    async (slug) => {
      const [doc] = [await imported(slug), await imported(slug)];
      await save(doc.id, { title: 'Άλλος τίτλος', _status: 'published' });
      await save(doc.id, { _status: 'draft' });
      await save(doc.id, { _status: 'published' });
      const elements = await served(payload, KIND);
      expect(elements.find(({ id }) => id === doc.api_id)).toMatchObject({ title: 'Άλλος τίτλος', slug });
    },
  );

  it('is judged as any other once its slug is edited, and has its old one again with a restored version', async () => {
    await imported('palio');
    const doc = await imported('Με κενό');
    expect(await refusal(save(doc.id, { slug: 'και άλλο', _status: 'published' }))).toEqual(
      PROPOSED('kai-allo'),
    );
    expect(await refusal(save(doc.id, { slug: '', _status: 'published' }))).toEqual(EMPTY);
    expect(await refusal(save(doc.id, { slug: 'palio', _status: 'published' }))).toEqual(PROPOSED('palio-2'));
    await save(doc.id, { slug: 'neo', _status: 'published' });
    const { restore, versions } = local(payload);
    await restore(KIND, (await versions(KIND, doc.id)).at(-1)?.id ?? '');
    expect(await local(payload).read(KIND, doc.id)).toMatchObject({ slug: 'Με κενό', _status: 'published' });
  });
});

it('a duplicate has none, and is refused until it has one of its own', async () => {
  const doc = await publish({ title: 'Πρωτότυπο' });
  const copy = await local(payload).duplicate(KIND, doc.id, { _status: 'draft' });
  expect(copy).toMatchObject({ title: 'Πρωτότυπο', slug: null });
  expect(await refusal(save(copy.id, { _status: 'published' }))).toEqual(EMPTY);
  await save(copy.id, { slug: 'antigrafo', _status: 'published' });
});

it('what was published without one can be unpublished', async () => {
  const doc = await publish({ title: 'Παλιά' });
  // As a version that asked for none has left it.
  await payload.db.updateOne({ collection: KIND as never, id: doc.id, data: { slug: '' } });
  expect(await save(doc.id, { slug: '', _status: 'draft' })).toMatchObject({ _status: 'draft' });
});

it("a host's own list has slugs that may be missing or shared, if it says so", async () => {
  const place = await publish({ title: 'Τόπος', group: 'a' }, 'places');
  expect(place).toMatchObject({ slug: 'topos', group: 'a' });
  expect(await publish({ title: 'Τόπος', slug: '', group: 'a' }, 'places')).toMatchObject({
    slug: null,
    group: 'a',
  });
  expect(await refusal(publish({ title: 'Α', slug: 'topos', group: null }, 'places'))).toEqual(
    PROPOSED('topos-2'),
  );
});
