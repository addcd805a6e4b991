import type { AfterErrorHook, PayloadRequest, SanitizedConfig, Where } from 'payload';
import { bilingual, translate } from '../i18n/bilingual.ts';
import { formatTime } from '../i18n/zonedTime.ts';
import { LOCKS, type Lock, type LockOwner, lockOf } from './locks.ts';

const LOCKED = 423;

/** The name of a lock's owner; undefined if the user may not see it. */
export type NameOf = (req: PayloadRequest, owner: LockOwner) => Promise<string | undefined>;

/**
 * Names the owner and the time of a lock in the error of a refused save. The error of Payload 3.90 is always in English, with
 * the id of the document but without the owner.
 *
 * Needed for: an editor who has to know whom to ask.
 */
export const explainLock =
  (nameOf: NameOf, timeZoneOf: (config: SanitizedConfig) => string): AfterErrorHook =>
  async ({ error, req }) => {
    const { status } = error as { status?: number };
    const { collection, global, id } = (req.routeParams ?? {}) as Record<string, unknown>;
    if (status !== LOCKED) return;
    const where: Where = global ? { globalSlug: { equals: global } } : lockOf(collection, id);
    const lock = await req.payload.db.findOne<Lock>({ collection: LOCKS, where });
    const name = lock ? await nameOf(req, lock.user) : undefined;
    if (!lock || name === undefined) return;
    const time = (language: string) =>
      formatTime(lock.updatedAt, { timeZone: timeZoneOf(req.payload.config), language });
    // No colon before the name: the admin takes what follows one for a list of fields, separated by commas.
    const message = bilingual(
      `Δεν αποθηκεύτηκε, γιατί το επεξεργάζεται τώρα άλλος χρήστης (${name}, ${time('el')}). Ανοίξτε το ξανά για να αναλάβετε εσείς την επεξεργασία.`,
      `It was not saved, since somebody else is editing it (${name}, ${time('en')}). Open it again to take over.`,
    );
    return { status, response: { errors: [{ message: translate(message, req.i18n.language) }] } };
  };
