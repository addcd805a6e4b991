import { setTimeout as sleep } from 'node:timers/promises';
import type { List } from '../../../endpoints/lists/index.ts';
import type { ElementOrder, PortalSettings } from '../../../endpoints/read-model/index.ts';
import { Failure } from '../../outbound/index.ts';
import { orderUnder } from '../discover/index.ts';
import {
  type Capture,
  type Headers,
  HttpClient,
  listUrl,
  NotAnArray,
  type RequestOptions,
  type SourceList,
} from '../source/index.ts';
import { bodyDifferences, bytesDifference } from './bodyDifferences.ts';
import {
  type ClientRequest,
  decoded,
  HIDDEN,
  type ListTargets,
  orderingOf,
  type RequestGroup,
} from './clientRequests.ts';
import { ITSELF, signature } from './excuses.ts';
import { CONTRACT, headerDifferences } from './headers.ts';
import type { BodyDifference, HeaderDifference, RequestParity } from './report.ts';
import type { Excuse } from './responses.ts';
import { headersIn } from './sides.ts';

/** What a side answers to a request of a client, or why it cannot be known. */
type ClientAnswer =
  | { is: 'answer'; status: number; headers: Headers | undefined; body: Buffer }
  | { is: 'silent'; reason: string };

/** A system, or a capture of one, that is asked what clients ask. */
export interface ClientSide {
  ask(group: RequestGroup, request: ClientRequest): Promise<ClientAnswer>;
  close(): Promise<void>;
}

/** How often a request is made again: an outage of a quarter of a minute is waited for. */
const RETRIES = 5;
/** After so many requests in a row without an answer nobody is waited for any more. */
const MOST_SILENT = 10;

/**
 * A system that runs. It is asked for one thing at a time, and no other host is.
 * @param base where its lists stand; what clients ask is under the same address without `prefix`
 */
export function askedSide(base: URL, prefix: string, request: RequestOptions, rate: number): ClientSide {
  const root = base.pathname.replace(/(?<!\/)\/+$/, '').slice(0, -prefix.length || undefined);
  const patient = new HttpClient(base, {
    ...request,
    retries: Math.min(request.retries ?? RETRIES, RETRIES),
  });
  const hasty = new HttpClient(base, { ...request, retries: 0 });
  let silent = 0;
  let last = '';
  let next = 0;
  return {
    async close() {
      await patient.close();
      await hasty.close();
    },
    async ask({ request: name }, { method, target, accept = '*/*', acceptEncoding, userAgent }) {
      if (silent >= MOST_SILENT) return { is: 'silent', reason: last };
      const now = performance.now();
      next = Math.max(next, now);
      if (next - now >= 1) await sleep(next - now, undefined, { signal: request.signal });
      next += 1000 / rate;
      const headers = {
        accept,
        ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
      };
      try {
        const client = silent === 0 ? patient : hasty;
        const answer = await client.send({ method, target: `${root}${target}`, name, headers });
        silent = 0;
        return { ...answer, is: 'answer', headers: withoutHost(answer.headers, base) };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.status === undefined && error.patience === 'long') silent++;
        last = `${base.origin}: ${error.message}`;
        return { is: 'silent', reason: last };
      }
    },
  };
}

