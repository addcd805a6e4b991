import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BasePayload, Where } from 'payload';
import { isShown } from '../../../collections/access/imageFiles.ts';
import type { RawDocument } from '../../../collections/portal/portal.ts';
import { MEDIA, slugOfKind } from '../../../collections/portal/portal.ts';
import { importing } from '../../../collections/save/saveContext.ts';
import { decoded } from '../../../endpoints/lists/definition/texts.ts';
import type { Id } from '../plan/stored.ts';
import { asImport } from './collections.ts';
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
  return decoded(new URL(url).pathname.split('/').at(-1) ?? '');
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
  fileOf: FileOf;
  /** Without it, nothing is written, and it is only said what would be done. */
  lock?: ImportLock | undefined;
  /** Addresses of images that are going to be made. @default none */
  made?: readonly string[] | undefined;
  onProgress?(done: number, total: number): void;
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
  { fileOf, lock, made = [], onProgress }: CopyOptions,
): Promise<CopiedImages> {
  const images = (await imagesWhere(payload, {})).filter(isOfLegacy);
  const missing: { id?: Id; legacy_url?: unknown }[] = images.filter(({ filename }) => !filename);
  const result: CopiedImages = { copied: 0, there: images.length - missing.length, failed: [] };
  missing.push(...made.map((legacy_url) => ({ legacy_url })));
  let done = 0;
  await eachOf(missing, 1, async ({ id, legacy_url }) => {
    lock?.check();
    onProgress?.(done++, missing.length);
    const url = String(legacy_url);
    const file = fileOf(url);
    const copied = lock && id !== undefined ? await copyTo(payload, id, { url, file }) : undefined;
    if (copied === 'left') return;
    if (copied === 'there') {
      result.there++;
      return;
    }
    const reason = 'reason' in file ? file.reason : copied?.reason;
    if (reason === undefined) result.copied++;
    else if ('path' in file || id === undefined || (await isShown(payload, id)))
      result.failed.push({ url, reason });
  });
  return result;
}

async function imagesWhere(payload: BasePayload, where: Where): Promise<RawDocument[]> {
  const collection = slugOfKind(payload, MEDIA);
  const select = { legacy_url: true, filename: true, deletedAt: true } as const;
  const all = { joins: false, limit: 0, pagination: false, sort: 'id' } as const;
  return (await payload.db.find<RawDocument>({ collection, select, where, ...all })).docs;
}

const isOfLegacy = ({ legacy_url, deletedAt }: RawDocument) => Boolean(legacy_url) && !deletedAt;

/** Undefined when it is done, or there is nothing to do it with. */
async function copyTo(
  payload: BasePayload,
  id: Id,
  { url, file }: { url: string; file: ReturnType<FileOf> },
): Promise<{ reason: string } | 'left' | 'there' | undefined> {
  // An editor may have taken the image away meanwhile, or uploaded a file.
  const [now] = await imagesWhere(payload, { id: { equals: id } });
  if (!now || !isOfLegacy(now)) return 'left';
  if (now.filename) return 'there';
  if ('reason' in file) return undefined;
  const collection = slugOfKind(payload, MEDIA);
  try {
    const data = await readFile(file.path);
    const name = fileName(url).replace(/\.\w+$/, '') + path.extname(file.path);
    await withRetry(payload, () =>
      payload.update({
        collection,
        id,
        data: {} as never,
        file: { data, mimetype: file.mimetype, name, size: data.length },
        context: importing(collection, id, {}),
        ...asImport(payload.config),
      }),
    );
    return undefined;
  } catch (error) {
    if (!(await answers(payload))) throw error;
    return { reason: reasonOf(error) };
  }
}
