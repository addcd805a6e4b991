import type { CollectionSlug, Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { editor, image, importDocument, local, section, served } from '../support/content.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';

let payload: Payload;
beforeAll(async () => {
  payload = await startPayload();
});

const link = (text: string) => ({ text, link: `https://www.portal.example/${encodeURIComponent(text)}` });
const order = async () =>
  (await served(payload, 'featured-sections', '-section_two_links')).map(
    ({ section_one_title }) => section_one_title,
  );

describe('links of a section', () => {
  it('a link that an editor adds has the highest rank', async () => {
    const first = await section(payload, { section_one_title: 'Α', section_two_links: [link('α')] });
    await section(payload, { section_one_title: 'Β', section_two_links: [link('β')] });
    expect(await order()).toEqual(['Β', 'Α']);
    const { section_two_links } = await local(payload).read('featured-sections', first.id);
    const rows = section_two_links as object[];
    await local(payload).update('featured-sections', first.id, { section_two_links: [...rows, link('γ')] });
    expect(await order()).toEqual(['Α', 'Β']);
  });

  it('keep their ranks when rows are edited, moved, or sent without their ids', async () => {
    const { read, update } = local(payload);
    const doc = await importDocument(payload, 'featured-sections', {
      api_id: 9,
      section_one_title: 'Γ',
      featured_image: (await image(payload)).id,
      section_two_links: [
        { ...link('ένα'), rank: 11 },
        { ...link('δύο'), rank: 22 },
      ],
    });
    const ranks = async () => {
      const { section_two_links } = await read('featured-sections', doc.id);
      return (section_two_links as { text: string; rank: number }[]).map(({ text, rank }) => [text, rank]);
    };
    const [one, two] = (await read('featured-sections', doc.id)).section_two_links as { id: string }[];
    await update('featured-sections', doc.id, {
      section_two_links: [{ ...two, text: 'δύο!', rank: 99 }, one],
    });
    expect(await ranks()).toEqual([
      ['δύο!', 22],
      ['ένα', 11],
    ]);
    const bare = [link('ένα'), { text: 'δύο!', link: link('δύο').link }];
    await update('featured-sections', doc.id, { section_two_links: bare });
    expect(await ranks()).toEqual([
      ['ένα', 11],
      ['δύο!', 22],
    ]);
  });

  it('have ranks of their own in a duplicate', async () => {
    const { duplicate, read } = local(payload);
    const doc = await section(payload, { section_one_title: 'Δ', section_two_links: [link('δ')] });
    const rank = async (id: number | string) =>
      ((await read('featured-sections', id)).section_two_links as { rank: number }[])[0]?.rank;
    const copy = await duplicate('featured-sections', doc.id);
    expect(await rank(copy.id)).toBeGreaterThan((await rank(doc.id)) ?? Number.POSITIVE_INFINITY);
  });

  oneDatabase.it('must be absolute addresses, but what an import brought may stay', async () => {
    const { update } = local(payload);
    const relative = { text: 'σχετικός', link: '/ypiresies' };
    await expect(section(payload, { section_two_links: [relative] })).rejects.toThrow(/link/i);
    const doc = await importDocument(payload, 'featured-sections', {
      api_id: 10,
      source_key: 'featured-sections:10:0',
      section_one_title: '',
      featured_image_kept: '""',
      section_two_links: [{ ...relative, rank: 1 }],
    });
    const user = await editor(payload);
    const read = await local(payload).read('featured-sections', doc.id, { showHiddenFields: false });
    await update('featured-sections', doc.id, { ...read, active: false }, { overrideAccess: false, user });
    const element = (await served(payload, 'featured-sections')).find(({ id }) => id === 10);
    expect(element).toMatchObject({
      active: false,
      featured_image: '',
      section_one_title: '',
      section_two_links: [relative],
    });
  });
});

oneDatabase.it(
  'the image of a draft may be taken away where a legacy value is published, also in a form, which runs no hook first',
  async () => {
    const { config } = payload.collections['featured-sections' as CollectionSlug] ?? {};
    const field = config?.flattenedFields.find(({ name }) => name === 'featured_image') as unknown as {
      validate(value: unknown, form: object): Promise<string | true>;
    };
    const judge = (id: unknown) => {
      const req = { payload, context: {}, i18n: { language: 'en' } };
      const data = { featured_image_kept: null };
      return field.validate(null, {
        id,
        collectionSlug: 'featured-sections',
        data,
        path: ['featured_image'],
        req,
      });
    };
    const { id } = await importDocument(payload, 'featured-sections', {
      api_id: 11,
      featured_image_kept: '7',
    });
    expect(await judge(id)).toBe(true);
    expect(await judge((await section(payload)).id)).toBe('The image is missing.');
  },
);

oneDatabase.describe('the settings', () => {
  it('are an admin’s alone, refuse unknown keys, and show in the next response', async () => {
    const change = (data: object, user: unknown) =>
      payload.updateGlobal({
        slug: 'portal-settings' as never,
        data: data as never,
        overrideAccess: false,
        user: user as never,
      });
    const admin = await editor(payload, ['admin']);
    await expect(change({ collation: 'C' }, await editor(payload))).rejects.toThrow();
    await expect(change({ featured_sections: { ordering: '-foo' } }, admin)).rejects.toThrow();
    await change({ featured_sections: { ordering: '-id', elementPerLink: true } }, admin);
    const ids = (await served(payload, 'featured-sections')).map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
  });
});
