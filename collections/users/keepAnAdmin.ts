import type {
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  CollectionSlug,
  PayloadRequest,
  Where,
} from 'payload';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest/Refusal.ts';
import { isAdminAccount } from '../policies/may.ts';

const LAST = bilingual(
  'Είναι ο μόνος διαχειριστής: ορίστε πρώτα έναν άλλο.',
  'This is the only admin. Make another user an admin first.',
);

/** Milliseconds during which a leaving admin is not counted, since two admins may remove each other at the same moment. */
const NOT_COUNTED_FOR = 5_000;

/** Leaving admins by Payload instance and id, with the time until which they are not counted. */
const leaving = new WeakMap<object, Map<number | string, number>>();

/** Records a leaving admin, and gives the ids of all. */
function recordLeaving({ payload }: PayloadRequest, id: number | string): (number | string)[] {
  const now = Date.now();
  const noted = leaving.get(payload) ?? new Map();
  leaving.set(payload, noted);
  for (const [each, until] of noted) if (until < now) noted.delete(each);
  noted.set(id, now + NOT_COUNTED_FOR);
  return [...noted.keys()];
}

async function refuseLastAdmin(req: PayloadRequest, slug: string, id: number | string): Promise<void> {
  const others: Where = { roles: { in: ['admin'] }, id: { not_in: recordLeaving(req, id) } };
  const { totalDocs } = await req.payload.count({ collection: slug as CollectionSlug, where: others, req });
  if (totalDocs > 0) return;
  leaving.get(req.payload)?.delete(id);
  throw new Refusal(req, LAST, 409);
}

/** Refuses an update that would leave no admin, since only admins can appoint one. */
export const keepAnAdmin: CollectionBeforeChangeHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  if (operation === 'update' && isAdminAccount(originalDoc) && !isAdminAccount({ ...originalDoc, ...data })) {
    await refuseLastAdmin(req, collection.slug, originalDoc.id);
  }
};

/** Refuses to delete the last admin. */
export const refuseDeletionOfLastAdmin: CollectionBeforeDeleteHook = async ({
  collection: { slug },
  id,
  req,
}) => {
  const collection = slug as CollectionSlug;
  const user = await req.payload.findByID({ collection, id, req, disableErrors: true });
  if (isAdminAccount(user)) await refuseLastAdmin(req, slug, id);
};
