import type { BasePayload, Where } from 'payload';
import { isShown } from '../../../collections/access/imageFiles.ts';
import { MEDIA } from '../../../collections/portal/portal.ts';
import type { RawDocument } from '../../../collections/portal/RawDocument.ts';
import { importing } from '../../../collections/save/saveContext.ts';
import type { Id } from '../plan/stored.ts';
import { asImport, slugOfKind } from './collections.ts';
import type { ImportLock } from './lock.ts';
import { openInForms, readImages } from './readStored.ts';
import { eachOf, withRetry } from './retry.ts';
import { answers, reasonOf } from './writeDocument.ts';

/**
 * Makes the image of an address.
 * @param isRepeated an attempt that failed may have made it
 */
export async function createImage(payload: BasePayload, url: string, isRepeated: boolean): Promise<Id> {
  const begun = isRepeated ? (await readImages(payload)).images.get(url) : undefined;
  if (begun !== undefined) return begun;
  const data = { legacy_url: url, alt: fileName(url) };
  const collection = slugOfKind(payload, MEDIA);
  const context = importing(collection, undefined, data);
  const options = { collection, data: data as never, context, ...asImport(payload.config) };
  return (await payload.create(options)).id;
}

function fileName(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The bytes of an image with the extension that their type has, or why there are none. */
export type ImageBytes = { data: Buffer; mimetype: string; extension: string } | { reason: string };

/** What {@link copyImages} needs. */
export interface CopyOptions {
  lock: ImportLock;
  bytesOf(address: string): Promise<ImageBytes>;
  onProgress(done: number, total: number): void;
}

/** What came of copying images. */
export interface CopiedImages {
  copied: number;
  /** How many had a file already. */
  there: number;
  failed: { url: string; reason: string }[];
}

/**
 * Gives a file to every image that has an address in the legacy system and none, one after the other. The addresses stay. What
 * is in the trash is left, and so is what nothing published shows and there are no bytes of.
 */
export async function copyImages(
  payload: BasePayload,
  { lock, bytesOf, onProgress }: CopyOptions,
): Promise<CopiedImages> {
  const all = await imagesWhere(payload, {});
  const images = all.filter(isOfLegacy);
  const missing = images.filter(({ filename }) => !filename);
  const result: CopiedImages = { copied: 0, there: images.length - missing.length, failed: [] };
  let done = 0;
  await eachOf(missing, 1, async ({ id, legacy_url }) => {
    lock.check();
    onProgress(done++, missing.length);
    const [now] = await imagesWhere(payload, { id: { equals: id } });
    // An editor has taken the image away meanwhile, or uploaded a file.
    if (!now || !isOfLegacy(now)) return;
    if (now.filename) {
      result.there++;
      return;
    }
    const url = String(legacy_url);
    const bytes = await bytesOf(url);
    const reason = 'reason' in bytes ? bytes.reason : await copy(payload, { id, url, ...bytes });
    if (reason === undefined) result.copied++;
    else if ('data' in bytes || (await isShown(payload, id))) result.failed.push({ url, reason });
  });
  return result;
}

/** Addresses in the legacy system, of images that have no file. */
export async function addressesWithoutFile(payload: BasePayload): Promise<string[]> {
  const images = (await imagesWhere(payload, {})).filter(isOfLegacy);
  return images.filter(({ filename }) => !filename).map(({ legacy_url }) => String(legacy_url));
}

async function imagesWhere(payload: BasePayload, where: Where): Promise<RawDocument[]> {
  const collection = slugOfKind(payload, MEDIA);
  const select = { legacy_url: true, filename: true, deletedAt: true } as const;
  const all = { joins: false, limit: 0, pagination: false, sort: 'id' } as const;
  return (await payload.db.find<RawDocument>({ collection, select, where, ...all })).docs;
}

const isOfLegacy = ({ legacy_url, deletedAt }: RawDocument) => Boolean(legacy_url) && !deletedAt;

interface Copy extends Extract<ImageBytes, { data: Buffer }> {
  id: Id;
  url: string;
}

/** Gives why it is not done. */
async function copy(payload: BasePayload, { id, url, ...bytes }: Copy): Promise<string | undefined> {
  const { data, mimetype, extension } = bytes;
  const collection = slugOfKind(payload, MEDIA);
  // Its save would empty what Payload notes of the file.
  if ((await openInForms(payload)).has(`${collection} ${id}`))
    return 'it is open in a form here; the next import copies it';
  try {
    const name = `${fileName(url).replace(/\.\w+$/, '')}.${extension}`;
    await withRetry(payload, () =>
      payload.update({
        collection,
        id,
        data: {} as never,
        file: { data, mimetype, name, size: data.length },
        context: importing(collection, id, {}),
        ...asImport(payload.config),
      }),
    );
    return undefined;
  } catch (error) {
    if (!(await answers(payload))) throw error;
    return reasonOf(error);
  }
}
