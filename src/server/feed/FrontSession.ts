import type { Socket } from 'node:net';
import type { Change, DocumentSource } from '../../../endpoints/read-model/index.ts';
import { type JsonLines, jsonLines } from './jsonLines.ts';
import { type FromFront, inMessages, type ToFront } from './messages.ts';

export interface FrontSessionOptions {
  /** Where its loads come from. */
  source: Pick<DocumentSource, 'load'>;
  /** How long a save waits for a front to take its changes, in milliseconds. */
  patience: number;
  /** Whether the cms hears of every change. */
  isCurrent(): boolean;
  onSubscribe(): void;
  /** The front did not take changes in time; its session has been closed. */
  onLate(): void;
  onClose(): void;
}

/** One front, as the cms sees it: gets batches as it asks for them, and every change, which it has to acknowledge. */
export class FrontSession {
  readonly #options: FrontSessionOptions;
  readonly #lines: JsonLines<ToFront>;
  readonly #loads = new Map<number, AsyncIterator<Change[]>>();
  /** By their numbers: what ends the waiting for a message of changes. */
  readonly #unacknowledged = new Map<number, () => void>();
  #lastNumber = 0;
  #isSubscribed = false;
  #isClosed = false;

  constructor(socket: Socket, options: FrontSessionOptions) {
    this.#options = options;
    this.#lines = jsonLines<FromFront, ToFront>(socket, {
      onMessage: (message) => this.#receive(message),
      onClose: () => {
        this.close();
        options.onClose();
      },
    });
  }

  /** True while the front hears of changes. */
  get isSubscribed(): boolean {
    return this.#isSubscribed && !this.#isClosed;
  }

  send(message: ToFront): void {
    this.#lines.send(message);
  }

  /** Sends it changes, if it has subscribed; resolves when it has acknowledged them, or is gone. */
  async publish(changes: Change[]): Promise<void> {
    // Sent at once, in order: only the waiting is shared.
    if (this.isSubscribed) await Promise.all([...inMessages(changes)].map((each) => this.#publish(each)));
  }

  /** Ends it: whoever waits for the front goes on. */
  close(): void {
    this.#isClosed = true;
    this.#lines.close();
    for (const load of this.#loads.keys()) this.#endLoad(load);
    for (const end of this.#unacknowledged.values()) end();
  }

  #publish(changes: Change[]): Promise<void> {
    const number = ++this.#lastNumber;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.close();
        this.#options.onLate();
      }, this.#options.patience);
      this.#unacknowledged.set(number, () => {
        clearTimeout(timer);
        this.#unacknowledged.delete(number);
        resolve();
      });
      this.send({ type: 'changes', number, changes });
    });
  }

  #receive(message: FromFront): void {
    switch (message.type) {
      case 'subscribe':
        this.#isSubscribed = true;
        this.send({ type: 'subscribed', current: this.#options.isCurrent() });
        this.#options.onSubscribe();
        break;
      case 'next':
        void this.#sendNext(message.load);
        break;
      case 'end-load':
        this.#endLoad(message.load);
        break;
      case 'acknowledge':
        this.#unacknowledged.get(message.number)?.();
        break;
    }
  }

  async #sendNext(load: number): Promise<void> {
    const batches = this.#loads.get(load) ?? loadInMessages(this.#options.source);
    this.#loads.set(load, batches);
    try {
      const { value: changes = [], done: last = false } = await batches.next();
      if (last) this.#loads.delete(load);
      this.send({ type: 'batch', load, changes, last });
    } catch (error) {
      this.#loads.delete(load);
      this.send({ type: 'load-failed', load, message: (error as Error).message });
    }
  }

  #endLoad(load: number): void {
    const batches = this.#loads.get(load);
    this.#loads.delete(load);
    // Nobody is interested in how that went.
    void batches?.return?.().catch(() => {});
  }
}

async function* loadInMessages(source: Pick<DocumentSource, 'load'>): AsyncGenerator<Change[], undefined> {
  for await (const changes of source.load()) yield* inMessages(changes);
}
