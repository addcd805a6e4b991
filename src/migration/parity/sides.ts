import type { List } from '../../../endpoints/lists/index.ts';
import { Failure } from '../../outbound/index.ts';
import {
  type Headers,
  HttpClient,
  isAddress,
  listUrl,
  type Manifest,
  possibleBases,
  type RequestOptions,
  readCapture,
} from '../source/index.ts';
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

/** A system that is compared with the legacy one: one that runs, or what was captured of it. */
export interface Side {
  name: string;
  ask(list: List, ordering: string | undefined): Promise<SideAnswer>;
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
  return {
    name: base,
    async close() {
      await patient.close();
      await hasty.close();
    },
    async ask(list, ordering) {
      const url = listUrl(base, sourceList(list, [], portal), ordering);
      try {
        const { headers, body } = await client.get(url);
        return { is: 'list', place: url.href, headers, body };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const { status, patience, message } = error;
        if (status !== undefined && patience === 'never') return { is: 'other', place: url.href, status };
        if (patience === 'long') client = hasty;
        return { is: 'silent', place: url.href, reason: `${url.href}: ${message}` };
      }
    },
  };
}

async function folderSide(folder: string, portal: PortalLists): Promise<Side> {
  const keys = portal.lists.map(({ key }) => key);
  const { responses, unreadable, manifest } = await readCapture(folder, keys, portal.captures);
  const headersOf = headersIn(manifest);
  return {
    name: folder,
    close: async () => {},
    async ask({ key }, ordering) {
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
    },
  };
}

/** The headers that each file of a folder was served with, as far as it says. */
export function headersIn(manifest: Manifest | undefined): (file: string) => Headers | undefined {
  const byFile = new Map(manifest?.responses.map(({ file, headers }) => [file, headers]));
  return (file) => byFile.get(file);
}
