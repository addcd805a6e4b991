import { expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { elementComparator, type PortalSettings } from '../../../endpoints/read-model/index.ts';
import { captured, capturedStore, elementTexts } from '../support/capture.ts';
import { body, loaded } from '../support/readModel.ts';

/** The captured links stand in no order of their keys. */
const SETTINGS: PortalSettings = { collation: 'el', lists: { 'service-useful-links': { ordering: '' } } };
const load = () => loaded([{ settings: SETTINGS }, ...capturedStore().changes()]);

it.each(lists.map(({ key }) => key))('serves %s byte for byte as captured', async (slug) => {
  const model = await load();
  const expected = Buffer.from(captured(slug));
  const response = await model.response(slug, undefined);
  expect(response?.length).toBe(expected.length);
  expect(response?.body.equals(expected)).toBe(true);
});

it.each(['title', '-title'])('serves useful links by %s as captured, ties aside', async (ordering) => {
  const slug = 'service-useful-links';
  const model = await load();
  const theirs = elementTexts(captured(`${slug}.ordering=${ordering}`));
  const ours = elementTexts(await body(model, slug, ordering));
  const titles = (raws: string[]) => raws.map((raw) => JSON.parse(raw).title);
  expect(titles(ours)).toEqual(titles(theirs));
  expect([...ours].sort()).toEqual([...theirs].sort());
});

it.each([
  ['featured-sections', 'id'],
  ['service-groups', 'order,id'],
  ['news-posts', '-created_timestamp'],
  ['news-categories', 'id'],
])('the captured %s stand in the order %s, as a comparison of elements finds', (slug, ordering) => {
  const list = lists.find((one) => one.key === slug);
  if (!list) throw new Error(`no list ${slug}`);
  const elements = elementTexts(captured(slug)).map((raw) => list.parse(raw));
  const order = { ordering, collation: 'el' } as const;
  expect([...elements].reverse().sort(elementComparator(list, order))).toEqual(elements);
  const compare = elementComparator(list, { ...order, ordering: '-id' });
  expect(
    elements.every((element, index) => index === 0 || compare(elements[index - 1] ?? {}, element) <= 0),
  ).toBe(false);
});
