import type { CollectionSlug, PayloadRequest } from 'payload';

type Version = Record<string, unknown> & { autosave?: boolean | null; version: Record<string, unknown> };

/**
 * Payload 3.90 writes a withdrawal (`unpublishAllLocales`) over the newest version, which may be the one that was published. It
 * gets a copy to write over, so that the withdrawal is a version more.
 *
 * Upstream: payloadcms/payload#15985, which brought it on purpose.
 * Depends on it: the history of versions, and going back to what was published.
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
