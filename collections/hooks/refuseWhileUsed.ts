import type { CollectionBeforeChangeHook, CollectionBeforeDeleteHook, PayloadRequest } from 'payload';
import { APIError } from 'payload';
import { bilingual, speak } from '../fields/labels.ts';
import { isDraftSave } from './draftSave.ts';
import { isPublished } from './references.ts';

/** Where a document may be used: a relationship field of another collection, and the field that names the user. */
interface Usage {
  collection: string;
  field: string;
  title: string;
}

const NAMED_AT_MOST = 5;

/** The titles of published documents that use `id`, a few of them, and how many there are in all. */
async function publishedUsers(req: PayloadRequest, usages: Usage[], id: number | string) {
  const titles: string[] = [];
  let total = 0;
  for (const { collection, field, title } of usages) {
    const found = await req.payload.db.find<Record<string, unknown>>({
      collection,
      req,
      limit: NAMED_AT_MOST,
      where: { and: [{ [field]: { equals: id } }, { _status: { equals: 'published' } }] },
    });
    total += found.totalDocs;
    titles.push(...found.docs.map((doc) => `«${doc[title]}» (${collection} ${doc.api_id})`));
  }
  return { total, titles: titles.slice(0, NAMED_AT_MOST) };
}

async function refuse(req: PayloadRequest, usages: Usage[], id: number | string): Promise<void> {
  const { total, titles } = await publishedUsers(req, usages, id);
  if (total === 0) return;
  const named = titles.join(', ') + (total > titles.length ? ` … (${total})` : '');
  const message = bilingual(
    `Δεν γίνεται να διαγραφεί ή να αποσυρθεί, γιατί χρησιμοποιείται: ${named}. Αλλάξτε πρώτα αυτά.`,
    `It can't be deleted or unpublished, because it is used by: ${named}. Change those first.`,
  );
  throw new APIError(speak(message, req.i18n.language), 409, null, true);
}

/**
 * Refuses to delete or unpublish what a published document needs: one by one, in bulk, on schedule, and by restoring
 * an older draft. Nothing has been written when it refuses, so it holds without transactions too.
 */
export function refuseWhileUsed(usages: Usage[]): {
  beforeChange: CollectionBeforeChangeHook[];
  beforeDelete: CollectionBeforeDeleteHook[];
} {
  return {
    beforeChange: [
      async ({ collection, data, operation, originalDoc, req }) => {
        const unpublishes = operation === 'update' && data._status === 'draft' && !isDraftSave(req, data);
        if (unpublishes && (await isPublished(req, collection.slug, originalDoc.id))) {
          await refuse(req, usages, originalDoc.id);
        }
        return data;
      },
    ],
    beforeDelete: [({ id, req }) => refuse(req, usages, id)],
  };
}
