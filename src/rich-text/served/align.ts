/**
 * Which entries of `after` are entries of `before`, in order (patience diff): for each of `after` the index in `before`, or
 * -1. Equal ends are matched first, then what occurs once on both sides, then the same between those.
 */
export function align(before: readonly string[], after: readonly string[]): number[] {
  const matches = new Array<number>(after.length).fill(-1);
  const open: Span[] = [{ a: 0, aEnd: before.length, b: 0, bEnd: after.length }];
  for (let span = open.pop(); span; span = open.pop()) {
    let { a, aEnd, b, bEnd } = span;
    while (a < aEnd && b < bEnd && before[a] === after[b]) matches[b++] = a++;
    while (a < aEnd && b < bEnd && before[aEnd - 1] === after[bEnd - 1]) matches[--bEnd] = --aEnd;
    if (a === aEnd || b === bEnd) continue;
    let from = { a, b };
    for (const anchor of anchors(before, after, { a, aEnd, b, bEnd })) {
      matches[anchor.b] = anchor.a;
      open.push({ a: from.a, aEnd: anchor.a, b: from.b, bEnd: anchor.b });
      from = { a: anchor.a + 1, b: anchor.b + 1 };
    }
    // Without an anchor there is nothing left to split by.
    if (from.a !== a || from.b !== b) open.push({ a: from.a, aEnd, b: from.b, bEnd });
  }
  return matches;
}

interface Span {
  a: number;
  aEnd: number;
  b: number;
  bEnd: number;
}

interface Anchor {
  a: number;
  b: number;
}

/** The entries that occur once on both sides, as many as keep their order. */
function anchors(before: readonly string[], after: readonly string[], span: Span): Anchor[] {
  const places = new Map<string, { a: number; b: number }>();
  const note = (text: string, side: 'a' | 'b', index: number) => {
    const place = places.get(text) ?? { a: -1, b: -1 };
    place[side] = place[side] === -1 ? index : TWICE;
    places.set(text, place);
  };
  for (let i = span.a; i < span.aEnd; i++) note(before[i] as string, 'a', i);
  for (let i = span.b; i < span.bEnd; i++) note(after[i] as string, 'b', i);
  const unique = [...places.values()].filter(({ a, b }) => a >= 0 && b >= 0).sort((x, y) => x.b - y.b);
  return longestRising(unique);
}

const TWICE = -2;

/** The longest run of anchors whose `a` rises (patience sorting). */
function longestRising(items: readonly Anchor[]): Anchor[] {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [i, item] of items.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((items[tails[middle] as number] as Anchor).a < item.a) low = middle + 1;
      else high = middle;
    }
    previous[i] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = i;
  }
  const run: Anchor[] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = previous[i] as number) run.push(items[i] as Anchor);
  return run.reverse();
}
