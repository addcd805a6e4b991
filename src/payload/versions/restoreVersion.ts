import {
  type CollectionSlug,
  type Endpoint,
  headersWithCors,
  NotFound,
  restoreVersionOperation,
} from 'payload';

/**
 * Restores a version as it was: what was published is published again, unless `draft=true` asks for a draft; a draft comes
 * back as one. That of Payload 3.90 writes a draft over what is published, and so withdraws it.
 *
 * Upstream: payloadcms/payload#2404, #14658, which mended it for `draft=true`.
 * Depends on it: looking for an older text without taking the page away.
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
