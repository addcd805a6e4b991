import { decoded } from '../lists/definition/texts.ts';
import type { List } from '../lists/index.ts';

/** The default prefix of the lists (contract). */
export const PREFIX = '/el/api/v1';

/** Path segments by list key. The default segment is the key. */
export type ListPaths = Readonly<Record<string, string>>;

export interface ListPathOptions {
  /** @default '/el/api/v1' */
  prefix?: string;
  /** As in the handler's options. @default {} */
  paths?: ListPaths;
}

/** The escaped path of a list, such as `/el/api/v1/news-posts/`. */
export function listPath(list: Pick<List, 'key'>, options: ListPathOptions = {}): string {
  return encodeURI(plainPath(list, options));
}

/** {@link listPath} without percent-encoding. */
function plainPath({ key }: Pick<List, 'key'>, { prefix = PREFIX, paths = {} }: ListPathOptions): string {
  const segment = Object.hasOwn(paths, key) ? paths[key] : key;
  return `${normalizedPrefix(prefix)}/${segment}/`;
}

/** `/el/api/v1` for `el/api/v1/`; '' for the root. */
export function normalizedPrefix(prefix: string): string {
  return `/${prefix.replace(/^\/+|(?<!\/)\/+$/g, '')}`.replace(/^\/$/, '');
}

/**
 * A resolved request target. The query is '' or begins with a question mark. `isOurs` says that the address begins with the path
 * of the list as `listPath` writes it, by which caches are purged: `news%2Dposts` means the same, and is not.
 */
export type Target =
  | { readonly kind: 'list'; readonly list: List; readonly query: string; readonly isOurs: boolean }
  /** What stands in the place of an id below a list. */
  | {
      readonly kind: 'record';
      readonly list: List;
      readonly id: string;
      readonly query: string;
      readonly isOurs: boolean;
    }
  /** To the path with its slash, or from another prefix: to a list, or a record of `recordOf`. */
  | {
      readonly kind: 'redirect';
      readonly location: string;
      readonly recordOf?: List;
      readonly isMoved?: true;
    }
  | { readonly kind: 'unknown' };

/** Scheme and authority of an absolute-form target (RFC 9112, 3.2.2). */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path of a request target in any form, percent-encoded and without the query. */
export function pathOf(target: string): string {
  return before('?', withoutOrigin(target));
}

function withoutOrigin(target: string): string {
  return before('#', target.replace(ORIGIN, ''));
}

/** Resolves request targets. */
export class Targets {
  readonly #prefixes: readonly string[];
  /** Lists by unescaped path. */
  readonly #lists: ReadonlyMap<string, List>;
  readonly #moved: (readonly [string, string])[];

  constructor(
    lists: readonly List[],
    prefixes: readonly string[],
    paths: ListPaths,
    redirects: Readonly<Record<string, string>> = {},
  ) {
    this.#prefixes = prefixes.map(normalizedPrefix);
    this.#moved = Object.entries(redirects).map(([from, to]) => [
      normalizedPrefix(from),
      normalizedPrefix(to),
    ]);
    this.#lists = new Map(
      prefixes.flatMap((prefix) => lists.map((list) => [plainPath(list, { prefix, paths }), list])),
    );
  }

  /** Gives null for a path outside all prefixes. */
  find(target: string): Target | null {
    // The fast path for most requests.
    const asWritten = this.#lists.get(target);
    if (asWritten) return { kind: 'list', list: asWritten, query: '', isOurs: true };
    const address = withoutOrigin(target);
    const encodedPath = before('?', address);
    const query = address.slice(encodedPath.length);
    const path = decoded(encodedPath);
    const own = this.#own(path, query, encodedPath);
    if (own) return own;
    const isUnder = (prefix: string) => `${path}/`.startsWith(`${prefix}/`);
    const [from, to] = this.#moved.find(([prefix]) => isUnder(prefix)) ?? [];
    if (from === undefined) return this.#prefixes.some(isUnder) ? { kind: 'unknown' } : null;
    // Without its slash, what is there leads to itself with it: so this is one step.
    const there = this.#own(`${to}${path.slice(from.length)}`.replace(/\/$/, ''), query, '');
    return there?.kind === 'redirect' ? { ...there, isMoved: true } : { kind: 'unknown' };
  }

  /** What is under the prefixes that do not lead to others. */
  #own(path: string, query: string, encodedPath: string): Target | undefined {
    const list = this.#lists.get(path);
    if (list) return { kind: 'list', list, query, isOurs: encodedPath === encodeURI(path) };
    // The location is built from the known path, so it never leads to another host.
    if (this.#lists.has(`${path}/`))
      return { kind: 'redirect', location: encodeURI(`${path}/`) + escaped(query) };
    return this.#record(path, query, encodedPath);
  }

  #record(path: string, query: string, encodedPath: string): Target | undefined {
    const isWhole = path.endsWith('/');
    const end = isWhole ? path.length - 1 : path.length;
    const begin = path.lastIndexOf('/', end - 1) + 1;
    const list = this.#lists.get(path.slice(0, begin));
    const id = path.slice(begin, end);
    // Clients resolve dots themselves, so they never stand for an id.
    if (!list || ['', '.', '..'].includes(id)) return undefined;
    const ours = encodeURI(path.slice(0, begin));
    if (isWhole) return { kind: 'record', list, id, query, isOurs: encodedPath.startsWith(ours) };
    return { kind: 'redirect', location: `${ours}${escapedSegment(id)}/${escaped(query)}`, recordOf: list };
  }
}

/** The text before a character, or all of it if there is none. */
function before(character: string, text: string): string {
  const at = text.indexOf(character);
  return at < 0 ? text : text.slice(0, at);
}

/** A segment escaped for a header. A lone surrogate, which Node never gives, becomes U+FFFD. */
const escapedSegment = (segment: string) => encodeURIComponent(Buffer.from(segment).toString());

/** A query escaped for a header; '' for a single question mark. */
function escaped(query: string): string {
  if (query === '?') return '';
  return Buffer.from(query)
    .toString('latin1')
    .replace(/[^\x21-\x7e]/g, (byte) => `%${Buffer.from(byte, 'latin1').toString('hex').toUpperCase()}`);
}
