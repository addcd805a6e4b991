import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { createReadModel } from '../../endpoints/read-model/index.ts';
import type { Capture } from '../../src/capture/folder.ts';
import { settledSettings } from '../../src/migration/discover/discoverSettings.ts';
import { type Captured, readCaptured, verifyCaptured } from '../../src/migration/plan/captured.ts';
import { captureOf, type LegacyPortal, legacyPortals, SLUGS, type Slug } from './legacyPortal.ts';
import { sameness } from './sameAsCapture.ts';

const MANY: Partial<Record<Slug, string[]>> = {
  'featured-sections': ['-section_two_links', 'section_two_links', '-active,section_two_links', 'selected'],
  'service-groups': ['title', '-url,order', 'nonsense', 'description, -slug'],
  'news-posts': ['created_timestamp,-id', '-content', 'related', 'author'],
  'news-categories': ['-title', ''],
  'service-useful-links': ['title', '-title', 'service,-slug'],
};

/** Captured responses that a read model with the planned documents and settings does not serve again. */
async function notServedAgain(captured: Capture, plan: Captured): Promise<string[]> {
  const readModel = createReadModel({ lists });
  const documents = [...plan.documents.values()].map(({ id, kind, document, listed }) => ({
    kind,
    id,
    document: { ...document, id, listed },
  }));
  await readModel.replace([[{ settings: settledSettings(lists, plan.settings) }, ...documents]]);
  const files: string[] = [];
  for (const { list, ordering, file, body } of captured.responses) {
    const slug = list as Slug;
    const served = await readModel.response(slug, ordering);
    // Where the default order names the links, rows of one link may stand in the default list in any order, too.
    const byLinks = plan.settings.lists[slug]?.ordering?.includes('section_two_links');
    const order = ordering ?? (byLinks ? 'section_two_links' : undefined);
    if (!served || sameness(body, served.body, order) === 'different') files.push(file);
  }
  return files;
}

const listed = (plan: Captured) =>
  SLUGS.map(
    (slug) => [...plan.documents.values()].filter((each) => each.kind === slug && each.listed).length,
  );

const records = (portal: LegacyPortal) => SLUGS.map((slug) => portal.records[slug].length);

const perLink = legacyPortals.filter(({ elementPerLink }) => elementPerLink);

it.each([
  ['the default lists alone', {}, legacyPortals],
  ['many orderings', MANY, perLink],
])('of any portal, %s are served again as captured', async (_, orderings, portals) => {
  await fc.assert(
    fc.asyncProperty(portals, async (portal) => {
      const captured = captureOf(portal, orderings);
      const plan = readCaptured(captured, lists);
      expect(plan.refused).toEqual([]);
      expect(await notServedAgain(captured, plan)).toEqual([]);
      expect(await verifyCaptured(plan)).toEqual([]);
      // One document for each record.
      if (orderings !== MANY) expect(listed(plan)).toEqual(records(portal));
    }),
    { numRuns: 40 },
  );
});

it('settings that a capture shows are never found out wrong', () => {
  fc.assert(
    fc.property(legacyPortals, (portal) => {
      const { collation, lists: found } = readCaptured(captureOf(portal, MANY), lists).settings;
      const shown = found['featured-sections']?.elementPerLink;
      expect(shown ?? portal.elementPerLink).toBe(portal.elementPerLink);
      const sections = portal.records['featured-sections'];
      if (sections.some(({ linkIds }) => (linkIds?.length ?? 0) > 1)) expect(shown).toBeDefined();
      if (collation && portal.records['service-useful-links'].length > 10) {
        expect(collation).toBe(portal.collation);
      }
    }),
    { numRuns: 100 },
  );
});
