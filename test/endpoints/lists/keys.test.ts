import { describe, expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { KEYS, LISTS, NOT_ORDERABLE } from '../../support/contractRows.ts';

it('the five lists of the contract are there, under their names', () => {
  expect(Object.fromEntries(lists.map(({ key, name }) => [key, name]))).toEqual(LISTS);
});

describe.each(lists.map((list) => [list.key, list] as const))('%s', (key, list) => {
  it('has the keys of the contract, in its order', () => {
    expect(list.keys).toEqual(KEYS[key]);
  });

  it('may be ordered by each of them, but for what is embedded in a post', () => {
    expect(list.orderable).toEqual(KEYS[key]?.filter((each) => !NOT_ORDERABLE.includes(each)));
  });
});
