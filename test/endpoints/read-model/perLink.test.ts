import { describe, expect, it } from 'vitest';
import type { PortalSettings } from '../../../endpoints/read-model/index.ts';
import { column, IMPORTED, loaded, section } from '../support/readModel.ts';

const slug = 'featured-sections';
const REPEATED: PortalSettings = {
  collation: 'el',
  lists: { ...IMPORTED.lists, [slug]: { ordering: '', elementPerLink: true } },
};
const sections = [
  section(1, [7, 2], { active: true }),
  section(2, [], { active: true }),
  section(3, [5], { active: false }),
  section(4, [7, 9], { active: false }),
];

describe('one element per link', () => {
  it.each([
    ['section_two_links', [1, 3, 1, 4, 4, 2]],
    ['-section_two_links', [2, 4, 1, 4, 3, 1]],
    ['active,-section_two_links', [4, 4, 3, 2, 1, 1]],
    ['section_two_links,active', [1, 3, 4, 1, 4, 2]],
    ['id,section_two_links', [1, 1, 2, 3, 4, 4]],
    ['id', [1, 2, 3, 4]],
    ['', [1, 2, 3, 4]],
  ])('%j', async (ordering, ids) => {
    const model = await loaded([{ settings: REPEATED }, ...sections]);
    expect(await column(model, slug, 'id', ordering)).toEqual(ids);
  });

  it('a change of nothing but hidden ranks is a change of the order', async () => {
    const model = await loaded([{ settings: REPEATED }, section(1, [1]), section(2, [2])]);
    expect(await column(model, slug, 'id', 'section_two_links')).toEqual([1, 2]);
    const swapped = section(1, [3]);
    if ('document' in swapped && swapped.document) {
      swapped.document.section_two_links = [{ text: '1', link: 'https://a.example/', rank: 3 }];
    }
    await model.apply([swapped]);
    expect(await column(model, slug, 'id', 'section_two_links')).toEqual([2, 1]);
  });

  it('a link without a known rank stands below all others', async () => {
    const model = await loaded([{ settings: REPEATED }, section(1, [null, 1]), section(2, [0])]);
    expect(await column(model, slug, 'id', 'section_two_links')).toEqual([1, 2, 1]);
  });
});

describe('one element per section', () => {
  it.each([
    // The lowest link counts ascending, the highest descending.
    ['section_two_links', [1, 3, 4, 2]],
    ['-section_two_links', [2, 4, 1, 3]],
    ['active,-section_two_links', [4, 3, 2, 1]],
  ])('%j', async (ordering, ids) => {
    const model = await loaded([{ settings: IMPORTED }, ...sections]);
    expect(await column(model, slug, 'id', ordering)).toEqual(ids);
  });
});
