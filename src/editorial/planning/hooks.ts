import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeChangeHook,
  PayloadRequest,
} from 'payload';
import { editors } from '../../../collections/access/index.ts';
import { bilingual } from '../../i18n/bilingual.ts';
import { Refusal } from '../../payload/rest/Refusal.ts';
import { JOBS, plannedFor, plannedToPublish } from './plannedFor.ts';
import { inWords } from './task.ts';

const PLANNED = bilingual(
  'Η δημοσίευση αυτού του εγγράφου είναι προγραμματισμένη, και ό,τι αλλάξετε θα δημοσιευόταν μαζί. Ζητήστε από όποιον δημοσιεύει να την ακυρώσει πρώτα.',
  'This document is scheduled to be published, and your changes would be published with it. Ask an editor to cancel that first.',
);

/** A planned publication publishes the newest draft, so authors may not save one in the meantime. */
export const refuseAuthorsWhilePlanned: CollectionBeforeChangeHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  if (operation !== 'update' || !req.user || (await editors({ req }))) return data;
  await refuseWhilePlanned(req, collection.slug, originalDoc.id);
  return data;
};

/** @throws Refusal if the document is planned to be published */
export async function refuseWhilePlanned(
  req: PayloadRequest,
  collection: string,
  id: number | string,
): Promise<void> {
  const planned = await plannedToPublish(req, collection, [id]);
  if (planned.length > 0) throw new Refusal(req, PLANNED, 409);
}

/** Removes the plans of a deleted document. */
export const dropPlanned: CollectionAfterDeleteHook = async ({ collection, id, req }) => {
  await drop(req, collection.slug, id);
};

/** Removes the plans of a document in the trash: it cannot be published there, and must not be after it is restored. */
export const dropPlannedOfTrashed: CollectionAfterChangeHook = async ({
  collection,
  doc,
  previousDoc,
  req,
}) => {
  if (doc.deletedAt && !previousDoc?.deletedAt) await drop(req, collection.slug, doc.id);
  return doc;
};

async function drop(req: PayloadRequest, collection: string, id: number | string): Promise<void> {
  const planned = await plannedFor(req.payload, { collection, ids: [id], req });
  if (planned.length === 0) return;
  await req.payload.db.deleteMany({
    collection: JOBS,
    req,
    where: { id: { in: planned.map((each) => each.id) } },
  });
  for (const each of planned)
    req.payload.logger.info(`${inWords(req.payload, each)}: dropped, since the document is deleted.`);
}
