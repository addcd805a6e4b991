import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type {
  Change,
  DocumentChange,
  DocumentSource,
  Epoch,
  ListVersions,
  ReadModelStatus,
  Rehearsal,
} from '../../../endpoints/read-model/index.ts';
import { causesOf } from '../../system/logging/describeError.ts';
import { PULSE } from '../processes/control.ts';
import { FrontSession } from './FrontSession.ts';
import { type FromFront, inMessages, messagesOf, toLine } from './messages.ts';

export interface FeedServerOptions {
  /** How long a save waits for every front to show it, and a rehearsal for its answer, in milliseconds, to a second. @default 30000 */
  timeout?: number;
  /** A front did not show changes in time. Its session is closed, so that no other save waits for it: it begins a new one. */
  onLate(): void;
  /** A front has said how its lists stand: after each change, and every second. @default nothing is done */
  onReport?(): void;
}

/** The cms' end of the feed: serves a source to any number of fronts. A save waits until each of them shows it. */
export class FeedServer {
  readonly #source: DocumentSource;
  readonly #options: FeedServerOptions;
  readonly #server = createServer((socket) => this.#accept(socket));
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<FrontSession>();
  readonly #pulses: NodeJS.Timeout;
  readonly #unfollow: () => void;
  #onFollow: () => void = () => {};
  #epoch: Epoch | undefined;
  /** The number of the last message of changes. */
  #n = 0;

  constructor(source: DocumentSource, options: FeedServerOptions) {
    this.#source = source;
    this.#options = options;
    this.#pulses = setInterval(() => this.#pulse(), PULSE);
    this.#unfollow = source.follow({
      epoch: (epoch) => {
        this.#epoch = epoch;
        this.#sayEpoch();
      },
      changed: (changes, epoch) => this.#publish(changes, epoch),
    });
  }

  /** Begins to listen on a unix socket. */
  async listen(socket: string): Promise<void> {
    await once(this.#server.listen(socket), 'listening');
  }

  /** Resolves when this many fronts hear of every change, or `timeout` milliseconds have passed. */
  untilFollowed(fronts: number, timeout: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeout);
      this.#onFollow = () => {
        if (this.#sessions.size < fronts) return;
        clearTimeout(timer);
        resolve();
      };
      this.#onFollow();
    });
  }

  /** How the lists of each front stand, as it has said last. A front that has said nothing yet is left out. */
  statuses(): ReadModelStatus[] {
    return [...this.#sessions].map(({ status }) => status).filter((status) => status !== undefined);
  }

  /** What each front serves the lists as, whatever its state. One that serves nothing is left out. */
  served(): ListVersions[] {
    return [...this.#sessions].map(({ versions }) => versions).filter((versions) => versions !== undefined);
  }

  /** What all fronts serve the lists as. Undefined while any of them may lack a change, or shows another one. */
  versions(): ListVersions | undefined {
    const [first, ...others] = this.#sessions;
    const isLive = [...this.#sessions].every(({ status }) => status?.state === 'live');
    const isSame = others.every(({ versions }) => isDeepStrictEqual(versions, first?.versions));
    return isLive && isSame ? first?.versions : undefined;
  }

  /**
   * What a change would come to, from the first front that has loaded the lists. Undefined if none has.
   * @throws if it fails there, the front goes away, or does not answer in time
   */
  async rehearse(change: DocumentChange): Promise<Rehearsal | undefined> {
    const loaded = [...this.#sessions].find(({ status }) => status?.loaded);
    return loaded?.rehearse(change, this.#options.timeout ?? 30_000);
  }

  /** Ends every wait for a front: there are no more changes. */
  close(): void {
    clearInterval(this.#pulses);
    this.#unfollow();
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    for (const session of this.#sessions) session.close();
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // A front that goes away has nothing more to be sent.
    this.#serve(socket).catch(() => socket.destroy());
  }

  async #serve(socket: Socket): Promise<void> {
    const messages = messagesOf<FromFront>(socket);
    const { value: first } = await messages.next();
    if (first?.type === 'load') return pipeline(loadInLines(this.#source), socket);
    const session = new FrontSession(socket);
    this.#sessions.add(session);
    session.send(toLine({ type: 'epoch', epoch: this.#epoch }));
    this.#onFollow();
    try {
      for await (const message of messages) {
        if (message.type === 'shown') {
          session.shown(message);
          this.#options.onReport?.();
        }
        if (message.type === 'rehearsed') session.rehearsed(message);
      }
    } finally {
      this.#sessions.delete(session);
      session.close();
    }
  }

  async #publish(changes: readonly Change[], epoch: Epoch | undefined): Promise<void> {
    if (changes.length === 0) return;
    for (const message of inMessages(changes)) {
      this.#n += 1;
      this.#broadcast(toLine({ type: 'changes', n: this.#n, epoch, changes: message }));
    }
    await Promise.all([...this.#sessions].map((session) => session.untilShown(this.#n)));
  }

  #pulse(): void {
    this.#sayEpoch();
    for (const session of this.#sessions) {
      if (!session.isLate(this.#options.timeout ?? 30_000)) continue;
      session.close();
      this.#options.onLate();
    }
  }

  #sayEpoch(): void {
    this.#broadcast(toLine({ type: 'epoch', epoch: this.#epoch }));
  }

  #broadcast(line: string): void {
    for (const session of this.#sessions) session.send(line);
  }
}

async function* loadInLines(source: DocumentSource): AsyncGenerator<string> {
  try {
    const { epoch, changes } = await source.load();
    yield toLine({ epoch });
    for await (const batch of changes) {
      for (const message of inMessages(batch)) yield toLine({ changes: message });
    }
    yield toLine({ last: true });
  } catch (error) {
    yield toLine({ failed: causesOf(error).join(' Because: ') });
  }
}
