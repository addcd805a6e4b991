import type { List } from '../../../endpoints/lists/index.ts';
import type { ElementOrder } from '../../../endpoints/read-model/index.ts';
import { NotAnArray } from '../../capture/elementSlices.ts';
import type { Headers } from '../../capture/HttpClient.ts';
import { type BodyRow, bodyRows, compareRows } from '../discover/comparison.ts';
import { looseElement } from '../discover/contents.ts';
import type { BodyDifference, HeaderDifference } from './report.ts';

/** How much of a text is shown on each side of the first difference, in characters. */
const CONTEXT = 40;
const SHOWN_OF_ELEMENT = 200;

/** Why the order of elements that share a link does not count where an ordering goes on after the links. */
export const OF_ONE_LINK =
  'elements that share a link: the legacy system goes on with the next key of the ordering, and here each link of an element is one of its own';

/** Every way in which two bodies of one list differ, ties aside. Empty when they are the same. */
export function bodyDifferences(
  list: List,
  order: ElementOrder,
  legacy: Buffer,
  current: Buffer,
): BodyDifference[] {
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
  const written = { key: '', ...aroundBytes(legacy, current) };
  const offset = (one?.start ?? 0) + firstOther(legacy, current);
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
    !areTexts && value.length <= SHOWN_OF_ELEMENT ? value : excerpt(value, firstOther(before, now));
  return { legacy: cut(before), new: cut(now) };
}

function firstOther(one: ArrayLike<unknown>, other: ArrayLike<unknown>): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

function excerpt(text: string, at: number): string {
  const [from, to] = [Math.max(0, at - CONTEXT), at + CONTEXT];
  const cut = JSON.stringify(text.slice(from, to));
  return `${from > 0 ? '…' : ''}${cut}${to < text.length ? '…' : ''}`;
}

/** One record is compared as a list of one. */
export const asList = (record: Buffer) => Buffer.concat([Buffer.from('['), record, Buffer.from(']')]);

/** Two bodies that are not compared as lists. */
export function bytesDifference(legacy: Buffer, current: Buffer, reason: string): BodyDifference {
  return { kind: 'bytes', reason, offset: firstOther(legacy, current), ...aroundBytes(legacy, current) };
}

function aroundBytes(legacy: Buffer, current: Buffer): { legacy: string; new: string } {
  const at = firstOther(legacy, current);
  const cut = (bytes: Buffer) => {
    const text = bytes.subarray(Math.max(0, at - CONTEXT), at + CONTEXT).toString();
    return text === '' ? '(nothing)' : JSON.stringify(text);
  };
  return { legacy: cut(legacy), new: cut(current) };
}

/** What the contract has (Requests and responses), for captures that were saved by hand, without headers. */
export const CONTRACT: Headers = {
  allow: 'GET, OPTIONS',
  'content-type': 'application/json',
  vary: 'Accept',
};

/** What a client may go by. */
const COUNTED = [
  ...['allow', 'content-type', 'vary', 'content-disposition', 'link'],
  ...['access-control-allow-origin', 'access-control-allow-credentials', 'access-control-expose-headers'],
];
/** What is of one connection or of one moment, or follows from the bytes. */
const PASSING = [
  ...['age', 'connection', 'content-encoding', 'content-length', 'date', 'etag', 'expires', 'keep-alive'],
  ...['last-modified', 'server', 'transfer-encoding', 'via'],
];

/** The headers of the legacy system that the new one does not send so, of those that a client may go by. */
export function headerDifferences(legacy: Headers, current: Headers): HeaderDifference[] {
  return COUNTED.flatMap((name) => {
    const expected = legacy[name]?.toString();
    const actual = current[name]?.toString() ?? null;
    if (expected === undefined) return [];
    const agrees = name === 'vary' ? varyAgrees(expected, actual, current) : actual === expected;
    return agrees ? [] : [{ name: spelt(name), expected, actual }];
  });
}

/** The other headers that the legacy system alone sends. */
export function lackingHeaders(legacy: Headers, current: Headers): string[] {
  const others = Object.keys(legacy).filter((name) => !COUNTED.includes(name) && !PASSING.includes(name));
  return others.filter((name) => !(name in current)).map((name) => `${spelt(name)}: ${legacy[name]}`);
}

/** What a framework or a compression adds to `Vary` makes a cache keep more, and never give the wrong response. */
function varyAgrees(expected: string, actual: string | null, current: Headers): boolean {
  const fields = (value: string) => value.split(',').map((field) => field.trim().toLowerCase());
  const named = fields(actual ?? '');
  const isCompressed = 'content-encoding' in current;
  const needed = fields(expected).filter((field) => isCompressed || field !== 'accept-encoding');
  return named.includes('*') || needed.every((field) => named.includes(field));
}

const spelt = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
