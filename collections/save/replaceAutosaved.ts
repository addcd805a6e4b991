import type { CollectionAfterChangeHook, Where } from 'payload';
import { describeError } from '../../src/logging/describeError.ts';
import { keepLock } from '../../src/payload/locks/keepLock.ts';
import { fieldsWithRole } from '../portal/roles.ts';

/**
 * Takes away the automatic draft that another one follows, so that they don't crowd out the versions that somebody saved,
 * and keeps the lock of who is saved for.
 */
export const replaceAutosaved: CollectionAfterChangeHook = async ({ collection, data, doc, req }) => {
  const [field] = fieldsWithRole(collection.flattenedFields, 'autosaved');
  if (!field || !data[field.name]) return doc;
  const { db, logger } = req.payload;
  // The draft is written already: what fails here must not say that it is not.
  try {
    const where: Where = { and: [{ parent: { equals: doc.id } }, { latest: { not_equals: true } }] };
    const found = {
      collection: collection.slug,
      req,
      limit: 1,
      pagination: false,
      sort: '-updatedAt',
      where,
    };
    const [before] = (await db.findVersions<Record<string, unknown>>(found)).docs;
    if (before?.version[field.name]) {
      await db.deleteVersions({ collection: collection.slug, req, where: { id: { equals: before.id } } });
    }
    await keepLock(req, collection, doc.id);
  } catch (err) {
    logger.error(`After an automatic draft of ${collection.slug} ${doc.id}: ${describeError(err)}`);
  }
  return doc;
};
