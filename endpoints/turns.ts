/** A short piece of work, which does not throw. */
type Piece = () => void;

/** Those that hold something, the next one first. */
const queues: Piece[][] = [];

/**
 * A queue of pieces of work, each of which gets a turn of the event loop to itself: whatever there is to do in all queues, a
 * request waits for one piece at most. Queues with work take turns, so that none waits for the length of another.
 *
 * @returns what puts a piece at the end of the queue
 */
export function newQueue(): (piece: Piece) => void {
  const queue: Piece[] = [];
  return (piece) => {
    queue.push(piece);
    // What is in turn stays at the head of its queue, and its queue at the head of all, until it is done.
    if (queue.length > 1) return;
    queues.push(queue);
    if (queues.length === 1) setImmediate(takeTurn);
  };
}

function takeTurn(): void {
  const [queue = []] = queues;
  queue[0]?.();
  queue.shift();
  queues.shift();
  if (queue.length > 0) queues.push(queue);
  if (queues.length > 0) setImmediate(takeTurn);
}
