import type { Capture, MisnamedFile } from './source/index.ts';

/** A header that is not exactly what the contract has. */
export interface HeaderDifference {
  name: string;
  expected: string;
  /** Null when the header is missing. */
  actual: string | null;
}

/** One way in which a body differs, in an order in which a person would look for it. */
export type BodyDifference =
  | {
      /** An element that both have under the same id. */
      kind: 'changed';
      id: unknown;
      /** Its place in the captured list and in the new one, from 0. */
      place: number;
      newPlace: number;
      /** The key, as in `related[0].title`; '' where the bytes differ in another way than a value. */
      key: string;
      legacy: string;
      new: string;
      /** The first byte that differs, counted from the start of the captured body. */
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
    };

/** What came of one captured response. */
export interface ResponseParity {
  list: string;
  /** Null for the default list. */
  ordering: string | null;
  file: string;
  url: string;
  /** `ties`: the same but for the order of elements that tie. */
  verdict: 'same' | 'ties' | 'different' | 'not compared';
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
  /** `incomplete`: what was captured is the same, and the capture lacks lists or has files that are misnamed. */
  verdict: 'same' | 'incomplete' | 'different' | 'not compared';
  responses: ResponseParity[];
  /** Names of the default responses that the capture lacks, by the keys of their lists. */
  missing: Record<string, string>;
  misnamed: MisnamedFile[];
  /** Other JSON files of the folder, such as captures of lists that this project does not have. */
  unknownFiles: string[];
}

/** The status a process ends with: 0 the same, 1 different or incomplete, 2 something could not be compared. */
export function exitStatus({ verdict }: ParityReport): 0 | 1 | 2 {
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
