import {
  type CollectionSlug,
  type Endpoint,
  headersWithCors,
  NotFound,
  restoreVersionOperation,
} from 'payload';

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
