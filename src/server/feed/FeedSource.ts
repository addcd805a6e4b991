import type { Socket } from 'node:net';
import type { Change, DocumentSource, Subscriber } from '../../../endpoints/read-model/index.ts';
import { type Watchdog, watchdog } from '../processes/watchdog.ts';
import { type JsonLines, jsonLines } from './jsonLines.ts';
import type { FromFront, ToFront } from './messages.ts';

/** Seconds without a sign of life from the cms after which there may be changes that nobody here knows of. */
const SILENCE = 3;

export interface FeedSourceOptions {
  /** The subscriber has taken changes. */
  onTaken(): void;
  /** The subscriber could not take changes. */
  onError(error: unknown): void;
}

interface Batch {
  changes: Change[];
  last: boolean;
}

/**
 * A front's end of the feed: a `DocumentSource` whose documents live in the cms. It serves one subscriber. Changes are
 * acknowledged once the subscriber has taken them; those that it could not take never are, and the cms closes the socket.
 */
export class FeedSource implements DocumentSource {
  /** Resolves when the socket is closed, by either end. */
  readonly closed: Promise<void>;
  readonly #options: FeedSourceOptions;
  readonly #lines: JsonLines<FromFront>;
  readonly #alive: Watchdog;
  /** By their numbers: loads that wait for a batch. */
  readonly #loads = new Map<number, { resolve(batch: Batch): void; reject(reason: Error): void }>();
  #subscriber: Subscriber | undefined;
  #isSubscribed = false;
  #isCurrent = true;
  #isClosed = false;
  #lastLoad = 0;

  constructor(socket: Socket, options: FeedSourceOptions) {
    this.#options = options;
    this.#alive = watchdog(SILENCE, () => this.#setCurrent(false));
    this.#lines = jsonLines<ToFront, FromFront>(socket, {
      onMessage: (message) => this.#receive(message),
      onClose: () => this.close(),
    });
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** True while the subscriber hears of every change that the cms makes. */
  get hears(): boolean {
    return this.#isSubscribed && !this.#isClosed;
  }

  async *load(): AsyncGenerator<Change[]> {
    const load = ++this.#lastLoad;
    let ended = false;
    try {
      while (!ended) {
        const { changes, last } = await this.#nextBatch(load);
        ended = last;
        yield changes;
      }
    } finally {
      this.#loads.delete(load);
      if (!ended) this.#lines.send({ type: 'end-load', load });
    }
  }

  /** Ending the subscription closes the socket. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscriber = subscriber;
    this.#lines.send({ type: 'subscribe' });
    if (!this.#isCurrent) subscriber.current(false);
    return () => this.close();
  }

  /** Loads that are under way fail. */
  close(): void {
    this.#isClosed = true;
    this.#alive.stop();
    this.#lines.close();
    for (const { reject } of this.#loads.values()) reject(gone());
    this.#loads.clear();
  }

  #nextBatch(load: number): Promise<Batch> {
    if (this.#isClosed) throw gone();
    this.#lines.send({ type: 'next', load });
    return new Promise((resolve, reject) => this.#loads.set(load, { resolve, reject }));
  }

  #receive(message: ToFront): void {
    this.#alive.seen();
    switch (message.type) {
      case 'subscribed':
        this.#isSubscribed = true;
        this.#setCurrent(message.current);
        break;
      case 'pulse':
        this.#setCurrent(message.current);
        break;
      case 'lost':
        this.#subscriber?.lost();
        break;
      case 'changes':
        void this.#take(message);
        break;
      case 'batch':
        this.#loads.get(message.load)?.resolve(message);
        break;
      case 'load-failed':
        this.#loads.get(message.load)?.reject(new Error(message.message));
        break;
    }
  }

  async #take({ changes, number }: { changes: Change[]; number: number }): Promise<void> {
    try {
      await this.#subscriber?.changed(changes);
      this.#options.onTaken();
      this.#lines.send({ type: 'acknowledge', number });
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #setCurrent(isCurrent: boolean): void {
    if (isCurrent === this.#isCurrent) return;
    this.#isCurrent = isCurrent;
    this.#subscriber?.current(isCurrent);
  }
}

function gone(): Error {
  return new Error('the cms has closed the connection');
}
