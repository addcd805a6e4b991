import type { Work } from './Slices.ts';

/** Runs of this many items are sorted at once, and merges yield after as many. */
const RUN = 64;

/** The items in order, as `Array.prototype.sort` has it, in small steps. */
export function* mergeSort<T>(items: Iterable<T>, compare: (a: T, b: T) => number): Work<T[]> {
  let from = [...items];
  const { length } = from;
  for (let start = 0; start < length; start += RUN) {
    const run = from.slice(start, start + RUN).sort(compare);
    for (let at = 0; at < run.length; at += 1) from[start + at] = run[at] as T;
    yield;
  }
  let to = length > RUN ? [...from] : from;
  for (let width = RUN; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      yield* merge(from, to, { start, middle: start + width, end: start + 2 * width, compare });
    }
    [from, to] = [to, from];
  }
  return from;
}

interface Stretch<T> {
  start: number;
  middle: number;
  end: number;
  compare: (a: T, b: T) => number;
}

function* merge<T>(from: readonly T[], to: T[], { start, middle, end, compare }: Stretch<T>): Work<void> {
  const leftEnd = Math.min(middle, from.length);
  const rightEnd = Math.min(end, from.length);
  let left = start;
  let right = leftEnd;
  for (let at = start; at < rightEnd; at += 1) {
    const takesLeft =
      right >= rightEnd || (left < leftEnd && compare(from[left] as T, from[right] as T) <= 0);
    to[at] = from[takesLeft ? left++ : right++] as T;
    if (at % RUN === 0) yield;
  }
}
