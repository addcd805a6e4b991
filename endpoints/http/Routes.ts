import type { List } from '../lists/index.ts';

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
  readonly #known = new Map<string, Route>();

  constructor(lists: readonly List[], prefixes: readonly string[]) {
    this.#prefixes = prefixes.map((prefix) => `/${prefix.replace(/^\/+|\/+$/g, '')}`.replace(/^\/$/, ''));
    for (const prefix of this.#prefixes) {
      for (const list of lists) this.#lists.set(`${prefix}/${list.slug}/`, list);
    }
  }

  /** Null for what is under none of the prefixes. */
  of(target: string): Route | null {
    const known = this.#known.get(target);
    if (known) return known;
    const route = this.#read(target);
    if (route && target.length <= REMEMBERED.characters) {
      if (this.#known.size >= REMEMBERED.targets) this.#known.clear();
      this.#known.set(target, route);
    }
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

/** Given twice, the last one counts (contract: Ordering). */
function parametersOf(query: string): { ordering: string | undefined; format: string } {
  if (query === '') return { ordering: undefined, format: '' };
  const parameters = new URLSearchParams(query);
  return {
    ordering: parameters.getAll('ordering').at(-1),
    format: parameters.getAll('format').at(-1) ?? '',
  };
}

/** A query in the characters that a header may hold. */
function ascii(query: string): string {
  return query.replace(/[^\x21-\x7e]/gu, (character) =>
    Buffer.from(character)
      .toString('hex')
      .replace(/../g, (byte) => `%${byte.toUpperCase()}`),
  );
}
