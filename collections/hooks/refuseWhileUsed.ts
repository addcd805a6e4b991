import { getTranslation } from '@payloadcms/translations';
import type { CollectionBeforeChangeHook, CollectionBeforeDeleteHook, PayloadRequest } from 'payload';
import { APIError } from 'payload';
import { bilingual, speak } from '../fields/labels.ts';
import { shortened } from '../fields/shortened.ts';
import { publishedWhere, referencesOf } from './references.ts';

type Id = number | string;

const NAMED_AT_MOST = 5;

/** The published documents that embed a document, by label and title: a few of them, and how many there are in all. */
async function publishedUsers(req: PayloadRequest, slug: string, id: Id) {
  const titles: string[] = [];
  let total = 0;
  for (const user of req.payload.config.collections) {
    for (const { name } of referencesOf(user).filter(({ to }) => to === slug)) {
      const found = await req.payload.db.find<Record<string, unknown>>({
        collection: user.slug,
        req,
        limit: NAMED_AT_MOST,
        where: { and: [{ [name]: { equals: id } }, ...publishedWhere(user)] },
      });
      total += found.totalDocs;
      const label = getTranslation(user.labels.singular, req.i18n);
      const title = user.admin.useAsTitle ?? 'id';
      titles.push(
        ...found.docs.map((doc) => `${label} ${doc[title] ? `«${shortened(doc[title])}»` : doc.api_id}`),
      );
    }
  }
  return { total, titles: titles.slice(0, NAMED_AT_MOST) };
}

/**
 * Refuses to take away what a published document needs. Called before anything is written, so it holds without
 * transactions too.
 *
 * @throws APIError that names who needs it
 */
export async function refuseWhileUsed(req: PayloadRequest, collection: string, id: Id): Promise<void> {
  const { total, titles } = await publishedUsers(req, collection, id);
  if (total === 0) return;
  const named = titles.join(', ') + (total > titles.length ? ` … (${total})` : '');
  const message = bilingual(
    `Δεν γίνεται να διαγραφεί ή να αποσυρθεί, γιατί χρησιμοποιείται: ${named}. Αλλάξτε πρώτα αυτά.`,
    `It can't be deleted or unpublished, because it is used by: ${named}. Change those first.`,
  );
  throw new APIError(speak(message, req.i18n.language), 409, null, true);
}

export const refuseDeletionWhileUsed: CollectionBeforeDeleteHook = ({ collection, id, req }) =>
  refuseWhileUsed(req, collection.slug, id);

/** For a host's own collection, where no other hook of ours sees that it is an update that moves into the trash. */
export const refuseTrashingWhileUsed: CollectionBeforeChangeHook = async (change) => {
  const { collection, data, originalDoc, req } = change;
  if (collection.trash && originalDoc?.id !== undefined && data.deletedAt && !originalDoc.deletedAt) {
    await refuseWhileUsed(req, collection.slug, originalDoc.id);
  }
  return data;
};
