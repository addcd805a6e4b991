import type { BasePayload, CollectionSlug, PayloadRequest } from 'payload';
import { portalOf, slugOf } from '../portal/portal.ts';

type Version = Record<string, unknown> & { autosave?: boolean | null; version: Record<string, unknown> };

/**
 * Payload writes a withdrawal over the newest version, which may be the one that was published. It gets a copy to write
 * over, so that the withdrawal is a version more.
 */
export async function keepNewestVersion(
  req: PayloadRequest,
  slug: string,
  id: number | string,
): Promise<void> {
  const { db } = req.payload;
  const { docs } = await db.findVersions<Version>({
    collection: slug,
    limit: 1,
    pagination: false,
    req,
    sort: '-updatedAt',
    where: { parent: { equals: id } },
  });
  if (docs[0]) await copyVersion(req, slug, id, docs[0].version);
}

/** Makes a version of a document that says the same as an earlier one, or as the document itself. */
export async function copyVersion(
  req: PayloadRequest,
  slug: string,
  id: number | string,
  version: Record<string, unknown>,
): Promise<void> {
  const now = new Date();
  await req.payload.db.createVersion({
    autosave: false,
    collectionSlug: slug as CollectionSlug,
    // Older than what is written over it, also within a millisecond: that is how the list of versions knows a withdrawal.
    createdAt: new Date(now.getTime() - 1).toISOString(),
    parent: id,
    req,
    returning: false,
    updatedAt: now.toISOString(),
    versionData: version as never,
  });
}

const PUBLISHED_STAY = { 'version._status': { not_equals: 'published' } };

/** Beyond `maxPerDoc`, Payload deletes the oldest versions of a document; of those of a list, what was published stays. */
export function keepPublishedVersions({ collections, config, db }: BasePayload): void {
  const portal = portalOf(config);
  const ofLists = portal.lists.map(({ key }) => slugOf(portal, key));
  const slugs = new Set<string>(ofLists.filter((slug) => collections[slug]?.config.versions?.drafts));
  const deleteVersions = db.deleteVersions.bind(db);
  db.deleteVersions = (args) => {
    // With the document itself, all of them go.
    const isPruning = 'updatedAt' in args.where && slugs.has(args.collection ?? '');
    return deleteVersions(isPruning ? { ...args, where: { and: [args.where, PUBLISHED_STAY] } } : args);
  };
}
