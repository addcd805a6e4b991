import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../../endpoints/read-model/index.ts';
import { OrderingCache } from '../../../endpoints/read-model/OrderingCache.ts';
import { body, counted, loaded, usefulLink } from '../support/readModel.ts';

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
    const first = await model.response(slug, 'title');
    if (!first) throw new Error('no response');
    expect(model.response(slug, 'title')).toBe(first);
    for (const ordering of orderings()) await body(model, slug, ordering);
    const again = await model.response(slug, 'title');
    expect(again).not.toBe(first);
    expect(again?.etag).toBe(first.etag);
    expect(again && bodyOf(again).equals(bodyOf(first))).toBe(true);
  });

  it('leave the default one alone', async () => {
    const model = await loaded(many, { otherOrderingsBytes: 0 });
    const response = model.response(slug, undefined);
    for (const ordering of orderings()) await body(model, slug, ordering);
    expect(model.response(slug, undefined)).toBe(response);
    expect(model.response(slug, 'id')).toBe(response);
  });

  it('the ones in use stay longer than the others', async () => {
    const model = await loaded(many, { otherOrderingsBytes: 100_000 });
    const used = await model.response(slug, '-title');
    for (const ordering of orderings()) {
      await body(model, slug, ordering);
      if (model.response(slug, '-title') !== used) throw new Error(`given up for ${ordering}`);
    }
  });

  it('that are asked for once push out none of those that are held', async () => {
    const model = await loaded(many, { otherOrderingsBytes: 100_000 });
    const first = await model.response(slug, '-title');
    // As the model spells them, so that none of them comes twice.
    const once = [...orderings()].filter((ordering) => new Set(ordering.match(/[a-z]+/g)).size === 3);
    for (const ordering of once) await body(model, slug, ordering);
    expect(model.response(slug, '-title')).toBe(first);
    const last = once.at(-1);
    const again = await model.response(slug, last);
    expect(model.response(slug, last)).toBe(again);
  });

  it('are made once for all who ask meanwhile, however they spell it', async () => {
    const model = await loaded(many);
    const first = model.response(slug, 'title');
    expect(first).toBeInstanceOf(Promise);
    expect(model.response(slug, 'title')).toBe(first);
    expect(model.response(slug, ' title ,unknown,-title')).toBe(first);
    expect(model.response(slug, '-title')).not.toBe(first);
    expect(await first).toBe(model.response(slug, 'title'));
  });

  it('take what changes while they are made', async () => {
    const model = await loaded(many, { tuning: { slice: 0 } });
    const made = model.response(slug, '-title,-id');
    for (let id = 51; id <= 80; id += 1) {
      await new Promise(setImmediate);
      await model.apply([usefulLink(id, { title: 'τ' }), { kind: slug, id: `l${id - 50}`, document: null }]);
    }
    await made;
    const served: { id: number }[] = JSON.parse(await body(model, slug, '-title,-id'));
    const expected = [
      ...Array.from({ length: 20 }, (_, i) => 50 - i),
      ...Array.from({ length: 30 }, (_, i) => 80 - i),
    ];
    expect(served.map(({ id }) => id)).toEqual(expected);
  });

  it('ask no document again once it is served', async () => {
    const { lists, calls } = counted();
    const model = await loaded(many, { lists });
    calls.length = 0;
    await body(model, slug, '-title,id');
    await model.apply([usefulLink(3, { title: 'άλλος' })]);
    await body(model, slug, '-title,id');
    await body(model, slug, 'title');
    expect(calls).toEqual(['l3']);
  });

  it.each([1, 3000, 20_000])('a body of which %i bytes may be kept is sent all the same', async (limit) => {
    const model = await loaded(many, { otherOrderingsBytes: limit });
    const [first, again] = [await model.response(slug, '-id'), await model.response(slug, '-id')];
    expect(again?.etag).toBe(first?.etag);
    expect(first && JSON.parse(String(bodyOf(first))).length).toBe(50);
    expect(first && again && bodyOf(again).equals(bodyOf(first))).toBe(true);
  });
});

describe('OrderingCache', () => {
  const cached = (size: number) => ({
    size,
    used: 0,
    isPinned: false,
    isHeld: true,
    drop() {
      this.isHeld = false;
    },
  });

  it('never holds more than the limit, and gives up what was not used for longest', () => {
    const cache = new OrderingCache(1000);
    const all = Array.from({ length: 20 }, () => cached(90));
    for (const each of all) {
      each.used = cache.tick();
      cache.count(each);
      cache.fit();
      expect(cache.total).toBeLessThanOrEqual(1000);
      const [first] = all;
      if (first) first.used = cache.tick();
    }
    expect(all.map(({ isHeld }) => isHeld)).toEqual(all.map((_, index) => index === 0 || index > 9));
  });

  it('has room for anything while there is any, and then for what is asked for again', () => {
    const cache = new OrderingCache(1000);
    expect([cache.admits('a', 1000), cache.admits('a', 1001), cache.admits('a', 1001)]).toEqual([
      true,
      false,
      true,
    ]);
    cache.count(cached(950));
    expect([cache.admits('b', 50), cache.admits('b', 51), cache.admits('c', 51)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([cache.admits('c', 51), cache.admits('b', 51), cache.admits('b', 51)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('remembers a bounded number of those that had no room', () => {
    const cache = new OrderingCache(0);
    const ask = (name: number) => cache.admits(String(name), 1);
    for (let name = 0; name < 2000; name += 1) expect(ask(name)).toBe(false);
    expect(ask(0)).toBe(true);
    for (let name = 2000; name < 4000; name += 1) expect(ask(name)).toBe(false);
    expect(ask(1)).toBe(false);
  });

  it('counts what grows and shrinks as it is', () => {
    const cache = new OrderingCache(1000);
    const [one, other] = [cached(400), cached(500)];
    for (const each of [one, other]) {
      each.used = cache.tick();
      cache.count(each);
    }
    other.size = 100;
    cache.count(other);
    expect(cache.total).toBe(500);
    other.size = 700;
    cache.count(other);
    cache.fit();
    expect([one.isHeld, other.isHeld, cache.total]).toEqual([false, true, 700]);
    cache.forget(other);
    expect(cache.total).toBe(0);
  });

  it('leaves what is needed at the moment', () => {
    const cache = new OrderingCache(100);
    const pinned = { ...cached(90), isPinned: true };
    const other = { ...cached(90), used: 5 };
    cache.count(pinned);
    cache.count(other);
    cache.fit();
    expect([pinned.isHeld, other.isHeld, cache.total]).toEqual([true, false, 90]);
  });

  it('holds no more than so many, however small', () => {
    const cache = new OrderingCache(1000, 3);
    const all = Array.from({ length: 5 }, () => cached(1));
    for (const each of all) {
      each.used = cache.tick();
      cache.count(each);
      cache.fit();
    }
    expect(all.map(({ isHeld }) => isHeld)).toEqual([false, false, true, true, true]);
  });
});
