import type { List } from '../../../endpoints/lists/index.ts';
import type { ElementOrder, PortalSettings } from '../../../endpoints/read-model/index.ts';
import type { Capture, CapturedResponse } from '../../capture/folder.ts';
import type { Headers } from '../../capture/HttpClient.ts';
import { readList } from '../discover/contents.ts';
import { discoverSettings, orderUnder, settledSettings } from '../discover/discoverSettings.ts';
import { bodyDifferences, headerDifferences } from './differences.ts';
import type { KnownDifference } from './known.ts';
import type { BodyDifference, HeaderDifference, ResponseParity } from './report.ts';
import type { Side, SideAnswer } from './sides.ts';

/** Why a difference does not count; undefined where it does. */
export type Excuse = (
  response: Pick<ResponseParity, 'list' | 'ordering' | 'file'>,
  difference: BodyDifference | HeaderDifference,
) => string | undefined;

/** How responses are compared. */
export interface Comparing {
  lists: readonly List[];
  /** The headers that a file of the legacy system was served with; undefined where they do not count. */
  headersOf?(file: string): Headers | undefined;
  excuse?: Excuse;
  /** What decides what ties. @default found out from the capture */
  settings?: PortalSettings;
  /** Told of every response when it has been compared, with the headers of the new one where it has some. */
  onResponse?(response: ResponseParity, headers: Headers | undefined): void;
}

/** The settings that decide what ties in a capture. */
export function settingsOf(capture: Capture, lists: readonly List[]): PortalSettings {
  return settledSettings(lists, discoverSettings(lists.map((list) => readList(capture, list))).settings);
}

/**
 * Asks a side for every response of a capture, and compares what comes. Elements that tie may stand in any order (contract:
 * Ordering).
 */
export async function compareResponses(
  capture: Capture,
  side: Side,
  options: Comparing,
): Promise<ResponseParity[]> {
  const { lists, settings = settingsOf(capture, lists), onResponse = () => {} } = options;
  const responses: ResponseParity[] = [];
  const done = (response: ResponseParity, headers?: Headers) => {
    responses.push(response);
    onResponse(response, headers);
  };
  for (const broken of capture.unreadable)
    done({ ...nothingYet(broken), reason: `${broken.file}: ${broken.reason}` });
  for (const captured of capture.responses) {
    const list = lists.find(({ key }) => key === captured.list);
    if (!list) continue;
    const answer = await side.ask(list, captured.ordering);
    const order = orderUnder(settings, list, captured.ordering);
    done(compared(list, order, captured, answer, options), answer.is === 'list' ? answer.headers : undefined);
  }
  return responses;
}

/** What came of one response. */
export function compared(
  list: List,
  order: ElementOrder,
  captured: CapturedResponse,
  answer: SideAnswer,
  { headersOf = () => undefined, excuse }: Comparing,
): ResponseParity {
  const response = { ...nothingYet(captured), url: answer.place };
  if (answer.is === 'silent') return { ...response, reason: answer.reason };
  if (answer.is === 'other') return { ...response, verdict: 'different', status: answer.status };
  const legacyHeaders = headersOf(captured.file);
  const headers =
    legacyHeaders && answer.headers
      ? excused(headerDifferences(legacyHeaders, answer.headers), response, excuse)
      : [];
  const differences = excused(bodyDifferences(list, order, captured.body, answer.body), response, excuse);
  const verdict = judged([...headers, ...differences], captured.body.equals(answer.body));
  return { ...response, verdict, status: 200, headers, differences };
}

/** The same, with why some of them do not count. */
export function excused<T extends BodyDifference | HeaderDifference>(
  differences: readonly T[],
  response: Parameters<Excuse>[0],
  excuse: Excuse = () => undefined,
): T[] {
  return differences.map((each) => {
    const known = each.known ?? excuse(response, each);
    return known === undefined ? each : { ...each, known };
  });
}

/** @param isSame whether the bytes are the same, where nothing differs */
export function judged(
  differences: readonly { known?: string }[],
  isSame: boolean,
): Exclude<ResponseParity['verdict'], 'not compared'> {
  if (differences.some(({ known }) => known === undefined)) return 'different';
  if (differences.length > 0) return 'known';
  return isSame ? 'same' : 'ties';
}

export function nothingYet({
  list,
  ordering,
  file,
}: Pick<CapturedResponse, 'list' | 'ordering' | 'file'>): ResponseParity {
  return {
    list,
    ordering: ordering ?? null,
    file,
    url: '',
    verdict: 'not compared',
    reason: null,
    status: null,
    headers: [],
    differences: [],
  };
}

/** Known differences, and how often each was met. */
export class KnownDifferences {
  readonly counted: (KnownDifference & { count: number })[];

  constructor(entries: readonly KnownDifference[]) {
    this.counted = entries.map((entry) => ({ ...entry, count: 0 }));
  }

  /** Why a difference is wanted; undefined where it is not. */
  reasonFor(
    { list, ordering }: Pick<ResponseParity, 'list' | 'ordering'>,
    difference: BodyDifference | HeaderDifference,
  ): string | undefined {
    const entry = this.counted.find(
      (each) =>
        each.list === list &&
        (each.ordering === undefined || each.ordering === ordering) &&
        ('name' in difference ? isHeader(each, difference) : isOfBody(each, difference)),
    );
    if (entry) entry.count++;
    return entry?.reason;
  }
}

const isHeader = ({ header }: KnownDifference, { name }: HeaderDifference) =>
  header?.toLowerCase() === name.toLowerCase();

function isOfBody({ header, kind, id, key }: KnownDifference, difference: BodyDifference): boolean {
  if (header !== undefined || (kind !== undefined && kind !== difference.kind)) return false;
  if (id !== undefined && !('id' in difference && difference.id === id)) return false;
  if (key === undefined) return true;
  if (difference.kind !== 'changed') return false;
  const path = key.includes('[') ? difference.key : difference.key.replaceAll(/\[\d+\]/g, '');
  return path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`);
}

/** Why a difference does not count that the legacy system shows from itself. */
export const ITSELF = 'the legacy system itself changed it while it was asked';

/** What differs in the legacy system from one time to the next is no difference of ours; nor is what is known. */
export function excuseOf(noise: readonly ResponseParity[], known: KnownDifferences): Excuse {
  const noisy = new Set(
    noise.flatMap(({ file, differences }) => differences.map((each) => `${file} ${signature(each)}`)),
  );
  return (response, difference) => {
    const isNoise = !('name' in difference) && noisy.has(`${response.file} ${signature(difference)}`);
    return isNoise ? ITSELF : known.reasonFor(response, difference);
  };
}

/** What a difference is about: an element that comes on one side is one that goes on the other. */
export function signature(difference: BodyDifference | HeaderDifference): string {
  if ('name' in difference) return `header ${difference.name}`;
  const { kind } = difference;
  if (kind === 'changed') return `changed ${difference.id} ${difference.key}`;
  return kind === 'missing' || kind === 'surplus' ? `there ${difference.id}` : kind;
}
