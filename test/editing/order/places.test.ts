import { describe, expect, it } from 'vitest';
import { newValues, type Place } from '../../../src/editing/order/places.ts';

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

describe('the values of an order', () => {
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
    ['that are the same are set apart', { 1: 3, 2: 3, 3: 5 }, [2, 1, 3], [3, 4, 5]],
    ['that are set apart push the next ones on', { 1: 3, 2: 3, 3: 4 }, [3, 2, 1], [3, 4, 5]],
    ['may be negative', { 1: -3, 2: -2, 3: 0 }, [2, 1, 3], [-3, -2, 0]],
  ])('%s', (_, values, wanted, expected) => {
    expect(newValues(places(values, wanted), byId, { last: 100, step: 1 })).toEqual(expected);
  });

  it('give the wanted order', () => {
    const random = numbers(5);
    for (let round = 0; round < 300; round++) {
      const all = Array.from({ length: 1 + random(7) }, (_, at) => ({
        apiId: at + 1,
        value: random(4) === 0 ? null : random(5),
      }));
      const wanted = shuffled(all, random);
      const values = newValues(wanted, byId, { last: 9, step: 1 });
      const made = wanted.map((each, at) => ({ ...each, value: values[at] ?? null }));
      expect(ids(served(made)), JSON.stringify(wanted)).toEqual(ids(wanted));
    }
  });
});
