import type { Change, DocumentSource, Subscriber } from '../../endpoints/read-model/index.ts';
import type { FromCms, ToCms } from './messages.ts';

/** The front's end of the channel: a `DocumentSource` whose documents live in the cms. */
export interface IpcSource extends DocumentSource {
  /** Takes a message from the cms; false when it is not about documents. */
  receive(message: FromCms): boolean;
  /** The cms is gone: loads that are under way fail with this reason. */
  close(reason: Error): void;
}

interface Load {
  resolve(batch: { changes: Change[]; last: boolean }): void;
  reject(reason: Error): void;
}

/**
 * Makes the source of one cms process. Changes are acknowledged once every subscriber has taken them, also when one
 * throws: the save that made them has been committed, and waiting longer would not help it.
 */
export function ipcSource(send: (message: ToCms) => void, onError: (error: unknown) => void): IpcSource {
  const subscribers = new Set<Subscriber>();
  const loads = new Map<number, Load>();
  let lastLoad = 0;
  let closed: Error | undefined;

  function nextBatch(load: number): Promise<{ changes: Change[]; last: boolean }> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(closed);
      loads.set(load, { resolve, reject });
      send({ type: 'next', load });
    });
  }

  async function tell(changes: Change[], number: number): Promise<void> {
    try {
      await Promise.all([...subscribers].map((subscriber) => subscriber.changed(changes)));
    } catch (error) {
      onError(error);
    }
    send({ type: 'acknowledge', number });
  }

  return {
    async *load() {
      const load = ++lastLoad;
      let ended = false;
      try {
        while (!ended) {
          const { changes, last } = await nextBatch(load);
          ended = last;
          yield changes;
        }
      } finally {
        loads.delete(load);
        if (!ended && !closed) send({ type: 'end-load', load });
      }
    },
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    receive(message) {
      switch (message.type) {
        case 'batch':
          loads.get(message.load)?.resolve(message);
          return true;
        case 'load-failed':
          loads.get(message.load)?.reject(new Error(message.message));
          return true;
        case 'changes':
          void tell(message.changes, message.number);
          return true;
        default:
          return false;
      }
    },
    close(reason) {
      closed = reason;
      for (const load of loads.values()) load.reject(reason);
      loads.clear();
    },
  };
}
