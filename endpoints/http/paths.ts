import type { List } from '../lists/index.ts';

/** Where the lists stand by default (contract). */
export const PREFIX = '/el/api/v1';

/** Path segments of lists by their keys. A list that is not named has its key for one. */
export type ListPaths = Readonly<Record<string, string>>;

export interface ListPathOptions {
  /** @default '/el/api/v1' */
  prefix?: string;
  /** As the handler has them. @default {} */
  paths?: ListPaths;
}

/** A list's path as it stands in an address, such as `/el/api/v1/news-posts/`. */
export function listPath(list: Pick<List, 'key'>, options: ListPathOptions = {}): string {
  return encodeURI(plainPath(list, options));
}

/** {@link listPath} without percent escapes. */
function plainPath({ key }: Pick<List, 'key'>, { prefix = PREFIX, paths = {} }: ListPathOptions): string {
  const segment = Object.hasOwn(paths, key) ? paths[key] : key;
  return `${normalizedPrefix(prefix)}/${segment}/`;
}

/** `el/api/v1/` as `/el/api/v1`; the root is ''. */
export function normalizedPrefix(prefix: string): string {
  return `/${prefix.replace(/^\/+|\/+$/g, '')}`.replace(/^\/$/, '');
}

/** A request target in parts. The query is '' or begins with its question mark. */
export type Target =
  | { readonly kind: 'list'; readonly list: List; readonly query: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'unknown' };

/** Scheme and authority of an absolute-form target (RFC 9112, 3.2.2). */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path of a request target in any form: with its percent escapes, without a query. */
export function pathOf(target: string): string {
  return before('?', withoutOrigin(target));
}

function withoutOrigin(target: string): string {
  return before('#', target.replace(ORIGIN, ''));
}

/** Finds what request targets stand for. */
export class Targets {
  readonly #prefixes: readonly string[];
  /** By path, without percent escapes. */
  readonly #lists: ReadonlyMap<string, List>;

  constructor(lists: readonly List[], prefixes: readonly string[], paths: ListPaths) {
    this.#prefixes = prefixes.map(normalizedPrefix);
    this.#lists = new Map(
      prefixes.flatMap((prefix) => lists.map((list) => [plainPath(list, { prefix, paths }), list])),
    );
  }

  /** Null for what is under none of the prefixes. */
  find(target: string): Target | null {
    // Most requests: nothing has to be taken apart.
    const asWritten = this.#lists.get(target);
    if (asWritten) return { kind: 'list', list: asWritten, query: '' };
    const address = withoutOrigin(target);
    const encodedPath = before('?', address);
    const query = address.slice(encodedPath.length);
    const path = decoded(encodedPath);
    const list = this.#lists.get(path);
    if (list) return { kind: 'list', list, query };
    const whole = `${path}/`;
    // The location is made of our own path, so that it never leads to another host.
    if (this.#lists.has(whole)) return { kind: 'redirect', location: encodeURI(whole) + escaped(query) };
    return this.#prefixes.some((prefix) => whole.startsWith(`${prefix}/`)) ? { kind: 'unknown' } : null;
  }
}

/** The text before a character; all of it where there is none. */
function before(character: string, text: string): string {
  const at = text.indexOf(character);
  return at < 0 ? text : text.slice(0, at);
}

/** The path without its percent escapes; one with broken escapes stays as it is (and is no list's). */
function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A query in the characters that a header may hold; '' for a question mark alone. */
function escaped(query: string): string {
  if (query === '?') return '';
  return Buffer.from(query)
    .toString('latin1')
    .replace(/[^\x21-\x7e]/g, (byte) => `%${Buffer.from(byte, 'latin1').toString('hex').toUpperCase()}`);
}
