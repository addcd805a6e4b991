import type {
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  CollectionSlug,
  PayloadRequest,
  Where,
} from 'payload';
import { APIError } from 'payload';
import { isAdmin } from '../access/index.ts';
import { bilingual, speak } from '../fields/labels.ts';

const LAST = bilingual(
  'Είναι ο μόνος διαχειριστής: ορίστε πρώτα έναν άλλο.',
  'This is the only admin: appoint another one first.',
);

async function refuseTheLast(req: PayloadRequest, slug: string, id: number | string): Promise<void> {
  const others: Where = { roles: { in: ['admin'] }, id: { not_equals: id } };
  const { totalDocs } = await req.payload.count({ collection: slug as CollectionSlug, where: others, req });
  if (totalDocs === 0) throw new APIError(speak(LAST, req.i18n.language), 409, null, true);
}

/** Without an admin nobody could appoint one. Nothing has been written when it refuses. */
export const keepAnAdmin = {
  beforeChange: async ({ collection, data, operation, originalDoc, req }) => {
    if (operation === 'update' && isAdmin(originalDoc) && !isAdmin({ ...originalDoc, ...data })) {
      await refuseTheLast(req, collection.slug, originalDoc.id);
    }
  },
  beforeDelete: async ({ collection: { slug }, id, req }) => {
    const collection = slug as CollectionSlug;
    const user = await req.payload.findByID({ collection, id, req, disableErrors: true });
    if (isAdmin(user)) await refuseTheLast(req, slug, id);
  },
} satisfies { beforeChange: CollectionBeforeChangeHook; beforeDelete: CollectionBeforeDeleteHook };
