import type { Server, ServerResponse } from 'node:http';

/**
 * Ends connections on which nothing has come or gone for so long, whether they wait for a request or for a client that
 * takes no more of its answer; but see {@link allowSilence}.
 *
 * Node's `keepAliveTimeout` would make two timers for every request, a twentieth of what a 304 costs. The timer of this
 * one is made once for each connection.
 */
export function endSilent(server: Server, milliseconds: number): void {
  server.keepAliveTimeout = 0;
  server.setTimeout(milliseconds);
}

/** Keeps the connection of a response open however long nothing is sent, until the response ends. */
export function allowSilence(response: ServerResponse): void {
  // Node ends a silent connection itself where nobody listens.
  response.on('timeout', () => {});
}
