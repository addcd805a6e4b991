import { describe, expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { createReadModel, type PortalSettings, type ReadModel } from '../../../endpoints/read-model/index.ts';
import { body, category, column, departure, IMPORTED, loaded, section } from '../support/readModel.ts';

const slug = 'news-categories';
const SERVED: PortalSettings = {
  ...IMPORTED,
  lists: { ...IMPORTED.lists, [slug]: { ordering: '-title', records: true } },
};

const recordOf = (model: ReadModel, id: number, list = slug) => {
  const record = model.record(list, id);
  return record && JSON.parse(String(record.body));
};

describe('a record', () => {
  it('is served where the settings say so', async () => {
    const model = createReadModel({ lists });
    expect(model.servesRecords(slug)).toBe(undefined);
    await model.replace([[{ settings: SERVED }]]);
    expect(lists.map(({ key }) => model.servesRecords(key))).toEqual(lists.map(({ key }) => key === slug));
    await model.apply([{ settings: IMPORTED }]);
    expect(model.servesRecords(slug)).toBe(false);
    expect(model.servesRecords('unknown')).toBe(false);
  });

  it('follows every change', async () => {
    const model = await loaded([{ settings: SERVED }, category(1, { title: 'α' })]);
    const tag = model.record(slug, 1)?.etag;
    await model.apply([category(1, { title: 'β' }), category(2)]);
    expect(recordOf(model, 1).title).toBe('β');
    expect(model.record(slug, 1)?.etag).not.toBe(tag);
    expect(recordOf(model, 2).id).toBe(2);
    await model.apply([departure(slug, 'c1')]);
    expect(model.record(slug, 1)).toBe(undefined);
    expect(model.record('unknown', 1)).toBe(undefined);
  });

  it('of several elements with one id is the first of the default list', async () => {
    const twice = [category(1, { title: 'α' }), category(1, { id: 'other', title: 'γ' })];
    const model = await loaded([{ settings: SERVED }, ...twice, category(2, { title: 'β' })]);
    expect(await column(model, slug, 'title')).toEqual(['γ', 'β', 'α']);
    expect(recordOf(model, 1).title).toBe('γ');
    await model.apply([{ settings: { ...SERVED, lists: { [slug]: { ordering: 'title' } } } }]);
    expect(recordOf(model, 1).title).toBe('α');
  });

  it('of a section that stands there once per link is that section', async () => {
    const sections = 'featured-sections';
    const settings = {
      collation: 'el' as const,
      lists: { [sections]: { ordering: '-section_two_links', elementPerLink: true } },
    };
    const model = await loaded([{ settings }, section(1, [7, 2]), section(2, [5])]);
    expect(await column(model, sections, 'id')).toEqual([1, 2, 1]);
    expect(recordOf(model, 1, sections)).toEqual(JSON.parse(await body(model, sections))[0]);
  });

  it('is served from a checkpoint, too', async () => {
    const model = await loaded([{ settings: SERVED }, category(1), category(2)]);
    const other = createReadModel({ lists });
    const snapshot = await model.snapshot();
    expect(snapshot && (await other.restore(structuredClone(snapshot), 0))).toBe(true);
    expect(other.servesRecords(slug)).toBe(true);
    expect(Buffer.from(other.record(slug, 2)?.body ?? '')).toEqual(model.record(slug, 2)?.body);
  });
});
