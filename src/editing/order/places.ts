/** A document among those that are put into order. */
export interface Place {
  apiId: number;
  /** The value that the list is ordered by: lower ones come first, null last. */
  value: number | null;
}

/** True if the one stands before the other where their values are equal. */
export type IsBefore<P extends Place> = (one: P, other: P) => boolean;

/**
 * Integers with which documents have this order, of which as few as possible differ from those that they have. Documents
 * that stand rightly among each other by their ids keep equal ones.
 * @param wanted the documents in the new order
 */
export function newIntegers<P extends Place>(wanted: readonly P[], isBefore: IsBefore<P>): number[] {
  // How much more than the first one a document has at least; equal values are right where the ids are.
  const least: number[] = [];
  for (const [at, each] of wanted.entries()) {
    const before = wanted[at - 1];
    least.push(before ? (least[at - 1] ?? 0) + (isBefore(before, each) ? 0 : 1) : 0);
  }
  const kept = longestAscending(
    wanted.map(({ value }, at) => (value === null ? undefined : value - (least[at] ?? 0))),
  );
  const values: number[] = [];
  // Those before the first that stays follow it downwards, all others what is before them.
  const first = kept.findIndex(Boolean);
  const lowest = first < 0 ? 0 : Number(wanted[first]?.value) - (least[first] ?? 0);
  for (const [at, { value }] of wanted.entries()) {
    const step = (least[at] ?? 0) - (least[at - 1] ?? 0);
    values.push(kept[at] ? Number(value) : at === 0 ? lowest : (values[at - 1] ?? 0) + step);
  }
  return values;
}

/** Which numbers belong to a longest sequence that never descends. Undefined ones never do. */
function longestAscending(numbers: readonly (number | undefined)[]): boolean[] {
  const lengths: number[] = [];
  const before: number[] = [];
  for (const [at, number] of numbers.entries()) {
    let best = -1;
    for (let other = 0; number !== undefined && other < at; other++) {
      const smaller = numbers[other];
      if (smaller !== undefined && smaller <= number && (lengths[other] ?? 0) > (lengths[best] ?? 0))
        best = other;
    }
    lengths.push(number === undefined ? 0 : (lengths[best] ?? 0) + 1);
    before.push(best);
  }
  const is = numbers.map(() => false);
  let at = lengths.indexOf(Math.max(0, ...lengths));
  while (at >= 0 && numbers[at] !== undefined) {
    is[at] = true;
    at = before[at] ?? -1;
  }
  return is;
}

/** Between two whole numbers there is room for as many documents as can be ordered. */
const BETWEEN = 2 ** -20;

/**
 * Positions with which documents have this order: those that they have, exchanged among each other, so that nothing else in the
 * list moves. Where several have the same, or none and their ids do not give the order, they get new ones.
 * @param last the highest position in the whole list
 */
export function newPositions<P extends Place>(
  wanted: readonly P[],
  isBefore: IsBefore<P>,
  last: number,
): (number | null)[] {
  const slots = wanted.flatMap(({ value }) => value ?? []).sort((one, other) => one - other);
  const isRight = (at: number) => {
    const [before, each] = [wanted[at - 1], wanted[at]];
    return before !== undefined && each !== undefined && isBefore(before, each);
  };
  for (const [at, slot] of slots.entries()) {
    const before = slots[at - 1];
    if (before !== undefined && (slot < before || (slot === before && !isRight(at))))
      slots[at] = before + BETWEEN;
  }
  const tail = wanted.slice(slots.length);
  const isTailRight = tail.every((_, index) => index === 0 || isRight(slots.length + index));
  return [...slots, ...tail.map((_, index) => (isTailRight ? null : last + 1 + index))];
}
