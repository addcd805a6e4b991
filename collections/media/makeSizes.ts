import type { BasePayload, Payload } from 'payload';
import { readWhole } from '../../src/system/files/index.ts';
import { filesOf, imageStore, type StoredFiles } from '../access/imageFiles.ts';
import { isFile } from '../portal/mediaTypes.ts';
import { MEDIA, slugOfKind } from '../portal/portal.ts';
import { examined, isLarger } from './pictures.ts';
import { readingAgain } from './uploadedFile.ts';

interface StoredImage extends StoredFiles {
  id: number | string;
  mimeType?: string | null;
  width?: number | null;
  height?: number | null;
  deletedAt?: string | null;
}

/** What came of {@link makeSizes}. */
export interface MadeSizes {
  /** Images whose files were read again. */
  made: number;
  /** Images that have what they can have. */
  there: number;
  failed: { filename: string; reason: string }[];
}

/**
 * Makes the sizes of images that have none, and reads their width and height again, one after the other. Their files stay as they
 * are. What is in the trash is left.
 */
export async function makeSizes(
  payload: Payload,
  onProgress: (done: number, total: number) => void,
): Promise<MadeSizes> {
  const collection = slugOfKind(payload, MEDIA);
  const images = (await storedImages(payload)).filter((image) => filesOf(image).length === 1);
  const result: MadeSizes = { made: 0, there: 0, failed: [] };
  for (const [done, image] of images.entries()) {
    const { id, filename } = image;
    onProgress(done, images.length);
    try {
      if (await needsNone(payload, image)) {
        result.there++;
        continue;
      }
      const context = readingAgain();
      await payload.update({ collection, id, data: {} as never, depth: 0, overrideAccess: true, context });
      result.made++;
    } catch (error) {
      const { data, message } = error as Error & { data?: { errors?: { message: string }[] } };
      result.failed.push({ filename: String(filename), reason: data?.errors?.[0]?.message ?? message });
    }
  }
  return result;
}

async function storedImages(payload: BasePayload & Payload): Promise<StoredImage[]> {
  const { docs } = await payload.db.find<StoredImage>({
    collection: slugOfKind(payload, MEDIA),
    joins: false,
    limit: 0,
    pagination: false,
    select: {
      ...{ filename: true, file_key: true, sizes: true },
      ...{ mimeType: true, width: true, height: true, deletedAt: true },
    },
    sort: 'id',
  });
  return docs.filter((doc) => doc.filename && !doc.deletedAt && !isFile({ mimeType: doc.mimeType }));
}

/** True if an image is an animation or no larger than its smallest size, and its width and height are right. */
async function needsNone(payload: Payload, image: StoredImage): Promise<boolean> {
  const { width, height } = image;
  const [file] = filesOf(image);
  const bytes = file && (await readWhole(imageStore(payload), file.path));
  // Reading it again says so.
  if (!bytes) return false;
  const picture = await examined(payload.config.sharp, bytes);
  if ('refused' in picture || picture.width !== width || picture.height !== height) return false;
  const { imageSizes = [] } = payload.collections[slugOfKind(payload, MEDIA)]?.config.upload ?? {};
  return picture.isAnimated || imageSizes.every((size) => !isLarger(picture, size));
}
