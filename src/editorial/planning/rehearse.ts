import type { BasePayload, PayloadRequest } from 'payload';
import type { PlannedChange } from './plannedFor.ts';

type Id = number | string;

/** What is to be done with a document. */
export interface Change {
  collection: string;
  id: Id;
  change: PlannedChange;
  /** Changes to the newest version, made first. @default {} */
  data?: Record<string, unknown>;
}

/** In whose name, and in which language, something is rehearsed. */
export type Rehearser = Pick<PayloadRequest, 'i18n' | 'payload' | 'user'> & Partial<PayloadRequest>;

/** The arguments with which Payload's `update` publishes or unpublishes the newest version of a document. */
export function changeOf({ collection, id, change, data = {} }: Change) {
  const publishes = change === 'publish';
  return {
    collection: collection as never,
    id,
    data: { ...data, _status: publishes ? 'published' : 'draft' } as never,
    // As the admin unpublishes: what is not published needs no valid fields.
    ...(!publishes && { unpublishAllLocales: true }),
  };
}

/**
 * Does everything that publishing or unpublishing a document does up to the write, as the user of the request: rights,
 * hooks and validations. Without a user, as the server's own code does it.
 * @throws what the write would be refused with
 */
export async function rehearse(req: Rehearser, change: Change): Promise<void> {
  const { fallbackLocale, headers, i18n, locale, payload, query, user } = req;
  const nothingWritten = new Error('The rehearsal has come to the write.');
  // Not the request itself: it would go on with the database that takes no writes.
  const own = { fallbackLocale, headers, i18n, locale, query, user };
  const update = {
    ...changeOf(change),
    depth: 0,
    overrideAccess: !user,
    overrideLock: false,
    req: own as never,
    user: user as never,
  };
  try {
    await withoutWrites(payload, change.collection, nothingWritten).update(update);
  } catch (error) {
    if (error !== nothingWritten) throw error;
  }
}

/** A Payload that ends where a document of the collection would be written, leaves locks and versions alone, and logs nothing. */
function withoutWrites(payload: PayloadRequest['payload'], collection: string, end: Error) {
  const { db } = payload;
  const updateOne: BasePayload['db']['updateOne'] = (args) => {
    if (args.collection === collection) throw end;
    return db.updateOne(args);
  };
  const nothing = async () => {};
  const writesNothing = Object.assign(Object.create(db), {
    createVersion: nothing,
    deleteMany: nothing,
    updateOne,
  });
  const logger = payload.logger.child({}, { level: 'silent' });
  return Object.create(payload, {
    db: { value: writesNothing },
    logger: { value: logger },
  }) as typeof payload;
}
