import { describe, expect, it } from 'vitest';
import { bodyOf, type ListResponse, type ReadModel } from '../../../endpoints/read-model/index.ts';
import { OrderedRows } from '../../../endpoints/read-model/OrderedRows.ts';
import { compareTied, Row } from '../../../endpoints/read-model/Row.ts';
import { finish } from '../../../endpoints/read-model/Slices.ts';
import { writeApart } from '../../../endpoints/read-model/Writer.ts';
import { departure, loaded, usefulLink } from '../support/readModel.ts';

const slug = 'service-useful-links';
const text = 'τ'.repeat(100);
const links = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    usefulLink(index + 1, { title: `${index}`, description: text }),
  );
/** Some 400 bytes an element, so two to four in a part. */
const tuning = { blockBytes: 1200 };

function served(model: ReadModel, ordering?: string): ListResponse {
  const response = model.response(slug, ordering);
  if (!response || response instanceof Promise) throw new Error('not held');
  return response;
}

/** How many parts of a response are not those of another. */
function newParts(response: ListResponse, before: ListResponse): number {
  return response.parts.filter((part) => !before.parts.includes(part)).length;
}

describe('a body', () => {
  it('of a small list is one part', async () => {
    const model = await loaded(links(100));
    expect(
      model.lists.map(({ key: each }) => (model.response(each, undefined) as ListResponse).parts.length),
    ).toEqual(model.lists.map(() => 1));
  });

  it('of a larger one is parts of about the same size, none more than twice as large', async () => {
    const { parts, length } = served(await loaded(links(100), { tuning }));
    expect(parts.length).toBeGreaterThan(20);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(2 * tuning.blockBytes);
    expect(Math.min(...parts.map((part) => part.length))).toBeGreaterThan(tuning.blockBytes / 4);
    expect(parts.reduce((sum, part) => sum + part.length, 0)).toBe(length);
    expect(parts.map((part) => part.bytes.length)).toEqual(parts.map((part) => part.length));
  });

  it('has the tag of the same bytes, however they are divided', async () => {
    const [one, many] = [served(await loaded(links(100))), served(await loaded(links(100), { tuning }))];
    expect(many.etag).toBe(one.etag);
    expect(bodyOf(many).equals(bodyOf(one))).toBe(true);
  });

  it('of an element larger than a part is one part', async () => {
    const large = usefulLink(50, { description: 'τ'.repeat(5000) });
    const model = await loaded([...links(10), large], { tuning });
    expect(Math.max(...served(model).parts.map(({ length }) => length))).toBeGreaterThan(10_000);
    await model.apply([usefulLink(50), usefulLink(51), departure(slug, 'l50')]);
    expect(JSON.parse(String(bodyOf(served(model)))).length).toBe(11);
  });
});

describe('a change', () => {
  it.each([
    ['of an element', usefulLink(50, { title: 'νέο', description: text })],
    ['of the first', usefulLink(1, { description: text })],
    ['of the last', usefulLink(100, { description: text })],
    ['that brings an element', usefulLink(51, { id: 'new', description: text })],
    ['that takes one away', departure(slug, 'l50')],
  ])('%s makes one part anew', async (_, change) => {
    const model = await loaded(links(100), { tuning });
    const before = served(model);
    await model.apply([change]);
    const after = served(model);
    expect(newParts(after, before)).toBe(1);
    const [others] = [after.parts.filter((part) => before.parts.includes(part))];
    expect(others.length).toBe(before.parts.length - 1);
  });

  it('splits a part that has become too large, and joins those that have become small', async () => {
    const model = await loaded(links(100), { tuning });
    for (let id = 1000; id < 1100; id += 1) {
      const before = served(model);
      await model.apply([usefulLink(50, { id: `n${id}`, description: text })]);
      expect(newParts(served(model), before)).toBeLessThanOrEqual(2);
    }
    const most = served(model);
    expect(Math.max(...most.parts.map(({ length }) => length))).toBeLessThanOrEqual(2 * tuning.blockBytes);
    for (let id = 1000; id < 1100; id += 1) await model.apply([departure(slug, `n${id}`)]);
    for (let id = 2; id <= 100; id += 1) await model.apply([departure(slug, `l${id}`)]);
    expect(served(model).parts.length).toBe(1);
    await model.apply([departure(slug, 'l1')]);
    expect(String(bodyOf(served(model)))).toBe('[]');
  });

  it('leaves the parts of the other orderings that it does not touch', async () => {
    const model = await loaded(links(100), { tuning });
    const before = await model.response(slug, '-title');
    await model.apply([usefulLink(50, { title: '49', description: 'άλλο' })]);
    expect(before && newParts(served(model, '-title'), before)).toBe(1);
  });

  it('that shows nothing leaves the response', async () => {
    const model = await loaded(links(100), { tuning });
    const before = served(model);
    await model.apply(links(100).slice(20, 30));
    expect(served(model)).toBe(before);
  });
});

describe('a response that is read slowly', () => {
  it('stays as it was, part by part, while the list changes and its ordering is given up', async () => {
    const model = await loaded(links(100), { tuning, otherOrderingsBytes: 20_000 });
    const expected = await loaded(links(100));
    for (const ordering of [undefined, '-title']) {
      const response = await model.response(slug, ordering);
      const whole = await expected.response(slug, ordering);
      const read: Buffer[] = [];
      for (const part of response?.parts ?? []) {
        read.push(part.bytes);
        const id = 1 + (read.length % 100);
        await model.apply([usefulLink(id, { title: `${read.length}`, description: text })]);
        await model.response(slug, `id,${read.length % 2 ? '-' : ''}slug,-url`);
        if (read.length % 10 === 0) await model.apply(links(100).slice(0, 60));
      }
      expect(whole && Buffer.concat(read).equals(bodyOf(whole))).toBe(true);
      await model.replace([links(100)]);
    }
  });
});

it('a place is found by binary search among the parts and in one', () => {
  let compared = 0;
  const row = (apiId: number) => {
    const json = writeApart('{}');
    return new Row({ documentId: `${apiId}`, apiId, position: 0, linkRanks: [], json, rest: undefined });
  };
  const rows = new OrderedRows({
    compare: (a, b) => {
      compared += 1;
      return compareTied(a.row, b.row);
    },
    perLink: false,
    keeper: { keeps: () => true, joined: () => {} },
    blockBytes: 300,
  });
  const all = Array.from({ length: 5000 }, (_, index) => row(2 * index));
  rows.adopt(finish(rows.sort(all)));
  const before = rows.response;
  compared = 0;
  rows.adopt(finish(rows.change({ removed: [all[2500] as Row], added: [row(7001)], replaced: [] })));
  expect(compared).toBeLessThan(2 * (Math.log2(5000) + 4));
  expect(newParts(rows.response, before)).toBe(2);
});
