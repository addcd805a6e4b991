import { describe, expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { createReadModel } from '../../../endpoints/read-model/index.ts';
import { category, column, loaded, post, slowLoad, usefulLink } from '../support/readModel.ts';

const slug = 'service-useful-links';

describe('before the first load', () => {
  it('there are no responses, whatever was applied', async () => {
    const model = createReadModel({ lists });
    await model.apply([usefulLink(1)]);
    expect(lists.map((list) => model.response(list.key, undefined))).toEqual(lists.map(() => undefined));
    expect(model.status().loaded).toBe(false);
  });
});

describe('a load', () => {
  it('may bring documents in any order and in any batches', async () => {
    const model = createReadModel({ lists });
    await model.replace([[post(2, { related: ['p1'] })], [], [post(1), usefulLink(1)], [category(1)]]);
    expect(await column(model, 'news-posts', 'related', '-id')).toMatchObject([[{ id: 1 }], []]);
    expect(model.status()).toMatchObject({ loaded: true, missing: [] });
  });

  it('shows only when it is whole', async () => {
    const model = await loaded([usefulLink(1), usefulLink(2)]);
    const { load, go } = slowLoad([usefulLink(3)], [usefulLink(4)]);
    const replaced = model.replace(load());
    await new Promise(setImmediate);
    expect(await column(model, slug, 'id')).toEqual([1, 2]);
    go();
    await replaced;
    expect(await column(model, slug, 'id')).toEqual([3, 4]);
  });

  it('that fails changes nothing', async () => {
    const model = await loaded([usefulLink(1)]);
    const { load, fail } = slowLoad([usefulLink(3)]);
    const replaced = model.replace(load());
    fail(new Error('the database is away'));
    await expect(replaced).rejects.toThrow('the database is away');
    expect(await column(model, slug, 'id')).toEqual([1]);
    const empty = createReadModel({ lists });
    await expect(empty.replace(load())).rejects.toThrow('the database is away');
    expect(empty.response(slug, undefined)).toBe(undefined);
  });

  it('that began earlier does not undo one that began later', async () => {
    const model = createReadModel({ lists });
    const early = slowLoad([usefulLink(1)]);
    const late = slowLoad([usefulLink(2)]);
    const [first, second] = [model.replace(early.load()), model.replace(late.load())];
    late.go();
    await second;
    await model.apply([usefulLink(3)]);
    early.go();
    await first;
    expect(await column(model, slug, 'id')).toEqual([2, 3]);
  });

  it('leaves the event loop free between elements', async () => {
    const model = createReadModel({ lists });
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    const title = 'α'.repeat(10_000);
    await model.replace([Array.from({ length: 1000 }, (_, index) => usefulLink(index, { title }))]);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(1);
  });
});
