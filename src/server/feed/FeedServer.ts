import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
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
  /** How long a save waits for the front to show it, and a rehearsal for its answer, in milliseconds, to a second. @default 30000 */
  timeout?: number;
  /** The front did not show changes in time. Its session is closed, so that no other save waits for it: it begins a new one. */
  onLate(): void;
  /** The front has said how its lists stand: after each change, and every second. @default nothing is done */
  onReport?(): void;
}

/** The cms' end of the feed: serves a source to the front. A save waits until the front shows it. */
export class FeedServer {
  readonly #source: DocumentSource;
  readonly #options: FeedServerOptions;
  readonly #server = createServer((socket) => this.#accept(socket));
  readonly #sockets = new Set<Socket>();
  /** The front that follows. A later one takes its place. */
  #session: FrontSession | undefined;
  readonly #pulses: NodeJS.Timeout;
  readonly #unfollow: () => void;
  #onFollow: () => void = () => {};
  readonly #followed = new Promise<void>((resolve) => {
    this.#onFollow = resolve;
  });
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

  /** Resolves when the front hears of every change, or `timeout` milliseconds have passed. */
  async untilFollowed(timeout: number): Promise<void> {
    await Promise.race([this.#followed, sleep(timeout, undefined, { ref: false })]);
  }

  /** How the lists of the front stand, as it has said last; undefined before it has, or while there is none. */
  status(): ReadModelStatus | undefined {
    return this.#session?.status;
  }

  /** What the front serves the lists as, whatever its state; undefined if it serves nothing. */
  served(): ListVersions | undefined {
    return this.#session?.versions;
  }

  /** The same; undefined also while it may lack a change. */
  versions(): ListVersions | undefined {
    return this.status()?.state === 'live' ? this.served() : undefined;
  }

  /**
   * What a change would come to, from the front. Undefined if it has not loaded the lists.
   * @throws if it fails there, the front goes away, or does not answer in time
   */
  async rehearse(change: DocumentChange): Promise<Rehearsal | undefined> {
    return this.status()?.loaded
      ? this.#session?.rehearse(change, this.#options.timeout ?? 30_000)
      : undefined;
  }

  /** Ends every wait for the front: there are no more changes. */
  close(): void {
    clearInterval(this.#pulses);
    this.#unfollow();
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#session?.close();
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // To a front that goes away nothing more is sent.
    this.#serve(socket).catch(() => socket.destroy());
  }

  async #serve(socket: Socket): Promise<void> {
    const messages = messagesOf<FromFront>(socket);
    const { value: first } = await messages.next();
    if (first?.type === 'load') return pipeline(loadInLines(this.#source), socket);
    const session = new FrontSession(socket);
    this.#session?.close();
    this.#session = session;
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
      session.close();
      if (this.#session === session) this.#session = undefined;
    }
  }

  async #publish(changes: readonly Change[], epoch: Epoch | undefined): Promise<void> {
    if (changes.length === 0) return;
    for (const message of inMessages(changes)) {
      this.#n += 1;
      this.#session?.send(toLine({ type: 'changes', n: this.#n, epoch, changes: message }));
    }
    await this.#session?.untilShown(this.#n);
  }

  #pulse(): void {
    this.#sayEpoch();
    if (!this.#session?.isLate(this.#options.timeout ?? 30_000)) return;
    this.#session.close();
    this.#options.onLate();
  }

  #sayEpoch(): void {
    this.#session?.send(toLine({ type: 'epoch', epoch: this.#epoch }));
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
