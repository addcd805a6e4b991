import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * Stops a server without dropping a received request. Responses from now on say `Connection: close`, and every connection
 * ends with its response. Waiting connections are accepted before the port closes. Connections without a request are closed
 * after the grace period, and whatever is still open after `timeout` milliseconds is cut off. Resolves when all connections
 * have ended.
 */
export type CloseGently = (timeout: number) => Promise<void>;

export interface GentlyOptions {
  /**
   * Milliseconds that idle connections stay open, because a request may be on its way.
   * @default 1000
   */
  grace?: number;
}

/**
 * Prepares a server for {@link CloseGently}. Node's `server.close()` drops waiting connections and requests sent on idle
 * ones, waits for connections without a request, and still announces `keep-alive`.
 *
 * Until the stop it only records the latest response of each connection.
 */
export function gently(server: Server, { grace = 1000 }: GentlyOptions = {}): CloseGently {
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
    // The request is pipelined behind another one. The connection ends with the last response.
    if (isBusy(before) && !before.headersSent) before.shouldKeepAlive = true;
    endWith(socket, response);
  }
  server.prependListener('request', note);

  function endWith(socket: Socket, response: ServerResponse): void {
    response.shouldKeepAlive = false;
    // If the headers are already sent, Node would keep the connection open.
    response.once('finish', () => {
      if (latest.get(socket) === response) socket.destroySoon();
    });
  }

  return async function closeGently(timeout) {
    isClosing = true;
    for (const [socket, response] of latest) if (isBusy(response)) endWith(socket, response);
    const timer = setTimeout(() => {
      for (const socket of latest.keys()) socket.destroy();
    }, timeout);
    setTimeout(() => {
      for (const [socket, response] of latest) if (!isBusy(response)) socket.destroySoon();
    }, grace);
    // Until no connection comes: libuv accepts one in each turn of the event loop, and the current turn may be half over.
    for (let before = -1; before !== accepted; ) {
      before = accepted;
      await turn();
      await turn();
    }
    // Not the close of the HTTP server, which ends idle connections at once.
    NetServer.prototype.close.call(server);
    await Promise.all([...latest.keys()].map(closed));
    clearTimeout(timer);
  };
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

function isBusy(response: ServerResponse | undefined): response is ServerResponse {
  return response !== undefined && !response.writableFinished && !response.destroyed;
}
