import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BasePayload, Where } from 'payload';
import { isShown } from '../../../collections/access/imageFiles.ts';
import type { RawDocument } from '../../../collections/portal/portal.ts';
import { MEDIA } from '../../../collections/portal/portal.ts';
import { importing } from '../../../collections/save/saveContext.ts';
import type { Id } from '../plan/stored.ts';
import { asImport, slugOfKind } from './collections.ts';
import type { ImportLock } from './lock.ts';
import { readImages } from './readStored.ts';
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

/** The file of the image with an address, or why there is none. */
export type FileOf = (address: string) => ImageFile | { reason: string };

/** Its extension is that of its type. */
interface ImageFile {
  path: string;
  mimetype: string;
}

/** What {@link copyImages} needs. */
export interface CopyOptions {
  lock: ImportLock;
  fileOf: FileOf;
  onProgress(done: number, total: number): void;
}

/** What came of copying images. */
export interface CopiedImages {
  copied: number;
  /** How many had a file already. */
  there: number;
  failed: { url: string; reason: string }[];
}

export const noImages = (): CopiedImages => ({ copied: 0, there: 0, failed: [] });

/**
 * Gives a file to every image that has an address in the legacy system and none, one after the other. The addresses stay. What
 * is in the trash is left, and so is what nothing published shows and there are no bytes of.
 */
export async function copyImages(
  payload: BasePayload,
  { lock, fileOf, onProgress }: CopyOptions,
): Promise<CopiedImages> {
  const { missing, result } = await imagesOfLegacy(payload);
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
    const file = fileOf(url);
    const reason = 'reason' in file ? file.reason : await copy(payload, { id, url, ...file });
    if (reason === undefined) result.copied++;
    else if ('path' in file || (await isShown(payload, id))) result.failed.push({ url, reason });
  });
  return result;
}

/**
 * Says what {@link copyImages} would do, as far as that is known before the files are read.
 * @param made addresses of the images that are made before
 */
export async function previewImages(
  payload: BasePayload,
  fileOf: FileOf,
  made: readonly string[],
): Promise<CopiedImages> {
  const { missing, result } = await imagesOfLegacy(payload);
  for (const { id, legacy_url } of [...missing, ...made.map((url) => ({ id: undefined, legacy_url: url }))]) {
    const url = String(legacy_url);
    const file = fileOf(url);
    if ('path' in file) result.copied++;
    else if (id === undefined || (await isShown(payload, id))) result.failed.push({ url, ...file });
  }
  return result;
}

/** Those without a file, and what there is to say before they have one. */
async function imagesOfLegacy(payload: BasePayload) {
  const images = (await imagesWhere(payload, {})).filter(isOfLegacy);
  const missing = images.filter(({ filename }) => !filename);
  return { missing, result: { ...noImages(), there: images.length - missing.length } };
}

async function imagesWhere(payload: BasePayload, where: Where): Promise<RawDocument[]> {
  const collection = slugOfKind(payload, MEDIA);
  const select = { legacy_url: true, filename: true, deletedAt: true } as const;
  const all = { joins: false, limit: 0, pagination: false, sort: 'id' } as const;
  return (await payload.db.find<RawDocument>({ collection, select, where, ...all })).docs;
}

const isOfLegacy = ({ legacy_url, deletedAt }: RawDocument) => Boolean(legacy_url) && !deletedAt;

interface Copy extends ImageFile {
  id: Id;
  url: string;
}

/** Gives why it is not done. */
async function copy(
  payload: BasePayload,
  { id, url, path: from, mimetype }: Copy,
): Promise<string | undefined> {
  const collection = slugOfKind(payload, MEDIA);
  try {
    const data = await readFile(from);
    const name = fileName(url).replace(/\.\w+$/, '') + path.extname(from);
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
