import type { Change } from '../../../endpoints/read-model/index.ts';

/** Messages of a front to the cms. */
export type FromFront =
  /** Every change from now on is to be sent; the front acknowledges each message of changes. */
  | { type: 'subscribe' }
  /** The next batch of a load, which begins with the first. */
  | { type: 'next'; load: number }
  | { type: 'end-load'; load: number }
  | { type: 'acknowledge'; number: number };

/** Messages of the cms to a front. */
export type ToFront =
  /** The answer to `subscribe`: from here on no change is left out. */
  | { type: 'subscribed'; current: boolean }
  /** The cms lives; with it, whether it hears of every change. Once a second, and when that changes. */
  | { type: 'pulse'; current: boolean }
  /** Changes may have been missed: everything has to be loaded again. */
  | { type: 'lost' }
  /** Committed changes; the save that made them waits for the acknowledgement. */
  | { type: 'changes'; number: number; changes: Change[] }
  /** Some changes of a load; the next batch comes when it is asked for. */
  | { type: 'batch'; load: number; changes: Change[]; last: boolean }
  | { type: 'load-failed'; load: number; message: string };

/** Characters of text that one message may carry: the receiver's readers wait while it is read. */
const MESSAGE_SIZE = 128 * 1024;

function weight(change: Change): number {
  if (!('document' in change) || !change.document) return 100;
  let size = 100;
  for (const value of Object.values(change.document)) {
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) size += 100 * value.length;
  }
  return size;
}

/** Cuts changes into messages of a size that nobody waits long for; their order stays. */
export function* inMessages(changes: Change[]): Generator<Change[]> {
  let message: Change[] = [];
  let size = 0;
  for (const change of changes) {
    const more = weight(change);
    if (message.length > 0 && size + more > MESSAGE_SIZE) {
      yield message;
      message = [];
      size = 0;
    }
    message.push(change);
    size += more;
  }
  if (message.length > 0) yield message;
}
