import type { CollectionConfig, Payload, PayloadRequest, Where } from 'payload';
import { LOCKS, type LockOwner } from './locks.ts';

type IsAdmin = (user: PayloadRequest['user']) => boolean;

/** The admin only sends requests to take over a lock, which sets the new owner, and to remove the user's own lock. */
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
 * Restricts the REST of locks. Payload 3.90 lets every signed-in user create, take over and delete locks of others. Its own
 * code is not affected by access rules. It adds the collection after all plugins, so this runs on the initialized Payload.
 *
 * Upstream: payloadcms/payload#11624, which requires only a sign-in.
 * Needed for: protection from requests that lock editors out or take their locks.
 * @param isAdmin users who may delete locks of others
 */
export function guardLocks({ collections }: Payload, isAdmin: IsAdmin): void {
  const locks = collections[LOCKS]?.config;
  if (locks) Object.assign(locks.access, rights(isAdmin));
}
