import type { List } from '../../../endpoints/lists/index.ts';
import type { PortalSettings } from '../../../endpoints/read-model/index.ts';
import type { Capture } from '../../capture/folder.ts';
import type { Headers } from '../../capture/HttpClient.ts';
import { readList } from '../discover/contents.ts';
import { discoverSettings, orderUnder, settledSettings } from '../discover/discoverSettings.ts';
import { answerDifferences, counts, type Difference, lackingHeaders } from './differences.ts';
import { type KnownDifferences, signature } from './known.ts';
import type { ParityRow } from './report.ts';
import { HIDDEN, type RequestGroup } from './requests.ts';
import type { ParityRequest, Side } from './sides.ts';

const ITSELF = 'the legacy system itself changed it while it was asked';
export const OWN_ERROR = 'the legacy system answers with an error itself';
export const OWN_PAGE =
  'the legacy system answers with a page of its browsable API, of which no client reads a list';

/** The settings that decide what ties in a capture. */
export function settingsOf(capture: Capture, lists: readonly List[]): PortalSettings {
  return settledSettings(lists, discoverSettings(lists.map((list) => readList(capture, list))).settings);
}

/** What is compared. */
interface ComparedSides {
  legacy: Side;
  current: Side;
}

/** How requests are compared. */
export interface Comparing {
  /** What decides what ties. */
  settings: PortalSettings;
  known?: KnownDifferences;
  isNoise?(file: string | null, difference: Difference): boolean;
  /** Where headers go that the legacy system alone sends. */
  otherHeaders?: Set<string>;
  /** Where it is said in which other ways the two differ that do not count. */
  notes?: Set<string>;
  /** Told of each row, and how many of all requests have been asked. */
  onRow?(row: ParityRow, done: number, total: number): void;
  /** Told of each request of clients, too. */
  onRequest?(done: number, total: number): void;
}

/** Asks both sides for everything, and compares what comes: a row for each verdict on a group. */
export async function compareSides(
  groups: readonly RequestGroup[],
  sides: ComparedSides,
  options: Comparing,
): Promise<ParityRow[]> {
  const { onRow, onRequest } = options;
  const total = groups.reduce((sum, { requests }) => sum + requests.length, 0);
  let done = 0;
  const rows: ParityRow[] = [];
  for (const group of groups) {
    const own = new Map<ParityRow['verdict'], ParityRow>();
    for (const request of group.requests) {
      const row = await rowOf(group, request, sides, options);
      done++;
      if (group.isOfClients) onRequest?.(done, total);
      const alike = row && own.get(row.verdict);
      if (alike) alike.count += row.count;
      else if (row) own.set(row.verdict, row);
    }
    for (const row of own.values()) {
      rows.push(row);
      onRow?.(row, done, total);
    }
  }
  return rows;
}

/** Undefined where a folder does not say what else than its lists is answered. */
async function rowOf(
  group: RequestGroup,
  request: ParityRequest,
  { legacy, current }: ComparedSides,
  { settings, known, isNoise, otherHeaders, notes }: Comparing,
): Promise<ParityRow | undefined> {
  const { list, file, isOfClients, isHidden } = group;
  const ask = (side: Side) => side.answer(request, isOfClients ? group.request : undefined);
  const nothing = { list: list.key, request: group.request, file, isOfClients };
  const row = (url: string) => ({ ...nothing, count: request.count, url: isHidden ? null : url });
  const notCompared = ({ url, reason }: { url: string; reason: string }): ParityRow => ({
    ...row(url),
    ...{ verdict: 'not compared', reason, differences: [] },
  });
  const before = await ask(legacy);
  if (before.is !== 'answer') return notCompared(before);
  const now = await ask(current);
  if (now.is === 'unknown' && file === null && !isOfClients) return undefined;
  if (now.is !== 'answer') return notCompared(now);
  const { ordering } = request;
  const order = orderUnder(settings, list, ordering);
  const between = (one: typeof before, [other, side]: readonly [typeof now, Side]) =>
    answerDifferences(
      list,
      order,
      request,
      [one, legacy],
      [other, side],
      side === current ? notes : undefined,
    );
  const place = { list: list.key, ordering: ordering ?? null };
  const isFailed = before.status >= 400;
  const isPage = isOfPeople(before) && !isOfPeople(now);
  let differences = between(before, [now, current]).map((each): Difference => {
    const own = isFailed ? OWN_ERROR : isPage ? OWN_PAGE : isNoise?.(file, each) ? ITSELF : undefined;
    const reason = each.known ?? own ?? known?.reasonFor(place, each);
    return reason === undefined ? each : { ...each, known: reason };
  });
  if (legacy.isLive && differences.some(counts)) {
    const again = await ask(legacy);
    if (again.is !== 'answer') return notCompared(again);
    const noisy = new Set(between(before, [again, legacy]).map(signature));
    differences = differences.map((each) => (noisy.has(signature(each)) ? { known: ITSELF, ...each } : each));
  }
  for (const each of file === null ? [] : lackingHeaders(before, now)) otherHeaders?.add(each);
  const isTied =
    before.status === 200 &&
    request.method === 'GET' &&
    request.origin === undefined &&
    !before.body.equals(now.body);
  return {
    ...row(now.url),
    ...{ verdict: verdictOn(differences, isTied), reason: null },
    differences: isHidden ? differences.map(withoutValues) : differences,
  };
}

/** A page that a client gets who accepts anything, and asks with `format=api`. */
const isOfPeople = ({ headers, status }: { headers: Headers | undefined; status: number }) =>
  status === 200 && String(headers?.['content-type']).startsWith('text/html');

/** @param isTied whether the bytes differ, where nothing else does */
function verdictOn(differences: readonly Difference[], isTied: boolean): ParityRow['verdict'] {
  if (differences.some(counts)) return 'different';
  if (differences.length > 0) return 'known';
  return isTied ? 'ties' : 'same';
}

/** Answers repeat what was asked for: redirects, addresses of next pages, errors. */
function withoutValues(difference: Difference): Difference {
  const shown = ['kind', 'name', 'known'];
  const entries = Object.entries(difference).map(([key, value]) => {
    return [key, typeof value === 'string' && !shown.includes(key) ? HIDDEN : value];
  });
  return Object.fromEntries(entries) as Difference;
}
