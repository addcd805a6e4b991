import type { List } from '../lists/index.ts';
import { Recent } from './Recent.ts';

/** What a request target stands for. */
export type Route =
  | {
      readonly kind: 'list';
      readonly list: List;
      readonly ordering: string | undefined;
      readonly format: string;
    }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'unknown' };

const UNKNOWN: Route = { kind: 'unknown' };
/** Scheme and authority of an absolute-form target (RFC 9112, 3.2.2). */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
/** Targets that are asked for again and again are read once; longer ones and more than this are read each time. */
export const REMEMBERED = { targets: 1000, characters: 512 };

/** Reads request targets. */
export class Routes {
  readonly #prefixes: readonly string[];
  /** By path: the lists, and where a path without its slash leads. */
  readonly #lists = new Map<string, List>();
  readonly #known = new Recent<Route>(REMEMBERED.targets);

  constructor(lists: readonly List[], prefixes: readonly string[]) {
    this.#prefixes = prefixes.map((prefix) => `/${prefix.replace(/^\/+|\/+$/g, '')}`.replace(/^\/$/, ''));
    for (const prefix of this.#prefixes) {
      for (const list of lists) this.#lists.set(`${prefix}/${list.key}/`, list);
    }
  }

  /** Null for what is under none of the prefixes. */
  of(target: string): Route | null {
    const known = this.#known.get(target);
    if (known) return known;
    const route = this.#read(target);
    if (route && target.length <= REMEMBERED.characters) this.#known.set(target, route);
    return route;
  }

  /** How many targets it remembers. */
  get remembered(): number {
    return this.#known.size;
  }

  #read(target: string): Route | null {
    const [address = ''] = target.replace(ORIGIN, '').split('#', 1);
    const at = address.indexOf('?');
    const path = decoded(at < 0 ? address : address.slice(0, at));
    const query = at < 0 ? '' : address.slice(at + 1);
    const list = this.#lists.get(path);
    if (list) return { kind: 'list', list, ...parametersOf(query) };
    const whole = `${path}/`;
    // The location is made of our own path, so that it never leads to another host.
    if (this.#lists.has(whole)) return { kind: 'redirect', location: whole + (query && `?${ascii(query)}`) };
    return this.#prefixes.some((prefix) => whole.startsWith(`${prefix}/`)) ? UNKNOWN : null;
  }
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

function parametersOf(query: string): { ordering: string | undefined; format: string } {
  if (query === '') return { ordering: undefined, format: '' };
  return { ordering: lastValue(query, ORDERING), format: lastValue(query, FORMAT) ?? '' };
}

const ORDERING = lastParameter('ordering');
const FORMAT = lastParameter('format');

/**
 * Matches the last parameter of this name in a query (contract: Ordering), with any letter of the name percent-encoded.
 * It goes over the query once, from its end, however many parameters there are.
 */
function lastParameter(name: string): RegExp {
  const letters = [...name].map((letter) => {
    const [high = '', low = ''] = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|%${high}[${low}${low.toUpperCase()}])`;
  });
  return new RegExp(`^(?:.*&)?${letters.join('')}(?:=([^&]*))?(?:&|$)`, 's');
}

function lastValue(query: string, parameter: RegExp): string | undefined {
  const match = parameter.exec(query);
  if (!match) return undefined;
  const value = match[1] ?? '';
  return /[%+]/.test(value) ? (new URLSearchParams(`value=${value}`).get('value') ?? '') : value;
}

/** A query in the characters that a header may hold. */
function ascii(query: string): string {
  if (/^[\x21-\x7e]*$/.test(query)) return query;
  let text = '';
  for (const byte of Buffer.from(query)) {
    text += byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ESCAPES[byte];
  }
  return text;
}

const ESCAPES = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`,
);
