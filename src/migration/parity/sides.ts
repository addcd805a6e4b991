import type { List } from '../../../endpoints/lists/index.ts';
import { Failure } from '../../outbound/index.ts';
import { isAddress, listUrl, possibleBases } from '../source/address.ts';
import { readCapture } from '../source/folder.ts';
import { type Headers, HttpClient, type RequestOptions } from '../source/HttpClient.ts';
import type { Manifest } from '../source/manifest.ts';
import { recordUrl, withoutLanguage } from '../source/otherRequests.ts';
import { NoComparison } from './NoComparison.ts';
import { type PortalLists, sourceList } from './portalLists.ts';

/** What a side gives for one request. */
export type SideAnswer = { place: string } & (
  | { is: 'list'; body: Buffer; headers: Headers | undefined }
  /** It answers, with a status that says that there is no list. */
  | { is: 'other'; status: number }
  /** Why it could not be asked. */
  | { is: 'silent'; reason: string }
);

/** What a side gives for a record. */
export type RecordAnswer = { place: string } & (
  | { is: 'answer'; url: string; status: number; headers: Headers | undefined; body: string | undefined }
  | { is: 'silent'; reason: string }
);

/** A system that is compared with the legacy one: one that runs, or what was captured of it. */
export interface Side {
  name: string;
  ask(list: List, ordering: string | undefined): Promise<SideAnswer>;
  /** Undefined if a folder does not say it. */
  askRecord(list: List, id: number, slash: boolean): Promise<RecordAnswer | undefined>;
  /** The default list at the path without a language. Undefined if a folder does not say it. */
  askWithoutLanguage(list: List): Promise<SideAnswer | undefined>;
  close(): Promise<void>;
}

/** @throws NoCapture or NoComparison when it is neither a folder with a capture nor an address */
export async function openSide(where: string, portal: PortalLists, request: RequestOptions): Promise<Side> {
  return isAddress(where) ? runningSide(where, portal, request) : folderSide(where, portal);
}

function runningSide(address: string, portal: PortalLists, request: RequestOptions): Side {
  if (!URL.canParse(address)) throw new NoComparison(`${address} is no address of a web server.`);
  const site = new URL(address);
  const [base = ''] = possibleBases(site, portal.prefixes);
  // The headers are those of the legacy system, and a client that is sent on may not go along.
  const { headers: _, ...others } = request;
  const patient = new HttpClient(site, { ...others, redirects: 0 });
  // What has been waited for in vain is not waited for at each list again.
  const hasty = new HttpClient(site, { ...others, redirects: 0, retries: 0 });
  let client = patient;
  const failed = (url: URL, { patience, message }: Failure) => {
    if (patience === 'long') client = hasty;
    return { is: 'silent', place: url.href, reason: `${url.href}: ${message}` } as const;
  };
  async function askFor(url: URL): Promise<SideAnswer> {
    try {
      const { headers, body } = await client.get(url);
      return { is: 'list', place: url.href, headers, body };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { status, patience } = error;
      if (status !== undefined && patience === 'never') return { is: 'other', place: url.href, status };
      return failed(url, error);
    }
  }
  return {
    name: base,
    async close() {
      await patient.close();
      await hasty.close();
    },
    ask: (list, ordering) => askFor(listUrl(base, sourceList(list, [], portal), ordering)),
    askWithoutLanguage: (list) =>
      askFor(listUrl(withoutLanguage(base) ?? base, sourceList(list, [], portal))),
    async askRecord(list, id, slash) {
      const url = recordUrl(base, sourceList(list, [], portal), id, slash);
      try {
        const { status, headers, body } = await client.look(url);
        return { is: 'answer', place: url.href, url: url.href, status, headers, body: body.toString() };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return failed(url, error);
      }
    },
  };
}

async function folderSide(folder: string, portal: PortalLists): Promise<Side> {
  const keys = portal.lists.map(({ key }) => key);
  const { responses, unreadable, manifest } = await readCapture(folder, keys, portal.captures);
  const headersOf = headersIn(manifest);
  async function ask({ key }: List, ordering: string | undefined): Promise<SideAnswer> {
    const isAsked = (each: { list: string; ordering: string | undefined }) =>
      each.list === key && each.ordering === ordering;
    const found = responses.find(isAsked);
    if (found)
      return {
        is: 'list',
        place: `${folder}/${found.file}`,
        headers: headersOf(found.file),
        body: found.body,
      };
    const broken = unreadable.find(isAsked);
    const reason = broken ? `${broken.file}: ${broken.reason}` : `${folder} has no capture of it`;
    return { is: 'silent', place: folder, reason };
  }
  return {
    name: folder,
    ask,
    async askRecord(list, id, slash) {
      const { file } = sourceList(list, [], portal);
      const found = manifest?.records?.find(
        (each) => each.list === file && each.id === id && each.slash === slash,
      );
      return found && { is: 'answer', place: folder, body: undefined, ...found };
    },
    async askWithoutLanguage(list) {
      const { file } = sourceList(list, [], portal);
      const found = manifest?.withoutLanguage?.lists.find((each) => each.list === file);
      if (!found) return undefined;
      return found.isSame ? ask(list, undefined) : { is: 'other', place: folder, status: found.status };
    },
    close: async () => {},
  };
}

/** The headers that each file of a folder was served with, as far as it says. */
export function headersIn(manifest: Manifest | undefined): (file: string) => Headers | undefined {
  const byFile = new Map(manifest?.responses.map(({ file, headers }) => [file, headers]));
  return (file) => byFile.get(file);
}
