import type { Change, DocumentSource } from '../../../endpoints/read-model/index.ts';
import { type FromFront, inMessages, type ToFront } from './messages.ts';

/** One front, as the cms sees it: its loads, and the changes that it has yet to acknowledge. */
export interface Session {
  /** True from the front's wish to hear of changes on. */
  readonly subscribed: boolean;
  receive(message: FromFront): void;
  /** Tells it of changes, if it listens; resolves when it has acknowledged them, or is gone. */
  deliver(changes: Change[]): Promise<void>;
  /** The front is gone: whoever waits for it goes on. */
  close(): void;
}

/** What {@link session} is told. */
export interface SessionOptions {
  /** Where its loads come from. */
  source: Pick<DocumentSource, 'load'>;
  send(message: ToFront): void;
  /** How long a save waits for a front to take its changes, in milliseconds. */
  patience: number;
  /** Told when the front did not take changes in time. */
  onLate(): void;
  /** The front wants to hear of changes from now on: answers whether all of them are heard of. */
  onSubscribe(): boolean;
}

/** Hands documents to one front: batches as they are asked for, and every change, waiting until it is acknowledged. */
export function session({ source, send, patience, onLate, onSubscribe }: SessionOptions): Session {
  const loads = new Map<number, AsyncIterator<Change[]>>();
  const waiting = new Map<number, () => void>();
  let lastNumber = 0;
  let subscribed = false;
  let closed = false;

  async function* batches(): AsyncGenerator<Change[]> {
    for await (const changes of source.load()) yield* inMessages(changes);
  }

  async function sendNext(load: number): Promise<void> {
    let iterator = loads.get(load);
    if (!iterator) {
      iterator = batches();
      loads.set(load, iterator);
    }
    try {
      const { value, done } = await iterator.next();
      if (closed) return;
      if (done) loads.delete(load);
      send({ type: 'batch', load, changes: done ? [] : value, last: done === true });
    } catch (error) {
      loads.delete(load);
      if (!closed) send({ type: 'load-failed', load, message: (error as Error).message });
    }
  }

  function endLoad(load: number): void {
    const iterator = loads.get(load);
    loads.delete(load);
    // What it was reading is of no use to anybody now, nor is how that went.
    void iterator?.return?.().catch(() => {});
  }

  function tell(changes: Change[]): Promise<void> {
    const number = ++lastNumber;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(number);
        resolve();
      };
      const timer = setTimeout(() => {
        end();
        onLate();
      }, patience);
      waiting.set(number, end);
      send({ type: 'changes', number, changes });
    });
  }

  function stopWaiting(): void {
    for (const end of [...waiting.values()]) end();
  }

  return {
    get subscribed() {
      return subscribed && !closed;
    },
    receive(message) {
      switch (message.type) {
        case 'subscribe':
          subscribed = true;
          send({ type: 'subscribed', current: onSubscribe() });
          break;
        case 'unsubscribe':
          subscribed = false;
          stopWaiting();
          break;
        case 'next':
          void sendNext(message.load);
          break;
        case 'end-load':
          endLoad(message.load);
          break;
        case 'acknowledge':
          waiting.get(message.number)?.();
          break;
      }
    },
    // Sent at once, in order: only the waiting is shared.
    async deliver(changes) {
      if (subscribed && !closed) await Promise.all([...inMessages(changes)].map(tell));
    },
    close() {
      closed = true;
      for (const load of [...loads.keys()]) endLoad(load);
      stopWaiting();
    },
  };
}
