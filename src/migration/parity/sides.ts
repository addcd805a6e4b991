import type { ListPaths } from '../../../endpoints/http/paths.ts';
import type { List } from '../../../endpoints/lists/index.ts';
import { isAddress, listUrl, possibleBases, type SourceList } from '../../capture/address.ts';
import { type Capture, type CaptureNames, readCapture } from '../../capture/folder.ts';
import { type Headers, HttpClient, type RequestOptions } from '../../capture/HttpClient.ts';
import { NoCapture } from '../../capture/manifest.ts';
import { withoutLanguage } from '../../capture/otherRequests.ts';
import { OperatorError } from '../../system/logging/OperatorError.ts';
import { Failure } from '../../system/outbound.ts';

/** A comparison that cannot be made. The message says what is wrong, where, and what to do. */
export class NoComparison extends OperatorError {
  override readonly name = 'NoComparison';
}

/** A request that is asked of both sides. */
export interface ParityRequest {
  /** Where its path begins: where a side has its lists, the same without a language, or at the root of its site. */
  at: 'lists' | 'bare' | 'site';
  method: string;
  /** Path and query, one character per byte. */
  path: string;
  ordering: string | undefined;
  accept?: string;
  /** The site for whose page a browser asks. */
  origin?: string;
  /** How many there are of it. */
  count: number;
}

/** What a side gives for a request, as it is answered. */
export type SideAnswer =
  | { is: 'answer'; url: string; status: number; headers: Headers | undefined; body: Buffer }
  /** Why it could not be asked. */
  | { is: 'silent'; url: string; reason: string }
  /** A folder does not say it. */
  | { is: 'unknown'; url: string; reason: string };

/** A system that is compared: one that runs, or what was captured of it. */
export interface Side {
  name: string;
  /** The address at which its lists stand, without a slash at the end. */
  base: string;
  isLive: boolean;
  /** @param name what an operator is told of a request that is made again; its address unless it may be of a person */
  answer(request: ParityRequest, name?: string): Promise<SideAnswer>;
  close(): Promise<void>;
}

/**
 * @param request its headers are sent
 * @param found the address at which the lists were found. @default the likeliest
 * @throws NoCapture or NoComparison when it is neither a folder with a capture nor an address
 */
export async function openSide(
  where: string,
  portal: PortalLists,
  request: RequestOptions,
  found?: string,
): Promise<Side> {
  if (isAddress(where)) return runningSide(where, portal, request, found);
  const keys = portal.lists.map(({ key }) => key);
  return capturedSide(await readCapture(where, keys, portal.captures), portal);
}

/** After so many requests in a row without an answer nobody is waited for any more. */
const MAX_SILENT = 10;

function runningSide(
  address: string,
  portal: PortalLists,
  options: RequestOptions,
  found: string | undefined,
): Side {
  if (!URL.canParse(address)) throw new NoComparison(`${address} is no address of a web server.`);
  const site = new URL(address);
  const { origin } = site;
  const base = found ?? likelyBase(site, portal);
  const places = { lists: base, bare: withoutLanguage(base) ?? base, site: origin };
  const client = new HttpClient(site, options);
  let silent = 0;
  let last = '';
  return {
    ...{ name: base, base, isLive: true },
    close: () => client.close(),
    async answer({ at, method, path, accept, origin: site }, name) {
      const url = `${places[at]}${path}`;
      if (silent >= MAX_SILENT) return { is: 'silent', url, reason: last };
      // What has been waited for in vain is not waited for at each request again.
      const retries = silent > 0 ? 0 : undefined;
      const headers = { ...(accept && { accept }), ...(site && { origin: site }) };
      const target = url.slice(origin.length);
      try {
        const answer = await client.send({ method, target, name: name ?? url, headers, retries });
        silent = 0;
        return { is: 'answer', ...answer };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.patience === 'long') silent++;
        last = `${name === undefined ? url : origin}: ${error.message}`;
        return { is: 'silent', url, reason: last };
      }
    },
  };
}

/** Where the lists of a site are looked for. */
function likelyBase(site: URL, { prefixes }: PortalLists): string {
  const [base = ''] = possibleBases(site, prefixes);
  return base;
}

