import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import type { RawDocument } from '../portal/RawDocument.ts';

type Data = Record<string, unknown>;

/** Restores `createdAt` and `updatedAt`. Payload accepts both from clients without validation. */
export function keepTimes(data: Data, { createdAt, updatedAt }: Data): void {
  Object.assign(data, { createdAt, updatedAt });
}

/** Completes the data with the latest version. Payload does it too, except after a restore in the same request. */
export function fillIn({ flattenedFields }: SanitizedCollectionConfig, data: Data, latest: Data): void {
  for (const { name } of flattenedFields) if (data[name] === undefined) data[name] = latest[name];
}

/**
 * Payload moves the newest version into or out of the trash. If that is a draft, it would overwrite the published document, so
 * all fields that the request did not set are taken from the published document.
 *
 * @param main the document before the save
 * @param given the fields that the request sets
 * @returns the published document; undefined if there is none
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
