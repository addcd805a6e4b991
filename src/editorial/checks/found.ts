import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { FINDINGS, LINKS, type LinkRow } from './collections.ts';
import { CHECKS, type Check } from './rules/index.ts';

/** The number of links that the dashboard names. */
const NAMED = 6;

/** What the checks have found in published documents, for the dashboard. */
export interface Found {
  /** Links that do not work: the first ones, those that have not worked for longest first, and their number. */
  broken: { links: LinkRow[]; total: number };
  /** How often each check has found something; checks that have found nothing are left out. */
  findings: { check: Check; total: number }[];
}

/** Nothing where the checks are left out. @param collections those whose documents the user may read */
export async function foundByChecks(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
): Promise<Found> {
  if (!req.payload.collections[FINDINGS]) return { broken: { links: [], total: 0 }, findings: [] };
  const readable: Where = { collectionSlug: { in: collections.map(({ slug }) => slug) } };
  const find = { depth: 0, overrideAccess: true, req } as const;
  const [broken, ...totals] = await Promise.all([
    req.payload.find({
      ...find,
      collection: LINKS as CollectionSlug,
      limit: NAMED,
      sort: 'since',
      where: { and: [readable, { state: { equals: 'broken' } }] },
    }),
    ...CHECKS.map(async (check) => {
      const where = { and: [readable, { check: { equals: check } }] };
      const { totalDocs } = await req.payload.count({
        ...find,
        collection: FINDINGS as CollectionSlug,
        where,
      });
      return { check, total: totalDocs };
    }),
  ]);
  return {
    broken: { links: broken.docs as unknown as LinkRow[], total: broken.totalDocs },
    findings: totals.filter(({ total }) => total > 0),
  };
}
