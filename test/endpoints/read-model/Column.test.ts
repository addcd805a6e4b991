import { describe, expect, it } from 'vitest';
import { serviceUsefulLinks } from '../../../endpoints/lists/index.ts';
import { Column } from '../../../endpoints/read-model/Column.ts';
import { type Compare, compareCodePoints, textComparator } from '../../../endpoints/read-model/collation.ts';
import { Row } from '../../../endpoints/read-model/Row.ts';
import { finish } from '../../../endpoints/read-model/Slices.ts';
import { sortValueReader } from '../../../endpoints/read-model/sortValues.ts';
import { writeApart } from '../../../endpoints/read-model/Writer.ts';

const list = { ...serviceUsefulLinks, keptKeys: [] } as Parameters<typeof sortValueReader>[0];

function columnOf(compare: Compare, titles: (string | null)[] = [], textBytes?: number) {
  const rows: Row[] = [];
  const row = (title: string | null) => {
    const json = writeApart(JSON.stringify({ title }));
    const made = new Row({ documentId: '', apiId: 0, position: 0, linkRanks: [], json, rest: undefined });
    made.slot = rows.length;
    rows.push(made);
    return made;
  };
  const column = new Column({
    compare,
    readFrom: sortValueReader(list, 'title'),
    rowAt: (slot) => rows[slot] as Row,
    ...(textBytes !== undefined && { textBytes }),
  });
  finish(column.fill(titles.map(row)));
  return {
    column,
    rows,
    add: (title: string | null) => finish(column.add([row(title)])),
    /** The texts as the column orders them. */
    ordered: () =>
      [...rows]
        .sort((a, b) => (column.values[a.slot] ?? 0) - (column.values[b.slot] ?? 0))
        .map(({ json }) => JSON.parse(json).title),
  };
}

describe('Column', () => {
  it('finds a place between the same two texts any number of times', () => {
    const { add, ordered } = columnOf(compareCodePoints, ['a', 'b']);
    const texts = ['a', 'b', ...Array.from({ length: 500 }, (_, round) => 'a'.repeat(500 - round))];
    for (const text of texts.slice(2)) add(text);
    expect(ordered()).toEqual([...texts].sort(compareCodePoints));
  });

  it('finds places before the first and after the last, and one for equals', () => {
    const compare = textComparator('el');
    const texts = ['μ', 'α', 'ω', 'Ά', 'zeta', '', 'μ'];
    const { add, column, ordered } = columnOf(compare, ['μ']);
    for (const text of texts.slice(1)) add(text);
    expect(ordered()).toEqual([...texts].sort(compare));
    expect(column.values[6]).toBe(column.values[0]);
  });

  it('puts null last', () => {
    const { add, ordered } = columnOf(compareCodePoints, ['β', null, 'α']);
    add(null);
    add('γ');
    expect(ordered()).toEqual(['α', 'β', 'γ', null, null]);
  });

  it.each([1, 5])('forgets rows that go, %i at once', (atOnce) => {
    const { add, column, ordered, rows } = columnOf(compareCodePoints, [...'hfdbaceg']);
    const gone = rows.slice(1, 6);
    for (let at = 0; at < gone.length; at += atOnce) column.remove(gone.slice(at, at + atOnce));
    // Their slots are others' now.
    for (const [index, row] of gone.entries()) {
      const other = new Row({ ...row, json: writeApart(JSON.stringify({ title: 'xyzuv'[index] })) });
      other.slot = row.slot;
      rows[row.slot] = other;
      finish(column.add([other]));
    }
    add('w');
    expect(ordered()).toEqual([...'eghuvwxyz']);
  });

  it('asks the collation for some log₂ n comparisons to place a text, and for none to sort', () => {
    let asked = 0;
    const counting: Compare = (a, b) => {
      asked += 1;
      return compareCodePoints(a, b);
    };
    const { add, ordered } = columnOf(
      counting,
      Array.from({ length: 1000 }, (_, index) => String(index)),
    );
    asked = 0;
    add('new');
    expect(asked).toBeLessThanOrEqual(11);
    asked = 0;
    ordered();
    expect(asked).toBe(0);
  });

  it('is the same where texts are too large to be held meanwhile', () => {
    const texts = Array.from({ length: 300 }, (_, index) =>
      String((index * 7919) % 300).repeat(1 + (index % 3)),
    );
    const column = columnOf(compareCodePoints, texts, 500);
    expect(column.ordered()).toEqual([...texts].sort(compareCodePoints));
  });
});
