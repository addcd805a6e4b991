import { describe, expect, it } from 'vitest';
import { newIntegers, newPositions, type Place } from '../../../src/editing/order/places.ts';

const byId = (one: Place, other: Place) => one.apiId < other.apiId;

/** As the portal orders: by the value, then by id. */
const served = (places: readonly Place[]) =>
  [...places].sort((a, b) => {
    const [one, other] = [a.value ?? Number.POSITIVE_INFINITY, b.value ?? Number.POSITIVE_INFINITY];
    return one === other ? a.apiId - b.apiId : one - other;
  });

const ids = (places: readonly Place[]) => places.map(({ apiId }) => apiId);

const places = (values: Record<number, number | null>, wanted: number[]): Place[] =>
  wanted.map((apiId) => ({ apiId, value: values[apiId] ?? null }));

/** Numbers that look random, and are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

function shuffled<T>(given: readonly T[], random: (below: number) => number): T[] {
  const left = [...given];
  return given.flatMap(() => left.splice(random(left.length), 1));
}

describe('the integers of an order', () => {
  it.each<[string, Record<number, number>, number[], number[]]>([
    ['of whom nothing moves', { 1: 10, 2: 20, 3: 20 }, [1, 2, 3], [10, 20, 20]],
    ['of whom the last becomes the first', { 1: 0, 2: 1, 3: 2 }, [3, 1, 2], [-1, 0, 1]],
    ['of whom the first becomes the last', { 1: 0, 2: 1, 3: 2 }, [2, 3, 1], [1, 2, 3]],
    ['with a gap that takes one', { 1: 0, 2: 10, 3: 20 }, [1, 3, 2], [0, 20, 21]],
    ['of whom all have the same', { 1: 5, 2: 5, 3: 5 }, [3, 1, 2], [4, 5, 5]],
    ['with negative ones', { 1: -3, 2: -2, 3: 0 }, [2, 1, 3], [-2, -1, 0]],
  ])('%s', (_, values, wanted, expected) => {
    expect(newIntegers(places(values, wanted), byId)).toEqual(expected);
  });

  it('give the wanted order, and no others with fewer changes do', () => {
    const random = numbers(48);
    for (let round = 0; round < 300; round++) {
      const count = 1 + random(5);
      const all = Array.from({ length: count }, (_, at) => ({ apiId: at + 1, value: random(5) - 1 }));
      const wanted = shuffled(all, random);
      const values = newIntegers(wanted, byId);
      const made = wanted.map((each, at) => ({ ...each, value: values[at] ?? 0 }));
      expect(ids(served(made))).toEqual(ids(wanted));
      const changes = made.filter(({ value }, at) => value !== wanted[at]?.value).length;
      expect(changes, JSON.stringify(wanted)).toBe(fewestChanges(wanted));
    }
  });
});

/** Tries every set of documents that keep their values. */
function fewestChanges(wanted: readonly Place[]): number {
  const sets = Array.from({ length: 2 ** wanted.length }, (_, set) =>
    wanted.map((_, at) => (set & (1 << at)) !== 0),
  );
  const possible = sets.filter((kept) => {
    let least = Number.NEGATIVE_INFINITY;
    return wanted.every(({ apiId, value }, at) => {
      const before = wanted[at - 1];
      if (before) least += before.apiId < apiId ? 0 : 1;
      if (!kept[at]) return true;
      const fits = (value ?? 0) >= least;
      least = value ?? 0;
      return fits;
    });
  });
  return Math.min(...possible.map((kept) => kept.filter((is) => !is).length));
}

describe('the positions of an order', () => {
  it.each<[string, Record<number, number | null>, number[], (number | null)[]]>([
    ['are exchanged', { 1: 3, 2: 8, 3: 40 }, [3, 1, 2], [3, 8, 40]],
    ['stay at the end without a number', { 1: 3, 2: null, 3: null }, [2, 1, 3], [3, null, null]],
    [
      'come after all others, where ids do not give the order',
      { 1: 3, 2: null, 3: null },
      [1, 3, 2],
      [3, 101, 102],
    ],
    ['that are the same stay where ids give the order', { 1: 3, 2: 3, 3: 5 }, [1, 2, 3], [3, 3, 5]],
    ['that are the same are set apart', { 1: 3, 2: 3, 3: 5 }, [2, 1, 3], [3, 3 + 2 ** -20, 5]],
  ])('%s', (_, values, wanted, expected) => {
    expect(newPositions(places(values, wanted), byId, 100)).toEqual(expected);
  });

  it('give the wanted order', () => {
    const random = numbers(5);
    for (let round = 0; round < 300; round++) {
      const all = Array.from({ length: 1 + random(7) }, (_, at) => ({
        apiId: at + 1,
        value: random(4) === 0 ? null : random(5),
      }));
      const wanted = shuffled(all, random);
      const values = newPositions(wanted, byId, 9);
      const made = wanted.map((each, at) => ({ ...each, value: values[at] ?? null }));
      expect(ids(served(made)), JSON.stringify(wanted)).toEqual(ids(wanted));
    }
  });
});
