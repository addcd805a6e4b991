import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { acceptAll } from './acceptAll.ts';

/**
 * Stops a server so that nothing that was received is dropped. Every answer from now on says `Connection: close` (unless
 * its headers are out already) and its connection ends with it; what waits to be accepted is accepted before the port
 * closes; connections without a request are given the grace. What is still busy after `patience` milliseconds is cut.
 * Resolves when all connections have ended.
 */
export type CloseGently = (patience: number) => Promise<void>;

export interface GentlyOptions {
  /**
   * How long connections on which nothing is asked stay open, in milliseconds: a request may be on its way.
   * @default 1000
   */
  grace?: number;
}

/**
 * Prepares a server to be stopped. Node's own `server.close()` ends waiting connections at once, waits for those on which
 * nobody has asked for anything yet (browsers open them in advance), and goes on promising `keep-alive`.
 *
 * Until then it costs a request one note of who was answered last on its connection, and no listener.
 */
export function gently(server: Server, { grace = 1000 }: GentlyOptions = {}): CloseGently {
  /** The latest response on each connection. */
  const connections = new Map<Socket, ServerResponse | undefined>();
  let accepted = 0;
  let closing = false;
  /** Whether a response that now ends its connection would have kept it. */
  const kept = new WeakMap<ServerResponse, boolean>();

  server.on('connection', (socket: Socket) => {
    accepted += 1;
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });

  function note({ socket }: IncomingMessage, response: ServerResponse): void {
    const before = connections.get(socket);
    connections.set(socket, response);
    if (!closing) return;
    // One that was sent behind another is answered too: the connection ends with the last.
    if (isBusy(before) && !before.headersSent) before.shouldKeepAlive = kept.get(before) ?? true;
    endWith(response, socket);
  }
  function endWith(response: ServerResponse, socket: Socket): void {
    kept.set(response, response.shouldKeepAlive);
    response.shouldKeepAlive = false;
    // Where the headers are out already, Node would keep the connection.
    response.once('finish', () => {
      if (connections.get(socket) === response) socket.destroySoon();
    });
  }
  server.prependListener('request', note);
  server.prependListener('checkContinue', note);

  async function closePort(): Promise<void> {
    await acceptAll(() => accepted);
    // Not the HTTP server's own close, which ends waiting connections.
    NetServer.prototype.close.call(server);
  }

  return async function closeGently(patience) {
    closing = true;
    const closed = new Promise<void>((resolve) => server.once('close', resolve));
    for (const [socket, response] of connections) if (isBusy(response)) endWith(response, socket);
    const impatience = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy();
    }, patience);
    const graceOver = setTimeout(() => {
      for (const [socket, response] of connections) if (!isBusy(response)) socket.destroySoon();
    }, grace);
    await closePort();
    await closed;
    // Node counts those alone that came through the port, not those that another process has accepted.
    await Promise.all([...connections.keys()].map(ended));
    clearTimeout(graceOver);
    clearTimeout(impatience);
  };
}

function ended(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

function isBusy(response: ServerResponse | undefined): response is ServerResponse {
  return response !== undefined && !response.writableFinished && !response.destroyed;
}
