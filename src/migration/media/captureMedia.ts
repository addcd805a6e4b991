import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { MOST_PIXELS } from '../../../collections/media/pictures.ts';
import { type List, lists as portalLists } from '../../../endpoints/lists/index.ts';
import { Failure, publicLookup, refusePrivate } from '../../outbound/index.ts';
import {
  type Answer,
  type CaptureNames,
  HttpClient,
  type ManifestMedia,
  NoCapture,
  type RequestOptions,
  readCapture,
  sha256Of,
  writeManifest,
} from '../source/index.ts';
import { addressesIn, type HostCount } from './addresses.ts';

/** Options of {@link captureMedia}. */
export interface MediaOptions {
  /** The folder with the capture. */
  to: string;
  /** @default the five lists of the portal */
  lists?: readonly List[] | undefined;
  captures?: CaptureNames | undefined;
  request?: RequestOptions;
  onProgress?(progress: { url: string; done: number; total: number }): void;
}

/** What came of saving images. */
export interface MediaReport {
  /** How many were saved, and how many were there already. */
  saved: number;
  there: number;
  /** What could not be had, and why; the next time only these are asked for. */
  failed: { url: string; reason: string }[];
  hosts: HostCount[];
}

const MEGABYTE = 1024 ** 2;
/** So often is the manifest written meanwhile. */
const EVERY = 50;
/** So many images in a row are asked for of a host that does not answer. */
const MOST_SILENT = 3;
const BROKEN_OFF = new Set(['ECONNRESET', 'UND_ERR_SOCKET']);

/**
 * Saves the files behind the images of a capture into `media/` of its folder, one at a time, those aside that are there. Of
 * hosts in private networks only the legacy system is asked. What an image is, its bytes say.
 * @throws NoCapture when the folder holds no capture with a manifest
 */
export async function captureMedia(options: MediaOptions): Promise<MediaReport> {
  const { to, lists = portalLists, captures, request = {}, onProgress = () => {} } = options;
  const keys = lists.map(({ key }) => key);
  const capture = await readCapture(to, keys, captures);
  const { manifest } = capture;
  if (!manifest)
    throw new NoCapture(`${to} has no manifest, so nothing says where its images are. Capture it.`);
  const { images, incomplete, hosts } = addressesIn(capture, lists, manifest.from);
  const media: ManifestMedia = { files: await filesThere(to, manifest.media), failed: [] };
  const known = new Set(media.files.map(({ url }) => url));
  const missing = images.filter((url) => !known.has(url));
  await mkdir(path.join(to, 'media'), { recursive: true });
  const source = new ImageSource(new URL(manifest.from), request);
  try {
    for (const [done, url] of missing.entries()) {
      onProgress({ url, done, total: missing.length });
      try {
        media.files.push(await save(to, await source.image(new URL(url))));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        media.failed.push({ url, reason: error.message });
      }
      if (done % EVERY === EVERY - 1) await writeManifest(to, { ...manifest, media });
    }
  } finally {
    await source.close();
    const relative = incomplete.map((url) => ({ url, reason: 'it is relative to a page that nobody knows' }));
    media.failed.push(...relative);
    await writeManifest(to, { ...manifest, media });
  }
  const there = images.length - missing.length;
  return { saved: media.files.length - known.size, there, failed: media.failed, hosts };
}

async function filesThere(folder: string, media: ManifestMedia | undefined): Promise<ManifestMedia['files']> {
  const files = media?.files ?? [];
  const found = await Promise.all(
    files.map(({ file }) => stat(path.join(folder, file)).catch(() => undefined)),
  );
  return files.filter(({ bytes }, at) => found[at]?.size === bytes);
}

interface Image extends Answer {
  type: { ext: string; mime: string };
}

async function save(
  folder: string,
  { url, time, body, type }: Image,
): Promise<ManifestMedia['files'][number]> {
  const sha256 = sha256Of(body);
  const file = `media/${sha256}.${type.ext}`;
  await writeFile(path.join(folder, file), body);
  return { url, file, type: type.mime, time: time.toISOString(), bytes: body.length, sha256 };
}

/** Gives images of the legacy host, and of any other that is in no private network. */
class ImageSource {
  readonly #site: URL;
  readonly #own: HttpClient;
  readonly #others: HttpClient;
  /** How many images in a row hosts have given no answer for. */
  readonly #silent = new Map<string, number>();

  constructor(site: URL, request: RequestOptions) {
    this.#site = site;
    const options = {
      retries: 2,
      mostBytes: 32 * MEGABYTE,
      ...request,
      accept: 'image/*,*/*;q=0.5',
    };
    this.#own = new HttpClient(site, options);
    this.#others = new HttpClient(site, { ...options, lookup: publicLookup });
  }

  async close(): Promise<void> {
    await this.#own.close();
    await this.#others.close();
  }

  /** @throws Failure saying why it cannot be had */
  async image(url: URL): Promise<Image> {
    const { host } = url;
    const silent = this.#silent.get(host) ?? 0;
    if (silent >= MOST_SILENT) throw new Failure('its host did not answer before', 'never');
    const isOwn = host === this.#site.host;
    if (!isOwn) await refusePrivate(url);
    try {
      const answer = await (isOwn ? this.#own : this.#others).get(url);
      this.#silent.delete(host);
      return { ...answer, type: await imageType(answer.body) };
    } catch (error) {
      if (error instanceof Failure) this.#silent.set(host, isSilence(error) ? silent + 1 : 0);
      throw error;
    }
  }
}

/** Whether nothing came. A connection that broke off may be the fault of one image. */
function isSilence({ code, patience, status }: Failure): boolean {
  return patience === 'long' && status === undefined && !BROKEN_OFF.has(code ?? '');
}

async function imageType(body: Buffer): Promise<Image['type']> {
  const type = await fileTypeFromBuffer(body);
  if (!type?.mime.startsWith('image/')) {
    const begins = JSON.stringify(body.subarray(0, 20).toString('latin1'));
    throw new Failure(`it is no image, but ${type?.mime ?? `something that begins with ${begins}`}`, 'never');
  }
  const sharp = await import('sharp').then(
    ({ default: made }) => made,
    () => undefined,
  );
  try {
    // Its header alone says how much memory all of it would take.
    const head = await sharp?.(body, { limitInputPixels: false }).metadata();
    if (head && head.width * head.height > MOST_PIXELS)
      throw new Failure(`it has ${head.width} × ${head.height} pixels, more than 100 million`, 'never');
    // Decodes all of it; what browsers only warn of is let through.
    await sharp?.(body, { failOn: 'error' }).stats();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const [reason = ''] = (error as Error).message.split('\n');
    // Icons, say: what they are is known, and nothing here decodes them.
    if (!reason.includes('unsupported image format'))
      throw new Failure(`it is a broken image (${reason})`, 'never');
  }
  return type;
}
