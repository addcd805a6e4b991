import { describe, expect, it } from 'vitest';
import { featuredSections, KeptJson, newsPosts, serviceUsefulLinks } from '../../../endpoints/lists/index.ts';
import { elementComparator, formatOrdering, parseOrdering } from '../../../endpoints/read-model/index.ts';

describe('parseOrdering', () => {
  it('gives the names that the list has, each once', () => {
    expect(parseOrdering(serviceUsefulLinks, ' -title ,gone,id,title')).toEqual([
      { field: 'title', descending: true },
      { field: 'id', descending: false },
    ]);
  });

  it.each([
    ['', ''],
    ['title', 'title'],
    [' -title , , id,-id,nothing', '-title,id'],
    ['--title', ''],
  ])('%j is spelled %j', (ordering, spelled) => {
    expect(formatOrdering(parseOrdering(serviceUsefulLinks, ordering))).toBe(spelled);
  });
});

describe('elementComparator', () => {
  const greek = (ordering: string) => ({ ordering, collation: 'el' }) as const;

  it('is 0 for ties, and without a known name', () => {
    const [a, b] = [
      { title: 'α', id: 1 },
      { title: 'α', id: 2 },
    ];
    expect(elementComparator(serviceUsefulLinks, greek('title'))(a, b)).toBe(0);
    expect(elementComparator(serviceUsefulLinks, greek('gone'))(a, b)).toBe(0);
    expect(elementComparator(serviceUsefulLinks, greek('title,-id'))(a, b)).toBeGreaterThan(0);
  });

  it('compares timestamps by instant', () => {
    const compare = elementComparator(newsPosts, { ordering: 'created_timestamp', collation: 'C' });
    const at = (created_timestamp: string) => ({ created_timestamp });
    expect(compare(at('2021-04-01T09:15:02Z'), at('2021-04-01T09:15:02.000000Z'))).toBe(0);
    expect(compare(at('2021-04-01T09:15:02.2Z'), at('2021-04-01T09:15:02.123456789Z'))).toBeGreaterThan(0);
  });

  it('knows of links only whether there are any', () => {
    const compare = elementComparator(featuredSections, greek('section_two_links'));
    const [none, some, others] = [[], [1], [2, 3]].map((section_two_links) => ({ section_two_links }));
    if (!none || !some || !others) throw new Error('unreachable');
    expect([compare(some, others), compare(some, none) < 0, compare(none, some) > 0]).toEqual([
      0,
      true,
      true,
    ]);
  });

  it('compares kept JSON as text', () => {
    const compare = elementComparator(newsPosts, greek('post_image'));
    const image = (post_image: unknown) => ({ post_image });
    expect(compare(image(new KeptJson('{"a":1}')), image(new KeptJson('{"a":1}')))).toBe(0);
    expect(compare(image(new KeptJson('{"a":1}')), image(null))).toBeLessThan(0);
  });
});
