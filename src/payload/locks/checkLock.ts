import { type CollectionBeforeOperationHook, Locked } from 'payload';
import { noteOwnLock } from './keepLock.ts';
import { LOCKS, type Lock, lockOf } from './locks.ts';

/** Payload's default for the duration of a lock, in seconds. */
const DURATION = 300;

/**
 * Checks within the transaction of a save or deletion whether another user has the document open. Payload 3.90 checks outside
 * the transaction after it has begun. On PostgreSQL that takes a second connection, so as many parallel saves as there are
 * connections would wait forever.
 *
 * Needed for: many parallel saves on a host's PostgreSQL.
 */
export const checkLock: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  const { payload, user } = req;
  const { id, overrideLock } = args as { id?: number | string; overrideLock?: boolean };
  const { lockDocuments, slug } = collection;
  const isOfOne = id !== undefined && (operation === 'update' || operation === 'delete');
  // Without a user, the access control refuses the request.
  if (!isOfOne || overrideLock !== false || !user || lockDocuments === false || !payload.collections[LOCKS])
    return args;
  const found = { collection: LOCKS, req, limit: 1, pagination: false, sort: '-updatedAt' };
  const [lock] = (await payload.db.find<Lock>({ ...found, where: lockOf(slug, id) })).docs;
  const duration = typeof lockDocuments === 'object' ? lockDocuments.duration : DURATION;
  const isHeld = lock && Date.now() - Date.parse(lock.updatedAt) <= duration * 1000;
  const isOwn = lock?.user?.value === user.id;
  if (isHeld && !isOwn)
    throw new Locked(`Document with ID ${id} is currently locked by another user and cannot be modified.`);
  if (isHeld && isOwn) noteOwnLock(req, slug, id);
  return { ...args, overrideLock: true };
};
