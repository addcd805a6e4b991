import type { PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { LOCKS } from './locks.ts';

/**
 * Restores the user's lock after an automatic draft, since the user is still editing. Payload 3.90 removes the lock of a
 * document with every save.
 *
 * Needed for: automatic drafts that do not unlock a document.
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
