import type { Socket } from 'node:net';
import type {
  Change,
  DocumentChange,
  Epoch,
  ListVersions,
  ReadModelStatus,
  Rehearsal,
} from '../../../endpoints/read-model/index.ts';

/** Messages of the front to the cms. The first of each socket says what the socket is for. */
export type FromFront =
  /** Everything is to be sent, as {@link LoadMessage}s. */
  | { type: 'load' }
  /** Every change from now on is to be sent, as {@link FeedMessage}s. */
  | { type: 'follow' }
  /** Its lists show every message up to this number, and stand so, where that has changed. */
  | ShownMessage
  | RehearsedMessage;

/** How its lists stand. */
interface FrontReport {
  status: ReadModelStatus;
  /** What they are served as; undefined before there are any. */
  versions?: ListVersions | undefined;
}

export interface ShownMessage extends Partial<FrontReport> {
  type: 'shown';
  n: number;
}

/** The answer to a {@link RehearseMessage}. */
export interface RehearsedMessage {
  type: 'rehearsed';
  n: number;
  /** Undefined before the first load, and if it failed. */
  rehearsal?: Rehearsal | undefined;
  /** Why it failed. */
  failed?: string;
}

/** Messages of the cms to the front while it loads: the epoch first. */
export type LoadMessage = { epoch: Epoch } | { changes: Change[] } | { failed: string } | { last: true };

/** What the source says. First, when it changes, and once a second: the cms lives. */
export interface EpochMessage {
  type: 'epoch';
  epoch?: Epoch | undefined;
}

/** Committed changes; the save that made them waits until they show. */
export interface ChangesMessage {
  type: 'changes';
  n: number;
  /** In which they are told. */
  epoch?: Epoch | undefined;
  changes: readonly Change[];
}

/** The front is to say what a change would come to, without showing it. */
export interface RehearseMessage {
  type: 'rehearse';
  /** Its answer has the same number. */
  n: number;
  change: DocumentChange;
}

/** Messages of the cms to the front while it follows. */
export type FeedMessage = EpochMessage | ChangesMessage | RehearseMessage;

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
export function* inMessages(changes: readonly Change[]): Generator<Change[]> {
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
