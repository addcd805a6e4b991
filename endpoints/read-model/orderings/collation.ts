import type { Collation } from '../types.ts';

export type Compare = (a: string, b: string) => number;

/** Compares text as the legacy database does (contract: Ordering). Zero for the same text only. */
export function textComparator(collation: Collation): Compare {
  if (collation === 'C') return compareCodePoints;
  const collator = new Intl.Collator('el');
  return (a, b) => (a === b ? 0 : collator.compare(a, b) || compareCodePoints(a, b));
}

/**
 * Compares by Unicode code point. `<` compares UTF-16 units instead, and puts U+10000 and up (surrogates, from 0xD800)
 * before U+E000 to U+FFFF.
 */
function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at += 1) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x !== y) return aboveSurrogates(x) - aboveSurrogates(y);
  }
  return a.length - b.length;
}

function aboveSurrogates(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

export const compareUnits: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** A timestamp in a form whose text order is that of the instants: nine digits of a second, always. */
export function instantOf(timestamp: string): string {
  const [seconds = '', fraction = ''] = timestamp.replace(/Z$/, '').split('.');
  return `${seconds}.${fraction.padEnd(9, '0')}`;
}
