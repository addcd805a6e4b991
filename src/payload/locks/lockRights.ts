import type { CollectionConfig, Payload, PayloadRequest, Where } from 'payload';
import { LOCKS, type LockOwner } from './locks.ts';

type IsAdmin = (user: PayloadRequest['user']) => boolean;

/** What the admin sends is to take a lock over, which says nothing but the new owner, and to give one's own up. */
const rights = (isAdmin: IsAdmin): CollectionConfig['access'] => ({
  create: () => false,
  read: ({ req }) => Boolean(req.user),
  update: ({ data, req: { user } }) => {
    const { relationTo, value } = (data?.user ?? {}) as LockOwner;
    const isTakenOver = Object.keys(data ?? {}).join() === 'user';
    return isTakenOver && Boolean(user) && relationTo === user?.collection && value === user?.id;
  },
  delete: ({ req: { user } }) => {
    if (!user || isAdmin(user)) return Boolean(user);
    const own: Where = { 'user.relationTo': { equals: user.collection }, 'user.value': { equals: user.id } };
    return own;
  },
});

/**
 * Payload 3.90 lets anybody who has signed in make, move and delete the locks of others. It makes them itself, past these
 * rules. It adds their collection after all plugins, so this is called with what is running.
 *
 * Upstream: payloadcms/payload#11624, which asks for a sign-in and no more.
 * Depends on it: that nobody is shut out of a document, or has it taken away, by who sends requests of their own.
 * @param isAdmin may give up the locks of others
 */
export function guardLocks({ collections }: Payload, isAdmin: IsAdmin): void {
  const locks = collections[LOCKS]?.config;
  if (locks) Object.assign(locks.access, rights(isAdmin));
}
