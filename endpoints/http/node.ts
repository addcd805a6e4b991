import type { IncomingMessage, ServerResponse } from 'node:http';
import { handler as handlerSchema, refuseInvalid } from '../lists/definition/options.ts';
import { failed, notFound } from './responses.ts';
import type { Handler, HandlerResponse } from './types.ts';

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Called with each response of a handler when it is sent. */
export type OnSent = (request: IncomingMessage, made: HandlerResponse) => void;

/**
 * A listener for `http.createServer`. Paths outside all prefixes go to `fallback`, or are a 404.
 *
 * @example http.createServer(nodeListener(handler)).on('checkContinue', nodeContinueListener(handler))
 */
export function nodeListener(
  handler: Handler,
  fallback: NodeListener = respondNotFound,
  onSent?: OnSent,
): NodeListener {
  refuseInvalid('nodeListener', handlerSchema, handler);
  return function portalListener(request, response) {
    if (!respond(handler, request, response, onSent)) fallback(request, response);
  };
}

/**
 * A listener for a server's `checkContinue`. A request with `Expect: 100-continue` for a list is answered without its body
 * (RFC 9110, 10.1.1); Node then closes the connection. For `fallback` it first sends the 100, as Node does by default.
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

/** Express removes a router's mount path from `url`, and keeps the original in `originalUrl`. */
type NodeRequest = IncomingMessage & { originalUrl?: string };

/** Responds with a handler. Gives false and does nothing if the path is outside all prefixes. */
export function respond(
  handler: Handler,
  request: NodeRequest,
  response: ServerResponse,
  onSent?: OnSent,
): boolean {
  const { method, url, originalUrl = url, headers } = request;
  const made = handler({ method, url: originalUrl, headers });
  if (!made) return false;

  function sendInTurn(made: HandlerResponse): void {
    // A pipelined request is handled again when its turn comes. Until then it holds no body, so a connection never holds
    // more than one.
    if (made.sending && response.socket === null) response.once('socket', () => process.nextTick(again));
    else {
      send(request, response, made);
      onSent?.(request, made);
    }
  }

  function again(): void {
    if (!isOver(request, response)) respond(handler, request, response, onSent);
  }

  if (made instanceof Promise) {
    made
      // Our handlers never reject, but others may.
      .catch(() => failed)
      .then((made) => {
        if (!isOver(request, response)) sendInTurn(made);
      })
      // Middleware may have set an invalid header. Then the connection breaks off.
      .catch((error: Error) => response.destroy(error));
  } else {
    sendInTurn(made);
  }
  return true;
}

/** True if the client has disconnected or already has a response. */
function isOver({ socket }: IncomingMessage, response: ServerResponse): boolean {
  return socket.destroyed || response.destroyed || response.headersSent;
}

/** Sends a response. Other headers set by middleware are kept. */
function send({ socket }: IncomingMessage, response: ServerResponse, made: HandlerResponse): void {
  const { status, headers, body, sending } = made;
  response.writeHead(status, headers);
  response.end(body);
  // Not counted if the body has already been passed to the system.
  if (!sending || response.writableFinished) return;
  const sent = sending(() => socket.destroy());
  response.on('close', sent);
}
