import type { Capture, MisnamedFile, Moved } from '../source/index.ts';
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

/** The verdict on the whole. What could not be compared weighs most: it may hide anything. */
export function wholeVerdict(
  responses: ResponseParity[],
  { missing, misnamed }: Pick<Capture, 'missing' | 'misnamed'>,
): ParityReport['verdict'] {
  const has = (verdict: ResponseParity['verdict']) => responses.some((each) => each.verdict === verdict);
  if (responses.length === 0 || has('not compared')) return 'not compared';
  if (has('different')) return 'different';
  return misnamed.length > 0 || Object.keys(missing).length > 0 ? 'incomplete' : 'same';
}

const DAY = 24 * 60 * 60 * 1000;

/** One line: whether the portal can be pointed at the new system, or what stands in the way. */
export function switchAnswer({
  verdict,
  time,
  captured,
  responses,
  missing,
  misnamed,
  moved,
}: Omit<ParityReport, 'canSwitch'>): string {
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
  if (verdict !== 'same') return `No: ${inTheWay.join('; ') || 'nothing was compared'}.`;
  if (moved.length === 0) {
    const age = captured === null ? 0 : Date.parse(time) - Date.parse(captured);
    if (captured === null || age < DAY) return 'Yes.';
    return `Yes, if nothing has changed in the legacy system since ${captured.slice(0, 10)} (capture --still says).`;
  }
  const files = moved.map(({ file }) => file.replace(/\.json$/, ''));
  return `Yes, once nobody writes in the legacy system: while it was asked, ${files.join(', ')} changed there.`;
}
