import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Stops a server: no connection is accepted any more, every request that is being answered gets its answer, and whatever
 * is still busy after `patience` milliseconds is cut. Resolves when all connections have ended.
 */
export type CloseGently = (patience: number) => Promise<void>;

/**
 * Prepares a server to be stopped. Node's own `server.close()` waits for connections on which nobody has asked for
 * anything yet, and browsers open those in advance: so the requests on each are counted here.
 */
export function gently(server: Server): CloseGently {
  const requests = new Map<Socket, number>();
  let closing = false;

  server.on('connection', (socket: Socket) => {
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
  });

  function count({ socket }: IncomingMessage, response: ServerResponse): void {
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    if (closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      const left = (requests.get(socket) ?? 1) - 1;
      if (requests.has(socket)) requests.set(socket, left);
      if (closing && left === 0) socket.destroySoon();
    });
  }
  server.prependListener('request', count);
  server.prependListener('checkContinue', count);

  return function closeGently(patience) {
    closing = true;
    return new Promise((resolve) => {
      const impatience = setTimeout(() => server.closeAllConnections(), patience);
      server.close(() => {
        clearTimeout(impatience);
        resolve();
      });
      for (const [socket, busy] of requests) if (busy === 0) socket.destroySoon();
    });
  };
}
