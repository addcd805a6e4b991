import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOrdering, type SortColumn } from '../../src/migration/orderingSearch.ts';

type Record = { [key: string]: number };

/** Columns of both directions for every key of the records. */
function columns(records: Record[]): SortColumn[] {
  return Object.keys(records[0] ?? {}).flatMap((key) => {
    const steps = Int8Array.from(records, (record, at) =>
      at === 0 ? 0 : Math.sign((record[key] ?? 0) - (records[at - 1]?.[key] ?? 0)),
    );
    return [
      { name: key, steps },
      { name: `-${key}`, steps: steps.map((step) => -step) },
    ];
  });
}

const found = (records: Record[], conventional = ['id', '-id', 'order,id']) =>
  findOrdering({ length: records.length, columns: columns(records), conventional }).ordering;

const many = (record: (index: number) => Record, length = 200) =>
  Array.from({ length }, (_, index) => record(index));
const scattered = (index: number) => (index * 7919) % 1009;

describe('the order of a list', () => {
  it.each<[string, Record[], string]>([
    ['one key', many((i) => ({ id: scattered(i), title: i })), 'title'],
    ['a key, descending', many((i) => ({ id: -i, order: scattered(i) })), '-id'],
    [
      'a chain of keys',
      many((i) => ({ id: scattered(i), order: Math.floor(i / 50), title: -(i % 50) })),
      'order,-title',
    ],
    ['its own ordering, where others explain it too', many((i) => ({ id: i, order: i, title: i })), 'id'],
    ['its own ordering, without an element to tell', [], 'id'],
    ['the conventional of two that explain it', many((i) => ({ title: -i, id: -i })), '-id'],
  ])('is %s', (_, records, ordering) => {
    expect(found(records)).toBe(ordering);
  });

  it('may leave ties to chance, if the keys explain most of it', () => {
    const records = many((i) => ({ id: scattered(i), order: Math.floor(i / 20), title: scattered(i + 500) }));
    expect(found(records)).toBe('order');
  });

  it('is the order of import where a key explains only a little of it', () => {
    const records = many((i) => ({ id: scattered(i), selected: i === 0 ? 0 : 1 }));
    expect(found(records)).toBe('');
    const twoOnTop = many((i) => ({ id: scattered(i), selected: i < 2 ? 0 : 1 }), 10_000);
    expect(found(twoOnTop)).toBe('');
  });

  it('is the order of import where one element is out of place', () => {
    const records = many((i) => ({ id: i === 60 ? 71 : i === 71 ? 60 : i, title: scattered(i) }));
    expect(found(records)).toBe('');
  });

  it('is not read into an accident of a few elements', () => {
    const records = [3, 1, 2].map((id, index) => ({ id, slug: index, title: -index }));
    expect(found(records)).toBe('');
  });

  it('never contradicts the list', () => {
    const record = fc.record(
      { id: fc.nat(9), order: fc.nat(2), title: fc.nat(4) },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), (records) => {
        const ordering = found(records).split(',').filter(Boolean);
        const sorted = [...records].sort((a, b) => {
          for (const name of ordering) {
            const key = name.replace('-', '') as keyof typeof a;
            const difference = name.startsWith('-') ? b[key] - a[key] : a[key] - b[key];
            if (difference !== 0) return difference;
          }
          return 0;
        });
        expect(sorted).toEqual(records);
      }),
    );
  });
});
