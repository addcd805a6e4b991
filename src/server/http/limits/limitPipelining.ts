import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pipelined requests of one connection that may wait behind the current one. */
const MOST_WAITING = 10;

/**
 * Ends a connection that pipelines too many requests without waiting for answers (RFC 9112, 9.3.2). Node stops reading such
 * a connection only when it has answers to write, and requests that wait for the cms have none.
 */
export function limitPipelining(server: Server, onLimit: () => void = () => {}): void {
  const waiting = new WeakMap<Socket, number>();

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // It already has the connection: no earlier response is pending.
    if (response.socket) return;
    const before = waiting.get(socket) ?? 0;
    if (before >= MOST_WAITING) {
      onLimit();
      return void socket.destroy();
    }
    waiting.set(socket, before + 1);
    response.once('socket', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  });
}
