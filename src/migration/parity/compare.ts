import { type List, lists as portalLists } from '../../../endpoints/lists/index.ts';
import type { ElementOrder } from '../../../endpoints/read-model/index.ts';
import { isAddress, type SourceList } from '../../capture/address.ts';
import type { CaptureProgress } from '../../capture/captureLive.ts';
import { type Capture, defaultResponse, ofLists, readCapture } from '../../capture/folder.ts';
import type { Headers, RequestOptions } from '../../capture/HttpClient.ts';
import type { ManifestRecord } from '../../capture/manifest.ts';
import { answersRecords, isWithoutLanguage, recordUrl } from '../../capture/otherRequests.ts';
import { orderUnder } from '../discover/discoverSettings.ts';
import { type CaptureOfNow, captureTwice, moved } from './captureLegacy.ts';
import { type LoggedRequests, type RequestLogs, readRequests } from './clientRequests.ts';
import { compareLogged } from './compareRequests.ts';
import {
  asList,
  bodyDifferences,
  CONTRACT,
  headerDifferences,
  lackingHeaders,
  OF_ONE_LINK,
} from './differences.ts';
import type { KnownDifference } from './known.ts';
import {
  type BodyDifference,
  type HeaderDifference,
  type ParityReport,
  type ResponseParity,
  switchAnswer,
  wholeVerdict,
} from './report.ts';
import {
  type Comparing,
  compared,
  compareResponses,
  excused,
  excuseOf,
  judged,
  KnownDifferences,
  nothingYet,
  settingsOf,
} from './responses.ts';
import {
  capturedSide,
  chosenLists,
  headersIn,
  openSide,
  type PortalLists,
  type RequestAnswer,
  type Side,
  sourceList,
} from './sides.ts';

/** Options of {@link compareWithCapture}. */
export interface ParityOptions extends Partial<PortalLists> {
  /** The legacy system: a folder with a capture, or an address, which is captured first, twice. */
  legacy: string;
  /** What is compared with it: an address, such as `https://content.portal.example`, or a folder with a capture. */
  url: string;
  /** The keys of the lists that are compared. @default all */
  only?: readonly string[] | undefined;
  known?: readonly KnownDifference[];
  /** The access logs of the legacy system, whose requests for lists are asked of both. @default none */
  requests?: RequestLogs | undefined;
  /** How addresses are asked. The headers are for the legacy system alone. */
  request?: RequestOptions;
  /** Told how far the capture of a legacy system is. */
  onProgress?(progress: CaptureProgress): void;
  /** Told of every response when it has been compared. */
  onResponse?(response: ResponseParity, done: number, total: number): void;
  /** Told how many of the distinct requests of the logs have been asked. */
  onRequest?(done: number, total: number): void;
}

/**
 * Compares what a system answers with what the legacy one answers: status, headers and bytes. Elements that tie may stand in
 * any order.
 *
 * It never throws for what the new system answers: that is in the report.
 * @throws NoCapture when a folder holds no capture, or the legacy system gives none
 * @throws NoComparison when an address is none, or a log cannot be read or has no request for a list
 */
export async function compareWithCapture(options: ParityOptions): Promise<ParityReport> {
  const { legacy, url, lists: all = portalLists, only, request = {}, onResponse = () => {} } = options;
  const lists = chosenLists(all, only);
  const portal: PortalLists = { ...options, lists };
  const logged = options.requests && (await readRequests(options.requests, portal, [legacy, url]));
  const { folder, noise }: CaptureOfNow = isAddress(legacy)
    ? await captureTwice({ ...options, from: legacy, lists, request })
    : { folder: legacy, noise: [] };
  const keysOf = (some: readonly List[]) => some.map(({ key }) => key);
  const capture = ofLists(await readCapture(folder, keysOf(all), options.captures), keysOf(lists));
  const { manifest } = capture;
  const legacyHeaders = headersIn(manifest);
  const headersOf = (file: string) => legacyHeaders(file) ?? CONTRACT;
  const named = (options.known ?? []).filter(({ list }) => only === undefined || only.includes(list));
  const known = new KnownDifferences(named);
  const excuse = excuseOf(noise, known);
  const otherHeaders = new Set<string>();
  const settings = settingsOf(capture, lists);
  const comparing: Comparing = { lists, settings, headersOf, excuse, onResponse: told };
  const others = otherRequestsOf(capture, portal, comparing);
  const total = capture.responses.length + capture.unreadable.length + others.length;
  let done = 0;
  function told(response: ResponseParity, headers: Headers | undefined): void {
    const lacking = headers ? lackingHeaders(headersOf(response.file), headers) : [];
    for (const header of lacking) otherHeaders.add(header);
    onResponse(response, ++done, total);
  }
  // The headers are for the legacy system alone.
  const { headers: _, ...ours } = request;
  const side = await openSide(url, portal, ours);
  try {
    const responses = await compareResponses(capture, side, comparing);
    for (const each of others) {
      const response = await each.compare(side, orderUnder(settings, each.list, undefined));
      if (!response) continue;
      responses.push(response);
      told(response, undefined);
    }
    const requests = logged && (await compareWithLogs(logged));
    const { missing, misnamed, unknown: unknownFiles } = capture;
    const report = {
      legacy: folder,
      new: side.name,
      time: new Date().toISOString(),
      captured: manifest?.ended ?? null,
      verdict: wholeVerdict(responses, requests ?? null, capture),
      responses,
      requests: requests ?? null,
      known: [...known.counted, ...knownByItself(responses)],
      moved: noise.map(moved),
      otherHeaders: [...otherHeaders].sort(),
      missing,
      misnamed,
      unknownFiles,
    };
    return { ...report, canSwitch: switchAnswer(report) };
  } finally {
    await side.close();
  }

  async function compareWithLogs(requests: LoggedRequests) {
    const captured = capturedSide(capture, portal);
    // One that runs is asked where its capture has found the lists.
    const before = isAddress(legacy)
      ? { ...(await openSide(legacy, portal, request)), base: captured.base }
      : captured;
    try {
      const sides = { legacy: before, current: side };
      return await compareLogged(requests, { ...options, ...options.requests, ...sides, settings, excuse });
    } finally {
      await before.close();
    }
  }
}

