import type { PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { LOCKS } from './locks.ts';

/**
 * Payload 3.90 ends the lock of a document with every save of it. After one that nobody asked for, who is saved for goes on
 * writing, so that theirs is made again.
 *
 * Depends on it: that an automatic draft does not let a colleague in.
 */
export async function keepLock(
  req: PayloadRequest,
  { lockDocuments, slug }: SanitizedCollectionConfig,
  id: number | string,
): Promise<void> {
  if (!req.user || lockDocuments === false) return;
  const document = { relationTo: slug, value: id };
  const user = { relationTo: req.user.collection, value: req.user.id };
  await req.payload.db.create({ collection: LOCKS, data: { document, user }, req });
}
