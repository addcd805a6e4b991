import { describe, expect, it } from 'vitest';
import { Column } from '../../../endpoints/read-model/Column.ts';
import { compareCodePoints, textComparator } from '../../../endpoints/read-model/collation.ts';
import type { HeldOrdering } from '../../../endpoints/read-model/HeldOrdering.ts';
import { OrderingCache } from '../../../endpoints/read-model/OrderingCache.ts';
import { counted, loaded, usefulLink } from '../support/readModel.ts';

const slug = 'service-useful-links';
const many = Array.from({ length: 50 }, (_, index) => usefulLink(index + 1, { title: 'τ'.repeat(100) }));

/** All orders of three names out of seven, in both directions. */
function* orderings(): Generator<string> {
  const names = ['id', 'selected', 'slug', 'url', 'description', 'title', 'service'].flatMap((name) => [
    name,
    `-${name}`,
  ]);
  for (const a of names) for (const b of names) for (const c of names) yield `${a},${b},${c}`;
}

describe('orderings that anyone asks for', () => {
  it('are held while they fit, and made again when they are asked for later', async () => {
    const model = await loaded(many, { otherOrderingsBytes: 100_000 });
    const first = model.response(slug, 'title');
    expect(model.response(slug, 'title')).toBe(first);
    for (const ordering of orderings()) void model.response(slug, ordering)?.body;
    const again = model.response(slug, 'title');
    expect(again).not.toBe(first);
    expect(again?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
  });

  it('leave the default one alone', async () => {
    const model = await loaded(many, { otherOrderingsBytes: 0 });
    const response = model.response(slug, undefined);
    for (const ordering of orderings()) void model.response(slug, ordering)?.body;
    expect(model.response(slug, undefined)).toBe(response);
    expect(model.response(slug, 'id')).toBe(response);
  });

  it('the ones in use stay longer than the others', async () => {
    const model = await loaded(many, { otherOrderingsBytes: 100_000 });
    const used = model.response(slug, '-title');
    void used?.body;
    for (const ordering of orderings()) {
      void model.response(slug, ordering)?.body;
      if (model.response(slug, '-title') !== used) throw new Error(`given up for ${ordering}`);
    }
    expect(model.response(slug, '-title')).toBe(used);
  });

  it('never take more than the limit, counted with their bodies', () => {
    const cache = new OrderingCache(1000);
    const dropped: number[] = [];
    const held = Array.from({ length: 20 }, () => ({ size: 90, bodySize: 0, dropBody() {} }));
    held.forEach((one, index) => {
      cache.add(one as unknown as HeldOrdering, () => dropped.push(index));
      cache.touch(one as unknown as HeldOrdering);
      expect(cache.total).toBeLessThanOrEqual(1000);
    });
    expect(dropped).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const [last] = held.slice(-1);
    if (last) last.size = 950;
    cache.touch(last as unknown as HeldOrdering);
    expect([cache.total, dropped.length]).toEqual([950, 19]);
    cache.forget(last as unknown as HeldOrdering);
    expect(cache.total).toBe(0);
  });

  it('lose a body that would fill the cache alone, not their order', () => {
    const cache = new OrderingCache(1000);
    const dropped: string[] = [];
    const held = {
      size: 3000,
      bodySize: 2900,
      dropBody: () => Object.assign(held, { size: 100, bodySize: 0 }),
    };
    cache.add(held as unknown as HeldOrdering, () => dropped.push('order'));
    cache.touch(held as unknown as HeldOrdering);
    expect([cache.total, dropped]).toEqual([100, []]);
  });

  it('a body too large for all of them is sent, and not kept', async () => {
    const model = await loaded(many, { otherOrderingsBytes: 5000 });
    const response = model.response(slug, '-id');
    expect(response?.body.length).toBeGreaterThan(5000);
    const again = model.response(slug, '-id');
    expect(again).not.toBe(response);
    expect(again?.etag).toBe(response?.etag);
  });

  it('ask no document again once their keys are known', async () => {
    const { lists, calls } = counted();
    const model = await loaded(many, { lists });
    void model.response(slug, 'title')?.body;
    calls.length = 0;
    void model.response(slug, '-title,id')?.body;
    await model.apply([usefulLink(3, { title: 'άλλος' })]);
    void model.response(slug, '-title,id')?.body;
    void model.response(slug, 'title')?.body;
    expect(calls).toEqual(['l3']);
  });
});

describe('Column', () => {
  const ordered = (column: Column, texts: string[]) =>
    [...texts.keys()]
      .sort((a, b) => (column.values[a] ?? 0) - (column.values[b] ?? 0))
      .map((slot) => texts[slot]);

  it('finds a place between the same two texts any number of times', () => {
    const column = new Column(compareCodePoints, [
      [0, 'a'],
      [1, 'b'],
    ]);
    const texts = ['a', 'b'];
    for (let round = 1; round <= 500; round += 1) {
      texts.push(`a${'a'.repeat(500 - round)}`);
      column.set(texts.length - 1, texts.at(-1) ?? null);
    }
    expect(ordered(column, texts)).toEqual([...texts].sort(compareCodePoints));
  });

  it('finds places before the first and after the last', () => {
    const compare = textComparator('el');
    const column = new Column(compare, [[0, 'μ']]);
    const texts = ['μ', 'α', 'ω', 'Ά', 'zeta', '', 'μ'];
    for (const [slot, text] of texts.entries()) column.set(slot, text);
    expect(ordered(column, texts)).toEqual([...texts].sort(compare));
    expect(column.values[6]).toBe(column.values[0]);
  });

  it('gives up the texts that it no longer needs', () => {
    const column = new Column(compareCodePoints, [[0, 'a']]);
    for (const text of ['b', 'c', 'd', 'e']) column.set(0, text);
    expect(column.size).toBe(5);
    column.refill([[0, 'e']]);
    expect(column.size).toBe(1);
  });

  it('never asks for a comparison of what it already knows', () => {
    let asked = 0;
    const counting = (a: string, b: string) => {
      asked += 1;
      return compareCodePoints(a, b);
    };
    const column = new Column(
      counting,
      Array.from({ length: 1000 }, (_, slot) => [slot, String(slot)] as const),
    );
    asked = 0;
    column.set(1000, 'new');
    expect(asked).toBeLessThanOrEqual(11);
  });
});

it('an order stays right while the texts that no document has any more are given up', async () => {
  const model = await loaded([usefulLink(1), usefulLink(2, { title: 'μ' })]);
  for (let round = 0; round < 3000; round += 1) {
    void model.response(slug, 'title');
    await model.apply([usefulLink(1, { title: `α${round}` })]);
  }
  const served: { id: number }[] = JSON.parse(String(model.response(slug, '-title')?.body));
  expect(served.map(({ id }) => id)).toEqual([2, 1]);
});
