import type { PortalSettings } from '../../../endpoints/read-model/index.ts';
import { type Capture, isAddress, possibleBases, type RequestOptions, readCapture } from '../source/index.ts';
import { type LogCounts, readAccessLogs } from './accessLog.ts';
import { ClientRequests, ListTargets } from './clientRequests.ts';
import { askedSide, type ClientSide, capturedSide, compareRequests } from './compareRequests.ts';
import { NoComparison } from './NoComparison.ts';
import { type PortalLists, sourceList } from './portalLists.ts';
import { NOTHING, type RequestParity, type RequestsReport } from './report.ts';
import type { Excuse } from './responses.ts';

/** The access logs of the legacy system, and how what clients have asked is asked again. */
export interface RequestLogs {
  /** Plain or gzip; in the common or combined format, or JSON. */
  files: readonly string[];
  /** How many requests a second a system that runs is asked at most. @default 10 */
  rate?: number;
  /** Whether the report shows examples as they were logged, with values that may be of a person. @default false */
  showsValues?: boolean;
}

const RATE = 10;

/** The requests of logs, counted. */
interface Logged {
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
): Promise<Logged> {
  const site = new URL('http://site');
  const usual = possibleBases(site, own).map((base) => new URL(base).pathname.replace(/\/$/, ''));
  const given = sides.filter((side) => isAddress(side) && URL.canParse(side)).map((side) => new URL(side));
  const places = given.map(({ pathname }) => pathname.replace(/(?<!\/)\/+$/, ''));
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

interface LoggedOptions extends Omit<RequestLogs, 'files'> {
  legacy: string;
  url: string;
  portal: PortalLists;
  request?: RequestOptions;
  /** That of the legacy system. */
  capture: Capture;
  settings: PortalSettings;
  excuse: Excuse;
  onRequest?(done: number, total: number): void;
}

/** Asks both sides what clients have asked. */
export async function compareLogged(
  { counts, requests, targets, prefixes }: Logged,
  options: LoggedOptions,
): Promise<RequestsReport> {
  const { portal, request = {}, rate = RATE, capture, onRequest = () => {} } = options;
  const { headers: _, ...others } = request;
  const sideOf = (
    where: string,
    base: string,
    how: RequestOptions,
    captured: Capture | undefined,
  ): ClientSide => {
    if (captured) return capturedSide(captured, base, (list) => sourceList(list, [], portal));
    const address = new URL(where);
    const place = new URL(base);
    // A password stands in the address that was given alone.
    [place.username, place.password] = [address.username, address.password];
    const prefix = prefixes.find((each) => place.pathname.replace(/(?<!\/)\/+$/, '').endsWith(each)) ?? '';
    return askedSide(place, prefix, how, rate);
  };
  const baseOf = (where: string, captured: Capture | undefined) =>
    captured?.manifest?.from.replace(/\/$/, '') ??
    String(possibleBases(new URL(isAddress(where) ? where : 'http://site'), portal.prefixes)[0]);
  const { legacy: before, url } = options;
  const isLive = isAddress(before);
  const keys = portal.lists.map(({ key }) => key);
  const ours = isAddress(url) ? undefined : await readCapture(url, keys, portal.captures);
  const legacy = sideOf(before, baseOf(before, capture), request, isLive ? undefined : capture);
  const current = sideOf(url, baseOf(url, ours), others, ours);
  try {
    const all = [...requests.groups.values()].sort((a, b) => b.count - a.count);
    const groups = await compareRequests(all, {
      ...{ legacy, current, targets, onRequest },
      settings: options.settings,
      excuse: options.excuse,
      shows: options.showsValues ?? false,
    });
    return summed(groups, requests, counts);
  } finally {
    await legacy.close();
    await current.close();
  }
}

const timeOf = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : null);

function summed(groups: RequestParity[], requests: ClientRequests, counts: LogCounts): RequestsReport {
  const counted = { ...NOTHING, 'not compared': requests.beyond };
  for (const group of groups)
    for (const verdict of ['same', 'ignored', 'not compared', 'different'] as const)
      counted[verdict] += group.counted[verdict];
  const orderings = new Map<string, RequestsReport['undocumented'][number]>();
  for (const { list, ordering, count } of requests.groups.values()) {
    if (ordering === null || list.documentedOrderings.includes(ordering)) continue;
    const key = `${list.key} ${ordering}`;
    const known = orderings.get(key) ?? { list: list.key, ordering, count: 0 };
    orderings.set(key, { ...known, count: known.count + count });
  }
  const notTaken =
    requests.beyond === 0
      ? requests.notTaken
      : { ...requests.notTaken, 'beyond the first of too many distinct ones': requests.beyond };
  return {
    from: timeOf(requests.from),
    to: timeOf(requests.to),
    count: requests.count,
    counted,
    asked: groups.reduce((sum, { asked }) => sum + asked, 0),
    notTaken,
    ...counts,
    undocumented: [...orderings.values()].sort((a, b) => b.count - a.count),
    groups,
  };
}
