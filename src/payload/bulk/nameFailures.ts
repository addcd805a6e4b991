import type { CollectionAfterOperationHook, CollectionSlug } from 'payload';
import { shortened } from '../i18n/shortened.ts';
import { titleOf } from '../i18n/titleOf.ts';

type Id = number | string;

interface BulkResult {
  errors?: { id: Id; isPublic?: boolean; message: string }[];
}

/**
 * Names each document that a bulk operation did not change, with the reason. Payload 3.90 gives only the id.
 *
 * Needed for: an editor who has to find the failed documents.
 * @param number the field that names a document without a title
 */
export const nameFailures = (number: string): CollectionAfterOperationHook =>
  async function nameFailures({ collection, overrideAccess, req, result }) {
    const { errors = [] } = (result ?? {}) as BulkResult;
    if (overrideAccess || !Array.isArray(errors) || errors.length === 0) return result;
    const { docs } = await req.payload.db.find<Record<string, unknown> & { id: Id }>({
      collection: collection.slug as CollectionSlug,
      req,
      limit: errors.length,
      where: { id: { in: errors.map(({ id }) => id) } },
    });
    const named = errors.map(({ id, isPublic, message, ...rest }) => {
      const document = docs.find((each) => String(each.id) === String(id));
      const title = (document && titleOf(collection.admin, document)) || document?.[number] || id;
      const why = isPublic ? message : req.t('error:unspecific');
      return { ...rest, id, isPublic: true, message: `«${shortened(title)}»: ${why}`.replaceAll('\n', ' ') };
    });
    return { ...(result as object), errors: named } as typeof result;
  };
