import type { Moved } from '../../capture/captureLive.ts';
import type { Capture, MisnamedFile } from '../../capture/folder.ts';
import type { KnownDifference } from './known.ts';

/** What every difference may have. */
interface Difference {
  /** Why it does not count: the reason of a known difference, or that the legacy system gives something else each time. */
  known?: string;
}

/** A header that is not what the legacy system sends; without a capture of its headers, what the contract has. */
export interface HeaderDifference extends Difference {
  name: string;
  expected: string;
  /** Null when the header is missing. */
  actual: string | null;
}

/** One way in which a body differs, in an order in which a person would look for it. */
export type BodyDifference = Difference &
  (
    | {
        /** A value of an element that both have under the same id. */
        kind: 'changed';
        id: unknown;
        /** Its place in the captured list and in the new one, from 0. */
        place: number;
        newPlace: number;
        /** The key, as in `related[0].title`; '' where the bytes differ in another way than a value. */
        key: string;
        legacy: string;
        new: string;
        /** The first byte of the element that differs, counted from the start of the captured body. */
        offset: number;
      }
    | { kind: 'missing'; id: unknown; place: number; offset: number; element: string }
    | { kind: 'surplus'; id: unknown; newPlace: number; element: string }
    | {
        /** Elements that stand in another order, and do not tie. */
        kind: 'order';
        place: number;
        end: number;
        legacyIds: unknown[];
        newIds: unknown[];
        offset: number;
      }
    | {
        /** The elements are the same, the bytes around them are not; or one body is no list. */
        kind: 'bytes';
        offset: number;
        legacy: string;
        new: string;
        reason: string;
      }
  );

/** What came of one captured response. */
export interface ResponseParity {
  list: string;
  /** Null for the default list. */
  ordering: string | null;
  file: string;
  /** The path that was asked for, if it is not that of a list: `news-posts/ID/`, or a list's without a language. */
  path?: string;
  /** The address that was asked, or the file that was read. */
  url: string;
  /** `ties`: the same but for the order of elements that tie; `known`: but for differences that do not count. */
  verdict: 'same' | 'ties' | 'known' | 'different' | 'not compared';
  /** Why it could not be compared. */
  reason: string | null;
  status: number | null;
  headers: HeaderDifference[];
  differences: BodyDifference[];
}

/** What came of requests of clients that differ only in hidden values, and in programs of clients. */
export interface RequestParity {
  /** Method, path and query: `{id}` stands for a number, `…` for what may be of a person. */
  request: string;
  list: string;
  ordering: string | null;
  /** As the clients sent them; null where the log does not say. */
  accept: string | null;
  acceptEncoding: string | null;
  /**
   * The worst of those that were asked. `ignored`: they differ where the legacy system itself answers with an error, or in the
   * description that OPTIONS gives.
   */
  verdict: 'same' | 'ignored' | 'not compared' | 'different';
  /** How many there are in the logs. */
  count: number;
  /** How many distinct ones were asked; others count as the worst of them. */
  asked: number;
  /** How many of the logged ones came out how. */
  counted: Record<RequestParity['verdict'], number>;
  /** Why one could not be compared. */
  reason: string | null;
  /** How many differences one of them has, and the first of these. `Status` stands among the headers. */
  differing: number;
  differences: (BodyDifference | HeaderDifference)[];
  /** That one as it was logged, if it may be shown. */
  example: { target: string; userAgent: string | null } | null;
}

/** What came of the requests in the logs of the legacy system. */
export interface RequestsReport {
  /** The time of the first and the last request of any kind; null where the logs do not say. */
  from: string | null;
  to: string | null;
  /** GET, HEAD and OPTIONS for lists and what is below them. */
  count: number;
  counted: RequestParity['counted'];
  /** How many distinct ones were asked. */
  asked: number;
  /** Requests for lists that cannot be asked for again, by the reason. */
  notTaken: Record<string, number>;
  lines: number;
  unreadable: number;
  firstUnreadable: string | null;
  /** Orderings that clients ask for, and that the API does not document. */
  undocumented: { list: string; ordering: string; count: number }[];
  /** The most frequent first. */
  groups: RequestParity[];
}

/** What came of a comparison. */
export interface ParityReport {
  legacy: string;
  new: string;
  /** When it was made. */
  time: string;
  /** When the legacy system was captured, as far as the capture says. */
  captured: string | null;
  /** `incomplete`: what was captured is the same, and the capture lacks lists or has files that are misnamed. */
  verdict: 'same' | 'incomplete' | 'different' | 'not compared';
  /** Whether the portal can be pointed at the new system: yes, or what stands in the way. */
  canSwitch: string;
  responses: ResponseParity[];
  /** What clients ask, where logs were given. */
  requests: RequestsReport | null;
  /** Each known difference that was named, with how often it was met: 0 means that it is out of date. */
  known: (KnownDifference & { count: number })[];
  /** What the legacy system itself changed while it was asked. */
  moved: Moved[];
  /** Further headers that the legacy system alone sends; they do not count. */
  otherHeaders: string[];
  /** Names of the default responses that the capture lacks, by the keys of their lists. */
  missing: Record<string, string>;
  misnamed: MisnamedFile[];
  /** Other JSON files of the folder, such as captures of lists that this project does not have. */
  unknownFiles: string[];
}

