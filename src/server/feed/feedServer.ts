import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { DocumentSource, ReadModelStatus } from '../../../endpoints/read-model/index.ts';
import { causesOf } from '../../logging/describeError.ts';
import { PULSE } from '../processes/control.ts';
import { FrontSession } from './FrontSession.ts';
import { type FeedMessage, type FromFront, inMessages, messagesOf, toLine } from './messages.ts';

/** The cms' end of the feed: hands the documents of a source to every front that connects. */
export interface FeedServer {
  /** Begins to listen on a unix socket. */
  listen(socket: string): Promise<void>;
  /** Resolves when this many fronts hear of every change, or `patience` milliseconds have passed. */
  untilSubscribed(fronts: number, patience: number): Promise<void>;
  /** How the lists of each front stand, as it has said last. A front that has said nothing yet is left out. */
  statuses(): ReadModelStatus[];
  /** Ends every wait for a front: there are no more changes. */
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
export function feedServer(
  source: DocumentSource,
  { patience = 30_000, onLate }: FeedServerOptions,
): FeedServer {
  const sockets = new Set<Socket>();
  const sessions = new Set<FrontSession>();
  let onSubscribe: () => void = () => {};
  let current = true;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A front that goes away has nothing more to be sent.
    serve(socket).catch(() => socket.destroy());
  });

  async function serve(socket: Socket): Promise<void> {
    const messages = messagesOf<FromFront>(socket);
    const { value: first } = await messages.next();
    if (first?.type === 'load') return pipeline(loadInLines(source), socket);
    const session = new FrontSession(socket, patience, onLate);
    sessions.add(session);
    session.send({ type: 'subscribed', current });
    onSubscribe();
    try {
      for await (const message of messages) {
        if (message.type === 'acknowledge') session.acknowledge(message.number);
        if (message.type === 'status') session.status = message.status;
      }
    } finally {
      sessions.delete(session);
      session.close();
    }
  }

  function broadcast(message: FeedMessage): void {
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
          if (sessions.size < fronts) return;
          clearTimeout(timer);
          resolve();
        };
        onSubscribe();
      });
    },
    statuses: () => [...sessions].map(({ status }) => status).filter((status) => status !== undefined),
    close() {
      clearInterval(pulses);
      unsubscribe();
      server.close();
      for (const socket of sockets) socket.destroy();
      for (const session of sessions) session.close();
    },
  };
}

async function* loadInLines(source: DocumentSource): AsyncGenerator<string> {
  try {
    for await (const batch of source.load()) {
      for (const changes of inMessages(batch)) yield toLine({ changes });
    }
    yield toLine({ last: true });
  } catch (error) {
    yield toLine({ failed: causesOf(error).join(' Because: ') });
  }
}
