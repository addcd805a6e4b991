import { existsSync } from 'node:fs';
import path from 'node:path';
import { type CollectionSlug, NotFound, type Payload, type PayloadRequest } from 'payload';

/** The fields of published documents that show images. */
const SHOWN_IN = [
  { collection: 'featured-sections', field: 'featured_image' },
  { collection: 'news-posts', field: 'post_image' },
  { collection: 'news-posts', field: 'post_thumbnail' },
] as const;

/** What is known of the file of an image. */
export interface ImageFile {
  mimeType: unknown;
  /** Something published shows the image. */
  isPublished: boolean;
}

/** Finds the image whose file has this name; undefined where there is none. */
export async function findImageFile(payload: Payload, filename: string): Promise<ImageFile | undefined> {
  const found = await payload.find({
    collection: 'media' as CollectionSlug,
    where: { filename: { equals: filename } },
    depth: 0,
    limit: 1,
    pagination: false,
  });
  const [image] = found.docs as unknown as { id: number | string; mimeType: unknown }[];
  if (!image) return undefined;
  const { mimeType } = image;
  for (const { collection, field } of SHOWN_IN) {
    const { totalDocs } = await payload.count({
      collection: collection as CollectionSlug,
      where: { and: [{ [field]: { equals: image.id } }, { _status: { equals: 'published' } }] },
    });
    if (totalDocs > 0) return { mimeType, isPublished: true };
  }
  return { mimeType, isPublished: false };
}

/** The folder of the files. */
export function imageFolder({ collections }: Payload): string {
  return path.resolve(collections.media?.config.upload.staticDir ?? 'media');
}

/**
 * Lets anybody read the file of an image that something published shows, and who has signed in every other.
 *
 * Payload takes a file that is not there for a failure: a 500, and a line in the log with the name as it was asked for.
 *
 * @throws NotFound for every other file
 */
export async function requireImageFile(
  { payload, t, user }: PayloadRequest,
  filename: unknown,
): Promise<void> {
  const image = await findImageFile(payload, String(filename));
  const mayRead = image && (image.isPublished || user);
  if (!mayRead || !existsSync(path.join(imageFolder(payload), String(filename)))) throw new NotFound(t);
}
