import { type BasePayload, type CollectionSlug, createLocalReq } from 'payload';
import { type Portal, slugOf } from '../../collections/portal/portal.ts';
import { takeNumber } from '../database/counter.ts';

const BATCH = 500;

/**
 * Gives every document of a collection that has no number yet the next ones: those that a host had before the collection
 * became a list's.
 */
export async function numberDocuments(payload: BasePayload, portal: Portal, kind: string): Promise<void> {
  const collection: CollectionSlug = slugOf(portal, kind);
  const req = await createLocalReq({}, payload);
  const unnumbered = { api_id: { exists: false } };
  for (;;) {
    const { docs } = await payload.db.find<{ id: number | string }>({
      collection,
      limit: BATCH,
      pagination: false,
      select: { api_id: true },
      sort: 'id',
      where: unnumbered,
    });
    for (const { id } of docs) {
      const api_id = await takeNumber(req, kind);
      // Another server may have come first.
      const where = { and: [{ id: { equals: id } }, unnumbered] };
      await payload.db.updateOne({ collection, data: { api_id }, returning: false, where });
    }
    if (docs.length < BATCH) return;
  }
}
