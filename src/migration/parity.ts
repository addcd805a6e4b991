import { type ListPaths, listPath, PREFIX } from '../../endpoints/http/paths.ts';
import { type List, lists as portalLists } from '../../endpoints/lists/index.ts';
import type { ElementOrder } from '../../endpoints/read-model/index.ts';
import { bodyDifferences } from './bodyDifferences.ts';
import { discoverSettings, readList } from './discover/index.ts';
import {
  type HeaderDifference,
  type ParityReport,
  type ResponseParity,
  wholeVerdict,
} from './parityReport.ts';
import { get, NoResponse, type PlainResponse, REQUEST_TIMES, type RequestTimes } from './request.ts';
import {
  type CapturedResponse,
  type CaptureNames,
  readCapture,
  type UnreadableFile,
} from './source/index.ts';
import { orderUnder, settledSettings } from './verify.ts';

/** Options of {@link compareWithCapture}. */
export interface ParityOptions {
  /** The folder with the captures. */
  legacy: string;
  /** The address of the running project, such as `https://content.portal.example`. */
  url: string;
  /** @default the five lists of the portal */
  lists?: readonly List[];
  /** Where the lists stand there. @default '/el/api/v1' */
  prefix?: string;
  /** Path segments of lists by their keys. @default {}: the keys */
  paths?: ListPaths;
  /** Names of the captures of lists by their keys. @default {}: the keys */
  captures?: CaptureNames;
  times?: RequestTimes;
  /** Told of every response when it has been compared. */
  onResponse?(response: ResponseParity, done: number, total: number): void;
}

/** The address of the running project is none. */
export class NoAddress extends Error {
  constructor(address: string) {
    super(`${address} is no address of a web server, such as https://content.portal.example`);
    this.name = 'NoAddress';
  }
}

/** The three headers of every response (contract: Requests and responses). */
const HEADERS = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };

/**
 * Asks the running project for every captured response, and compares headers and bytes. Elements that tie may stand in any
 * order (contract: Ordering); the default orders and the collation that decide what ties are found out from the capture.
 *
 * It never throws for what the project answers: that is in the report.
 * @throws NoCapture when the folder holds none
 * @throws NoAddress when the address is no http or https address
 */
export async function compareWithCapture(options: ParityOptions): Promise<ParityReport> {
  const { legacy, lists = portalLists, times = REQUEST_TIMES, onResponse = () => {} } = options;
  const { paths = {}, prefix = PREFIX } = options;
  const base = baseUrl(options.url, prefix);
  const keys = lists.map(({ key }) => key);
  const capture = await readCapture(legacy, keys, options.captures);
  const found = discoverSettings(lists.map((list) => readList(capture, list)));
  const settings = settledSettings(lists, found.settings);

  const total = capture.responses.length + capture.unreadable.length;
  const responses: ResponseParity[] = capture.unreadable.map((file) => unreadable(file, { base, paths }));
  responses.forEach((response, index) => {
    onResponse(response, index + 1, total);
  });
  for (const captured of capture.responses) {
    const list = lists.find(({ key }) => key === captured.list);
    if (!list) continue;
    const order = orderUnder(settings, list, captured.ordering);
    const response = await compareOne(list, captured, { base, paths, order, times });
    responses.push(response);
    onResponse(response, responses.length, total);
  }
  const verdict = wholeVerdict(responses, capture);
  const { missing, misnamed, unknown: unknownFiles } = capture;
  return { legacy, new: base, verdict, responses, missing, misnamed, unknownFiles };
}

function baseUrl(address: string, prefix: string): string {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw new NoAddress(address);
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(prefix) ? path : `${path}${prefix}`}`;
}

/** Where the lists are asked for. */
interface Address {
  /** Ends with the prefix of the lists. */
  base: string;
  paths: ListPaths;
}

function requestUrl({ base, paths }: Address, list: Pick<List, 'key'>, ordering: string | undefined): URL {
  const named = ordering === undefined ? '' : `ordering=${encodeURIComponent(ordering)}&`;
  return new URL(`${base}${listPath(list, { prefix: '', paths })}?${named}format=api`);
}

interface Request extends Address {
  order: ElementOrder;
  times: RequestTimes;
}

async function compareOne(
  list: List,
  captured: CapturedResponse,
  { order, times, ...address }: Request,
): Promise<ResponseParity> {
  const url = requestUrl(address, list, captured.ordering);
  const parity: ResponseParity = { ...nothingYet(captured), url: url.href };
  let response: PlainResponse;
  try {
    response = await get(url, times);
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return { ...parity, reason: error.message };
  }
  parity.status = response.status;
  if (response.status >= 500) {
    return { ...parity, reason: `${url.href}: the answer is ${response.status}, the server is not ready` };
  }
  parity.headers = headerDifferences(response);
  const differences = bodyDifferences(list, order, captured.body, response.body);
  const isSame = response.status === 200 && parity.headers.length === 0 && differences.length === 0;
  const sameBytes = captured.body.equals(response.body);
  return {
    ...parity,
    verdict: !isSame ? 'different' : sameBytes ? 'same' : 'ties',
    differences,
  };
}

function headerDifferences({ headers }: PlainResponse): HeaderDifference[] {
  return Object.entries(HEADERS).flatMap(([name, expected]) => {
    const actual = headers[name.toLowerCase()]?.toString() ?? null;
    return agrees(name, expected, actual) ? [] : [{ name, expected, actual }];
  });
}

/** What a framework or a compression adds to `Vary` makes a cache keep more, and never give the wrong response. */
function agrees(name: string, expected: string, actual: string | null): boolean {
  if (name !== 'Vary') return actual === expected;
  return (actual ?? '').split(',').some((field) => field.trim() === expected);
}

function unreadable(file: UnreadableFile, address: Address): ResponseParity {
  const url = requestUrl(address, { key: file.list }, file.ordering).href;
  return { ...nothingYet(file), url, reason: `${file.file}: ${file.reason}` };
}

function nothingYet({ list, ordering, file }: Pick<CapturedResponse, 'list' | 'ordering' | 'file'>) {
  return {
    list,
    ordering: ordering ?? null,
    file,
    url: '',
    verdict: 'not compared' as const,
    reason: null,
    status: null,
    headers: [],
    differences: [],
  };
}
