import { type CollectionBeforeOperationHook, Locked } from 'payload';
import { LOCKS, type Lock, lockOf } from './locks.ts';

/** How long a lock holds, in seconds, where a collection does not say it: Payload's own. */
const DURATION = 300;

/**
 * Asks within the transaction of a save or a deletion whether somebody else has the document open. Payload 3.90 asks outside
 * of it once it has begun. PostgreSQL takes a second connection for that, and as many saves at once as there are connections
 * would wait for one for ever.
 *
 * Depends on it: many saves at once on a host's PostgreSQL.
 */
export const checkLock: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  const { payload, user } = req;
  const { id, overrideLock } = args as { id?: number | string; overrideLock?: boolean };
  const { lockDocuments, slug } = collection;
  const isOfOne = id !== undefined && (operation === 'update' || operation === 'delete');
  // Whoever has not signed in is refused for that.
  if (!isOfOne || overrideLock !== false || !user || lockDocuments === false || !payload.collections[LOCKS])
    return args;
  const found = { collection: LOCKS, req, limit: 1, pagination: false, sort: '-updatedAt' };
  const [lock] = (await payload.db.find<Lock>({ ...found, where: lockOf(slug, id) })).docs;
  const duration = typeof lockDocuments === 'object' ? lockDocuments.duration : DURATION;
  const isHeld = lock && Date.now() - Date.parse(lock.updatedAt) <= duration * 1000;
  if (isHeld && lock.user?.value !== user.id)
    throw new Locked(`Document with ID ${id} is currently locked by another user and cannot be modified.`);
  return { ...args, overrideLock: true };
};
