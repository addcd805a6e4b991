import { Failure } from '../system/outbound.ts';
import { type HttpClient, refuseOtherThanList } from './HttpClient.ts';
import { NoCapture } from './manifest.ts';

/** A list that is asked for. */
export interface SourceList {
  /** Its last segment in an address. */
  path: string;
  /** The name of its files. */
  file: string;
  /** The orderings that are asked for besides the default list. */
  orderings: readonly string[];
  /** More of them, which are kept only where the answer is another than the default list. */
  probes?: readonly string[];
  /** Whether it is asked for without `format=api`, for which a browsable API gives a page, and one of JSON alone an error. */
  isPlain?: boolean;
}

/** Where lists stand under the address of a site, the likeliest first. */
const PREFIXES = ['/el/api/v1', '/api/v1'];

/** What `--from` may be besides a folder. */
export function isAddress(from: string): boolean {
  return /^https?:\/\//i.test(from);
}

/** Where lists may stand at the address of a site or of its lists, the likeliest first. */
export function possibleBases(site: URL, prefixes: readonly string[] = []): string[] {
  const path = basePath(site);
  const places = [...new Set([...prefixes, ...PREFIXES])];
  const isWhole = places.some((place) => path.endsWith(place));
  const paths = isWhole ? [path] : [...places.map((place) => `${path}${place}`), path];
  return paths.map((each) => `${site.origin}${each}`);
}

/** The path of an address without slashes at its end; '' for the root. */
export const basePath = ({ pathname }: URL): string => pathname.replace(/(?<!\/)\/+$/, '');

/**
 * Finds where the lists stand: at the given address, or under it.
 * @param prefixes further places under the address of a site
 * @returns the address without a slash at its end, and without the password that was in it; and why `format=api` gives no list,
 * where it is given without that
 * @throws NoCapture when there are none
 */
export async function findLists(
  from: URL,
  lists: readonly SourceList[],
  client: HttpClient,
  prefixes: readonly string[] = [],
): Promise<{ base: string; withoutFormat?: string }> {
  const reasons: string[] = [];
  for (const base of possibleBases(from, prefixes)) {
    for (const list of lists) {
      const url = listUrl(base, list);
      const reason = await whyNot(url, client);
      if (reason === undefined) return { base };
      const isThere = (await whyNot(listUrl(base, { ...list, isPlain: true }), client)) === undefined;
      if (isThere) return { base, withoutFormat: reason };
      reasons.push(`  ${url.href}: ${reason}`);
    }
  }
  throw new NoCapture(
    [
      `No list is at ${from.origin}${basePath(from)}/, nor where lists stand under it:`,
      ...reasons.slice(0, 6),
      ...(reasons.length > 6 ? [`  and ${reasons.length - 6} more`] : []),
      'Give the address that ends with /api/v1/, as clients of the legacy system use it.',
    ].join('\n'),
  );
}

/** Why an address has no list; undefined where it has. @throws NoCapture when it may have one, and does not give it */
async function whyNot(url: URL, client: HttpClient): Promise<string | undefined> {
  try {
    await client.get(url, refuseOtherThanList);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // 406: Django REST Framework, whose `format=api` is a page that does not go with `Accept`.
    const isElsewhere = error.status === 404 || error.status === 406 || error.patience === 'brief';
    if (isElsewhere) return error.message;
    throw noAnswer(url, error);
  }
}

/** The address of a list as the portal asks for it. */
export function listUrl(
  base: string,
  { path, isPlain }: Pick<SourceList, 'path' | 'isPlain'>,
  ordering?: string,
): URL {
  const named = ordering === undefined ? [] : [`ordering=${encodeURIComponent(ordering)}`];
  const query = [...named, ...(isPlain ? [] : ['format=api'])].join('&');
  return new URL(`${base}/${encodeURIComponent(path)}/${query && `?${query}`}`);
}

/** What an operator is told of a request that has failed for good. */
export function noAnswer(url: URL, { message, status }: Failure): NoCapture {
  const advice =
    status === 404
      ? ' If there is no such list, name those that there are with --lists (of an import, --only), or say in the lists of your ' +
        'config that the legacy system never had it: { list, capture: false }.'
      : '';
  return new NoCapture(`${url.href}: ${message}.${advice}`);
}
