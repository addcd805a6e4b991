import type {
  AfterErrorHook,
  CollectionAfterReadHook,
  CollectionConfig,
  Payload,
  PayloadRequest,
  Where,
} from 'payload';
import { formatTime } from '../../src/i18n/zonedTime.ts';
import { bilingual, speak } from '../fields/labels.ts';
import { idOf } from '../hooks/references.ts';
import { portalOf } from '../portal.ts';
import { isAdmin } from './index.ts';

const LOCKS = 'payload-locked-documents';
const LOCKED = 423;

/** Its owner, as a lock stores it. */
interface Owner {
  relationTo?: unknown;
  value?: unknown;
}

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

/** Says who has a document, and since when, where a save is refused because somebody else has it. */
export const explainLock: AfterErrorHook = async ({ error, req }) => {
  const { status } = error as { status?: number };
  const { collection, global, id } = (req.routeParams ?? {}) as Record<string, unknown>;
  if (status !== LOCKED) return;
  const document = { 'document.relationTo': { equals: collection }, 'document.value': { equals: id } };
  const where: Where = global ? { globalSlug: { equals: global } } : (document as Where);
  const lock = await req.payload.db.findOne<{ id: string; user: Owner; updatedAt: string }>({
    collection: LOCKS,
    where,
  });
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
