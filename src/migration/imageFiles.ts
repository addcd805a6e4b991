import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BasePayload } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';
import type { List } from '../../endpoints/lists/index.ts';
import { writeFast } from '../database/writeFast.ts';
import { commandLine } from '../logging/commandLine.ts';
import {
  addressesWithoutFile,
  copyImages,
  type ImageBytes,
  type ImportLock,
  setOwnImages,
} from './apply/index.ts';
import { addressesIn, type HostCount, imageUrl } from './media/index.ts';
import type { ImportedMedia, ImportProgress } from './runs/index.ts';
import { type Capture, NoCapture } from './source/index.ts';

/**
 * What becomes of the files of images. `link`: lists give their addresses in the legacy system. `copy`: the files of the
 * capture are brought in, and lists go on giving those addresses. `switch`: the same, and lists give the addresses of our files.
 */
export type MediaMode = 'link' | 'copy' | 'switch';

/** What a capture has of images. */
export interface CapturedImages {
  hosts: HostCount[];
  bytesOf(address: string): Promise<ImageBytes>;
}

/** Stands for a legacy system that a folder which was saved by hand does not name. */
const UNKNOWN = 'http://legacy.invalid';

/**
 * The hosts that a capture points to, and the files behind its images.
 * @param mode in which they are asked for
 * @throws NoCapture when files are asked for and the capture has none, or this Payload has no images with legacy addresses
 */
export function readImages(
  payload: BasePayload,
  capture: Capture,
  lists: readonly List[],
  mode: MediaMode | undefined,
): CapturedImages {
  const { folder, manifest } = capture;
  const { from = UNKNOWN, media } = manifest ?? {};
  if (mode !== undefined && !portalOf(payload.config).media.isOwn)
    throw new NoCapture(
      '--media is for the collection of images that the plugin brings (media: { own: true }). In your own, nothing keeps the addresses of the legacy system.',
    );
  if (mode !== undefined && mode !== 'link' && !media)
    throw new NoCapture(
      `${folder} has no files of images. Save them with: ${commandLine('capture', ...(manifest ? [] : ['--from', 'URL']), '--to', folder, '--media')}`,
    );
  const files = new Map(media?.files.map((each) => [each.url, each]));
  const reasons = new Map(media?.failed.map(({ url, reason }) => [url, `: ${reason}`]));
  return {
    hosts: addressesIn(capture, lists, from).hosts,
    async bytesOf(address) {
      const url = URL.canParse(address) ? imageUrl(new URL(address)) : address;
      const found = files.get(url);
      if (!found) return { reason: `the capture does not have it${reasons.get(url) ?? ''}` };
      const data = await readFile(path.join(folder, found.file));
      return { data, mimetype: found.type, extension: path.extname(found.file).slice(1) };
    },
  };
}

/** Whether {@link bringImages} would write anything, as it is now. */
export async function bringsImages(
  payload: BasePayload,
  mode: MediaMode,
  { bytesOf }: Pick<CapturedImages, 'bytesOf'>,
): Promise<boolean> {
  if (mode !== 'copy' && (await setOwnImages(payload, undefined)) !== (mode === 'switch')) return true;
  if (mode === 'link') return false;
  for (const address of await addressesWithoutFile(payload))
    if ('data' in (await bytesOf(address))) return true;
  return false;
}

/** Brings in the files of images, and says which addresses the lists give. */
export async function bringImages(
  payload: BasePayload,
  mode: MediaMode,
  {
    bytesOf,
    lock,
    onProgress,
  }: Pick<CapturedImages, 'bytesOf'> & { lock: ImportLock; onProgress(progress: ImportProgress): void },
): Promise<ImportedMedia> {
  const tell = (done: number, total: number) => onProgress({ phase: 'images', done, total });
  const copied =
    mode === 'link'
      ? { copied: 0, there: 0, failed: [] }
      : await writeFast(payload, () => copyImages(payload, { lock, bytesOf, onProgress: tell }));
  const wanted = mode === 'copy' ? undefined : mode === 'switch';
  return { ...copied, ownImages: await setOwnImages(payload, wanted) };
}
