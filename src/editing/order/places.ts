/** A document among those that are put into order. */
export interface Place {
  apiId: number;
  /** The value that the list is ordered by: lower ones come first, null last. */
  value: number | null;
}

/** True if the one stands before the other where their values are equal. */
export type IsBefore<P extends Place> = (one: P, other: P) => boolean;

/**
 * Values with which documents have this order: those that they have, exchanged among each other, so that nothing else in the list
 * moves. Where several have the same, or none and their ids do not give the order, they get new ones.
 * @param wanted the documents in the new order
 * @param step how much more a new value is at least than the one before it
 * @param last the highest value in the whole list
 */
export function newValues<P extends Place>(
  wanted: readonly P[],
  isBefore: IsBefore<P>,
  { last, step }: { last: number; step: number },
): (number | null)[] {
  const slots = wanted.flatMap(({ value }) => value ?? []).sort((one, other) => one - other);
  const isRight = (at: number) => {
    const [before, each] = [wanted[at - 1], wanted[at]];
    return before !== undefined && each !== undefined && isBefore(before, each);
  };
  for (const [at, slot] of slots.entries()) {
    const before = slots[at - 1];
    if (before !== undefined && (slot < before || (slot === before && !isRight(at))))
      slots[at] = before + step;
  }
  const tail = wanted.slice(slots.length);
  const isTailRight = tail.every((_, index) => index === 0 || isRight(slots.length + index));
  const end = Math.max(last, slots.at(-1) ?? last);
  return [...slots, ...tail.map((_, index) => (isTailRight ? null : end + 1 + index))];
}
