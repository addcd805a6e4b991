import { describe, expect, it } from 'vitest';
import { TooManyOrderings } from '../../../endpoints/read-model/index.ts';
import { body, category, column, counted, loaded, post, section, usefulLink } from '../support/readModel.ts';

// Orderings that are neither a list's default nor documented: anybody may ask for any number of them.

const slug = 'service-useful-links';
const many = Array.from({ length: 50 }, (_, index) => usefulLink(index + 1, { title: 'τ'.repeat(100) }));
/** Of these links, in bytes. */
const LENGTH = 20_000;

/** All orders of three names out of four, in both directions, each once as the model spells it. */
function orderings(): string[] {
  const names = ['selected', 'slug', 'title', 'service'].flatMap((name) => [name, `-${name}`]);
  const all = names.flatMap((a) => names.flatMap((b) => names.map((c) => [a, b, c])));
  return all
    .filter((three) => new Set(three.map((name) => name.replace('-', ''))).size === 3)
    .map((three) => three.join());
}

describe('an ordering', () => {
  it('is held while it fits, and made again when it is asked for later', async () => {
    const model = await loaded(many, { otherOrderingsBytes: 5 * LENGTH });
    const first = await model.response(slug, '-slug');
    expect(model.response(slug, '-slug')).toBe(first);
    for (const ordering of orderings()) await body(model, slug, ordering);
    const again = await model.response(slug, '-slug');
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  it('that is used stays longer than those that are not', async () => {
    const model = await loaded(many, { otherOrderingsBytes: 5 * LENGTH });
    const used = await model.response(slug, '-slug');
    for (const ordering of orderings()) {
      await body(model, slug, ordering);
      expect(model.response(slug, '-slug'), ordering).toBe(used);
    }
  });

  it.each([0, 1, LENGTH / 2])(
    'is sent where %i bytes may be held, and not held',
    async (otherOrderingsBytes) => {
      const model = await loaded(many, { otherOrderingsBytes });
      expect((await column(model, slug, 'id', '-slug,-id'))[0]).toBe(50);
      expect(model.response(slug, '-slug,-id')).toBeInstanceOf(Promise);
    },
  );

  it('is made once for all who ask meanwhile, however they spell it', async () => {
    const model = await loaded(many);
    const first = model.response(slug, 'slug');
    expect(first).toBeInstanceOf(Promise);
    expect(model.response(slug, ' slug ,unknown,-slug')).toBe(first);
    expect(model.response(slug, '-slug')).not.toBe(first);
    expect(await first).toBe(model.response(slug, 'slug'));
  });

  it('asks no document again', async () => {
    const { lists, calls } = counted();
    const model = await loaded(many, { lists });
    calls.length = 0;
    await body(model, slug, '-slug,id');
    await model.apply([usefulLink(3, { title: 'άλλος' })]);
    await body(model, slug, '-slug,id');
    expect(calls).toEqual(['l3']);
  });

  it('is dropped with a change of its list, and stays with one of another', async () => {
    const model = await loaded([...many, category(1)]);
    const held = await model.response(slug, '-slug');
    await model.apply([category(1, { title: 'νέα' })]);
    expect(model.response(slug, '-slug')).toBe(held);
    await model.apply([usefulLink(1, { title: 'νέος' })]);
    expect(model.response(slug, '-slug')).toBeInstanceOf(Promise);
  });

  it('is refused where too many wait', async () => {
    const model = await loaded(many);
    const asked = orderings().map((ordering) => model.response(slug, ordering));
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(asked.length);
    expect(refused.filter((reason) => !(reason instanceof TooManyOrderings))).toEqual([]);
    expect((await column(model, slug, 'id', '-slug,-id'))[0]).toBe(50);
  });

  it('leaves readers a turn of the event loop before the next is made', async () => {
    const model = await loaded(many);
    const made: string[] = [];
    for (const ordering of orderings().slice(0, 5))
      void body(model, slug, ordering).then(() => made.push(ordering));
    while (made.length < 5) {
      const before = made.length;
      await new Promise(setImmediate);
      expect(made.length - before).toBeLessThanOrEqual(1);
    }
  });
});

describe('the default ordering and the documented ones', () => {
  const portal = [...many, section(1, [2]), section(2, [1, 3]), category(1), post(1)];
  const always = [
    [slug, undefined],
    [slug, 'title'],
    [slug, '-title'],
    ['featured-sections', '-section_two_links'],
  ] as const;

  it('are there from the load on, whatever else is asked for', async () => {
    const model = await loaded(portal, { otherOrderingsBytes: 0 });
    const before = always.map(([list, ordering]) => model.response(list, ordering));
    for (const response of before) expect(response).not.toBeInstanceOf(Promise);
    for (const ordering of orderings()) await body(model, slug, ordering);
    expect(always.map(([list, ordering]) => model.response(list, ordering))).toEqual(before);
  });

  it('are there after every change', async () => {
    const model = await loaded(portal);
    await model.apply([usefulLink(7, { title: 'α' }), section(3, [7])]);
    for (const [list, ordering] of always) expect(model.response(list, ordering)).not.toBeInstanceOf(Promise);
    expect((await column(model, slug, 'id', 'title'))[0]).toBe(7);
    expect((await column(model, slug, 'id', '-title')).at(-1)).toBe(7);
    expect(await column(model, 'featured-sections', 'id', '-section_two_links')).toEqual([3, 2, 1]);
  });
});
