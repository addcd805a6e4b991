import type {
  CollectionAfterChangeHook,
  CollectionSlug,
  PayloadRequest,
  SanitizedCollectionConfig,
} from 'payload';
import { importedSource } from './importContext.ts';
import { mainDocument, type RawDocument } from './mainDocument.ts';

type Data = Record<string, unknown>;

/**
 * Payload moves the newest version into the trash, and out of it. Where that is a draft, what is published would be lost: so
 * what is not given comes from the published document.
 *
 * @param main the document before the save
 * @param given the fields that are given
 * @returns the published document; undefined where there is none
 */
export async function keepPublished(
  req: PayloadRequest,
  { flattenedFields, slug, versions }: SanitizedCollectionConfig,
  data: Data,
  { id, _status }: RawDocument,
  given: string[],
): Promise<Data | undefined> {
  if (!versions?.drafts || _status !== 'published') return undefined;
  const published = (await req.payload.findByID({
    collection: slug as CollectionSlug,
    id,
    depth: 0,
    overrideAccess: true,
    req,
    showHiddenFields: true,
    trash: true,
  })) as unknown as Data;
  for (const { name } of flattenedFields) if (!given.includes(name)) data[name] = published[name];
  return published;
}

/** After such a move, a draft that is newer than what is published is the newest version again. */
export const keepNewerDraft: CollectionAfterChangeHook = async ({
  collection: { slug, trash, versions },
  doc,
  previousDoc,
  req,
}) => {
  if (!trash || !versions?.drafts || Boolean(doc.deletedAt) === Boolean(previousDoc?.deletedAt)) return doc;
  if (importedSource(req, slug, doc.id)) return doc;
  const { db } = req.payload;
  const main = await mainDocument({ collectionSlug: slug, id: doc.id, req });
  const where = { parent: { equals: doc.id } };
  const found = await db.findVersions<Data>({ collection: slug, limit: 2, req, sort: '-updatedAt', where });
  const [made, draft] = found.docs;
  if (!made || main?._status !== 'published' || draft?.version._status !== 'draft') return doc;
  const updatedAt = new Date(Date.parse(made.updatedAt) + 1).toISOString();
  await db.createVersion({
    autosave: false,
    collectionSlug: slug as CollectionSlug,
    createdAt: updatedAt,
    parent: doc.id,
    req,
    returning: false,
    updatedAt,
    versionData: { ...draft.version, deletedAt: doc.deletedAt ?? null, updatedAt } as never,
  });
  return doc;
};
