import path from 'node:path';
import type { Payload, SanitizedCollectionConfig, Where } from 'payload';
import { type FileStore, FolderStore } from '../../src/system/files/index.ts';
import { MEDIA, portalOf, publishedWhere, slugOfKind } from '../portal/portal.ts';
import { usingWhere } from '../portal/references.ts';

/** What a document says of its files. */
export interface StoredFiles {
  filename?: string | null;
  /** Begins their paths: a random one for each upload, so that no file is ever written over another. */
  file_key?: string | null;
  sizes?: Record<string, { filename?: string | null; mimeType?: unknown } | null> | null;
}

/** The name of a file, with which its address ends, and the path where it is stored. */
export interface StoredFile {
  name: string;
  path: string;
}

/** The file of a document and its sizes. */
export function filesOf({ filename, file_key: key, sizes }: StoredFiles): StoredFile[] {
  const names = [filename, ...Object.values(sizes ?? {}).map((size) => size?.filename)];
  return names.flatMap((name) => (name ? { name, path: key ? `${key}/${name}` : name } : []));
}

export interface ImageFile {
  mimeType: unknown;
  /** Whether a published document uses it. */
  isPublished: boolean;
  /** Where it is stored. */
  path: string;
}

interface Image extends StoredFiles {
  id: number | string;
  mimeType: unknown;
  deletedAt?: unknown;
}

/** The query condition for the document that has a file, as its original or in one of its sizes. */
export function whereFile({ upload }: Pick<SanitizedCollectionConfig, 'upload'>, name: string): Where {
  const sizes = (upload.imageSizes ?? []).map((size) => `sizes.${size.name}.filename`);
  return { or: ['filename', ...sizes].map((field) => ({ [field]: { equals: name } })) };
}

/** Finds an image or another file by its name, or an image by that of one of its sizes; undefined if there is none. */
export async function findImageFile(payload: Payload, filename: string): Promise<ImageFile | undefined> {
  const slug = slugOfKind(payload, MEDIA);
  const config = payload.collections[slug]?.config;
  const where = config ? whereFile(config, filename) : { filename: { equals: filename } };
  // An image in the trash is included: its thumbnail helps to decide whether to restore it.
  const image = await payload.db.findOne<Image>({ collection: slug, where });
  const file = image && filesOf(image).find(({ name }) => name === filename);
  if (!file) return undefined;
  const { id, deletedAt } = image;
  const ofSize = Object.values(image.sizes ?? {}).find((size) => size?.filename === filename);
  const { mimeType } = image.filename === filename ? image : (ofSize ?? image);
  return { mimeType, isPublished: !deletedAt && (await isShown(payload, id)), path: file.path };
}

/** True if a published document shows the image, in its element or in a text, or links to the file. */
export async function isShown(payload: Payload, id: number | string): Promise<boolean> {
  const slug = slugOfKind(payload, MEDIA);
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
  const slug = slugOfKind(payload, MEDIA);
  const { files } = portalOf(payload.config).media;
  return files ?? new FolderStore(path.resolve(payload.collections[slug]?.config.upload.staticDir ?? slug));
}
