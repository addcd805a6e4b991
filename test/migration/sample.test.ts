import { expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { readCapture } from '../../src/capture/folder.ts';
import { readCaptured, verifyCaptured } from '../../src/migration/plan/captured.ts';

it('the sample portal is one that the contract explains, with all that a portal has', async () => {
  const capture = await readCapture(
    'sample',
    lists.map(({ key }) => key),
  );
  const plan = readCaptured(capture, lists);
  expect(plan.refused).toEqual([]);
  expect(await verifyCaptured(plan)).toEqual([]);
  expect(plan.settings).toEqual({
    collation: 'el',
    shown: { 'service-useful-links.title': ['el', 'el-icu72'] },
    empties: { 'featured-sections.section_two_links': 'last' },
    lists: {
      'featured-sections': { ordering: 'id', elementPerLink: true, defaultRepeats: false },
      'service-groups': { ordering: 'order,id', defaultRepeats: false },
      'news-posts': { ordering: '-created_timestamp', defaultRepeats: false },
      'news-categories': { ordering: 'id', defaultRepeats: false },
      'service-useful-links': { ordering: 'id', defaultRepeats: false },
    },
  });
  const count = (kind: string, listed: boolean) =>
    [...plan.documents.values()].filter((each) => each.kind === kind && each.listed === listed).length;
  expect(lists.map(({ key: slug }) => [slug, count(slug, true), count(slug, false)])).toEqual([
    ['featured-sections', 6, 0],
    ['service-groups', 8, 0],
    ['news-posts', 25, 1],
    ['news-categories', 6, 1],
    ['service-useful-links', 30, 0],
  ]);
});
