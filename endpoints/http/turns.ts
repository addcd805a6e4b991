/** Work that waits; none of it throws. */
const waiting: (() => void)[] = [];

/** Does the work in a turn of the event loop of its own: however many have such work, others wait for one piece at most. */
export function inTurn(work: () => void): void {
  waiting.push(work);
  if (waiting.length === 1) setImmediate(takeTurn);
}

function takeTurn(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(takeTurn);
}
