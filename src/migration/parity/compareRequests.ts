import { setTimeout as sleep } from 'node:timers/promises';
import type { List } from '../../../endpoints/lists/index.ts';
import type { ElementOrder, PortalSettings } from '../../../endpoints/read-model/index.ts';
import { basePath } from '../../capture/address.ts';
import { NotAnArray } from '../../capture/elementSlices.ts';
import type { Headers, RequestOptions } from '../../capture/HttpClient.ts';
import { orderUnder } from '../discover/discoverSettings.ts';
import type { LogCounts } from './accessLog.ts';
import {
  type ClientRequest,
  type ClientRequests,
  decoded,
  HIDDEN,
  type ListTargets,
  type LoggedRequests,
  orderingOf,
  type RequestGroup,
  type RequestLogs,
} from './clientRequests.ts';
import { asList, bodyDifferences, bytesDifference, CONTRACT, headerDifferences } from './differences.ts';
import {
  type BodyDifference,
  type HeaderDifference,
  NOTHING,
  type RequestParity,
  type RequestsReport,
} from './report.ts';
import { type Excuse, excused, ITSELF, signature } from './responses.ts';
import type { Side } from './sides.ts';

/** What a side answers to a request of a client, or why it cannot be known. */
type ClientAnswer =
  | { is: 'answer'; status: number; headers: Headers | undefined; body: Buffer }
  | { is: 'silent'; reason: string };

/** Asks a side what a client has asked. */
type Ask = (group: RequestGroup, request: ClientRequest) => Promise<ClientAnswer>;

/** How often a request is made again: an outage of a quarter of a minute is waited for. */
const RETRIES = 5;
/** After so many requests in a row without an answer nobody is waited for any more. */
const MAX_SILENT = 10;
const RATE = 10;

interface LoggedOptions extends Omit<RequestLogs, 'files'> {
  legacy: Side;
  current: Side;
  request?: RequestOptions;
  settings: PortalSettings;
  excuse: Excuse;
  onRequest?(done: number, total: number): void;
}

/**
 * Asks two sides what clients have asked, and compares the answers by the rules for captured responses. Where they differ, the
 * legacy system is asked once more, and what it answers otherwise by then does not count.
 */
export async function compareLogged(
  { counts, requests, targets, prefixes }: LoggedRequests,
  { legacy, current, settings, excuse, ...options }: LoggedOptions,
): Promise<RequestsReport> {
  const { request = {}, rate = RATE, showsValues = false, onRequest = () => {} } = options;
  const [before, now] = [legacy, current].map((side) => asker(side, prefixes, rate, request)) as [Ask, Ask];
  const groups = [...requests.groups.values()].sort((a, b) => b.count - a.count);
  const total = groups.reduce((sum, group) => sum + group.requests.length, 0);
  let done = 0;
  const compared: RequestParity[] = [];
  for (const group of groups) {
    const results: RequestResult[] = [];
    for (const request of group.requests) {
      results.push(await resultOf(group, request, before, now, settings, excuse));
      onRequest(++done, total);
    }
    compared.push(groupParity(group, results, targets, showsValues));
  }
  return summed(compared, requests, counts);
}

/** One that runs is asked for one thing at a time, at most so often, and no other host is. */
function asker(side: Side, prefixes: readonly string[], rate: number, options: RequestOptions): Ask {
  const base = new URL(side.base);
  const { origin, host } = base;
  const path = basePath(base);
  const prefix = prefixes.find((each) => path.endsWith(each)) ?? '';
  // What clients ask stands under the same address without the prefix.
  const root = side.isLive ? path.slice(0, path.length - prefix.length) : '';
  const retries = Math.min(options.retries ?? RETRIES, RETRIES);
  const pause = side.isLive ? 1000 / rate : 0;
  let silent = 0;
  let last = '';
  let next = 0;
  return async ({ request: name }, { method, target, accept = '*/*', acceptEncoding, userAgent }) => {
    if (silent >= MAX_SILENT) return { is: 'silent', reason: last };
    const now = performance.now();
    next = Math.max(next, now);
    if (next - now >= 1) await sleep(next - now, undefined, { signal: options.signal });
    next += pause;
    const headers = {
      accept,
      ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
    };
    const request = { method, target: `${root}${target}`, name, headers };
    const answer = await side.send({ ...request, retries: silent === 0 ? retries : 0 });
    if (!answer) return { is: 'silent', reason: `${side.name} has no capture of it` };
    if (answer.is === 'answer') {
      silent = 0;
      return { ...answer, headers: answer.headers && withoutHost(answer.headers, host) };
    }
    if (answer.isDown) silent++;
    last = `${origin}: ${answer.reason}`;
    return { is: 'silent', reason: last };
  };
}

