import type { CollectionConfig, Where } from 'payload';
import { isAdmin } from './index.ts';

/** Its owner, as a lock stores it. */
interface Owner {
  relationTo?: unknown;
  value?: unknown;
}

/**
 * Payload lets anybody who has signed in make, move and delete the locks of others. It makes them itself, past these
 * rules; what the admin sends is to take a lock over, which says nothing but the new owner, and to give one's own up.
 */
export const lockAccess: CollectionConfig['access'] = {
  create: () => false,
  read: ({ req }) => Boolean(req.user),
  update: ({ data, req: { user } }) => {
    const { relationTo, value } = (data?.user ?? {}) as Owner;
    const isTakenOver = Object.keys(data ?? {}).join() === 'user';
    return isTakenOver && Boolean(user) && relationTo === user?.collection && value === user?.id;
  },
  delete: ({ req: { user } }) => {
    if (!user || isAdmin(user)) return Boolean(user);
    const own: Where = { 'user.relationTo': { equals: user.collection }, 'user.value': { equals: user.id } };
    return own;
  },
};