/** Differences that nobody has to name. */
function knownByItself(responses: readonly ResponseParity[]): ParityReport['known'] {
  return responses.flatMap(({ list, ordering, differences }) => {
    const own = differences.filter(({ known }) => known === OF_ONE_LINK);
    if (own.length === 0) return [];
    return [
      { list, ...(ordering !== null && { ordering }), kind: 'order', reason: OF_ONE_LINK, count: own.length },
    ];
  });
}

/** What a capture has besides the lists: the records of a list, or its default response as it is without a language. */
interface OtherRequest {
  list: List;
  /** Asks a side, and compares what comes; undefined if a folder does not say it. */
  compare(side: Side, order: ElementOrder): Promise<ResponseParity | undefined>;
}

/**
 * What else was captured, as far as the legacy system has it. By what it does not have no client goes, so the new system may
 * have it.
 */
function otherRequestsOf(capture: Capture, portal: PortalLists, comparing: Comparing): OtherRequest[] {
  const { manifest } = capture;
  if (!manifest) return [];
  return portal.lists.flatMap((list): OtherRequest[] => {
    const source = sourceList(list, [], portal);
    const { file, path } = source;
    const records = (manifest.records ?? []).filter((each) => each.list === file);
    const captured = defaultResponse(capture, list.key);
    const bare = new URL(manifest.withoutLanguage?.from ?? manifest.from).pathname;
    const compareBare: OtherRequest['compare'] = async (side, order) => {
      const answer = captured && (await side.askWithoutLanguage(list));
      return answer && { ...compared(list, order, captured, answer, comparing), path: `${bare}${path}/` };
    };
    const compareOwn: OtherRequest['compare'] = (side, order) =>
      compareRecords({ list, source, order }, records, side, comparing);
    return [
      ...(answersRecords(manifest, file) ? [{ list, compare: compareOwn }] : []),
      ...(captured && isWithoutLanguage(manifest) ? [{ list, compare: compareBare }] : []),
    ];
  });
}

async function compareRecords(
  { list, source, order }: { list: List; source: SourceList; order: ElementOrder },
  records: readonly ManifestRecord[],
  side: Side,
  { excuse }: Comparing,
): Promise<ResponseParity | undefined> {
  const path = `${source.path}/ID/`;
  const nothing = { ...nothingYet({ list: list.key, ordering: undefined, file: path }), path };
  const response: ResponseParity = { ...nothing, status: 200 };
  for (const record of records) {
    const { pathname: target, href: name } = recordUrl(side.base, source, record.id, record.slash);
    const answer = await side.send({ method: 'GET', target, name, headers: {} });
    if (!answer) return undefined;
    const { place } = answer;
    response.url ||= place;
    if (answer.is === 'silent') return { ...nothing, url: place, reason: `${place}: ${answer.reason}` };
    response.headers.push(...headersOfRecord(record, answer, response.headers));
    response.differences.push(...differencesOfRecord(record, answer, list, order));
  }
  response.headers = excused(response.headers, response, excuse);
  response.differences = excused(response.differences, response, excuse);
  return { ...response, verdict: judged([...response.headers, ...response.differences], true) };
}

type RecordAnswer = Extract<RequestAnswer, { is: 'answer' }>;

function headersOfRecord(
  { status, headers, body }: ManifestRecord,
  answer: RecordAnswer,
  known: readonly HeaderDifference[],
): HeaderDifference[] {
  // Those of a page that says that there is nothing are no client's concern.
  if (status !== answer.status || body === undefined || !answer.headers) return [];
  return headerDifferences(headers, answer.headers).filter(
    ({ name, actual }) => !known.some((each) => each.name === name && each.actual === actual),
  );
}

const OWN_WORDS = 'the text for a record that there is not has the names of the legacy program';

function differencesOfRecord(
  record: ManifestRecord,
  answer: RecordAnswer,
  list: List,
  order: ElementOrder,
): BodyDifference[] {
  const { id, slash, status, body } = record;
  const where = `${id}${slash ? '/' : ' without its slash'}`;
  const [before, now] = [`${status}${placeOf(record)}`, `${answer.status}${placeOf(answer)}`];
  if (before !== now) return [{ ...otherBytes(`The answer to ${where} is another`, before, now), offset: 0 }];
  const actual = answer.body.toString();
  if (body === undefined || body === actual) return [];
  if (status !== 200) return [{ ...otherBytes(`The answer to ${where}`, body, actual), known: OWN_WORDS }];
  return bodyDifferences(list, order, asList(Buffer.from(body)), asList(answer.body));
}

function otherBytes(reason: string, legacy: string, current: string) {
  return { kind: 'bytes', offset: 0, reason, legacy, new: current } as const;
}

/** Where a redirect leads to, from the list on: the two systems may stand at other paths. */
function placeOf({
  status,
  headers,
  url,
}: {
  status: number;
  headers?: ManifestRecord['headers'] | undefined;
  url: string;
}): string {
  const location = String(headers?.location ?? '');
  if (status < 301 || status > 308 || !URL.canParse(location, url)) return '';
  return ` to …/${new URL(location, url).pathname.split('/').slice(-3).join('/')}`;
}
