import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { MOST_PIXELS } from '../../../collections/media/pictures.ts';
import { parsedJson } from '../../../endpoints/lists/definition/json.ts';
import { type List, lists as portalLists } from '../../../endpoints/lists/index.ts';
import {
  type Capture,
  type CaptureNames,
  defaultResponse,
  elementBytes,
  readCapture,
} from '../../capture/folder.ts';
import { type Answer, HttpClient, type RequestOptions } from '../../capture/HttpClient.ts';
import { type ManifestMedia, NoCapture, sha256Of, writeManifest } from '../../capture/manifest.ts';
import { Failure, publicLookup, refusePrivate } from '../../system/outbound.ts';

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
const MANIFEST_INTERVAL = 50;
/** So many images in a row are asked for of a host that does not answer. */
const MAX_SILENT = 3;
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
      if (done % MANIFEST_INTERVAL === MANIFEST_INTERVAL - 1) await writeManifest(to, { ...manifest, media });
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
    if (silent >= MAX_SILENT) throw new Failure('its host did not answer before', 'never');
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

/** How often a host is pointed to. */
export interface HostCount {
  /** A host, or of an address without one where it leads: `/media/…`. */
  host: string;
  fields: number;
  texts: number;
  /** It is the legacy system. */
  isLegacy: boolean;
}

/** What a capture points to. */
export interface Addresses {
  /** Whole addresses of images, each once. */
  images: string[];
  /** Addresses of images that lead nowhere by themselves. */
  incomplete: string[];
  /** The commonest first. */
  hosts: HostCount[];
}

type ListFields = NonNullable<List['fields']>;

/** The keys of a list's images, those of what it embeds included. */
function imageKeys(fields: ListFields = {}): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (field.type === 'image') return key;
    return 'list' in field && 'fields' in field.list ? imageKeys(field.list.fields as ListFields) : [];
  });
}

/**
 * The images of the lists and of `<img src>` in their texts, and the hosts that fields and texts point to. Elements that are no
 * JSON are passed over: an import names them.
 * @param site the address under which addresses without a host lie
 */
export function addressesIn(capture: Capture, lists: readonly List[], site: string): Addresses {
  const found = new Found(site);
  for (const list of lists) {
    const response = defaultResponse(capture, list.key);
    const keys = new Set(imageKeys(list.fields));
    for (const index of response?.slices.keys() ?? []) {
      if (!response) continue;
      walk(parsedJson(elementBytes(response, index).toString()), '', (key, text) => {
        if (keys.has(key)) found.note(text, 'fields', true);
        else if (/<[a-z]/i.test(text)) noteTags(text, found);
        else if (/^(?:https?:\/)?\/\S+$/i.test(text)) found.note(text, 'fields', false);
      });
    }
  }
  return found.addresses;
}

/** The address by which the file of an image is known. */
export const imageUrl = ({ href }: URL): string => href.replace(/#.*/s, '');

/** Addresses as they are met. */
class Found {
  readonly #site: string;
  readonly #images = new Set<string>();
  readonly #incomplete = new Set<string>();
  readonly #hosts = new Map<string, HostCount>();

  constructor(site: string) {
    this.#site = site;
  }

  get addresses(): Addresses {
    const hosts = [...this.#hosts.values()].sort((a, b) => b.fields + b.texts - a.fields - a.texts);
    return { images: [...this.#images], incomplete: [...this.#incomplete], hosts };
  }

  note(written: string, where: 'fields' | 'texts', isImage: boolean): void {
    const address = written.trim();
    const isWhole = /^(?:https?:)?\/\//i.test(address);
    // Mail, telephone, an anchor, a picture within the text itself.
    if (address === '' || /^(?:#|(?!https?:)[a-z][a-z0-9+.-]*:)/i.test(address)) return;
    const url = URL.canParse(address, this.#site) ? new URL(address, this.#site) : undefined;
    const [, first] = /^\/([^/?#]+)\//.exec(address) ?? [];
    const host =
      isWhole && url ? url.host : first ? `/${first}/…` : address.startsWith('/') ? '/' : '(relative)';
    const isLegacy = !isWhole || url?.host === new URL(this.#site).host;
    const count = this.#hosts.get(host) ?? { host, fields: 0, texts: 0, isLegacy };
    this.#hosts.set(host, { ...count, [where]: count[where] + 1 });
    if (!isImage) return;
    if (url && (isWhole || address.startsWith('/'))) this.#images.add(imageUrl(url));
    else this.#incomplete.add(address);
  }
}

function noteTags(html: string, found: Found): void {
  const open: DefaultTreeAdapterTypes.Node[] = [parseFragment(html)];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('content' in node) open.push(node.content);
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child);
    if (!('attrs' in node)) continue;
    for (const { name, value } of node.attrs) {
      if (name === 'src' || name === 'href')
        found.note(value, 'texts', name === 'src' && node.tagName === 'img');
    }
  }
}

function walk(value: unknown, key: string, visit: (key: string, text: string) => void): void {
  if (typeof value === 'string') visit(key, value);
  else if (Array.isArray(value)) for (const each of value) walk(each, key, visit);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) walk(each, name, visit);
}