/** What was captured of a system. It answers what was asked for the capture: lists, orderings and records, as JSON. */
export function capturedSide(capture: Capture, portal: PortalLists): Side {
  const { folder, responses, unreadable, manifest } = capture;
  const headersOf = new Map(manifest?.responses.map(({ file, headers }) => [file, headers]));
  const base = manifest?.from.replace(/\/$/, '') ?? likelyBase(new URL('http://site'), portal);
  const bare = manifest?.withoutLanguage;
  const places = { lists: base, bare: bare?.from.replace(/\/$/, '') ?? '', site: new URL(base).origin };
  const records = new Map(manifest?.records?.map((record) => [record.url, record]));
  const addressOf = (place: string, source: SourceList) => listUrl(place, source).href.replace(/\?.*/, '');
  const sources = portal.lists.map((list) => ({ list, source: sourceList(list, [], portal) }));
  const bareOf = (address: string) => {
    if (!bare) return undefined;
    const found = sources.find(({ source }) => address === addressOf(places.bare, source));
    const said = bare.lists.find((each) => each.list === found?.source.file);
    return found && said && { ...said, list: found.list };
  };
  return {
    ...{ name: folder, base, isLive: false },
    async answer({ at, method, path, origin }) {
      const [address = '', query] = `${places[at]}${path}`.split('?');
      const parameters = new URLSearchParams(query);
      const isPlain = [...parameters.keys()].every((name) => ['ordering', 'format'].includes(name));
      const isJson = ['', 'api', 'json'].includes(parameters.getAll('format').at(-1) ?? '');
      const unknown = { is: 'unknown', url: folder, reason: `${folder} has no capture of it` } as const;
      if (method !== 'GET' || !isPlain || !isJson) return unknown;
      if (origin !== undefined) {
        const asked = manifest?.origins?.find((each) => each.origin === origin);
        return asked ? { is: 'answer', ...asked, body: Buffer.alloc(0) } : unknown;
      }
      const record = records.get(address);
      if (record) return { is: 'answer', ...record, body: Buffer.from(record.body ?? '') };
      const bareList = bareOf(address);
      if (bareList && (bareList.location !== undefined || !bareList.isSame)) {
        const { location, status } = bareList;
        const to = location && { location: `${location.replace(/\?.*/, '')}${query ? `?${query}` : ''}` };
        return { is: 'answer', url: address, status, headers: to || undefined, body: Buffer.alloc(0) };
      }
      const { list } = bareList ?? sources.find(({ source }) => address === addressOf(base, source)) ?? {};
      const isAsked = (response: { list: string; ordering: string | undefined }) =>
        response.list === list?.key && response.ordering === parameters.getAll('ordering').at(-1);
      const broken = unreadable.find(isAsked);
      if (broken) return { is: 'silent', url: folder, reason: `${broken.file}: ${broken.reason}` };
      const found = responses.find(isAsked);
      if (!found) return unknown;
      const { file, body } = found;
      return { is: 'answer', url: `${folder}/${file}`, status: 200, headers: headersOf.get(file), body };
    },
    close: async () => {},
  };
}

/** The lists of a portal, and how they are named. */
export interface PortalLists {
  lists: readonly List[];
  /** Where lists may stand besides the usual places. */
  prefixes?: readonly string[] | undefined;
  /** Path segments of lists by their keys. @default {}: the keys */
  paths?: ListPaths | undefined;
  /** Names of the captures of lists by their keys. @default {}: the keys */
  captures?: CaptureNames | undefined;
}

/** The lists with these keys; all without. @throws NoCapture naming a key that no list has */
export function chosenLists(lists: readonly List[], only: readonly string[] | undefined): readonly List[] {
  const keys = lists.map(({ key }) => key);
  const unknown = only?.find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new NoCapture(`There is no list ${unknown}; the lists are ${keys.join(', ')}.`);
  return only ? lists.filter(({ key }) => only.includes(key)) : lists;
}

/** A list as it is asked for. */
export function sourceList(
  { key }: Pick<List, 'key'>,
  orderings: readonly string[],
  { captures = {}, paths = {} }: Omit<PortalLists, 'lists'>,
): SourceList {
  return { file: captures[key] ?? key, path: paths[key] ?? key, orderings };
}
