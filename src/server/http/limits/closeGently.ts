import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * Stops a server so that nothing it has received is dropped. Every response from now on says `Connection: close` (unless
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
 * Prepares a server to be stopped. Node's own `server.close()` drops what waits to be accepted and what idle connections have
 * been sent, waits for connections without any request, and goes on promising `keep-alive`.
 *
 * Until then it costs a request one note, and no listener.
 */
export function gently(server: Server, { grace = 1000 }: GentlyOptions = {}): CloseGently {
  /** Each connection's latest response. */
  const latest = new Map<Socket, ServerResponse | undefined>();
  let accepted = 0;
  let isClosing = false;

  server.on('connection', (socket: Socket) => {
    accepted += 1;
    latest.set(socket, undefined);
    socket.once('close', () => latest.delete(socket));
  });

  function note({ socket }: IncomingMessage, response: ServerResponse): void {
    const before = latest.get(socket);
    latest.set(socket, response);
    if (!isClosing) return;
    // The client has sent this request behind another: the connection ends with the last response.
    if (isBusy(before) && !before.headersSent) before.shouldKeepAlive = true;
    endWith(socket, response);
  }
  server.prependListener('request', note);

  function endWith(socket: Socket, response: ServerResponse): void {
    response.shouldKeepAlive = false;
    // Where the headers are out already, Node would keep the connection.
    response.once('finish', () => {
      if (latest.get(socket) === response) socket.destroySoon();
    });
  }

  return async function closeGently(patience) {
    isClosing = true;
    for (const [socket, response] of latest) if (isBusy(response)) endWith(socket, response);
    const impatience = setTimeout(() => {
      for (const socket of latest.keys()) socket.destroy();
    }, patience);
    setTimeout(() => {
      for (const [socket, response] of latest) if (!isBusy(response)) socket.destroySoon();
    }, grace);
    // Until none has come: libuv accepts one connection in each turn of the event loop; the first turn may be half over.
    for (let before = -1; before !== accepted; ) {
      before = accepted;
      await turn();
      await turn();
    }
    // Not the HTTP server's own close, which ends idle connections at once.
    NetServer.prototype.close.call(server);
    await Promise.all([...latest.keys()].map(closed));
    clearTimeout(impatience);
  };
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

function isBusy(response: ServerResponse | undefined): response is ServerResponse {
  return response !== undefined && !response.writableFinished && !response.destroyed;
}
