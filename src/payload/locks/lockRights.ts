import type { CollectionConfig, Payload, PayloadRequest, Where } from 'payload';
import { LOCKS, type LockOwner } from './locks.ts';

type Policy = (req: PayloadRequest) => boolean | Promise<boolean>;

/** Who may see and take over locks, and who may end those of others. */
interface LockPolicies {
  use: Policy;
  end: Policy;
}

/** The admin only sends requests to take over a lock, which sets the new owner, and to remove the user's own lock. */
const rights = ({ use, end }: LockPolicies): CollectionConfig['access'] => ({
  create: () => false,
  read: ({ req }) => use(req),
  update: async ({ data, req }) => {
    const { user } = req;
    const { relationTo, value } = (data?.user ?? {}) as LockOwner;
    const isTakenOver = Object.keys(data ?? {}).join() === 'user';
    const isOwn = Boolean(user) && relationTo === user?.collection && value === user?.id;
    return isTakenOver && isOwn && use(req);
  },
  delete: async ({ req }) => {
    const { user } = req;
    if (!user || !(await use(req))) return false;
    if (await end(req)) return true;
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
 */
export function guardLocks({ collections }: Payload, policies: LockPolicies): void {
  const locks = collections[LOCKS]?.config;
  if (locks) Object.assign(locks.access, rights(policies));
}
