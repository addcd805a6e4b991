import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { normalizedPrefix } from '../../../endpoints/http/paths.ts';
import { decoded } from '../../../endpoints/lists/definition/texts.ts';
import type { List } from '../../../endpoints/lists/index.ts';
import { basePath, isAddress, listUrl, possibleBases } from '../../capture/address.ts';
import type { Capture } from '../../capture/folder.ts';
import { allowsOrigin, answersRecords, isWithoutLanguage, recordUrl } from '../../capture/otherRequests.ts';
import type { RequestLog } from './report.ts';
import { NoComparison, type ParityRequest, type PortalLists, sourceList } from './sides.ts';

/** Requests that are named alike. */
export interface RequestGroup {
  list: List;
  request: string;
  file: string | null;
  isOfClients: boolean;
  /** Whether the report shows nothing of them but the name. */
  isHidden: boolean;
  requests: ParityRequest[];
}

/**
 * What was asked for a capture: lists, orderings, and what else the legacy system has answered. By what it does not have no client
 * goes, so the new system may have it.
 */
export function capturedRequests(capture: Capture, portal: PortalLists): RequestGroup[] {
  const { manifest, responses, unreadable } = capture;
  const place = 'http://site';
  const group = (
    list: List,
    request: string,
    requests: ParityRequest[],
    more: Partial<RequestGroup> = {},
  ) => {
    const nothing = { file: null, isOfClients: false, isHidden: false };
    return { ...nothing, list, request, requests, ...more };
  };
  const asked = (url: URL, at: ParityRequest['at'], ordering?: string): ParityRequest => {
    return { at, method: 'GET', path: `${url.pathname}${url.search}`, ordering, count: 1 };
  };
  const lists = [...unreadable, ...responses].flatMap(({ list: key, ordering, file }) => {
    const list = portal.lists.find((each) => each.key === key);
    if (!list) return [];
    const url = listUrl(place, sourceList(list, [], portal), ordering);
    const request = ordering === undefined ? key : `${key} ordering=${ordering}`;
    return group(list, request, [asked(url, 'lists', ordering)], { file });
  });
  if (!manifest) return lists;
  const others = portal.lists.flatMap((list) => {
    const source = sourceList(list, [], portal);
    const records = (manifest.records ?? [])
      .filter((record) => record.list === source.file)
      .map(({ id, slash }) => asked(recordUrl(place, source, id, slash), 'lists'));
    const bare = new URL(manifest.withoutLanguage?.from ?? manifest.from).pathname;
    const isThere = responses.some((each) => each.list === list.key && each.ordering === undefined);
    const origins = (manifest.origins ?? []).filter(
      ({ headers, list: of, origin }) => of === source.file && allowsOrigin(origin, headers),
    );
    return [
      ...origins.map(({ origin }) =>
        group(list, `${list.key} for pages of ${origin}`, [
          { ...asked(listUrl(place, source), 'lists'), origin },
        ]),
      ),
      ...(answersRecords(manifest, source.file)
        ? [group(list, `${list.key}, ${source.path}/{id}/`, records)]
        : []),
      ...(isThere && isWithoutLanguage(manifest)
        ? [group(list, `${list.key}, ${bare}${source.path}/`, [asked(listUrl(place, source), 'bare')])]
        : []),
    ];
  });
  return [...lists, ...others];
}

/** How many different requests that are named alike are asked: of others (caches are passed by with `?_=TIME`) these say enough. */
const MAX_OF_GROUP = 1000;
const METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** A line in the common or combined format, from the end of the time on: `] "REQUEST" STATUS`. Quotes in the request are escaped. */
const LOGGED = /^\] "(?:([A-Z]+) )?(.*?)(?: HTTP\/\d(?:\.\d)?)?" (?:\d{3}|-) /;
/** A path or an address, perhaps after a method. */
const PATH = /^(?:([A-Z]+) )?((?:https?:\/)?\/.*)$/;
/** Scheme and authority of an absolute-form target (RFC 9112, 3.2.2): no other host than the compared ones is asked. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/**
 * Reads what clients have asked for, the most frequent first: lines of an access log, or one path a line.
 * @param sides addresses, whose paths are places of lists, too, or folders
 * @param showsValues whether the report may show what may be of a person
 * @throws NoComparison when the file cannot be read, most of its lines are no requests, or none is for a list
 */
