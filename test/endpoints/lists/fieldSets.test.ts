import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  defineList,
  field,
  KeptJson,
  type List,
  type ListField,
  newsCategories,
} from '../../../endpoints/lists/index.ts';
import { Store } from '../support/capture.ts';
import { rawElement, sourceJson, values } from '../support/elements.ts';

/** A field, and what a source may give under its key. */
type Case = [ListField, fc.Arbitrary<unknown>];

const { flag, integer, kept, text, timestamp, url } = values;
const number = fc
  .double({ noDefaultInfinity: true, noNaN: true })
  .filter((value) => !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value)));
const orNull = (one: ListField, value: fc.Arbitrary<unknown>): Case => [one, fc.option(value)];
const category = rawElement('news-categories').map((raw) => new KeptJson(raw));

const columns: Case[] = [
  [field.text(), text],
  orNull(field.text({ nullable: true, multiline: true }), text),
  [field.slug(), text],
  orNull(field.slug({ nullable: true }), text),
  [field.webAddress(), fc.oneof(url, text)],
  orNull(field.webAddress({ nullable: true }), url),
  [field.integer(), integer],
  orNull(field.integer({ nullable: true }), integer),
  [field.number(), number],
  orNull(field.number({ nullable: true }), number),
  [field.flag(), flag],
];

/** Members of an object by distinct names. */
function members(cases: fc.Arbitrary<Case>, least: number): fc.Arbitrary<[string, Case][]> {
  const name = fc
    .stringMatching(/^[a-z][a-z0-9]{0,5}$/)
    .filter((each) => !['id', 'hash', 'salt', 'file', 'listed'].includes(each));
  return fc.uniqueArray(fc.tuple(name, cases), { minLength: least, maxLength: 6, selector: ([key]) => key });
}

const rows = members(fc.constantFrom(...columns), 1).map((made): Case => {
  const fields = Object.fromEntries(made.map(([key, [one]]) => [key, one]));
  const row = fc.record(Object.fromEntries(made.map(([key, [, value]]) => [key, value])), {
    noNullPrototype: true,
  });
  return [field.rows(fields as never), fc.array(row, { maxLength: 3 })];
});

const anyCase: fc.Arbitrary<Case> = fc.oneof(
  fc.constantFrom<Case>(
    ...columns,
    [field.html(), text],
    orNull(field.html({ nullable: true }), text),
    [field.timestamp(), timestamp],
    orNull(field.timestamp({ nullable: true }), timestamp),
    [field.image(), kept],
    orNull(field.image({ nullable: true }), kept),
    orNull(field.json(), kept),
    [field.embedded(newsCategories), category],
    orNull(field.embedded(newsCategories, { nullable: true }), category),
    [field.embeddedMany(newsCategories), fc.array(category, { maxLength: 3 })],
  ),
  rows,
);

/** A list of some fields, and elements of it as a source serves them. */
const listAndElements = members(anyCase, 1).chain((made) => {
  const fields = Object.fromEntries(made.map(([key, [one]]) => [key, one]));
  const element = fc
    .record(
      { id: integer, ...Object.fromEntries(made.map(([key, [, value]]) => [key, value])) },
      { noNullPrototype: true },
    )
    .map(sourceJson);
  return fc.tuple(fc.constant(fields), fc.array(element, { minLength: 1, maxLength: 4 }));
});

it('every list of fields gives every element of it back byte for byte', () => {
  let lists = 0;
  fc.assert(
    fc.property(listAndElements, ([fields, raws]) => {
      let list: List;
      try {
        list = defineList({ key: 'generated', name: 'Generated List', fields, defaultOrdering: 'id' });
      } catch (error) {
        // Two fields of one name, one of which holds any JSON.
        fc.pre(!String(error).includes('give one of them another name'));
        throw error;
      }
      lists += 1;
      const store = new Store();
      store.add(list, raws);
      const documents = [...(store.documents.get('generated')?.values() ?? [])].map((document) =>
        // A database keeps JSON.
        JSON.parse(JSON.stringify(document)),
      );
      expect(documents.map((document) => list.serialize(list.encode(document, store)))).toEqual(raws);
      expect(raws.map((raw) => Object.keys(JSON.parse(raw)))).toEqual(raws.map(() => list.keys));
    }),
    { numRuns: 100 },
  );
  expect(lists).toBeGreaterThanOrEqual(100);
});
