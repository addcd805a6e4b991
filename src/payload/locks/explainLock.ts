import type { AfterErrorHook, PayloadRequest, SanitizedConfig, Where } from 'payload';
import { bilingual, speak } from '../../i18n/bilingual.ts';
import { formatTime } from '../../i18n/zonedTime.ts';
import { LOCKS, type Lock, type LockOwner, lockOf } from './locks.ts';

const LOCKED = 423;

/** The name of a lock's owner; undefined where it is not to be told. */
export type NameOf = (req: PayloadRequest, owner: LockOwner) => Promise<string | undefined>;

/**
 * Says who has a document, and since when, where a save is refused because somebody else has it. Payload 3.90 says it in
 * English, in every language, with the id of the document and without who has it.
 *
 * Depends on it: that an editor whose save is refused knows whom to ask.
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
    const message = bilingual(
      `Δεν αποθηκεύτηκε, γιατί το επεξεργάζεται τώρα άλλος χρήστης: ${name} (${time('el')}). Ανοίξτε το ξανά για να αναλάβετε εσείς την επεξεργασία.`,
      `It was not saved, since somebody else is editing it: ${name} (${time('en')}). Open it again to take over.`,
    );
    return { status, response: { errors: [{ message: speak(message, req.i18n.language) }] } };
  };
