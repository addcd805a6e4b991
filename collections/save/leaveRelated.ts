import type { CollectionAfterDeleteHook } from 'payload';
import { idOf } from '../portal/references.ts';

/**
 * Takes a deleted post out of every `related`. SQLite has removed the references by itself; MongoDB leaves them
 * dangling, and no hook of the posts that hold them runs.
 */
export const leaveRelated: CollectionAfterDeleteHook = async ({ collection, id, req }) => {
  const { slug } = collection;
  const { docs } = await req.payload.db.find<{ id: number | string; related?: unknown[] }>({
    collection: slug,
    req,
    pagination: false,
    where: { related: { in: [id] } },
  });
  for (const doc of docs) {
    const related = (doc.related ?? [])
      .map(idOf)
      .filter((each) => each !== undefined && String(each) !== String(id));
    const updatedAt = new Date().toISOString();
    await req.payload.db.updateOne({
      collection: slug,
      id: doc.id,
      data: { related, updatedAt },
      req,
      returning: false,
    });
  }
};
