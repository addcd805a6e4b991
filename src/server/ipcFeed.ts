import type { Change, DocumentSource } from '../../endpoints/read-model/index.ts';
import { type FromCms, inMessages, type ToCms } from './messages.ts';

/** The cms' end of the channel: hands the documents of a source to the front. */
export interface IpcFeed {
  /** Takes a message from the front; false when it is not about documents. */
  receive(message: ToCms): boolean;
  /** The front is gone, or nothing more is to be told: whoever waits for it goes on. */
  close(): void;
}

/** What {@link ipcFeed} is told. */
export interface IpcFeedOptions {
  /** Hands a message to the front. May throw when the channel is closed. */
  send(message: FromCms): void;
  /** How long a save waits for the front to take its changes, in milliseconds. @default 5000 */
  patience?: number;
  /** Told when the front did not take changes in time; they are on their way all the same. */
  onLate?(): void;
}

/** Hands a source to the front: batches as they are asked for, and every change, waiting until it is acknowledged. */
export function ipcFeed(source: DocumentSource, options: IpcFeedOptions): IpcFeed {
  const { send, patience = 5000, onLate } = options;
  const loads = new Map<number, AsyncIterator<Change[]>>();
  const waiting = new Map<number, () => void>();
  let lastNumber = 0;
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
    void iterator?.return?.().catch(() => {});
  }

  function deliver(changes: Change[]): Promise<void> {
    if (closed) return Promise.resolve();
    const number = ++lastNumber;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(number);
        resolve();
      };
      const timer = setTimeout(() => {
        onLate?.();
        end();
      }, patience);
      waiting.set(number, end);
      try {
        send({ type: 'changes', number, changes });
      } catch {
        end();
      }
    });
  }

  const unsubscribe = source.subscribe({
    // Sent at once, in order: only the waiting is shared.
    async changed(changes) {
      await Promise.all([...inMessages(changes)].map(deliver));
    },
    lost: () => {},
    current: () => {},
  });

  return {
    receive(message) {
      switch (message.type) {
        case 'next':
          void sendNext(message.load);
          return true;
        case 'end-load':
          endLoad(message.load);
          return true;
        case 'acknowledge':
          waiting.get(message.number)?.();
          return true;
        default:
          return false;
      }
    },
    close() {
      closed = true;
      unsubscribe();
      for (const load of [...loads.keys()]) endLoad(load);
      for (const end of [...waiting.values()]) end();
    },
  };
}
