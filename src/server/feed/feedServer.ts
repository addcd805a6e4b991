import { once } from 'node:events';
import { createServer } from 'node:net';
import type { DocumentSource } from '../../../endpoints/read-model/index.ts';
import { PULSE } from '../processes/control.ts';
import { FrontSession } from './FrontSession.ts';
import type { ToFront } from './messages.ts';

/** The cms' end of the feed: hands the documents of a source to every front that connects. */
export interface FeedServer {
  /** Begins to listen on a unix socket. */
  listen(socket: string): Promise<void>;
  /** Resolves when this many fronts hear of every change, or `patience` milliseconds have passed. */
  untilSubscribed(fronts: number, patience: number): Promise<void>;
  /** There are no more changes: whoever waits for a front goes on. */
  close(): void;
}

export interface FeedServerOptions {
  /** How long a save waits for every front to take its changes, in milliseconds. @default 30000 */
  patience?: number;
  /**
   * A front did not take changes in time. Its session is closed, so that no other save waits for it: it begins a new one, and
   * loads everything.
   */
  onLate(): void;
}

/** Serves a source to any number of fronts. A save waits until each of them has its changes. */
export function feedServer(source: DocumentSource, options: FeedServerOptions): FeedServer {
  const { patience = 30_000, onLate } = options;
  const sessions = new Set<FrontSession>();
  let onSubscribe: () => void = () => {};
  let current = true;

  const server = createServer((socket) => {
    const session = new FrontSession(socket, {
      source,
      patience,
      isCurrent: () => current,
      onSubscribe: () => onSubscribe(),
      onLate,
      onClose: () => sessions.delete(session),
    });
    sessions.add(session);
  });

  function broadcast(message: ToFront): void {
    for (const session of sessions) session.send(message);
  }
  const pulse = () => broadcast({ type: 'pulse', current });
  const pulses = setInterval(pulse, PULSE);

  const unsubscribe = source.subscribe({
    async changed(changes) {
      await Promise.all([...sessions].map((session) => session.publish(changes)));
    },
    lost: () => broadcast({ type: 'lost' }),
    current(isCurrent) {
      current = isCurrent;
      pulse();
    },
  });

  return {
    async listen(socket) {
      await once(server.listen(socket), 'listening');
    },
    untilSubscribed(fronts, wait) {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, wait);
        onSubscribe = () => {
          if ([...sessions].filter(({ isSubscribed }) => isSubscribed).length < fronts) return;
          clearTimeout(timer);
          resolve();
        };
        onSubscribe();
      });
    },
    close() {
      clearInterval(pulses);
      unsubscribe();
      server.close();
      for (const session of sessions) session.close();
    },
  };
}
