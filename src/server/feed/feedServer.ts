import { once } from 'node:events';
import { createServer } from 'node:net';
import type { DocumentSource } from '../../../endpoints/read-model/index.ts';
import { PULSE } from '../control.ts';
import { connection } from './connection.ts';
import type { FromFront, ToFront } from './messages.ts';
import { type Session, session } from './session.ts';

/** The cms' end of the feed: hands the documents of a source to every front that connects. */
export interface FeedServer {
  /** Begins to listen on a unix socket. */
  listen(socket: string): Promise<void>;
  /** Resolves when this many fronts hear of every change, or `patience` milliseconds have passed. */
  heardBy(fronts: number, patience: number): Promise<void>;
  /** Nothing more is to be told: whoever waits for a front goes on. */
  close(): void;
}

/** What {@link feedServer} is told. */
export interface FeedServerOptions {
  /** How long a save waits for every front to take its changes, in milliseconds. @default 30000 */
  patience?: number;
  /**
   * A front did not take changes in time. Its connection is cut, so that no other save waits for it: it connects again, and
   * loads everything.
   */
  onLate(): void;
}

/** Serves a source to any number of fronts. A save waits until each of them has its changes. */
export function feedServer(source: DocumentSource, options: FeedServerOptions): FeedServer {
  const { patience = 30_000, onLate } = options;
  const sessions = new Map<Session, { send(message: ToFront): void; close(): void }>();
  /** Told when a front has subscribed. */
  let onSubscribed: () => void = () => {};
  let current = true;

  const server = createServer((socket) => {
    const { send, close } = connection<FromFront, ToFront>(socket, {
      onMessage: (message) => front.receive(message),
      onClose: end,
    });
    /** True when it has not ended before. */
    function end(): boolean {
      front.close();
      close();
      return sessions.delete(front);
    }
    const front = session({
      source,
      send,
      patience,
      onLate() {
        if (end()) onLate();
      },
      onSubscribe() {
        setImmediate(onSubscribed);
        return current;
      },
    });
    sessions.set(front, { send, close });
  });

  function tellAll(message: ToFront): void {
    for (const { send } of sessions.values()) send(message);
  }
  function pulse(): void {
    tellAll({ type: 'pulse', current });
  }
  const pulses = setInterval(pulse, PULSE);

  const unsubscribe = source.subscribe({
    async changed(changes) {
      await Promise.all([...sessions.keys()].map((front) => front.deliver(changes)));
    },
    lost: () => tellAll({ type: 'lost' }),
    current(isCurrent) {
      current = isCurrent;
      pulse();
    },
  });

  return {
    async listen(socket) {
      await once(server.listen(socket), 'listening');
    },
    heardBy(fronts, wait) {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, wait);
        onSubscribed = () => {
          if ([...sessions.keys()].filter(({ subscribed }) => subscribed).length < fronts) return;
          clearTimeout(timer);
          resolve();
        };
        onSubscribed();
      });
    },
    close() {
      clearInterval(pulses);
      unsubscribe();
      server.close();
      for (const { close } of sessions.values()) close();
    },
  };
}
