import path from 'node:path';
import {
  type CollectionSlug,
  NotFound,
  type Payload,
  type PayloadRequest,
  type SanitizedCollectionConfig,
  type Where,
} from 'payload';
import { type FileStore, FolderStore } from '../../src/system/files/index.ts';
import { may } from '../policies/may.ts';
import { MEDIA, portalOf, publishedWhere, slugOf } from '../portal/portal.ts';
import { usingWhere } from '../portal/references.ts';

export interface ImageFile {
  mimeType: unknown;
  /** Whether a published document uses it. */
  isPublished: boolean;
}

interface Image {
  id: number | string;
  filename?: unknown;
  mimeType: unknown;
  sizes?: Record<string, { filename?: unknown; mimeType?: unknown } | null> | null;
  deletedAt?: unknown;
}

/** The query condition for the document that has a file, as its original or in one of its sizes. */
export function whereFile({ upload }: Pick<SanitizedCollectionConfig, 'upload'>, name: string): Where {
  const sizes = (upload.imageSizes ?? []).map((size) => `sizes.${size.name}.filename`);
  return { or: ['filename', ...sizes].map((field) => ({ [field]: { equals: name } })) };
}

/** Finds an image or another file by its name, or an image by that of one of its sizes; undefined if there is none. */
export async function findImageFile(payload: Payload, filename: string): Promise<ImageFile | undefined> {
  const slug = mediaSlug(payload);
  const config = payload.collections[slug]?.config;
  const found = await payload.find({
    collection: slug,
    where: config ? whereFile(config, filename) : { filename: { equals: filename } },
    depth: 0,
    limit: 1,
    pagination: false,
    // An image in the trash is included: its thumbnail helps to decide whether to restore it.
    trash: true,
  });
  const [image] = found.docs as unknown as Image[];
  if (!image) return undefined;
  const { id, deletedAt } = image;
  const ofSize = Object.values(image.sizes ?? {}).find((size) => size?.filename === filename);
  const { mimeType } = image.filename === filename ? image : (ofSize ?? image);
  return { mimeType, isPublished: !deletedAt && (await isShown(payload, id)) };
}

/** True if a published document shows the image, in its element or in a text, or links to the file. */
export async function isShown(payload: Payload, id: number | string): Promise<boolean> {
  const slug = mediaSlug(payload);
  for (const collection of payload.config.collections) {
    const using = usingWhere(collection, { slug, id, isMedia: true });
    if (!using) continue;
    const { totalDocs } = await payload.db.count({
      collection: collection.slug,
      where: { and: [using, ...publishedWhere(collection)] },
    });
    if (totalDocs > 0) return true;
  }
  return false;
}

/** Where the files of the collection of images are. */
export function imageStore(payload: Payload): FileStore {
  const slug = mediaSlug(payload);
  const { files } = portalOf(payload.config).media;
  return files ?? new FolderStore(path.resolve(payload.collections[slug]?.config.upload.staticDir ?? slug));
}

export function mediaSlug({ config }: Payload): CollectionSlug {
  return slugOf(portalOf(config), MEDIA);
}

/**
 * Allows reading a file if a published document uses it or if the user may read the content.
 *
 * A missing file is checked here too: Payload would answer 500 and log the requested name.
 *
 * @throws NotFound for any other file
 */
export async function requireImageFile(req: PayloadRequest, filename: unknown): Promise<void> {
  const { payload, t } = req;
  const image = await findImageFile(payload, String(filename));
  const mayRead = image && (await may.readFile(req, image));
  if (!mayRead || !(await imageStore(payload).has(String(filename)))) throw new NotFound(t);
}
