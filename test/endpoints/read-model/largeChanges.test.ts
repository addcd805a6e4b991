import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReadModel } from '../../../endpoints/read-model/index.ts';
import { body, category, column, departure, loaded, post, read, usefulLink } from '../support/readModel.ts';

const posts = Array.from({ length: 200 }, (_, index) => post(index + 1));
/** One step of work in each turn of the event loop. */
const tuning = { slice: 0, blockBytes: 2000, atOnce: { elements: 4, bytes: 65_536 } };

/** What a reader sees in each turn until a promise is settled. */
async function meanwhile<T>(pending: Promise<unknown>, look: () => Promise<T>): Promise<T[]> {
  const seen: T[] = [];
  let isPending = true;
  const settled = pending.finally(() => {
    isPending = false;
  });
  while (isPending) {
    seen.push(await look());
    await new Promise(setImmediate);
  }
  await settled;
  return seen;
}

describe('a change that touches many elements', () => {
  it('leaves the event loop free, and is never seen half', async () => {
    const model = await loaded([category(1, { title: 'παλιά' }), ...posts], { tuning });
    const titles = async () => {
      const categories = await column(model, 'news-posts', 'category');
      return new Set(categories.map((each) => (each as { title: string }).title));
    };
    const seen = await meanwhile(model.apply([category(1, { title: 'νέα' })]), titles);
    expect(seen.length).toBeGreaterThan(200);
    expect(seen.every((each) => each.size === 1)).toBe(true);
    expect([...(await titles())]).toEqual(['νέα']);
    expect(await column(model, 'news-categories', 'title')).toEqual(['νέα']);
  });

  it('is seen in all lists at the same moment', async () => {
    const model = await loaded([category(1, { title: 'παλιά' }), ...posts], { tuning });
    const both = async () => {
      const [first] = (await column(model, 'news-posts', 'category')) as { title: string }[];
      return [(await column(model, 'news-categories', 'title'))[0], first?.title];
    };
    const seen = await meanwhile(model.apply([category(1, { title: 'νέα' })]), both);
    expect(seen.every(([one, other]) => one === other)).toBe(true);
  });

  it('is as free where the elements are few but long, a turn for each step however long a slice may be', async () => {
    const long = (title: string) => post(1, { title, content: 'Μακρύ κείμενο. '.repeat(1000) });
    const embedding = [2, 3].map((id) => post(id, { related: ['p1'] }));
    const model = await loaded([category(1), long('παλιά'), ...embedding], {
      tuning: { ...tuning, slice: 10_000 },
    });
    const titles = async () => {
      const embedded = (await column(model, 'news-posts', 'related')) as { title: string }[][];
      return new Set(embedded.flat().map(({ title }) => title));
    };
    const seen = await meanwhile(model.apply([long('νέα')]), titles);
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.every((each) => each.size === 1)).toBe(true);
    expect([...(await titles())]).toEqual(['νέα']);
  });

  it('is followed by those that come meanwhile, in their order', async () => {
    const model = await loaded([category(1), ...posts], { tuning });
    const order: string[] = [];
    const changes: [string, ReturnType<typeof post>[]][] = [
      ['large', [category(1, { title: 'α' })]],
      ['small', [post(7, { title: 'πρώτος' })]],
      ['large too', posts.slice(5, 15).map((_, index) => post(index + 6, { title: 'δεύτερος' }))],
      ['last', [post(7, { title: 'τρίτος' }), category(1, { title: 'β' })]],
    ];
    await Promise.all(changes.map(([name, some]) => model.apply(some).then(() => order.push(name))));
    expect(order).toEqual(['large', 'small', 'large too', 'last']);
    const [seventh] = (await read(model, 'news-posts')).filter(({ id }) => id === 7);
    expect(seventh).toMatchObject({ title: 'τρίτος', category: { title: 'β' } });
  });

  it('shows at once what is small, if nothing is under way', async () => {
    const model = await loaded([category(1), ...posts], { tuning });
    void model.apply([post(3, { title: 'νέος' }), departure('news-posts', 'p4')]);
    const now = model.response('news-posts', undefined);
    if (!now || now instanceof Promise) throw new Error('not held');
    const served = JSON.parse(now.parts.map(({ bytes }) => String(bytes)).join('')) as { title: string }[];
    expect(served.filter(({ title }) => title === 'νέος').length).toBe(1);
    expect(served.length).toBe(199);
  });

  it('ends where a load takes its place', async () => {
    const model = await loaded([category(1), ...posts], { tuning });
    const load = model.replace([[category(1), post(1, { title: 'φορτώθηκε' })]]);
    const applied = model.apply([category(1, { title: 'νέα' })]);
    await Promise.all([load, applied]);
    expect(await read(model, 'news-posts')).toMatchObject([
      { title: 'φορτώθηκε', category: { title: 'νέα' } },
    ]);
  });
});

describe('a change of few elements with texts so long that each step holds the event loop', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const long = (id: number, title: string) => post(id, { title, content: 'Μακρύ κείμενο. '.repeat(70_000) });
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  const newModel = () => loaded([category(1), long(1, 'παλιά'), long(2, 'παλιά')]);

  /** Reads until the change shows or rests; whether it rests. */
  async function readUntilRest(model: ReadModel, change: Promise<void>): Promise<boolean> {
    let shows = false;
    const shown = change.then(() => {
      shows = true;
    });
    while (!shows && vi.getTimerCount() === 0) {
      model.response('news-categories', undefined);
      await nextTurn();
    }
    if (shows) await shown;
    return !shows;
  }

  it('rests again and again while the lists are read', async () => {
    const model = await newModel();
    const change = model.apply([long(1, 'νέα')]);
    const seen: unknown[] = [];
    while (await readUntilRest(model, change)) {
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      seen.push(...(await column(model, 'news-posts', 'title')).slice(0, 1));
      vi.runAllTimers();
    }
    expect(seen.length).toBeGreaterThan(2);
    expect(seen[0]).toBe('παλιά');
    expect(await column(model, 'news-posts', 'title')).toEqual(['νέα', 'παλιά']);
  });

  it('does not rest where nobody reads', async () => {
    const model = await newModel();
    await model.apply([long(1, 'νέα')]);
    expect(await column(model, 'news-posts', 'title')).toEqual(['νέα', 'παλιά']);
  });

  it('does not rest while another one waits', async () => {
    const model = await newModel();
    const [first, second] = [model.apply([long(1, 'νέα')]), model.apply([long(2, 'νέα')])];
    expect(await readUntilRest(model, first)).toBe(false);
    expect(await readUntilRest(model, second)).toBe(true);
    do vi.runAllTimers();
    while (await readUntilRest(model, second));
    expect(await column(model, 'news-posts', 'title')).toEqual(['νέα', 'νέα']);
  });
});

describe('new settings', () => {
  it('show when all of the new order is there', async () => {
    const links = Array.from({ length: 200 }, (_, index) => usefulLink(index + 1, { title: `${index}` }));
    const model = await loaded(links, { tuning });
    const before = await body(model, 'service-useful-links');
    const settings = { collation: 'el', lists: { 'service-useful-links': { ordering: '-title' } } } as const;
    const seen = await meanwhile(model.apply([{ settings }]), () => body(model, 'service-useful-links'));
    expect(new Set(seen.slice(0, -1))).toEqual(new Set([before]));
    expect((await read(model, 'service-useful-links'))[0]).toMatchObject({ title: '99' });
    expect(await body(model, 'service-useful-links', '-title')).toBe(
      await body(model, 'service-useful-links'),
    );
  });
});
