import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait behind the one that is being answered. */
const MOST_WAITING = 10;

/**
 * Ends a connection on which requests are sent over and over and no answer is waited for (RFC 9112, 9.3.2): Node reads them
 * until it has answers to write, and those that wait for the cms have none.
 */
export function limitPipelining(server: Server): void {
  const waiting = new WeakMap<Socket, number>();

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // It has its connection already: nothing is before it.
    if (response.socket) return;
    const before = waiting.get(socket) ?? 0;
    if (before >= MOST_WAITING) return void socket.destroy();
    waiting.set(socket, before + 1);
    response.once('socket', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  });
}