/** The status a process ends with: 0 the same, 1 different or incomplete, 2 something could not be compared. */
export function exitStatus({ verdict }: Pick<ParityReport, 'verdict'>): 0 | 1 | 2 {
  return verdict === 'same' ? 0 : verdict === 'not compared' ? 2 : 1;
}

/** No requests. */
export const NOTHING = { same: 0, ignored: 0, 'not compared': 0, different: 0 };

/** The verdict on the whole. What could not be compared weighs most: it may hide anything. */
export function wholeVerdict(
  responses: ResponseParity[],
  requests: RequestsReport | null,
  { missing, misnamed }: Pick<Capture, 'missing' | 'misnamed'>,
): ParityReport['verdict'] {
  const asked = requests?.counted ?? NOTHING;
  const has = (verdict: ResponseParity['verdict']) => responses.some((each) => each.verdict === verdict);
  if (responses.length === 0 || has('not compared') || asked['not compared'] > 0) return 'not compared';
  if (has('different') || asked.different > 0) return 'different';
  return misnamed.length > 0 || Object.keys(missing).length > 0 ? 'incomplete' : 'same';
}

const DAY = 24 * 60 * 60 * 1000;

/** One line: whether the portal can be pointed at the new system, or what stands in the way. */
export function switchAnswer({
  verdict,
  time,
  captured,
  responses,
  requests,
  missing,
  misnamed,
  moved,
}: Omit<ParityReport, 'canSwitch'>): string {
  const asked = requests && requestsAnswer(requests);
  const listsOf = (of: ResponseParity['verdict']) => [
    ...new Set(responses.filter((each) => each.verdict === of).map(({ list }) => list)),
  ];
  const ways = [
    ['is different', 'are different', listsOf('different')],
    ['could not be compared', 'could not be compared', listsOf('not compared')],
    ['is missing in the capture', 'are missing in the capture', Object.keys(missing)],
    ['is misnamed in the capture', 'are misnamed in the capture', misnamed.map(({ file }) => file)],
  ] as const;
  const inTheWay = ways
    .filter(([, , names]) => names.length > 0)
    .map(([one, several, names]) => `${names.join(', ')} ${names.length === 1 ? one : several}`);
  if (asked) inTheWay.push(asked);
  if (verdict !== 'same') return `No: ${inTheWay.join('; ') || 'nothing was compared'}.`;
  const end = asked ? `: ${asked}.` : '.';
  if (moved.length === 0) {
    const age = captured === null ? 0 : Date.parse(time) - Date.parse(captured);
    if (captured === null || age < DAY) return `Yes${end}`;
    return `Yes, if nothing has changed in the legacy system since ${captured.slice(0, 10)} (capture --still says)${end}`;
  }
  const files = moved.map(({ file }) => file.replace(/\.json$/, ''));
  return `Yes, once nobody writes in the legacy system: while it was asked, ${files.join(', ')} changed there${end}`;
}

const MAX_NAMED = 3;
const number = (count: number) => count.toLocaleString('en-US');
const requestsIn = (count: number) => `${number(count)} ${count === 1 ? 'request' : 'requests'}`;

/** How many requests are answered the same, and which are not. */
function requestsAnswer({ count, counted, from, to, groups }: RequestsReport): string {
  const days = from && to && Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / DAY));
  const period = days ? ` of ${days} ${days === 1 ? 'day' : 'days'}` : '';
  const named = (verdict: RequestParity['verdict']) => {
    const all = groups.filter((group) => group.counted[verdict] > 0);
    const first = all
      .slice(0, MAX_NAMED)
      .map((group) => `${group.request} (${number(group.counted[verdict])})`)
      .join(', ');
    return all.length > MAX_NAMED ? `${first} and ${all.length - MAX_NAMED} more` : first;
  };
  const verb = (verdict: RequestParity['verdict']) => (counted[verdict] === 1 ? 'differs' : 'differ');
  const parts = [
    ...(counted.different > 0
      ? [`${number(counted.different)} ${verb('different')}: ${named('different')}`]
      : []),
    ...(counted.ignored > 0
      ? [
          `${number(counted.ignored)} ${verb('ignored')} where the legacy system gives no list either: ${named('ignored')}`,
        ]
      : []),
    ...(counted['not compared'] > 0
      ? [`${number(counted['not compared'])} could not be compared: ${named('not compared')}`]
      : []),
  ];
  return [`${number(counted.same)} of ${requestsIn(count)}${period} are answered the same`, ...parts].join(
    '; ',
  );
}
