import type { IncomingMessage, ServerResponse } from 'node:http';
import { failed, notFound } from './responses.ts';
import type { Handler, HandlerResponse } from './types.ts';

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A listener for `http.createServer`. What is under none of the handler's prefixes goes to `fallback`, or is a 404.
 *
 * @example http.createServer(nodeListener(handler)).on('checkContinue', nodeContinueListener(handler))
 */
export function nodeListener(handler: Handler, fallback: NodeListener = respondNotFound): NodeListener {
  return function portalListener(request, response) {
    if (!respond(handler, request, response)) fallback(request, response);
  };
}

/**
 * A listener for a server's `checkContinue`: a request with `Expect: 100-continue` gets its response without being asked
 * for the body (RFC 9110, 10.1.1); Node then ends the connection, so that nobody waits for that body. `fallback` gets its
 * requests with the 100 sent, as Node does it where nothing listens.
 */
export function nodeContinueListener(
  handler: Handler,
  fallback: NodeListener = respondNotFound,
): NodeListener {
  return function portalContinueListener(request, response) {
    if (respond(handler, request, response)) return;
    response.writeContinue();
    fallback(request, response);
  };
}

function respondNotFound(request: IncomingMessage, response: ServerResponse): void {
  send(request, response, notFound);
}

/** Express takes a router's own path off `url`. */
type NodeRequest = IncomingMessage & { originalUrl?: string };

/** Responds by a handler. Returns false, and does nothing, for what is under none of its prefixes. */
export function respond(handler: Handler, request: NodeRequest, response: ServerResponse): boolean {
  const { method, url, originalUrl = url, headers } = request;
  const made = handler({ method, url: originalUrl, headers });
  if (!made) return false;

  function sendInTurn(made: HandlerResponse): void {
    // Pipelining: one that waits behind another response is asked for again when its turn comes. So nothing is held for it
    // meanwhile, and no connection makes the server hold more than one body.
    if (made.sending && response.socket === null) response.once('socket', () => process.nextTick(again));
    else send(request, response, made);
  }

  function again(): void {
    if (!isOver(request, response)) respond(handler, request, response);
  }

  if (made instanceof Promise) {
    made
      // A handler does not reject; one that is not ours may.
      .catch(() => failed)
      .then((made) => {
        if (!isOver(request, response)) sendInTurn(made);
      })
      // A header of middleware that cannot be written: the client sees that it broke off.
      .catch((error: Error) => response.destroy(error));
  } else {
    sendInTurn(made);
  }
  return true;
}

/** Whether the client has gone, or has its response from others. */
function isOver({ socket }: IncomingMessage, response: ServerResponse): boolean {
  return socket.destroyed || response.destroyed || response.headersSent;
}

/** Middleware that has set other headers keeps them. */
function send({ socket }: IncomingMessage, response: ServerResponse, made: HandlerResponse): void {
  const { status, headers, body, sending } = made;
  response.writeHead(status, headers);
  response.end(body);
  // What the connection has taken at once need not be waited for.
  if (!sending || response.writableFinished) return;
  const sent = sending(() => socket.destroy());
  response.on('close', sent);
}
