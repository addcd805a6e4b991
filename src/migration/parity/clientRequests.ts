import { type ListPaths, normalizedPrefix } from '../../../endpoints/http/paths.ts';
import type { List } from '../../../endpoints/lists/index.ts';
import { basePath, isAddress, possibleBases } from '../../capture/address.ts';
import { type LogCounts, type LoggedRequest, readAccessLogs } from './accessLog.ts';
import { NoComparison } from './NoComparison.ts';
import type { PortalLists } from './sides.ts';

/** The access logs of the legacy system, and how what clients have asked is asked again. */
export interface RequestLogs {
  /** Plain or gzip; in the common or combined format, or JSON. */
  files: readonly string[];
  /** How many requests a second a system that runs is asked at most. @default 10 */
  rate?: number;
  /** Whether the report shows examples as they were logged, with values that may be of a person. @default false */
  showsValues?: boolean;
}

/** One distinct request of clients, and how often it was logged. */
export interface ClientRequest {
  method: string;
  /** As logged, but for the origin of an absolute URL: it is asked of no other host than the compared ones. Latin-1. */
  target: string;
  accept: string | undefined;
  acceptEncoding: string | undefined;
  userAgent: string | undefined;
  count: number;
}

/** Requests that differ only in what {@link shapeOf} leaves out, and in programs of clients. */
export interface RequestGroup {
  list: List;
  /** The method and the shape of the target. */
  request: string;
  /** The last `ordering`, if it may be shown; null without one. */
  ordering: string | null;
  accept: string | undefined;
  acceptEncoding: string | undefined;
  /** All of them, also those that are not among `requests`. */
  count: number;
  /** The first distinct ones, at most {@link MAX_OF_GROUP}. */
  requests: ClientRequest[];
}

/** How many distinct requests of a group are asked: of the others (caches are passed by with `?_=TIME`) these say enough. */
const MAX_OF_GROUP = 1000;
/** How many characters of distinct requests are kept. */
const MAX_CHARACTERS = 64 * 1024 ** 2;
/** Servers refuse longer ones (414, 431). */
const LONGEST_TARGET = 8 * 1024;
const METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Scheme and authority of an absolute-form target (RFC 9112, 3.2.2). */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Counts the distinct requests of clients under the paths of lists. */
export class ClientRequests {
  readonly groups = new Map<string, RequestGroup>();
  /** Requests for lists that cannot be asked for again, by the reason. */
  readonly notTaken: Record<string, number> = {};
  /** Requests for lists beyond what is kept. */
  beyond = 0;
  /** All requests for lists that are counted. */
  count = 0;
  /** The time of the first and the last request of any kind. */
  from = Number.POSITIVE_INFINITY;
  to = Number.NEGATIVE_INFINITY;

  readonly #paths: ListTargets;
  readonly #distinct = new Map<string, { request: ClientRequest; group: RequestGroup }>();
  #characters = 0;

  constructor(paths: ListTargets) {
    this.#paths = paths;
  }

