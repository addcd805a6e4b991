import type { Where } from 'payload';

/** The slug of Payload's collection of locks. */
export const LOCKS = 'payload-locked-documents';

/** The owner of a lock, as stored. */
export interface LockOwner {
  relationTo?: unknown;
  value?: unknown;
}

export interface Lock {
  id: number | string;
  user: LockOwner;
  updatedAt: string;
}

/** The locks of one document. */
export const lockOf = (collection: unknown, id: unknown): Where => ({
  'document.relationTo': { equals: collection },
  'document.value': { equals: id },
});
