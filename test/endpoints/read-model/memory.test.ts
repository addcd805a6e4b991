import { describe, expect, it, vi } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { Block } from '../../../endpoints/read-model/Block.ts';
import { bodyOf, createReadModel, TooManyOrderings } from '../../../endpoints/read-model/index.ts';
import type { ListState } from '../../../endpoints/read-model/ListState.ts';
import type { BlockResponse } from '../../../endpoints/read-model/OrderedRows.ts';
import { Row } from '../../../endpoints/read-model/Row.ts';
import { finish } from '../../../endpoints/read-model/Slices.ts';
import { State } from '../../../endpoints/read-model/State.ts';
import { body, category, loaded, post, usefulLink } from '../support/readModel.ts';

const slug = 'service-useful-links';
const links = Array.from({ length: 200 }, (_, index) =>
  usefulLink(index + 1, { title: `τ${index % 17}`, url: `https://a.example/${index}`, service: index % 5 }),
);

/** Orderings of four names each, in both directions: more than anyone needs. */
function* orderings(count: number): Generator<string> {
  const names = ['id', 'selected', 'slug', 'url', 'description', 'title', 'service'].flatMap((name) => [
    name,
    `-${name}`,
  ]);
  for (let made = 0; made < count; made += 1) {
    yield [made % 14, (made * 5) % 13, (made * 7) % 11, (made * 3) % 7].map((index) => names[index]).join();
  }
}

/** The list of links as it is held. */
function heldList(otherOrderingsBytes: number): { state: State; list: ListState } {
  const options = { lists, otherOrderingsBytes, blockBytes: 4000 };
  const state = new State(options);
  finish(state.store(links));
  finish(state.makeAll(new State(options)));
  return { state, list: state.lists.get(slug) as ListState };
}

it('an ordering keeps its body from the second time on that it is read', () => {
  const { list } = heldList(10_000_000);
  const first = finish(list.make('-title', () => 1)) as BlockResponse;
  const bytes = bodyOf(first);
  expect(first.parts.map(({ isJoined }) => isJoined)).not.toContain(true);
  expect(bodyOf(first).equals(bytes)).toBe(true);
  expect(first.parts.map(({ isJoined }) => isJoined)).not.toContain(false);
});

it('an ordering that is held keeps no rows but its own', () => {
  const { list } = heldList(10_000_000);
  const { parts } = finish(list.make('-title', () => 1)) as BlockResponse;
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.map(({ entries }) => Array.isArray(entries))).not.toContain(false);
});

describe('a reader with memory of his own', () => {
  const space = (length: number) => Buffer.alloc(length);
  const spaceFor = vi.fn(space);
  const readAll = ({ parts }: BlockResponse) => Buffer.concat(parts.map((part) => part.bytesIn(spaceFor)));

  it('has an ordering in it that is read for the first time, and then the one that is kept', () => {
    const { list } = heldList(10_000_000);
    const response = finish(list.make('-title', () => 1)) as BlockResponse;
    const lengths = response.parts.map(({ length }) => length);
    for (const asked of [lengths, [], []]) {
      spaceFor.mockClear();
      expect(JSON.parse(String(readAll(response)))).toHaveLength(links.length);
      expect(spaceFor.mock.calls.map(([length]) => length)).toEqual(asked);
    }
    expect(readAll(response).equals(bodyOf(response))).toBe(true);
  });

  it('has in it, each time, an ordering that is not held', () => {
    const { list } = heldList(0);
    const response = finish(list.make('-title', () => 1)) as BlockResponse;
    spaceFor.mockClear();
    const bodies = [readAll(response), readAll(response), readAll(response)];
    expect(spaceFor).toHaveBeenCalledTimes(3 * response.parts.length);
    for (const body of bodies) expect(body.equals(bodyOf(response))).toBe(true);
    expect(response.parts.map(({ isJoined }) => isJoined)).not.toContain(true);
  });

  it('has in it, each time, an ordering that takes more than a quarter of all the room there is', () => {
    const { length } = finish(heldList(0).list.make('-title', () => 1)) as BlockResponse;
    for (const [limit, isKept] of [
      [4 * length, true],
      [4 * length - 1, false],
    ] as const) {
      const response = finish(heldList(limit).list.make('-title', () => 1)) as BlockResponse;
      for (let time = 0; time < 3; time += 1) readAll(response);
      expect(response.parts.map(({ isJoined }) => isJoined)).not.toContain(!isKept);
    }
  });

  it('has what is kept already, although it would not be kept now', () => {
    let keeps = true;
    const keeper = { keeps: () => keeps, joined: () => {} };
    const block = new Block({ entries: [], isFirst: true, isLast: true, keeper });
    const { bytes } = block;
    keeps = false;
    expect(block.bytesIn(spaceFor)).toBe(bytes);
  });

  it('is not asked for any where the list is in its default order', () => {
    const { list } = heldList(0);
    spaceFor.mockClear();
    const response = list.held('') as BlockResponse;
    expect(readAll(response).equals(bodyOf(response))).toBe(true);
    expect(spaceFor).not.toHaveBeenCalled();
  });
});

