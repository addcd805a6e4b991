import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import type { RawDocument } from '../portal/RawDocument.ts';

type Data = Record<string, unknown>;

/** Payload takes both from clients, whatever they are, and what is loaded next counts on them. */
export function keepTimes(data: Data, { createdAt, updatedAt }: Data): void {
  Object.assign(data, { createdAt, updatedAt });
}

/** Payload does it itself, unless a version was restored with the same request. */
export function fillIn({ flattenedFields }: SanitizedCollectionConfig, data: Data, latest: Data): void {
  for (const { name } of flattenedFields) if (data[name] === undefined) data[name] = latest[name];
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
