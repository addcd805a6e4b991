import type {
  CollectionAfterChangeHook,
  CollectionSlug,
  PayloadRequest,
  SanitizedCollectionConfig,
  Where,
} from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest/Refusal.ts';
import { contentAccess, editors } from '../access/index.ts';
import type { RawDocument } from '../portal/RawDocument.ts';
import { editorKeyOf } from './editor.ts';
import { mainDocument } from './mainDocument.ts';
import { noteOf } from './note.ts';

type Data = Record<string, unknown>;

const OF_OTHERS = bilingual(
  'Το έχει επεξεργαστεί και κάποιος άλλος. Ζητήστε από όποιον δημοσιεύει να το διαγράψει.',
  'Somebody else has worked on it too. Ask somebody who publishes to delete it.',
);

/**
 * Whoever publishes nothing throws away drafts of their own alone. Payload asks for rights to the newest version, and where there are
 * none, for rights to the document that was written before it.
 */
export async function refuseOthersDraft(
  req: PayloadRequest,
  { access, slug }: SanitizedCollectionConfig,
  id: number | string,
): Promise<void> {
  // A host's own rights are others.
  if (access.delete !== contentAccess.delete || !req.user || (await editors({ req }))) return;
  const where: Where = { and: [{ parent: { equals: id } }, { latest: { equals: true } }] };
  const { docs } = await req.payload.db.findVersions<Data>({ collection: slug, limit: 1, req, where });
  if (docs[0]?.version.sole_editor === editorKeyOf(req)) return;
  throw new Refusal(req, OF_OTHERS, 403);
}

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
  if (noteOf(req, slug, doc.id).source) return doc;
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
