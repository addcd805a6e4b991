import type { CollectionSlug, PayloadRequest } from 'payload';

type Version = Record<string, unknown> & { autosave?: boolean | null; version: Record<string, unknown> };

/**
 * Copies the newest version before an unpublish. Payload 3.90 overwrites the newest version (`unpublishAllLocales`), which may
 * be the published one; with the copy, it overwrites the copy instead.
 *
 * Upstream: payloadcms/payload#15985, which introduced it on purpose.
 * Needed for: the history of versions, and reverting to the published one.
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

/** Creates a version of a document from the data of an earlier version or of the document itself. */
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
    // Older than the update that overwrites it: the list of versions recognizes an unpublish by this.
    createdAt: new Date(now.getTime() - 1).toISOString(),
    parent: id,
    req,
    returning: false,
    updatedAt: now.toISOString(),
    versionData: version as never,
  });
}