/** Each system sends clients on within itself, and may name itself. */
function withoutHost({ location, ...headers }: Headers, { host }: URL): Headers {
  if (location === undefined) return headers;
  const address = String(location);
  const origin = /^https?:\/\/[^/?#]*/i.exec(address)?.[0];
  const isOwn = origin?.slice(origin.indexOf('//') + 2).toLowerCase() === host;
  return { ...headers, location: isOwn ? address.slice(origin?.length) : location };
}

/**
 * What was captured of a system. It answers what was asked for the capture, as JSON: lists, orderings and records.
 * @param base where the lists stood
 */
export function capturedSide(
  { folder, responses, manifest }: Capture,
  base: string,
  sourceOf: (list: List) => SourceList,
): ClientSide {
  const headersOf = headersIn(manifest);
  const records = new Map(manifest?.records?.map((record) => [new URL(record.url).pathname, record]));
  const bare = manifest?.withoutLanguage;
  const basesOf = (list: SourceList) => [
    base,
    ...(bare?.lists.some((each) => each.list === list.file && each.isSame && each.status === 200)
      ? [bare.from.replace(/\/$/, '')]
      : []),
  ];
  const nowhere = { is: 'silent', reason: `${folder} has no capture of it` } as const;
  return {
    async close() {},
    async ask({ list }, { method, target }) {
      const [path = '', query = ''] = target.split('?');
      const parameters = new URLSearchParams(query);
      const isPlain = [...parameters.keys()].every((name) => ['ordering', 'format'].includes(name));
      const isJson = ['', 'api', 'json'].includes(parameters.getAll('format').at(-1) ?? '');
      const record = records.get(path);
      const source = sourceOf(list);
      if (method !== 'GET' || !isPlain || !isJson) return nowhere;
      if (record) return { is: 'answer', ...record, body: Buffer.from(record.body ?? '') };
      if (!basesOf(source).some((each) => listUrl(each, source).pathname === path)) return nowhere;
      const ordering = parameters.getAll('ordering').at(-1);
      const found = responses.find((each) => each.list === list.key && each.ordering === ordering);
      return found
        ? { is: 'answer', status: 200, headers: headersOf(found.file), body: found.body }
        : nowhere;
    },
  };
}

/** How requests are compared. */
interface ComparingRequests {
  legacy: ClientSide;
  current: ClientSide;
  settings: PortalSettings;
  excuse: Excuse;
  targets: ListTargets;
  /** Whether examples show requests as they were logged. */
  shows: boolean;
  onRequest(done: number, total: number): void;
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

/**
 * Asks two sides what clients have asked, and compares the answers by the rules for captured responses. Where they differ, the
 * legacy system is asked once more, and what it answers otherwise by then does not count.
 */
export async function compareRequests(
  groups: readonly RequestGroup[],
  comparing: ComparingRequests,
): Promise<RequestParity[]> {
  const total = groups.reduce((sum, { requests }) => sum + requests.length, 0);
  let done = 0;
  const compared: RequestParity[] = [];
  for (const group of groups) {
    const results: RequestResult[] = [];
    for (const request of group.requests) {
      results.push(await resultOf(group, request, comparing));
      comparing.onRequest(++done, total);
    }
    compared.push(groupParity(group, results, comparing));
  }
  return compared;
}

async function resultOf(
  group: RequestGroup,
  request: ClientRequest,
  { legacy, current, settings, excuse }: ComparingRequests,
): Promise<RequestResult> {
  const result = { request, reason: null, differences: [] };
  const silent = (reason: string): RequestResult => ({ ...result, verdict: 'not compared', reason });
  const before = await legacy.ask(group, request);
  if (before.is === 'silent') return silent(before.reason);
  const now = await current.ask(group, request);
  if (now.is === 'silent') return silent(now.reason);
  const { list } = group;
  const ordering = orderingOf(request.target);
  const order = orderUnder(settings, list, ordering);
  const between = (one: typeof before, other: typeof before) =>
    answerDifferences(list, order, request.method, one, other);
  const counts = ({ known }: Difference) => known === undefined;
  let differences = between(before, now).map((each): Difference => {
    const known = excuse({ list: list.key, ordering: ordering ?? null, file: '' }, each);
    return known === undefined ? each : { ...each, known };
  });
  if (differences.some(counts)) {
    const again = await legacy.ask(group, request);
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
    // One record is compared as a list of one.
    if (legacy[0] === RECORD && current[0] === RECORD)
      return bodyDifferences(list, order, asList(legacy), asList(current));
  } catch (error) {
    if (!(error instanceof NotAnArray)) throw error;
  }
  return [bytesDifference(legacy, current, 'Other bytes')];
}

const [LIST, RECORD] = Buffer.from('[{');
const asList = (record: Buffer) => Buffer.concat([Buffer.from('['), record, Buffer.from(']')]);

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

const MOST_DIFFERENCES = 100;

function groupParity(
  group: RequestGroup,
  results: readonly RequestResult[],
  { shows, targets }: ComparingRequests,
): RequestParity {
  const { list, request, ordering, accept, acceptEncoding, count, requests } = group;
  const worst = Math.max(...results.map(({ verdict }) => VERDICTS.indexOf(verdict)));
  const verdict = VERDICTS[worst] ?? 'not compared';
  const example = results.find((each) => each.verdict === verdict);
  const counted = { same: 0, ignored: 0, 'not compared': 0, different: 0 };
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
    differences: differences.slice(0, MOST_DIFFERENCES).map(shown),
    example:
      shows && example
        ? { target: example.request.target, userAgent: example.request.userAgent ?? null }
        : null,
  };
}
