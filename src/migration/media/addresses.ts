import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { List } from '../../../endpoints/lists/index.ts';
import { type Capture, defaultResponse, elementBytes } from '../source/index.ts';

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
      walk(jsonOf(elementBytes(response, index)), '', (key, text) => {
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

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
