import type { CollectionAfterChangeHook, PayloadRequest } from 'payload';
import { describeError } from '../../system/logging/describeError.ts';
import { LOCKS } from './locks.ts';

const KEY = 'ownLocks';

const nameOf = (collection: string, id: number | string) => `${collection} ${id}`;

/** Notes that the request's user is to hold the lock of a document after the save. */
export function noteOwnLock({ context }: PayloadRequest, collection: string, id: number | string): void {
  context[KEY] ??= new Set<string>();
  (context[KEY] as Set<string>).add(nameOf(collection, id));
}

/**
 * Restores the noted lock of a user who has saved, since the form is still open. Payload 3.90 removes the lock of a document with
 * every save.
 *
 * Needed for: a form that stays locked while it is open.
 */
export const keepLock: CollectionAfterChangeHook = async ({ collection, doc, operation, req }) => {
  const noted = req.context[KEY] as Set<string> | undefined;
  const isNoted = noted?.delete(nameOf(collection.slug, doc.id));
  // Nobody edits what is in the trash.
  const isEdited = operation === 'update' && !doc.deletedAt && collection.lockDocuments !== false;
  if (!isNoted || !req.user || !isEdited) return doc;
  const document = { relationTo: collection.slug, value: doc.id };
  const user = { relationTo: req.user.collection, value: req.user.id };
  try {
    await req.payload.db.create({ collection: LOCKS, data: { document, user }, req });
  } catch (err) {
    // The document is saved, and the form takes the lock again.
    req.payload.logger.error(`The lock of ${collection.slug} ${doc.id}: ${describeError(err)}`);
  }
  return doc;
};
