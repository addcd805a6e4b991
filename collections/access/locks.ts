import {
  type AfterErrorHook,
  type CollectionAfterReadHook,
  type CollectionBeforeOperationHook,
  type CollectionConfig,
  Locked,
  type Payload,
  type PayloadRequest,
  type Where,
} from 'payload';
import { bilingual, speak } from '../../src/i18n/bilingual.ts';
import { formatTime } from '../../src/i18n/zonedTime.ts';
import { portalOf } from '../portal/portal.ts';
import { idOf } from '../portal/references.ts';
import { isAdmin } from './index.ts';

/** The collection of Payload's locks. */
export const LOCKS = 'payload-locked-documents';
const LOCKED = 423;

/** How long a lock holds, in seconds, where a collection does not say it: Payload's own. */
const DURATION = 300;

/** Its owner, as a lock stores it. */
interface Owner {
  relationTo?: unknown;
  value?: unknown;
}

interface Lock {
  id: number | string;
  user: Owner;
  updatedAt: string;
}

/** Of one document. */
const lockOf = (collection: unknown, id: unknown): Where => ({
  'document.relationTo': { equals: collection },
  'document.value': { equals: id },
});

/**
 * Payload lets anybody who has signed in make, move and delete the locks of others. It makes them itself, past these
 * rules; what the admin sends is to take a lock over, which says nothing but the new owner, and to give one's own up.
 */
const lockAccess: CollectionConfig['access'] = {
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

/** What colleagues know a user of the plugin's own users by: the name, or the e-mail; undefined for any other. */
async function nameOf(req: PayloadRequest, { relationTo, value }: Owner): Promise<string | undefined> {
  const { users } = portalOf(req.payload.config);
  if (!users || relationTo !== users) return undefined;
  const where = { id: { equals: idOf(value) } };
  const user = await req.payload.db.findOne<{ id: string; name?: string; email?: string }>({
    collection: users,
    req,
    where,
  });
  return user?.name || user?.email;
}

/** Users can't read each other, so the admin would show a number. It shows what stands in `email`. */
const nameOwner: CollectionAfterReadHook = async ({ doc, req }) => {
  const owner = (doc.user ?? {}) as Owner;
  const email = await nameOf(req, owner);
  return email === undefined ? doc : { ...doc, user: { ...owner, value: { id: idOf(owner.value), email } } };
};

/** Payload adds the collection after all plugins, so this is called with what is running. */
export function guardLocks({ collections }: Payload): void {
  const locks = collections[LOCKS]?.config;
  if (!locks) return;
  Object.assign(locks.access, lockAccess);
  locks.hooks.afterRead.push(nameOwner);
}

/**
 * Asks within the transaction of a save or a deletion whether somebody else has the document open. Payload asks outside of
 * it once it has begun. PostgreSQL takes a second connection for that, and as many saves at once as there are connections
 * would wait for one for ever.
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

/** Says who has a document, and since when, where a save is refused because somebody else has it. */
export const explainLock: AfterErrorHook = async ({ error, req }) => {
  const { status } = error as { status?: number };
  const { collection, global, id } = (req.routeParams ?? {}) as Record<string, unknown>;
  if (status !== LOCKED) return;
  const where: Where = global ? { globalSlug: { equals: global } } : lockOf(collection, id);
  const lock = await req.payload.db.findOne<Lock>({ collection: LOCKS, where });
  const name = lock ? await nameOf(req, lock.user) : undefined;
  if (!lock || name === undefined) return;
  const time = (language: string) =>
    formatTime(lock.updatedAt, { timeZone: portalOf(req.payload.config).timeZone, language });
  const message = bilingual(
    `Δεν αποθηκεύτηκε, γιατί το επεξεργάζεται τώρα άλλος χρήστης: ${name} (${time('el')}). Ανοίξτε το ξανά για να αναλάβετε εσείς την επεξεργασία.`,
    `It was not saved, since somebody else is editing it: ${name} (${time('en')}). Open it again to take over.`,
  );
  return { status, response: { errors: [{ message: speak(message, req.i18n.language) }] } };
};