/** Each system sends clients on within itself, and may name itself. */
function withoutHost({ location, ...headers }: Headers, host: string): Headers {
  if (location === undefined) return headers;
  const address = String(location);
  const origin = /^https?:\/\/[^/?#]*/i.exec(address)?.[0];
  const isOwn = origin?.slice(origin.indexOf('//') + 2).toLowerCase() === host;
  return { ...headers, location: isOwn ? address.slice(origin?.length) : location };
}

type Difference = BodyDifference | HeaderDifference;

interface RequestResult {
  verdict: 'same' | 'ignored' | 'not compared' | 'different';
  request: ClientRequest;
  reason: string | null;
  differences: Difference[];
}

/** The worse come later. Differences where the legacy system itself answers with an error are ignored. */
const VERDICTS = ['same', 'ignored', 'not compared', 'different'] as const;

async function resultOf(
  group: RequestGroup,
  request: ClientRequest,
  askLegacy: Ask,
  askCurrent: Ask,
  settings: PortalSettings,
  excuse: Excuse,
): Promise<RequestResult> {
  const result = { request, reason: null, differences: [] };
  const silent = (reason: string): RequestResult => ({ ...result, verdict: 'not compared', reason });
  const before = await askLegacy(group, request);
  if (before.is === 'silent') return silent(before.reason);
  const now = await askCurrent(group, request);
  if (now.is === 'silent') return silent(now.reason);
  const { list } = group;
  const ordering = orderingOf(request.target);
  const order = orderUnder(settings, list, ordering);
  const between = (one: typeof before, other: typeof before) =>
    answerDifferences(list, order, request.method, one, other);
  const counts = ({ known }: Difference) => known === undefined;
  const response = { list: list.key, ordering: ordering ?? null, file: '' };
  let differences = excused(between(before, now), response, excuse);
  if (differences.some(counts)) {
    const again = await askLegacy(group, request);
    if (again.is === 'silent') return silent(again.reason);
    const noise = new Set(between(before, again).map(signature));
    differences = differences.map((each) => (noise.has(signature(each)) ? { known: ITSELF, ...each } : each));
  }
  const left = differences.filter(counts);
  if (left.length === 0) return { ...result, verdict: 'same', differences };
  // No client has read a list in what is an error, nor in the description of one.
  const isIgnored =
    before.status >= 400 || (request.method === 'OPTIONS' && left.every((each) => !('name' in each)));
  return { ...result, verdict: isIgnored ? 'ignored' : 'different', differences: left };
}

/** The name under which a status stands among the headers. */
const STATUS = 'Status';

function answerDifferences(
  list: List,
  order: ElementOrder,
  method: string,
  legacy: Exclude<ClientAnswer, { is: 'silent' }>,
  current: typeof legacy,
): Difference[] {
  if (legacy.status !== current.status)
    return [{ name: STATUS, expected: String(legacy.status), actual: String(current.status) }];
  if (legacy.status >= 300 && legacy.status < 400) {
    const [expected, actual] = [legacy, current].map(({ headers }) => headers?.location?.toString());
    return expected === actual
      ? []
      : [{ name: 'Location', expected: expected ?? '(none)', actual: actual ?? null }];
  }
  const headers = current.headers ? headerDifferences(legacy.headers ?? CONTRACT, current.headers) : [];
  if (method === 'HEAD') return headers;
  return [...headers, ...contentDifferences(list, order, legacy.body, current.body)];
}

function contentDifferences(
  list: List,
  order: ElementOrder,
  legacy: Buffer,
  current: Buffer,
): BodyDifference[] {
  if (legacy.equals(current)) return [];
  try {
    if (legacy[0] === LIST) return bodyDifferences(list, order, legacy, current);
    if (legacy[0] === RECORD && current[0] === RECORD)
      return bodyDifferences(list, order, asList(legacy), asList(current));
  } catch (error) {
    if (!(error instanceof NotAnArray)) throw error;
  }
  return [bytesDifference(legacy, current, 'Other bytes')];
}

const [LIST, RECORD] = Buffer.from('[{');

/** Errors, redirects and addresses of next pages repeat what was asked for, which may be of a person. */
function withoutEchoes(difference: Difference, target: string, targets: ListTargets): Difference {
  const isEcho = echoesOf(target, targets);
  const text = (value: string) => (isEcho(value) ? HIDDEN : value);
  if ('name' in difference) {
    const { name, expected, actual } = difference;
    const address = (value: string) => text(name === 'Location' ? targets.shapeOfLocation(value) : value);
    return { ...difference, expected: address(expected), actual: actual && address(actual) };
  }
  const entries = Object.entries(difference).map(([key, value]) => {
    return [key, typeof value === 'string' && key !== 'kind' && key !== 'known' ? text(value) : value];
  });
  return Object.fromEntries(entries) as BodyDifference;
}

/** So much of a hidden value is enough: what differs is shown with little of what is around it. */
const ECHO = 4;

/** Whether a text repeats something of a target that its shape hides. */
function echoesOf(target: string, targets: ListTargets): (text: string) => boolean {
  const parts = (text: string) => text.split(/[/?&=+]/);
  const shown = new Set(parts(targets.shapeOf(target)));
  // Numbers of records are no secret.
  const [path = '', ...query] = target.split('?');
  const hidden = [...parts(path).filter((part) => !/^\d+$/.test(part)), ...query.flatMap(parts)].filter(
    (part) => !shown.has(part),
  );
  const pieces = new Set<string>();
  for (const part of hidden.flatMap((each) => [each, decoded(each)].map((text) => text.toLowerCase())))
    for (let at = 0; at === 0 || at + ECHO <= part.length; at++) pieces.add(part.slice(at, at + ECHO));
  pieces.delete('');
  return (text) => {
    const small = text.toLowerCase();
    return [...pieces].some((piece) => small.includes(piece));
  };
}

const MAX_DIFFERENCES = 100;

function groupParity(
  group: RequestGroup,
  results: readonly RequestResult[],
  targets: ListTargets,
  shows: boolean,
): RequestParity {
  const { list, request, ordering, accept, acceptEncoding, count, requests } = group;
  const worst = Math.max(...results.map(({ verdict }) => VERDICTS.indexOf(verdict)));
  const verdict = VERDICTS[worst] ?? 'not compared';
  const example = results.find((each) => each.verdict === verdict);
  const counted = { ...NOTHING };
  for (const each of results) counted[each.verdict] += each.request.count;
  const asked = requests.reduce((sum, each) => sum + each.count, 0);
  counted[verdict] += count - asked;
  const shown = (difference: Difference) =>
    shows || !example ? difference : withoutEchoes(difference, example.request.target, targets);
  const differences = verdict === 'same' ? [] : (example?.differences ?? []);
  return {
    request,
    list: list.key,
    ordering,
    accept: accept ?? null,
    acceptEncoding: acceptEncoding ?? null,
    verdict,
    count,
    asked: requests.length,
    counted,
    reason: example?.reason ?? null,
    differing: differences.length,
    differences: differences.slice(0, MAX_DIFFERENCES).map(shown),
    example:
      shows && example
        ? { target: example.request.target, userAgent: example.request.userAgent ?? null }
        : null,
  };
}

const timeOf = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : null);

function summed(groups: RequestParity[], requests: ClientRequests, counts: LogCounts): RequestsReport {
  const counted = { ...NOTHING, 'not compared': requests.beyond };
  for (const group of groups) for (const verdict of VERDICTS) counted[verdict] += group.counted[verdict];
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