it('the keys by which orderings sort that are not held stay before orderings that nobody has asked for since', () => {
  const { state, list } = heldList(100_000);
  const make = (ordering: string, askers: number) => finish(list.make(list.keyOf(ordering), () => askers));
  // So many ask for each of these that it is held, in the place of others.
  const wanted = ['id', 'selected', 'service', '-id', '-selected', '-service'].flatMap((first, _, names) =>
    names.map((second) => `${first},${second}`),
  );
  for (const ordering of wanted) make(ordering, 16);
  make('-url', 1);
  const read = vi.spyOn(Row.prototype, 'json', 'get');
  for (const [index, ordering] of wanted.entries()) {
    make(index % 2 ? 'url,id' : '-url,selected', 1);
    make(ordering, 16);
  }
  expect(read).not.toHaveBeenCalled();
  expect(state.cache.total).toBeGreaterThan(80_000);
  read.mockRestore();
});

describe('thousands of orderings', () => {
  it('never hold more than the limit, whoever still reads them', () => {
    const otherOrderingsBytes = 300_000;
    const { state, list } = heldList(otherOrderingsBytes);
    const parts = new Set<Block>();
    for (const ordering of orderings(2000)) {
      const key = list.keyOf(ordering);
      finish(list.make(key, () => 1));
      const response = list.held(key);
      // Nothing is kept of what is read once.
      if (response) bodyOf(response);
      for (const part of response?.parts ?? []) {
        expect(part.bytes.length).toBe(part.length);
        if (part instanceof Block && response !== list.held('')) parts.add(part);
      }
      expect(state.cache.total).toBeLessThanOrEqual(otherOrderingsBytes);
    }
    const joined = [...parts].filter((part) => part.isJoined);
    const bytes = joined.reduce((sum, { length }) => sum + length, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(state.cache.total);
    // Every place in an order takes 8 bytes at least, and what holds a joined part holds an order.
    expect(state.cache.total - bytes).toBeGreaterThan(8 * links.length);
  });

  it('that wait to be made are refused beyond a number, and those before are made', async () => {
    const model = await loaded([...links, category(1), post(1)]);
    const names = lists.flatMap((list) => list.orderable.map((key) => [list.key, key] as const));
    const asked: Promise<unknown>[] = [];
    for (const [name, first] of names) {
      for (const [other, second] of names) {
        for (const [third, last] of names) {
          if (name !== other || other !== third || asked.length > 2010) continue;
          const response = model.response(name, `${first},-${second},${last}`);
          if (response instanceof Promise && !asked.includes(response)) asked.push(response);
        }
      }
    }
    const settled = await Promise.allSettled(asked);
    const refused = settled.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(settled.length - refused.length).toBe(2000);
    expect(refused.every(({ reason }) => reason instanceof TooManyOrderings)).toBe(true);
    expect(refused.length).toBeGreaterThan(0);
    expect(await body(model, slug, 'title')).toContain('τ0');
  });

  it('of absurd length and spelling give what they name', async () => {
    const model = await loaded(links);
    const plain = await body(model, slug, '-title');
    const absurd = [
      `${'x'.repeat(1_000_000)},-title`,
      `${'-title,'.repeat(100_000)}`,
      `${' '.repeat(100_000)}-title${'\u0000'.repeat(1000)}x,-title`,
      `${Array.from({ length: 50_000 }, (_, index) => `x${index}`).join()},-title`,
    ];
    for (const ordering of absurd) expect(await body(model, slug, ordering)).toBe(plain);
    for (let round = 0; round < 5000; round += 1) {
      expect(model.response(slug, `x${round},-title`)).toBe(model.response(slug, '-title'));
    }
  });
});

it('a list is in memory about once, its documents aside that say more than it', async () => {
  const model = createReadModel({ lists });
  await model.replace([[category(1), post(1, { content: 'κ'.repeat(100_000) })]]);
  const rows = model.snapshot()?.lists.find((list) => list.slug === 'news-posts')?.rows ?? [];
  const [part] = (await model.response('news-posts', undefined))?.parts ?? [];
  expect(rows.map(({ bytes }) => bytes.buffer === part?.bytes.buffer)).toEqual([true]);
  const [row] = rows as readonly Partial<Row>[];
  expect(row?.rest?.length).toBeLessThan(1000);
});
