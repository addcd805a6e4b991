import type { CollectionAfterChangeHook, CollectionSlug, SanitizedCollectionConfig } from 'payload';
import { newestVersion } from '../../src/payload/versions.ts';
import { describeError } from '../../src/system/logging/describeError.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { statusAfter } from '../values/known.ts';
import { marked } from './base.ts';
import { mainDocument, saveContextOf } from './saveContext.ts';

type Data = Record<string, unknown>;

/** After a move into or out of the trash, makes a draft that was newer than the published document the newest version again. */
export const keepNewerDraft: CollectionAfterChangeHook = async ({
  collection: { flattenedFields, slug, trash, versions },
  doc,
  previousDoc,
  req,
}) => {
  if (!trash || !versions?.drafts || Boolean(doc.deletedAt) === Boolean(previousDoc?.deletedAt)) return doc;
  if (saveContextOf(req, slug, doc.id).source) return doc;
  const { db } = req.payload;
  const main = await mainDocument({ collectionSlug: slug, id: doc.id, req });
  const where = { parent: { equals: doc.id } };
  const found = await db.findVersions<Data>({ collection: slug, limit: 2, req, sort: '-updatedAt', where });
  const [made, draft] = found.docs;
  if (!made || main?._status !== 'published' || draft?.version._status !== 'draft') return doc;
  const updatedAt = new Date(Date.parse(made.updatedAt) + 1).toISOString();
  const mark = marked(req, { flattenedFields, slug }, doc.id);
  const versionData: Data = { ...draft.version, ...mark, deletedAt: doc.deletedAt ?? null, updatedAt };
  for (const { name } of fieldsWithRole(flattenedFields, 'standing'))
    versionData[name] = statusAfter({ status: 'draft', draft: true, main: made.version }, name);
  await db.createVersion({
    autosave: false,
    collectionSlug: slug as CollectionSlug,
    createdAt: updatedAt,
    parent: doc.id,
    req,
    returning: false,
    updatedAt,
    versionData: versionData as never,
  });
  return doc;
};

/** True if two versions were saved by the same user, in the same form. */
function isOfSameForm({ flattenedFields }: SanitizedCollectionConfig, one: Data, other: Data): boolean {
  return (['edited_by', 'saved_by_form'] as const).every((role) =>
    fieldsWithRole(flattenedFields, role).every(
      ({ name }) => formIn(one[name] as string | null) === formIn(other[name] as string | null),
    ),
  );
}

/** A mark without the number of the save; a name has none. */
const formIn = (value: string | null | undefined) => (value ?? '').replace(/;\d+$/, '');

/** Deletes the previous automatic draft of the same form, so that automatic drafts do not displace versions that users saved. */
export const replaceAutosaved: CollectionAfterChangeHook = async ({ collection, data, doc, req }) => {
  const [field] = fieldsWithRole(collection.flattenedFields, 'autosaved');
  if (!field || !data[field.name]) return doc;
  const { db, logger } = req.payload;
  // The draft is already saved, so an error here must not fail the request.
  try {
    const where = [{ latest: { not_equals: true } }];
    const before = await newestVersion(req, collection.slug, doc.id, { where });
    if (before?.version[field.name] && isOfSameForm(collection, before.version, data)) {
      await db.deleteVersions({ collection: collection.slug, req, where: { id: { equals: before.id } } });
    }
  } catch (err) {
    logger.error(`After an automatic draft of ${collection.slug} ${doc.id}: ${describeError(err)}`);
  }
  return doc;
};
