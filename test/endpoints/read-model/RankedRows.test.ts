import { expect, it } from 'vitest';
import { Column } from '../../../endpoints/read-model/Column.ts';
import { compareCodePoints } from '../../../endpoints/read-model/collation.ts';
import { RankedRows } from '../../../endpoints/read-model/RankedRows.ts';
import { compareTied, Row } from '../../../endpoints/read-model/Row.ts';
import { finish } from '../../../endpoints/read-model/Slices.ts';
import type { SortKey } from '../../../endpoints/read-model/sortKeys.ts';
import { writeApart } from '../../../endpoints/read-model/Writer.ts';

const json = writeApart('{}');

function ranked(count: number) {
  const rows = Array.from({ length: count }, (_, index) => {
    const apiId = (index * 7919) % count;
    const row = new Row({
      documentId: `${apiId}`,
      apiId,
      position: 0,
      linkRanks: [],
      json,
      rest: undefined,
    });
    row.slot = index;
    return row;
  });
  const keyOf = { few: ({ apiId }: Row) => apiId % 5, many: ({ apiId }: Row) => (apiId * 31) % 1009 };
  const columnOf = (readFrom: (row: Row) => number) => {
    const column = new Column({ compare: compareCodePoints, readFrom, rowAt: (slot) => rows[slot] as Row });
    finish(column.fill(rows));
    return column;
  };
  const columns = new Map(Object.entries(keyOf).map(([name, readFrom]) => [name, columnOf(readFrom)]));
  const by = (...keys: [keyof typeof keyOf, number][]) => ({
    keys: keys.map(([column, sign]): SortKey => ({ column, descending: sign < 0 })),
    expected: [...rows].sort((a, b) => {
      for (const [name, sign] of keys) {
        const difference = sign * (keyOf[name](a) - keyOf[name](b));
        if (difference !== 0) return difference;
      }
      return compareTied(a, b);
    }),
  });
  return { rows: finish(RankedRows.from(rows)), columns, by };
}

it.each([0, 1, 3000, 70_000])('%i rows come in the order of their keys', (count) => {
  const { rows, columns, by } = ranked(count);
  for (const { keys, expected } of [
    by(['few', 1], ['many', -1]),
    by(['many', -1]),
    by(['few', -1], ['many', 1]),
  ]) {
    const sorted = finish(rows.sort(keys, columns));
    expect(sorted).toHaveLength(count);
    expect(expected.every((row, index) => sorted.at(index) === row)).toBe(true);
    const [start, end] = [count >> 2, count >> 1];
    const stretch = sorted.slice(start, end);
    expect(stretch).toHaveLength(end - start);
    expect(expected.slice(start, end).every((row, index) => stretch.at(index) === row)).toBe(true);
  }
});

it('two orders that are sorted at the same time do not disturb each other, nor one that is there', () => {
  const { rows, columns, by } = ranked(5000);
  const [first, second, third] = [by(['few', 1]), by(['many', -1], ['few', 1]), by(['many', 1])];
  const there = finish(rows.sort(first.keys, columns));
  const under = [second, third].map(({ keys }) => rows.sort(keys, columns));
  const sorted = under.map(() => there);
  for (let open = 2; open > 0; ) {
    for (const [index, work] of under.entries()) {
      const { done, value } = work.next();
      if (!done) continue;
      if (value) {
        sorted[index] = value;
        open -= 1;
      }
    }
  }
  for (const [order, { expected }] of [
    [there, first],
    [sorted[0], second],
    [sorted[1], third],
  ] as const) {
    expect(expected.every((row, index) => order?.at(index) === row)).toBe(true);
  }
});
