import type { Socket } from 'node:net';
import type { Change, ReadModelStatus } from '../../../endpoints/read-model/index.ts';

/** Messages of a front to the cms. The first of each socket says what the socket is for. */
export type FromFront =
  /** Everything is to be sent, as {@link LoadMessage}s. */
  | { type: 'load' }
  /** Every change from now on is to be sent, as {@link FeedMessage}s. */
  | { type: 'subscribe' }
  | { type: 'acknowledge'; number: number }
  /** How its lists stand. After a pulse, and before an acknowledgement, when that has changed. */
  | { type: 'status'; status: ReadModelStatus };

/** Messages of the cms to a front that loads. */
export type LoadMessage = { changes: Change[] } | { failed: string } | { last: true };

/** Messages of the cms to a front that has subscribed. */
export type FeedMessage =
  /** From here on no change is left out. */
  | { type: 'subscribed'; current: boolean }
  /** The cms lives; with it, whether it hears of every change. Once a second, and when that changes. */
  | { type: 'pulse'; current: boolean }
  /** Changes may have been missed: everything has to be loaded again. */
  | { type: 'lost' }
  /** Committed changes; the save that made them waits for the acknowledgement. */
  | { type: 'changes'; number: number; changes: Change[] };

/** A message as it travels: a line of JSON, which has no line feed of its own. */
export function toLine(message: FromFront | LoadMessage | FeedMessage): string {
  return `${JSON.stringify(message)}\n`;
}

/**
 * The messages that come over a socket, one when the last has been taken; the socket is closed when they are no longer read.
 *
 * @throws what broke the socket
 */
export async function* messagesOf<Message>(socket: Socket): AsyncGenerator<Message, undefined> {
  let unfinished = '';
  for await (const text of socket.setEncoding('utf8') as AsyncIterable<string>) {
    const [first = '', ...others] = text.split('\n');
    // V8 joins such strings when they are first read: a long message is copied once, however many pieces it came in.
    const lines = [unfinished + first, ...others];
    unfinished = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Message;
  }
}

/** Characters of text that one message may carry: the receiver's readers wait while it is parsed. */
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

/** Cuts changes into small messages, in order. */
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
