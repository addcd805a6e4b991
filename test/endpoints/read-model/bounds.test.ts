import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../../endpoints/read-model/index.ts';
import { OrderingCache } from '../../../endpoints/read-model/OrderingCache.ts';
import { body, category, counted, loaded, usefulLink } from '../support/readModel.ts';

const slug = 'service-useful-links';
const many = Array.from({ length: 50 }, (_, index) => usefulLink(index + 1, { title: 'τ'.repeat(100) }));

/** All orders of three names out of five, in both directions. */
function* orderings(): Generator<string> {
  const names = ['id', 'selected', 'slug', 'title', 'service'].flatMap((name) => [name, `-${name}`]);
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

  it('that are asked for a few times push out none of those that are held', async () => {
    const model = await loaded(many, { otherOrderingsBytes: 100_000 });
    const first = await model.response(slug, '-title');
    // As the model spells them, so that each comes once.
    const once = [...orderings()].filter((ordering) => new Set(ordering.match(/[a-z]+/g)).size === 3);
    for (const ordering of once) await body(model, slug, ordering);
    expect(model.response(slug, '-title')).toBe(first);
    const last = once.at(-1);
    for (let times = 1; times < 15; times += 1) await body(model, slug, last);
    expect(model.response(slug, last)).toBeInstanceOf(Promise);
    const held = await model.response(slug, last);
    expect(model.response(slug, last)).toBe(held);
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

  it('show a change at whatever moment of their making it comes, and so do those made after them', async () => {
    let isSooner = false;
    for (let turns = 0; !isSooner; turns += 1) {
      const model = await loaded(many, { tuning: { slice: 0 } });
      const made = Promise.resolve(model.response(slug, '-title,-id'));
      void made.then(() => {
        isSooner = true;
      });
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      await model.apply([usefulLink(51, { title: 'τ' }), { kind: slug, id: 'l50', document: null }]);
      await made;
      const ids = async (ordering: string) =>
        (JSON.parse(await body(model, slug, ordering)) as { id: number }[]).map(({ id }) => id);
      const rest = Array.from({ length: 49 }, (_, index) => index + 1);
      expect(await ids('-title,-id')).toEqual([...rest.toReversed(), 51]);
      expect(await ids('title,id')).toEqual([51, ...rest]);
      expect(await ids('-id')).toEqual([51, ...rest.toReversed()]);
    }
  });

  it('take what changes while they are made even where their keys have to be numbered anew', async () => {
    const before = Array.from({ length: 3000 }, (_, index) =>
      usefulLink(index + 1, { title: `${10_000 + index}` }),
    );
    // Each between 11500 and the one before: the gap is halved until there is no number left in it.
    const added = Array.from({ length: 60 }, (_, index) =>
      usefulLink(4000 + index, { title: `11500${'a'.repeat(index + 1)}b` }),
    );
    const moved = usefulLink(2500, { title: '1' });
    const fresh = await loaded([...before, moved, ...added]);
    // Some while the column is filled, some while it is sorted by, some after that.
    for (let turns = 5500; turns < 7500; turns += 200) {
      const model = await loaded(before, { tuning: { slice: 0 } });
      const made = body(model, slug, '-title,id');
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      await model.apply([moved]);
      for (const change of added) await model.apply([change]);
      await made;
      expect(await body(model, slug, '-title,id')).toBe(await body(fresh, slug, '-title,id'));
    }
  });

  it('are admitted no sooner because of a change', async () => {
    const categories = Array.from({ length: 150 }, (_, index) => category(index + 1, { title: `τ${index}` }));
    const model = await loaded([...many, ...categories], { otherOrderingsBytes: 100_000 });
    const others = orderings();
    async function askOther(): Promise<boolean> {
      const { value: ordering, done } = others.next();
      if (done) throw new Error('Every ordering has been asked for.');
      const response = await model.response(slug, ordering);
      return model.response(slug, ordering) === response;
    }
    // It has all the columns that the lists are sorted by here.
    const used = 'selected,title,slug';
    await body(model, 'news-categories', used);
    await body(model, slug, 'selected,slug,url,description,title,service,id');
    const early = '-title';
    await body(model, slug, early);
    while (await askOther());
    for (let round = 0; round < 30; round += 1) {
      await model.apply([category(1, { title: `τ${round % 10}` })]);
      expect(model.response('news-categories', used)).not.toBeInstanceOf(Promise);
      for (let time = 0; time < 5; time += 1) await askOther();
      await body(model, 'news-categories', `${round % 2 ? '-' : ''}title,${round % 4 > 1 ? '-' : ''}slug`);
    }
    expect(model.response(slug, early)).not.toBeInstanceOf(Promise);
  });

  it('count once for each who asks for them', async () => {
    const limited = await loaded(many, { otherOrderingsBytes: 20_000 });
    for (const ordering of orderings()) {
      const response = await limited.response(slug, ordering);
      if (limited.response(slug, ordering) !== response) break;
    }
    const asked = Array.from({ length: 16 }, () => limited.response(slug, '-title,-slug,-url,-id'));
    const [response] = await Promise.all(asked);
    expect(limited.response(slug, '-title,-slug,-url,-id')).toBe(response);
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

  const asking = (cache: OrderingCache) => (name: string, size: number, times: number) =>
    Array.from({ length: times }, () => cache.admits(name, size));
  const no = (times: number) => Array.from({ length: times }, () => false);

  it('has room for anything while there is any, and then for what is asked for 16 times', () => {
    const cache = new OrderingCache(1000);
    const ask = asking(cache);
    expect(ask('a', 1000, 2)).toEqual([true, true]);
    expect(ask('a', 1001, 17)).toEqual([...no(15), true, false]);
    cache.count(cached(950));
    expect([...ask('b', 50, 1), ...ask('b', 51, 14), ...ask('c', 51, 15)]).toEqual([true, ...no(29)]);
    expect([...ask('c', 51, 1), ...ask('b', 51, 2)]).toEqual([true, false, true]);
  });

  it('remembers a bounded number of those that had no room, the often asked for longest', () => {
    const ask = asking(new OrderingCache(0));
    function askOthers(count: number, prefix: string): void {
      for (let index = 0; index < count; index += 1) expect(ask(prefix + index, 1, 1)).toEqual(no(1));
    }
    expect([...ask('often', 1, 14), ...ask('once', 1, 1)]).toEqual(no(15));
    askOthers(1998, 'a');
    expect(ask('often', 1, 1)).toEqual(no(1));
    // The first that has no room among the remembered: 15 becomes 7, and what was asked for once is forgotten.
    askOthers(1, 'b');
    expect([ask('often', 1, 9), ask('once', 1, 16)]).toEqual([
      [...no(8), true],
      [...no(15), true],
    ]);
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
