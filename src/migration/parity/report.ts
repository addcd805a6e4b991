import { isAddress } from '../../capture/address.ts';
import type { Moved } from '../../capture/captureLive.ts';
import type { Capture, MisnamedFile } from '../../capture/folder.ts';
import type { ManifestOrigin } from '../../capture/manifest.ts';
import { knowsOrigins } from '../../capture/otherRequests.ts';
import type { Difference } from './differences.ts';
import type { KnownDifference } from './known.ts';

/** What came of a request, or of several that are named alike and came out alike. */
export interface ParityRow {
  list: string;
  /** The list and its ordering, or what clients ask: method, path and query, without what may be of a person. */
  request: string;
  /** The file of the capture; null where no list was captured so. */
  file: string | null;
  /** Whether clients have asked for it. Otherwise it was captured. */
  isOfClients: boolean;
  /** How many requests these are. */
  count: number;
  /** The address that was asked, or the file that was read, of the first of them; null where it may not be shown. */
  url: string | null;
  /** `ties`: the same but for the order of elements that tie; `known`: but for differences that do not count. */
  verdict: 'same' | 'ties' | 'known' | 'different' | 'not compared';
  /** Why the first of them could not be compared. */
  reason: string | null;
  /** Those of the first. */
  differences: Difference[];
}

/** What the lines of clients' requests hold besides these. */
export interface RequestLog {
  /** Lines that are not empty. */
  lines: number;
  /** Lines that are no requests, and the number of the first of them. */
  unreadable: number;
  firstUnreadable: number | null;
  /** Requests for lists that were not asked, by the reason. */
  notAsked: Record<string, number>;
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
  /** What was captured, then what clients ask, the most frequent first. */
  rows: ParityRow[];
  /** Where requests of clients were given. */
  log: RequestLog | null;
  /** Each known difference that was named, with how often it was met: 0 means that it is out of date. */
  known: (KnownDifference & { count: number })[];
  /** Requests that differ in a way that nobody has to name. */
  excused: { request: string; reason: string; count: number }[];
  /** What the legacy system itself changed while it was asked. */
  moved: Moved[];
  /** Further headers that the legacy system alone sends; they do not count. */
  otherHeaders: string[];
  /** What else differs, and does not count. */
  notes: string[];
  /** What the legacy system answers for pages of other sites, where that was asked for. */
  origins: ManifestOrigin[];
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

/** The verdict on the whole. What could not be compared weighs most: it may hide anything. */
export function wholeVerdict(
  rows: readonly ParityRow[],
  { missing, misnamed }: Pick<Capture, 'missing' | 'misnamed'>,
): ParityReport['verdict'] {
  const has = (verdict: ParityRow['verdict']) => rows.some((row) => row.verdict === verdict);
  if (rows.length === 0 || has('not compared')) return 'not compared';
  if (has('different')) return 'different';
  return misnamed.length > 0 || Object.keys(missing).length > 0 ? 'incomplete' : 'same';
}

const UNTRIED =
  'Browsers of other sites were not tried: capture with --origin https://www.portal.example, if pages of such a site read the lists.';

const DAY = 24 * 60 * 60 * 1000;
/** So many requests of clients are named in the answer. */
const MAX_NAMED = 3;

/** One line: whether the portal can be pointed at the new system, or what stands in the way. */
export function switchAnswer(report: Omit<ParityReport, 'canSwitch'>): string {
  const { verdict, time, captured, rows, missing, misnamed, moved } = report;
  const untried = knowsOrigins(report) || !isAddress(report.new) ? '' : ` ${UNTRIED}`;
  const namesOf = (of: ParityRow['verdict']) => {
    const found = rows.filter((row) => row.verdict === of);
    const lists = new Set(found.filter((row) => !row.isOfClients).map(({ list }) => list));
    const asked = found.filter((row) => row.isOfClients);
    const named = asked.slice(0, MAX_NAMED).map(({ request, count }) => `${request} (${count})`);
    const more = asked.length - named.length;
    return [...lists, ...named, ...(more > 0 ? [`${more} more kinds of requests`] : [])];
  };
  const ways = [
    ['is different', 'are different', namesOf('different')],
    ['could not be compared', 'could not be compared', namesOf('not compared')],
    ['is missing in the capture', 'are missing in the capture', Object.keys(missing)],
    ['is misnamed in the capture', 'are misnamed in the capture', misnamed.map(({ file }) => file)],
  ] as const;
  const inTheWay = ways
    .filter(([, , names]) => names.length > 0)
    .map(([one, several, names]) => `${names.join(', ')} ${names.length === 1 ? one : several}`);
  if (verdict !== 'same') return `No: ${inTheWay.join('; ') || 'nothing was compared'}.`;
  if (moved.length > 0) {
    const files = moved.map(({ file }) => file.replace(/\.json$/, '')).join(', ');
    return `Yes, once nobody writes in the legacy system: while it was asked, ${files} changed there.${untried}`;
  }
  if (captured === null || Date.parse(time) - Date.parse(captured) < DAY) return `Yes.${untried}`;
  return `Yes, if nothing has changed in the legacy system since ${captured.slice(0, 10)} (capture --still says).${untried}`;
}