  add({ method, target: logged, time, ...headers }: LoggedRequest): void {
    if (time < this.from) this.from = time;
    if (time > this.to) this.to = time;
    if (!METHODS.includes(method)) return;
    const { accept, acceptEncoding, userAgent } = headers;
    const key = [method, logged, accept, acceptEncoding, programOf(userAgent)].join('\n');
    const known = this.#distinct.get(key);
    if (known) {
      known.request.count++;
      known.group.count++;
      this.count++;
      return;
    }
    const target = logged.replace(ORIGIN, '');
    const list = this.#paths.listOf(target);
    if (!list) return;
    const refusal = refusalOf(target);
    if (refusal !== undefined) {
      this.notTaken[refusal] = (this.notTaken[refusal] ?? 0) + 1;
      return;
    }
    this.count++;
    const group = this.#groupOf(list, { method, target, accept, acceptEncoding });
    if (!group) {
      this.beyond++;
      return;
    }
    group.count++;
    if (group.requests.length >= MAX_OF_GROUP || !this.#keeps(`${key}${userAgent}`)) return;
    const { accept: sent, acceptEncoding: coding } = group;
    const request = {
      ...{ method, target: copyOf(target), accept: sent, acceptEncoding: coding },
      ...{ userAgent: copyOf(userAgent), count: 1 },
    };
    group.requests.push(request);
    this.#distinct.set(key, { request, group });
  }

  #keeps(text: string): boolean {
    if (this.#characters + text.length > MAX_CHARACTERS) return false;
    this.#characters += text.length;
    return true;
  }

  #groupOf(
    list: List,
    { method, target, accept, acceptEncoding }: Omit<ClientRequest, 'count' | 'userAgent'>,
  ): RequestGroup | undefined {
    const request = `${method} ${this.#paths.shapeOf(target)}`;
    const key = [request, accept, acceptEncoding].join('\n');
    const known = this.groups.get(key);
    if (known) return known;
    if (!this.#keeps(key)) return undefined;
    const asked = orderingOf(target);
    const ordering = asked === undefined ? null : isPlain(asked) ? asked : HIDDEN;
    const headers = { accept: copyOf(accept), acceptEncoding: copyOf(acceptEncoding) };
    const group = { list, request, ordering: copyOf(ordering), ...headers, count: 0, requests: [] };
    this.groups.set(key, group);
    return group;
  }
}

/** A part of a line keeps all of what was read with it in memory; a copy does not. */
function copyOf<T extends string | null | undefined>(text: T): T {
  return typeof text === 'string' ? (Buffer.from(text).toString() as T) : text;
}

/** Why a request cannot be sent again; undefined where it can. */
function refusalOf(target: string): string | undefined {
  if (target.length > LONGEST_TARGET) return 'longer than 8 KB';
  return /[^\x21-\xff]/.test(target) ? 'with spaces or control characters' : undefined;
}

/** The name of the program at the start of a `User-Agent`: of its versions one is asked with. */
const programOf = (userAgent: string | undefined) => userAgent && /^[^/\s(;]*/.exec(userAgent)?.[0];

/** If a parameter is repeated, the last value counts (contract: Ordering). */
export const orderingOf = (target: string) => new URLSearchParams(queryOf(target)).getAll('ordering').at(-1);

const queryOf = (target: string) => /^[^?#]*\??([^#]*)/.exec(target)?.[1] ?? '';
const pathOf = (target: string) => /^[^?#]*/.exec(target)?.[0] ?? '';

/**
 * The parameters whose values are shown: they say how a list is asked for, and nothing of who asks.
 */
const SHOWN_PARAMETERS = ['ordering', 'format', 'page', 'page_size', 'limit', 'offset', 'lang', 'language'];
const SHOWN_OF_SHAPE = 300;
/** Stands in a report for what may be of a person. */
export const HIDDEN = '…';
/** Names of fields, numbers and words. */
const isPlain = (value: string) => /^[-\w., ]{0,100}$/.test(value);

/** Tells which targets are of lists, and shows them without what may be of a person. */
export class ListTargets {
  readonly #segments: readonly string[];
  /** Lists by their unescaped path without a slash at its end. */
  readonly #lists: ReadonlyMap<string, List>;
  readonly #prefixes: readonly string[];
  /** All segments of the paths of lists. */
  readonly #known: ReadonlySet<string>;

  constructor(lists: readonly List[], prefixes: readonly string[], paths: ListPaths = {}) {
    const segmentOf = ({ key }: List) => (Object.hasOwn(paths, key) ? paths[key] : key) ?? key;
    this.#segments = lists.map(segmentOf);
    this.#prefixes = [...new Set(prefixes.map(normalizedPrefix))];
    const all = this.#prefixes.flatMap((prefix) =>
      lists.map((list) => [`${prefix}/${segmentOf(list)}`, list] as const),
    );
    this.#lists = new Map(all);
    this.#known = new Set(all.flatMap(([path]) => path.split('/')));
  }

  /** The list whose path a target has, or which it is below; undefined for another target. */
  listOf(target: string): List | undefined {
    // Most requests of a portal are for something else.
    if (!target.includes('%') && !this.#segments.some((segment) => target.includes(segment))) {
      if (!/[^\x20-\x7e]/.test(target)) return undefined;
    }
    const path = plainPath(pathOf(target));
    for (const prefix of this.#prefixes) {
      if (!path.startsWith(`${prefix}/`)) continue;
      const [segment] = path.slice(prefix.length + 1).split('/');
      const list = this.#lists.get(`${prefix}/${segment}`);
      if (list) return list;
    }
    return undefined;
  }

  /**
   * A target for a report: of the path the segments of lists, with `{id}` for numbers, and of the query the names, with the
   * values of a few parameters.
   */
  shapeOf(target: string): string {
    const segments = pathOf(target)
      .split('/')
      .map((segment) => {
        if (['', '.', '..'].includes(segment) || this.#known.has(decoded(segment))) return text(segment);
        return /^\d+$/.test(segment) ? '{id}' : HIDDEN;
      });
    const query = queryOf(target);
    const shape = `${segments.join('/')}${query && `?${query.split('&').map(shapeOfParameter).join('&')}`}`;
    return shape.length > SHOWN_OF_SHAPE ? `${shape.slice(0, SHOWN_OF_SHAPE)}${HIDDEN}` : shape;
  }

  /** An address that a server sends a client on to, for a report. */
  shapeOfLocation(location: string): string {
    const [origin = ''] = ORIGIN.exec(location) ?? [];
    return `${origin}${this.shapeOf(location.slice(origin.length))}`;
  }
}

function shapeOfParameter(parameter: string): string {
  const [name = '', ...values] = parameter.split('=');
  if (!/^[a-z_][\w.[\]-]{0,40}$/i.test(name)) return HIDDEN;
  if (values.length === 0) return name;
  const value = values.join('=');
  const isShown = SHOWN_PARAMETERS.includes(name) && isPlain(decoded(value.replaceAll('+', ' ')));
  return `${name}=${isShown ? value : HIDDEN}`;
}

/** A path as servers understand it: unescaped, without empty and dot segments. */
function plainPath(path: string): string {
  const all = decoded(path).split('/');
  const kept: string[] = [];
  all.forEach((segment, at) => {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && (segment !== '' || at === all.length - 1)) kept.push(segment);
  });
  return `/${kept.join('/')}`;
}

/** Percent-encoded bytes, or raw ones, as text; what is no UTF-8 stays as it is. */
export function decoded(bytes: string): string {
  try {
    return decodeURIComponent(text(bytes));
  } catch {
    return bytes;
  }
}

/** Latin-1 as the UTF-8 that it was. */
const text = (bytes: string) => (/[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes);

/** The requests of logs, counted. */
export interface LoggedRequests {
  counts: LogCounts;
  requests: ClientRequests;
  targets: ListTargets;
  /** Where lists may stand at a site, the likeliest first. */
  prefixes: string[];
}

/**
 * Reads what clients have asked.
 * @param sides addresses, whose paths are places of lists, too, or folders
 * @throws NoComparison when a log cannot be read, or none has a request for a list
 */
export async function readRequests(
  { files, showsValues = false }: RequestLogs,
  { lists, paths, prefixes: own }: PortalLists,
  sides: readonly string[],
): Promise<LoggedRequests> {
  const site = new URL('http://site');
  const usual = possibleBases(site, own).map((base) => basePath(new URL(base)));
  const given = sides.filter((side) => isAddress(side) && URL.canParse(side)).map((side) => new URL(side));
  const places = given.map(basePath);
  const isWhole = (place: string) => usual.some((prefix) => prefix !== '' && place.endsWith(prefix));
  const prefixes = [...new Set([...usual, ...places.filter((place) => !isWhole(place))])].filter(
    (prefix) => prefix !== '',
  );
  const targets = new ListTargets(lists, prefixes, paths);
  const requests = new ClientRequests(targets);
  const counts = await readAccessLogs(files, showsValues, (request) => requests.add(request));
  if (requests.count === 0) {
    throw new NoComparison(
      `${files.join(', ')}: of ${counts.lines} lines none is a GET, HEAD or OPTIONS for a list under ${prefixes.join('/, ')}/.`,
    );
  }
  return { counts, requests, targets, prefixes };
}
