import {
  type BasePayload,
  type CollectionSlug,
  type Endpoint,
  headersWithCors,
  NotFound,
  type PayloadRequest,
  restoreVersionOperation,
} from 'payload';

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

const PUBLISHED_STAY = { 'version._status': { not_equals: 'published' } };

/**
 * Keeps published versions. Beyond `maxPerDoc`, Payload 3.90 deletes the oldest versions of a document, published ones too.
 *
 * Needed for: reverting to the published version after many drafts.
 * @param ofDrafts slugs of collections with drafts
 */
export function keepPublishedVersions({ db }: BasePayload, ofDrafts: readonly string[]): void {
  const slugs = new Set(ofDrafts);
  const deleteVersions = db.deleteVersions.bind(db);
  db.deleteVersions = (args) => {
    // When the document itself is deleted, all its versions are deleted.
    const isPruning = 'updatedAt' in args.where && slugs.has(args.collection ?? '');
    return deleteVersions(isPruning ? { ...args, where: { and: [args.where, PUBLISHED_STAY] } } : args);
  };
}

/**
 * Restores a version with its status: a published version is published again, unless `draft=true`; a draft becomes the newest
 * draft. Payload 3.90 writes a restored draft over the published document, which unpublishes it.
 *
 * Upstream: payloadcms/payload#2404, #14658, which fixed it for `draft=true`.
 * Needed for: restoring a draft without unpublishing the document.
 */
export const restoreVersion: Endpoint = {
  path: '/versions/:id',
  method: 'post',
  handler: async (req) => {
    const { payload, query, routeParams, t } = req;
    const slug = String(routeParams?.collection) as CollectionSlug;
    const id = String(routeParams?.id);
    const collection = payload.collections[slug];
    if (!collection) throw new NotFound(t);
    const { docs } = await payload.db.findVersions<{ _status?: string }>({
      collection: slug,
      limit: 1,
      req,
      where: { id: { equals: id } },
    });
    const restored = await restoreVersionOperation({
      collection,
      id,
      draft: query.draft === 'true' || docs[0]?.version._status === 'draft',
      ...(query.depth !== undefined && { depth: Number(query.depth) }),
      req,
    });
    const headers = headersWithCors({ headers: new Headers(), req });
    return Response.json({ ...restored, message: t('version:restoredSuccessfully') }, { headers });
  },
};
