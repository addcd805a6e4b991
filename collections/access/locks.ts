import type { CollectionAfterReadHook, Payload } from 'payload';
import { explainLock as explainLockOf, type NameOf } from '../../src/payload/locks/explainLock.ts';
import { guardLocks as guardLocksFrom } from '../../src/payload/locks/lockRights.ts';
import { LOCKS, type LockOwner } from '../../src/payload/locks/locks.ts';
import { portalOf } from '../portal/portal.ts';
import { idOf } from '../portal/references.ts';
import { isAdmin } from './index.ts';

/** Of a user of the plugin's own users, the name, or the e-mail. */
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

/** Users can't read each other, so the admin would show a number. It shows what stands in `email`. */
const nameOwner: CollectionAfterReadHook = async ({ doc, req }) => {
  const owner = (doc.user ?? {}) as LockOwner;
  const email = await nameOf(req, owner);
  return email === undefined ? doc : { ...doc, user: { ...owner, value: { id: idOf(owner.value), email } } };
};

/** Locks that only their owners and administrators give up, and that name their owners. */
export function guardLocks(payload: Payload): void {
  guardLocksFrom(payload, isAdmin);
  payload.collections[LOCKS]?.config.hooks.afterRead.push(nameOwner);
}

export const explainLock = explainLockOf(nameOf, (config) => portalOf(config).timeZone);
