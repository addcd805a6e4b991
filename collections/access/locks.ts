import type { CollectionAfterReadHook, Payload } from 'payload';
import { explainLock as explainLockOf, type NameOf } from '../../src/payload/locks/explainLock.ts';
import { guardLocks as guardLocksFrom } from '../../src/payload/locks/lockRights.ts';
import { LOCKS, type LockOwner } from '../../src/payload/locks/locks.ts';
import { may } from '../policies/may.ts';
import { portalOf } from '../portal/portal.ts';
import { idOf } from '../portal/references.ts';

/** The name or the e-mail address of one of the plugin's own users. */
const nameOf: NameOf = async (req, { relationTo, value }) => {
  const { users } = portalOf(req.payload.config);
  if (!users || relationTo !== users) return undefined;
  const where = { id: { equals: idOf(value) } };
  const user = await req.payload.db.findOne<{ id: string; name?: string; email?: string }>({
    collection: users,
    req,
    where,
  });
  return user?.name || user?.email;
};

/** Puts the owner's name into `email`, which the admin shows. Users may not read each other, so it would show an id. */
const nameOwner: CollectionAfterReadHook = async ({ doc, req }) => {
  const owner = (doc.user ?? {}) as LockOwner;
  const email = await nameOf(req, owner);
  return email === undefined ? doc : { ...doc, user: { ...owner, value: { id: idOf(owner.value), email } } };
};

/** Lets only owners and administrators delete locks, and adds the owners' names. */
export function guardLocks(payload: Payload): void {
  guardLocksFrom(payload, { use: may.takeLocks, end: may.endLocks });
  payload.collections[LOCKS]?.config.hooks.afterRead.push(nameOwner);
}

export const explainLock = explainLockOf(nameOf, (config) => portalOf(config).timeZone);