export async function readRequests(
  file: string,
  portal: PortalLists,
  sides: readonly string[],
  showsValues: boolean,
): Promise<{ groups: RequestGroup[]; log: RequestLog }> {
  const prefixes = prefixesOf(portal, sides);
  const targets = listTargets(portal, prefixes);
  const log: RequestLog = { lines: 0, unreadable: 0, firstUnreadable: null, notAsked: {} };
  const leaveOut = (reason: string) => {
    log.notAsked[reason] = (log.notAsked[reason] ?? 0) + 1;
  };
  const groups = new Map<string, RequestGroup & { byPath: Map<string, ParityRequest> }>();
  let number = 0;
  for await (const line of linesOf(file)) {
    number++;
    if (line === '') continue;
    log.lines++;
    const [match, method = 'GET', target = ''] =
      LOGGED.exec(line.slice(Math.max(0, line.indexOf('] "')))) ?? PATH.exec(line) ?? [];
    if (match === undefined) {
      log.unreadable++;
      log.firstUnreadable ??= number;
      continue;
    }
    const path = unescaped(target).replace(ORIGIN, '');
    const list = METHODS.includes(method) ? targets.listOf(path) : undefined;
    if (!list) continue;
    if (/[^\x21-\xff]/.test(path)) {
      leaveOut('with spaces or control characters');
      continue;
    }
    const request = `${method} ${targets.shapeOf(path)}`;
    // If a parameter is repeated, the last value counts (contract: Ordering).
    const ordering = new URLSearchParams(queryOf(path)).getAll('ordering').at(-1);
    const group = groups.get(request) ?? {
      ...{ list, request, file: null, isOfClients: true, requests: [], byPath: new Map() },
      isHidden: !showsValues && request.includes(HIDDEN),
    };
    groups.set(request, group);
    const known = group.byPath.get(path);
    if (known) known.count++;
    else if (group.byPath.size < MAX_OF_GROUP)
      group.byPath.set(path, { at: 'site', method, path, ordering, accept: '*/*', count: 1 });
    else leaveOut(`beyond the first ${MAX_OF_GROUP.toLocaleString('en-US')} different ones of a kind`);
  }
  if (log.unreadable * 2 > log.lines)
    throw new NoComparison(
      `${file}: ${log.unreadable} of ${log.lines} lines are no requests in the common or combined format, nor paths. The first is line ${log.firstUnreadable}. docs/migration.md says how zcat and jq make such lines of others.`,
    );
  if (groups.size === 0)
    throw new NoComparison(
      `${file}: of ${log.lines} lines none is a GET, HEAD or OPTIONS for a list under ${prefixes.join('/, ')}/.`,
    );
  const found = [...groups.values()].map(({ byPath, ...group }) => ({
    ...group,
    requests: [...byPath.values()],
  }));
  const numberOf = ({ requests }: RequestGroup) => requests.reduce((sum, { count }) => sum + count, 0);
  found.sort((a, b) => numberOf(b) - numberOf(a));
  return { groups: found, log };
}

/** The lines of a file as Latin-1, so that any bytes can be sent again. @throws NoComparison when it cannot be read */
async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(file, 'latin1'), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new NoComparison(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Undoes the escapes of Apache and nginx: `\"`, `\\`, `\x0A`. */
const unescaped = (text: string) =>
  text.replace(/\\(?:x([0-9A-Fa-f]{2})|(["\\]))/g, (_, hex: string | undefined, other: string) =>
    hex === undefined ? other : String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** Where clients may ask for lists: at the usual places of a site, and at the given addresses. */
function prefixesOf({ prefixes }: PortalLists, sides: readonly string[]): string[] {
  const usual = possibleBases(new URL('http://site'), prefixes);
  const given = sides.filter((side) => isAddress(side) && URL.canParse(side));
  const paths = [...usual, ...given].map((each) => normalizedPrefix(basePath(new URL(each))));
  return [...new Set(paths)].filter((path) => path !== '');
}

const queryOf = (target: string) => /^[^?#]*\??([^#]*)/.exec(target)?.[1] ?? '';
const pathOf = (target: string) => /^[^?#]*/.exec(target)?.[0] ?? '';

/** The parameters whose values are shown: they say how a list is asked for, and nothing of who asks. */
const SHOWN_PARAMETERS = ['ordering', 'format', 'page', 'page_size', 'limit', 'offset', 'lang', 'language'];
const SHOWN_OF_SHAPE = 300;
/** Stands in a report for what may be of a person. */
export const HIDDEN = '…';
/** Names of fields, numbers and words. */
const isPlain = (value: string) => /^[-\w., ]{0,100}$/.test(value);

/** Tells which targets are of lists, and names them without what may be of a person. */
function listTargets(portal: PortalLists, prefixes: readonly string[]) {
  const places = portal.lists.map((list) => ({ list, path: sourceList(list, [], portal).path }));
  const lists = new Map(
    prefixes.flatMap((prefix) => places.map(({ list, path }) => [`${prefix}/${path}`, list])),
  );
  const known = new Set([...lists.keys()].flatMap((path) => path.split('/')));
  return {
    /** The list whose path a target has, or which it is below; undefined for another target. */
    listOf(target: string): List | undefined {
      if (!target.startsWith('/')) return undefined;
      // Without empty and dot segments, as servers understand it.
      const path = decoded(new URL(`http://site${pathOf(target)}`).pathname).replace(/\/+/g, '/');
      const [place] = [...lists].find(([each]) => path === each || path.startsWith(`${each}/`)) ?? [];
      return place === undefined ? undefined : lists.get(place);
    },
    /** Of the path the segments of lists, with `{id}` for numbers; of the query the names, with the values of a few. */
    shapeOf(target: string): string {
      const segments = pathOf(target)
        .split('/')
        .map((segment) => {
          if (['', '.', '..'].includes(segment) || known.has(decoded(segment))) return segment;
          return /^\d+$/.test(segment) ? '{id}' : HIDDEN;
        });
      const query = queryOf(target);
      const shape = `${segments.join('/')}${query && `?${query.split('&').map(shapeOfParameter).join('&')}`}`;
      return shape.length > SHOWN_OF_SHAPE ? `${shape.slice(0, SHOWN_OF_SHAPE)}${HIDDEN}` : shape;
    },
  };
}

function shapeOfParameter(parameter: string): string {
  const [name = '', ...values] = parameter.split('=');
  if (!/^[a-z_][\w.[\]-]{0,40}$/i.test(name)) return HIDDEN;
  if (values.length === 0) return name;
  const value = values.join('=');
  const isShown = SHOWN_PARAMETERS.includes(name) && isPlain(decoded(value.replaceAll('+', ' ')));
  return `${name}=${isShown ? value : HIDDEN}`;
}
