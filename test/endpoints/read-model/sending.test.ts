import { describe, expect, it } from 'vitest';
import { type ReadModel, TooManyOrderings } from '../../../endpoints/read-model/index.ts';
import { body, loaded, usefulLink } from '../support/readModel.ts';

// A client that reads slowly keeps the body that it is sent in memory, also when the list has long changed.

const slug = 'service-useful-links';
const portal = (title: string) => Array.from({ length: 10 }, (_, index) => usefulLink(index + 1, { title }));

/** The list as it is now, being sent to somebody who reads nothing. */
function slowReader(model: ReadModel, ordering?: string) {
  const response = model.response(slug, ordering);
  if (!response || response instanceof Promise) throw new Error(`${ordering} is not held.`);
  const reader = { isGivenUp: false, length: response.length, end: () => {} };
  reader.end = model.sending(response.body, () => {
    reader.isGivenUp = true;
  });
  return reader;
}

/** Somebody who reads nothing begins to read before each change; gives all of them, the oldest first. */
async function slowReaders(model: ReadModel, changes: number) {
  const readers = [];
  for (let change = 1; change <= changes; change += 1) {
    readers.push(slowReader(model));
    await model.apply(portal(`${change}`));
  }
  return readers;
}

describe('bodies that are still being sent', () => {
  it('may be so many bytes beyond those that are held; then the oldest is given up', async () => {
    const model = await loaded(portal('0'), { sendingBytes: 4000 });
    const readers = await slowReaders(model, 6);
    readers.push(slowReader(model));
    const [{ length } = { length: 0 }] = readers;
    const fit = Math.floor(4000 / length);
    expect(fit).toBeGreaterThan(1);
    // The last one is sent what is held.
    expect(readers.map(({ isGivenUp }) => isGivenUp)).toEqual(readers.map((_, at) => at < 6 - fit));
  });

  it('count once however many are sent them, and not at all while they are held', async () => {
    const model = await loaded(portal('0'), { sendingBytes: 4000 });
    const held = Array.from({ length: 50 }, () => [slowReader(model), slowReader(model, 'title')]).flat();
    await model.apply(portal('1'));
    slowReader(model);
    expect(held.filter(({ isGivenUp }) => isGivenUp)).toEqual([]);
  });

  it('do not count any more when they have been sent', async () => {
    const model = await loaded(portal('0'), { sendingBytes: 4000 });
    const readers = [];
    for (let change = 1; change <= 20; change += 1) {
      const reader = slowReader(model);
      readers.push(reader);
      await model.apply(portal(`${change}`));
      reader.end();
      reader.end();
    }
    expect(readers.filter(({ isGivenUp }) => isGivenUp)).toEqual([]);
  });

  it('keep new orderings from being made, until the oldest are given up', async () => {
    const model = await loaded(portal('0'), { sendingBytes: 4000 });
    const readers = await slowReaders(model, 10);
    await expect(model.response(slug, '-slug')).rejects.toThrow(TooManyOrderings);
    expect(readers.at(-1)?.isGivenUp).toBe(false);
    expect(JSON.parse(await body(model, slug, '-slug'))).toHaveLength(10);
  });
});
