import type { ListPaths } from '../../../endpoints/http/paths.ts';
import type { List } from '../../../endpoints/lists/index.ts';
import { isAddress, listUrl, possibleBases, type SourceList } from '../../capture/address.ts';
import { type Capture, type CaptureNames, readCapture } from '../../capture/folder.ts';
import { type Headers, HttpClient, type RequestOptions, type SiteRequest } from '../../capture/HttpClient.ts';
import { type Manifest, NoCapture } from '../../capture/manifest.ts';
import { withoutLanguage } from '../../capture/otherRequests.ts';
import { Failure } from '../../system/outbound.ts';
import { NoComparison } from './NoComparison.ts';

/** What a side gives for a list. */
export type SideAnswer = { place: string } & (
  | { is: 'list'; body: Buffer; headers: Headers | undefined }
  /** It answers, with a status that says that there is no list. */
  | { is: 'other'; status: number }
  /** Why it could not be asked. */
  | { is: 'silent'; reason: string }
);

/** What a side gives for any request, as it is answered. */
export type RequestAnswer = { place: string } & (
  | { is: 'answer'; url: string; status: number; headers: Headers | undefined; body: Buffer }
  /** @property isDown nothing answers at all */
  | { is: 'silent'; reason: string; isDown: boolean }
);

/** A system that is compared with the legacy one: one that runs, or what was captured of it. */
export interface Side {
  name: string;
  /** The address at which its lists stand, without a slash at the end. */
  base: string;
  isLive: boolean;
  ask(list: List, ordering: string | undefined): Promise<SideAnswer>;
  /** The default list at the path without a language. Undefined if a folder does not say it. */
  askWithoutLanguage(list: List): Promise<SideAnswer | undefined>;
  /** Any request, byte for byte. Undefined if a folder does not say what is answered. */
  send(request: SiteRequest): Promise<RequestAnswer | undefined>;
  close(): Promise<void>;
}

/**
 * @param request its headers are sent
 * @throws NoCapture or NoComparison when it is neither a folder with a capture nor an address
 */
export async function openSide(where: string, portal: PortalLists, request: RequestOptions): Promise<Side> {
  if (isAddress(where)) return runningSide(where, portal, request);
  const keys = portal.lists.map(({ key }) => key);
  return capturedSide(await readCapture(where, keys, portal.captures), portal);
}

function runningSide(address: string, portal: PortalLists, request: RequestOptions): Side {
  if (!URL.canParse(address)) throw new NoComparison(`${address} is no address of a web server.`);
  const site = new URL(address);
  const base = likelyBase(site, portal);
  // A client that is sent on may not go along.
  const client = new HttpClient(site, { ...request, redirects: 0 });
  let retries: number | undefined;
  const failed = (place: string, { patience, status, message }: Failure) => {
    // What has been waited for in vain is not waited for at each list again.
    if (patience === 'long') retries = 0;
    const isDown = status === undefined && patience === 'long';
    return { is: 'silent', place, reason: message, isDown } as const;
  };
  async function askFor(url: URL): Promise<SideAnswer> {
    try {
      const { headers, body } = await client.get(url, undefined, retries);
      return { is: 'list', place: url.href, headers, body };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { status, patience } = error;
      if (status !== undefined && patience === 'never') return { is: 'other', place: url.href, status };
      const { reason, ...silent } = failed(url.href, error);
      return { ...silent, reason: `${url.href}: ${reason}` };
    }
  }
  return {
    ...{ name: base, base, isLive: true },
    close: () => client.close(),
    ask: (list, ordering) => askFor(listUrl(base, sourceList(list, [], portal), ordering)),
    askWithoutLanguage: (list) =>
      askFor(listUrl(withoutLanguage(base) ?? base, sourceList(list, [], portal))),
    async send(sent) {
      const place = `${site.origin}${sent.target}`;
      try {
        return { is: 'answer', place, ...(await client.send({ retries, ...sent })) };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return failed(place, error);
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
  const headersOf = headersIn(manifest);
  const base = manifest?.from.replace(/\/$/, '') ?? likelyBase(new URL('http://site'), portal);
  const records = new Map(manifest?.records?.map((record) => [new URL(record.url).pathname, record]));
  const bare = manifest?.withoutLanguage;
  const bareOf = (list: List) => {
    const { file } = sourceList(list, [], portal);
    return bare?.lists.find((each) => each.list === file);
  };
  const pathsOf = (list: List) => {
    const { isSame, status } = bareOf(list) ?? {};
    const bases = bare && isSame && status === 200 ? [base, bare.from.replace(/\/$/, '')] : [base];
    return bases.map((each) => listUrl(each, sourceList(list, [], portal)).pathname);
  };
  const responseOf = (list: List, ordering: string | undefined) =>
    responses.find((each) => each.list === list.key && each.ordering === ordering);
  async function ask(list: List, ordering: string | undefined): Promise<SideAnswer> {
    const found = responseOf(list, ordering);
    if (found) {
      const { file, body } = found;
      return { is: 'list', place: `${folder}/${file}`, headers: headersOf(file), body };
    }
    const broken = unreadable.find((each) => each.list === list.key && each.ordering === ordering);
    const reason = broken ? `${broken.file}: ${broken.reason}` : `${folder} has no capture of it`;
    return { is: 'silent', place: folder, reason };
  }
  return {
    ...{ name: folder, base, isLive: false },
    ask,
    async askWithoutLanguage(list) {
      const found = bareOf(list);
      if (!found) return undefined;
      return found.isSame ? ask(list, undefined) : { is: 'other', place: folder, status: found.status };
    },
    async send({ method, target }) {
      const [path = '', query = ''] = target.split('?');
      const parameters = new URLSearchParams(query);
      const isPlain = [...parameters.keys()].every((name) => ['ordering', 'format'].includes(name));
      const isJson = ['', 'api', 'json'].includes(parameters.getAll('format').at(-1) ?? '');
      if (method !== 'GET' || !isPlain || !isJson) return undefined;
      const answered = { is: 'answer', place: folder, url: target } as const;
      const record = records.get(path);
      if (record) return { ...answered, ...record, body: Buffer.from(record.body ?? '') };
      const list = portal.lists.find((each) => pathsOf(each).includes(path));
      const found = list && responseOf(list, parameters.getAll('ordering').at(-1));
      return found && { ...answered, status: 200, headers: headersOf(found.file), body: found.body };
    },
    close: async () => {},
  };
}

/** The headers that each file of a folder was served with, as far as it says. */
export function headersIn(manifest: Manifest | undefined): (file: string) => Headers | undefined {
  const byFile = new Map(manifest?.responses.map(({ file, headers }) => [file, headers]));
  return (file) => byFile.get(file);
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
