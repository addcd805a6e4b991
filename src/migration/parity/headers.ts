import type { Headers } from '../source/index.ts';
import type { HeaderDifference } from './report.ts';

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
