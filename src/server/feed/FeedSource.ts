import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type {
  Change,
  DocumentSource,
  ReadModelStatus,
  Subscriber,
} from '../../../endpoints/read-model/index.ts';
import { watchdog } from '../processes/watchdog.ts';
import { type FeedMessage, type FromFront, type LoadMessage, messagesOf, toLine } from './messages.ts';

/** Seconds without a sign of life from the cms after which changes may have been missed. */
const SILENCE = 3;

export interface FeedSourceOptions {
  /** The unix socket of the cms. */
  socket: string;
  /** How the lists of the subscriber stand. */
  status(): ReadModelStatus;
  /** The subscriber has taken changes. */
  onTaken(): void;
  /** The subscriber could not take changes. */
  onError(error: unknown): void;
}

/**
 * A front's end of the feed: a `DocumentSource` whose documents live in the cms, for one subscriber. Changes are acknowledged
 * once the subscriber has taken them. Those that it could not take never are: the cms then closes the feed, and everything
 * has to be loaded anew.
 */
export class FeedSource implements DocumentSource {
  readonly #options: FeedSourceOptions;
  readonly #closing = new AbortController();
  readonly #events = new EventEmitter<{ subscribed: [] }>();
  #hears = false;
  #isCurrent = true;
  /** What the cms has been told last of the lists, as JSON. */
  #reported = '';
  /** Resolves when the subscription has ended, on either side. */
  readonly closed: Promise<unknown> = once(this.#closing.signal, 'abort');

  constructor(options: FeedSourceOptions) {
    this.#options = options;
  }

  /** True while the subscriber hears of every change that the cms makes. */
  get hears(): boolean {
    return this.#hears;
  }

  /** Begins once every later change is heard of; fails when the subscription ends. */
  async *load(): AsyncGenerator<Change[]> {
    const { signal } = this.#closing;
    try {
      if (!this.#hears) await once(this.#events, 'subscribed', { signal });
      for await (const message of messagesOf<LoadMessage>(this.#open({ type: 'load' }))) {
        if ('last' in message) return;
        if ('failed' in message) throw new Error(message.failed);
        yield message.changes;
      }
      throw gone();
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }

  /** Ending the subscription ends all: a source is of use once. */
  subscribe(subscriber: Subscriber): () => void {
    void this.#follow(subscriber);
    return () => this.close();
  }

  close(reason = gone()): void {
    this.#hears = false;
    this.#closing.abort(reason);
  }

  #open(message: FromFront): Socket {
    const socket = addAbortSignal(this.#closing.signal, connect(this.#options.socket));
    socket.write(toLine(message));
    return socket;
  }

  async #follow(subscriber: Subscriber): Promise<void> {
    const alive = watchdog(SILENCE, () => this.#setCurrent(subscriber, false));
    try {
      const socket = this.#open({ type: 'subscribe' });
      for await (const message of messagesOf<FeedMessage>(socket)) {
        alive.seen();
        this.#receive(message, subscriber, socket);
      }
      this.close();
    } catch (error) {
      this.close(error as Error);
    }
    alive.stop();
  }

  #receive(message: FeedMessage, subscriber: Subscriber, socket: Socket): void {
    if ('current' in message) this.#setCurrent(subscriber, message.current);
    if (message.type === 'pulse') this.#report(socket);
    if (message.type === 'lost') subscriber.lost();
    if (message.type === 'changes') void this.#take(message, subscriber, socket);
    if (message.type === 'subscribed') {
      this.#hears = true;
      this.#events.emit('subscribed');
    }
  }

  async #take(
    { changes, number }: { changes: Change[]; number: number },
    subscriber: Subscriber,
    socket: Socket,
  ): Promise<void> {
    try {
      await subscriber.changed(changes);
      this.#options.onTaken();
      // First, so that the cms knows of it when the save returns.
      this.#report(socket);
      socket.write(toLine({ type: 'acknowledge', number }));
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #report(socket: Socket): void {
    const status = this.#options.status();
    const json = JSON.stringify(status);
    if (json === this.#reported) return;
    this.#reported = json;
    socket.write(toLine({ type: 'status', status }));
  }

  #setCurrent(subscriber: Subscriber, isCurrent: boolean): void {
    if (isCurrent === this.#isCurrent) return;
    this.#isCurrent = isCurrent;
    subscriber.current(isCurrent);
  }
}

function gone(): Error {
  return new Error('the cms has closed the feed');
}
