import type { BasePayload, PayloadRequest } from 'payload';
import type { PlannedChange } from './plannedFor.ts';

type Id = number | string;

export interface Change {
  collection: string;
  id: Id;
  change: PlannedChange;
  /** Changes of the newest version, applied first. @default {} */
  data?: Record<string, unknown>;
}

/** The user and the language for a rehearsal. */
export type Rehearser = Pick<PayloadRequest, 'i18n' | 'payload' | 'user'> & Partial<PayloadRequest>;

/** The arguments of Payload's `update` that publish or unpublish the newest version of a document. */
export function changeOf({ collection, id, change, data = {} }: Change) {
  const publishes = change === 'publish';
  return {
    collection: collection as never,
    id,
    data: { ...data, _status: publishes ? 'published' : 'draft' } as never,
    // As the admin does: an unpublished document needs no valid fields.
    ...(!publishes && { unpublishAllLocales: true }),
  };
}

/**
 * Runs all steps of publishing or unpublishing a document except the write, as the user of the request: access control, hooks
 * and validation. Without a user, access control is skipped, as for the server's own code.
 * @throws the error that the change would have
 */
export async function rehearse(req: Rehearser, change: Change): Promise<void> {
  const { fallbackLocale, headers, i18n, locale, payload, query, user } = req;
  const nothingWritten = new Error('The rehearsal has come to the write.');
  // A new request object: Payload would otherwise keep the read-only database on the original.
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

/**
 * A Payload that throws `end` instead of writing a document of the collection, changes no locks or versions, and logs
 * nothing.
 */
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
