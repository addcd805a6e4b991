import type { Change, DocumentSource, Subscriber } from '../../../endpoints/read-model/index.ts';
import type { FromFront, ToFront } from './messages.ts';

/** A front's end of the feed: a `DocumentSource` whose documents live in the cms. It serves one subscriber. */
export interface FeedSource extends DocumentSource {
  receive(message: ToFront): void;
  /** True while its subscriber hears of every change that the cms makes. */
  hears(): boolean;
  /** No sign of life has come for some time: changes may be on their way that nobody knows of. */
  silent(): void;
  /** The connection is gone: loads that are under way fail with this reason. */
  close(reason: Error): void;
}

/** What {@link feedSource} is told. */
export interface FeedSourceOptions {
  send(message: FromFront): void;
  /** The subscriber has taken changes. */
  onTaken(): void;
  /** The subscriber could not take a change. */
  onError(error: unknown): void;
}

interface Load {
  resolve(batch: { changes: Change[]; last: boolean }): void;
  reject(reason: Error): void;
}

/**
 * Makes the source of one connection to the cms. Changes are acknowledged once the subscriber has taken them, also when it
 * throws: the save that made them has been committed, and waiting longer would not help it.
 */
export function feedSource({ send, onTaken, onError }: FeedSourceOptions): FeedSource {
  const loads = new Map<number, Load>();
  let subscriber: Subscriber | undefined;
  let subscribed = false;
  let lastLoad = 0;
  let current = true;
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
      await subscriber?.changed(changes);
      onTaken();
    } catch (error) {
      onError(error);
    }
    send({ type: 'acknowledge', number });
  }

  function setCurrent(isCurrent: boolean): void {
    if (isCurrent === current) return;
    current = isCurrent;
    subscriber?.current(isCurrent);
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
    subscribe(who) {
      subscriber = who;
      send({ type: 'subscribe' });
      if (!current) who.current(false);
      return () => {
        if (subscriber !== who) return;
        subscriber = undefined;
        subscribed = false;
        if (!closed) send({ type: 'unsubscribe' });
      };
    },
    receive(message) {
      switch (message.type) {
        case 'subscribed':
          subscribed = subscriber !== undefined;
          setCurrent(message.current);
          break;
        case 'pulse':
          setCurrent(message.current);
          break;
        case 'lost':
          subscriber?.lost();
          break;
        case 'changes':
          void tell(message.changes, message.number);
          break;
        case 'batch':
          loads.get(message.load)?.resolve(message);
          break;
        case 'load-failed':
          loads.get(message.load)?.reject(new Error(message.message));
          break;
      }
    },
    hears: () => subscribed && !closed,
    silent: () => setCurrent(false),
    close(reason) {
      closed = reason;
      for (const load of loads.values()) load.reject(reason);
      loads.clear();
    },
  };
}
