import { firstDifference } from '../../../endpoints/lists/definition/texts.ts';
import type { List } from '../../../endpoints/lists/index.ts';
import type { ElementOrder } from '../../../endpoints/read-model/index.ts';
import { basePath } from '../../capture/address.ts';
import { NotAnArray } from '../../capture/elementSlices.ts';
import type { Headers } from '../../capture/HttpClient.ts';
import { type BodyRow, bodyRows, compareRows } from '../discover/comparison.ts';
import { looseElement } from '../discover/contents.ts';
import type { ParityRequest, Side, SideAnswer } from './sides.ts';

/** What every difference may have. */
interface Excusable {
  /** Why it does not count: the reason of a known difference, or one of the legacy system's own. */
  known?: string;
}

/**
 * A header that is not what the legacy system sends; without a capture of its headers, what the contract has. The status of an
 * answer stands here, too, as `Status`, and where a redirect leads to, as `Location`.
 */
export interface HeaderDifference extends Excusable {
  kind: 'header';
  name: string;
  legacy: string;
  /** Null when the header is missing. */
  new: string | null;
}

/** One way in which a body differs, in an order in which a person would look for it. */
export type BodyDifference = Excusable &
  (
    | {
        /** A value of an element that both have under the same id. */
        kind: 'changed';
        id: unknown;
        /** Its place in the legacy list and in the new one, from 0. */
        place: number;
        newPlace: number;
        /** The key, as in `related[0].title`; '' where the bytes differ in another way than a value. */
        key: string;
        legacy: string;
        new: string;
        /** The first byte of the element that differs, counted from the start of the legacy body. */
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

export type Difference = BodyDifference | HeaderDifference;

/** Whether a difference counts. */
export const counts = ({ known }: Excusable): boolean => known === undefined;

/** How much of a text is shown on each side of the first difference, in characters. */
const CONTEXT = 40;
const SHOWN_OF_ELEMENT = 200;

/** Why the order of elements that share a link does not count where an ordering goes on after the links. */
export const OF_ONE_LINK =
  'elements that share a link: the legacy system goes on with the next key of the ordering, and here each link of an element is one of its own';

/** Why it does not count where clients are not sent on. */
export const AT_ONCE = 'the legacy system sends clients on to its lists, and here they are answered at once';

type Answer = Extract<SideAnswer, { is: 'answer' }>;

/**
 * Every way in which two answers to one request differ, ties aside. Of an error the status counts alone: its page is of the
 * program that made it. So do status and headers of OPTIONS, which describes a list in words of its own.
 */
export function answerDifferences(
  list: List,
  order: ElementOrder,
  { method, origin }: Pick<ParityRequest, 'method' | 'origin'>,
  [legacy, legacySide]: readonly [Answer, Side],
  [current, currentSide]: readonly [Answer, Side],
  notes: Set<string> = new Set(),
): Difference[] {
  const { status } = legacy;
  if (isRedirect(status) && isRedirect(current.status)) {
    const [to, other] = [destination(legacy, legacySide), destination(current, currentSide)];
    return to === other ? [] : [header('Location', to, other)];
  }
  const isAtOnce =
    isRedirect(status) && current.status === 200 && destination(legacy, legacySide).startsWith('…/');
  if (isAtOnce) return [{ ...header('Status', String(status), '200'), known: AT_ONCE }];
  if (status !== current.status) return [header('Status', String(status), String(current.status))];
  if (status >= 300) {
    if (saysOtherwise(legacy, current)) notes.add(OTHER_WORDS);
    return [];
  }
  const headers = current.headers
    ? headerDifferences(legacy.headers ?? CONTRACT, current.headers, origin, notes)
    : [];
  if (method !== 'GET' || origin !== undefined) return headers;
  return [...headers, ...contentDifferences(list, order, legacy.body, current.body)];
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

const OTHER_WORDS =
  'Errors have other words than here: the legacy system writes them in its own language, or in that of the Accept-Language of a reader. Of an error the status alone counts.';

/** Whether two errors say in JSON what is wrong, in other words. */
const saysOtherwise = ({ body }: Answer, { body: other }: Answer) =>
  body[0] === RECORD && other[0] === RECORD && !body.equals(other);

const header = (name: string, legacy: string, current: string | null): HeaderDifference => ({
  ...{ kind: 'header', name, legacy, new: current },
});

/** Where a redirect leads to: from the lists on, as the two systems may stand at other places. */
function destination({ headers, url }: Answer, { base }: Side): string {
  const location = String(headers?.location ?? '(none)');
  if (!URL.canParse(location, url)) return location;
  const [to, lists] = [new URL(location, url), new URL(base)];
  if (to.host !== lists.host) return to.href;
  const path = `${to.pathname}${to.search}`;
  const own = `${basePath(lists)}/`;
  return path.startsWith(own) ? `…/${path.slice(own.length)}` : path;
}

function contentDifferences(
  list: List,
  order: ElementOrder,
  legacy: Buffer,
  current: Buffer,
): BodyDifference[] {
  // One record is compared as a list of one.
  const isRecord = (body: Buffer) => body[0] === RECORD && 'id' in looseElement(body.toString());
  const areRecords = isRecord(legacy) && isRecord(current);
  const listed = (record: Buffer) => Buffer.concat([Buffer.from('['), record, Buffer.from(']')]);
  try {
    if (areRecords) return bodyDifferences(list, order, listed(legacy), listed(current));
    return bodyDifferences(list, order, legacy, current);
  } catch (error) {
    if (!(error instanceof NotAnArray)) throw error;
    return [bytesDifference(legacy, current, 'Other bytes')];
  }
}

const [RECORD] = Buffer.from('{');

/** Every way in which two bodies of one list differ, ties aside. Empty when they are the same. */
function bodyDifferences(list: List, order: ElementOrder, legacy: Buffer, current: Buffer): BodyDifference[] {
  if (legacy.equals(current)) return [];
  const expected = bodyRows(legacy);
  let actual: BodyRow[];
  try {
    actual = bodyRows(current);
  } catch (error) {
    if (!(error instanceof NotAnArray)) throw error;
    return [bytesDifference(legacy, current, `The new response is no list: ${error.message}`)];
  }
  const { changed, missing, surplus, moved } = compareRows(list, order, expected, actual);
  const differences: BodyDifference[] = [
    ...changed.flatMap((pair) => changedValues(expected, actual, pair)),
    ...missing.map((place): BodyDifference => {
      const { id, element, start } = shown(expected[place]);
      return { kind: 'missing', id, place, offset: start, element };
    }),
    ...surplus.map((newPlace): BodyDifference => {
      const { id, element } = shown(actual[newPlace]);
      return { kind: 'surplus', id, newPlace, element };
    }),
    ...moved.map(({ start, end, isOfOneLink }): BodyDifference => {
      const ids = (rows: BodyRow[]) => rows.slice(start, end).map((row) => shown(row).id);
      const offset = expected[start]?.start ?? 0;
      return {
        kind: 'order',
        place: start,
        end: end - 1,
        legacyIds: ids(expected),
        newIds: ids(actual),
        offset,
        ...(isOfOneLink && { known: OF_ONE_LINK }),
      };
    }),
  ];
  if (differences.length === 0 && betweenElements(legacy, expected) !== betweenElements(current, actual)) {
    return [bytesDifference(legacy, current, 'The elements are the same, the bytes around them are not')];
  }
  return differences;
}

/** What stands around the elements: brackets, commas, and nothing else where the contract is kept. */
function betweenElements(body: Buffer, rows: BodyRow[]): string {
  const ends = [0, ...rows.map(({ end }) => end)];
  const starts = [...rows.map(({ start }) => start), body.length];
  return ends.map((end, index) => body.toString('latin1', end, starts[index])).join('\n');
}

function shown(row: BodyRow | undefined): { id: unknown; element: string; start: number } {
  const text = row?.bytes.toString() ?? '';
  const element = text.length > SHOWN_OF_ELEMENT ? `${text.slice(0, SHOWN_OF_ELEMENT)}…` : text;
  return { id: looseElement(text).id ?? null, element, start: row?.start ?? 0 };
}

function changedValues(
  expected: BodyRow[],
  actual: BodyRow[],
  pair: { expected: number; actual: number },
): BodyDifference[] {
  const [one, other] = [expected[pair.expected], actual[pair.actual]];
  const [legacy, current] = [one?.bytes ?? Buffer.alloc(0), other?.bytes ?? Buffer.alloc(0)];
  const [before, now] = [looseElement(legacy.toString()), looseElement(current.toString())];
  const values = differingValues(before, now, '');
  const written = { key: '', ...around(legacy.toString(), current.toString()) };
  const offset = (one?.start ?? 0) + firstDifference(legacy, current);
  const place = {
    kind: 'changed',
    id: before.id ?? null,
    place: pair.expected,
    newPlace: pair.actual,
  } as const;
  return (values.length > 0 ? values : [written]).map((value) => ({ ...place, ...value, offset }));
}

/** The values that differ, each by its key as in `related[0].title`. */
function differingValues(
  legacy: unknown,
  current: unknown,
  key: string,
): { key: string; legacy: string; new: string }[] {
  if (isTree(legacy) && isTree(current) && lengthOf(legacy) === lengthOf(current)) {
    const [before, now] = [new Map(Object.entries(legacy)), new Map(Object.entries(current))];
    return [...new Set([...before.keys(), ...now.keys()])].flatMap((name) => {
      const place = Array.isArray(legacy) ? `${key}[${name}]` : key ? `${key}.${name}` : name;
      return differingValues(before.get(name), now.get(name), place);
    });
  }
  return Object.is(legacy, current) ? [] : [{ key, ...around(legacy, current) }];
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;
const lengthOf = (tree: object) => (Array.isArray(tree) ? tree.length : undefined);

/** Two values, long ones cut down to where they differ. */
function around(legacy: unknown, current: unknown): { legacy: string; new: string } {
  const areTexts = typeof legacy === 'string' && typeof current === 'string';
  const text = (value: unknown) =>
    areTexts ? String(value) : value === undefined ? '(no such key)' : JSON.stringify(value);
  const [before, now] = [text(legacy), text(current)];
  const cut = (value: string) =>
    !areTexts && value.length <= SHOWN_OF_ELEMENT ? value : excerpt(value, firstDifference(before, now));
  return { legacy: cut(before), new: cut(now) };
}

function excerpt(text: string, at: number): string {
  const [from, to] = [Math.max(0, at - CONTEXT), at + CONTEXT];
  const cut = JSON.stringify(text.slice(from, to));
  return `${from > 0 ? '…' : ''}${cut}${to < text.length ? '…' : ''}`;
}

/** Two bodies that are not compared as lists. */
function bytesDifference(legacy: Buffer, current: Buffer, reason: string): BodyDifference {
  return {
    kind: 'bytes',
    reason,
    offset: firstDifference(legacy, current),
    ...around(legacy.toString(), current.toString()),
  };
}

/** What the contract has (Requests and responses), for captures that were saved by hand, without headers. */
const CONTRACT: Headers = {
  allow: 'GET, OPTIONS',
  'content-type': 'application/json',
  vary: 'Accept',
};

/** What a client may go by. */
const COUNTED = ['allow', 'content-type', 'vary', 'content-disposition', 'link'];
/** What a browser goes by that asks for a page of another site, and nobody else. */
const OF_SITES = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
];
/** What is of one connection or of one moment, or follows from the bytes. */
const PASSING = [
  ...['age', 'connection', 'content-encoding', 'content-length', 'date', 'etag', 'expires', 'keep-alive'],
  ...['last-modified', 'server', 'transfer-encoding', 'via'],
];

/** The headers of the legacy system that the new one does not send so, of those that a client may go by. */
function headerDifferences(
  legacy: Headers,
  current: Headers,
  origin: string | undefined,
  notes: Set<string>,
): HeaderDifference[] {
  return [...COUNTED, ...(origin === undefined ? [] : OF_SITES)].flatMap((name) => {
    const expected = legacy[name]?.toString();
    const actual = current[name]?.toString() ?? null;
    if (expected === undefined) return [];
    const agrees =
      name === 'vary'
        ? varyAgrees(expected, actual, current)
        : name === 'access-control-allow-origin'
          ? originAgrees(expected, actual, origin, legacy)
          : // A set (RFC 9110, 10.2.1).
            actual === expected || (name === 'allow' && setOf(actual) === setOf(expected));
    if (agrees && name === 'allow' && actual !== expected)
      notes.add(
        `Allow: ${expected}, and here the same methods in another order, which says nothing: ${actual}.`,
      );
    return agrees ? [] : [header(spelt(name), expected, actual)];
  });
}

const namesIn = (value: string | null) => (value ?? '').split(',').map((each) => each.trim());

const setOf = (value: string | null) => [...new Set(namesIn(value))].sort().join();

/** Whether the page for which was asked may read both. Any page may read what `*` lets, unless it sends cookies. */
function originAgrees(
  expected: string,
  actual: string | null,
  origin: string | undefined,
  legacy: Headers,
): boolean {
  if (actual === expected || (expected === '*' && actual !== null && actual === origin)) return true;
  return actual === '*' && !('access-control-allow-credentials' in legacy);
}

/** The other headers that the legacy system alone sends. */
export function lackingHeaders({ headers: legacy = {} }: Answer, { headers: current }: Answer): string[] {
  if (!current) return [];
  const compared = [...COUNTED, ...OF_SITES, ...PASSING];
  const others = Object.keys(legacy).filter((name) => !compared.includes(name));
  return others.filter((name) => !(name in current)).map((name) => `${spelt(name)}: ${legacy[name]}`);
}

/** What a framework or a compression adds to `Vary` makes a cache keep more, and never give the wrong response. */
function varyAgrees(expected: string, actual: string | null, current: Headers): boolean {
  const fields = (value: string | null) => namesIn(value?.toLowerCase() ?? null);
  const named = fields(actual);
  // Neither changes an answer that is not compressed, or that all sites may read.
  const idle = [
    ...('content-encoding' in current ? [] : ['accept-encoding']),
    ...(current['access-control-allow-origin'] === '*' ? ['origin'] : []),
  ];
  const needed = fields(expected).filter((field) => !idle.includes(field));
  return named.includes('*') || needed.every((field) => named.includes(field));
}

const spelt = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
