import type { PayloadRequest } from 'payload';
import type { RawDocument } from '../../../collections/portal/portal.ts';
import {
  isPublished,
  MEDIA,
  type PortalMedia,
  portalOf,
  slugOf,
  slugOfKind,
} from '../../../collections/portal/portal.ts';
import { refersKey, type TextReference, withAddresses } from '../../../endpoints/lists/documentLinks.ts';
import { type StoredDocument, toJson } from '../../../endpoints/lists/index.ts';
import { documentOf, mediaDocument } from '../../changes/index.ts';
import { documentIdOf } from '../documentId.ts';
import { dryRunDraft } from '../dryRun.ts';
import { fieldLabel, fieldOf, type PreviewedKey, typeOf } from './preview.ts';

type Id = number | string;

/**
 * The titles, texts and images of what is typed where it cannot be published yet, beside those that are. They come from the draft
 * that a save would make, since such a document has no element.
 * @throws the error that saving the draft would have
 */
export async function incompleteLook(
  req: PayloadRequest,
  collection: string,
  id: Id | undefined,
  data: Record<string, unknown>,
): Promise<PreviewedKey[]> {
  const { payload } = req;
  const config = payload.collections[collection]?.config;
  const draft = await dryRunDraft(req, { collection, id, data });
  const where = { id: { equals: id ?? '' } };
  const main = id === undefined ? null : await payload.db.findOne<RawDocument>({ collection, where });
  return keysOfDraft(req, collection, draft, config && main && isPublished(config, main) ? main : null);
}

/**
 * The titles, texts and images of a draft, which has no element, beside those of what is published.
 * @param draft the whole document, as the database has it
 * @param media gives images and files their addresses
 */
export async function keysOfDraft(
  req: PayloadRequest,
  collection: string,
  draft: RawDocument,
  published: RawDocument | null,
  media: PortalMedia = portalOf(req.payload.config).media,
): Promise<PreviewedKey[]> {
  const { payload } = req;
  const portal = portalOf(payload.config);
  const list = portal.lists.find(({ key }) => slugOf(portal, key) === collection);
  if (!list) return [];
  const after = await documentOf(payload, collection, draft);
  const before = published && (await documentOf(payload, collection, published));
  const types = new Map(list.keys.map((key) => [key, typeOf(fieldOf(req, collection, key))]));
  const images = await imagesOf(req, [after, ...(before ? [before] : [])], types, media);
  const readerValue = (document: StoredDocument, key: string): unknown => {
    const type = types.get(key);
    const value = document[key];
    if (type === 'image') return images.get(String(value))?.url ?? null;
    if (type !== 'html' || typeof value !== 'string') return value ?? null;
    const find = (kind: string, image: string) => (kind === MEDIA ? images.get(image) : undefined);
    return withAddresses(value, document[refersKey(key)], { find });
  };
  return [...types].map(([key, type]) => ({
    key,
    label: fieldLabel(req, collection, key),
    type,
    before: before && toJson(readerValue(before, key)),
    after: toJson(readerValue(after, key)),
  }));
}

/** The images and files of some documents, by their ids. */
async function imagesOf(
  { payload }: PayloadRequest,
  documents: readonly StoredDocument[],
  types: ReadonlyMap<string, PreviewedKey['type']>,
  media: PortalMedia,
): Promise<Map<string, StoredDocument>> {
  const slug = slugOfKind(payload, MEDIA);
  const named = documents.flatMap((document) =>
    [...types].flatMap(([key, type]) => {
      const refers = (document[refersKey(key)] ?? []) as TextReference[];
      const texts = refers.flatMap(({ id, kind }) => (kind === MEDIA ? id : []));
      return type === 'image' && document[key] ? [String(document[key]), ...texts] : texts;
    }),
  );
  const ids = named.map((id) => documentIdOf(payload, slug, id));
  const find = { collection: slug as never, depth: 0, disableErrors: true, limit: 0, pagination: false };
  const { docs } = await payload.find({ ...find, overrideAccess: true, where: { id: { in: ids } } });
  return new Map(
    (docs as unknown as RawDocument[]).map((raw) => [String(raw.id), mediaDocument(media, raw, [])]),
  );
}
