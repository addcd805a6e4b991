import type { IncomingMessage, ServerResponse } from 'node:http';
import { notFound } from './answers.ts';
import { respond, send } from './send.ts';
import type { Handler } from './types.ts';

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A listener for `http.createServer`. What is under none of the handler's prefixes goes to `fallback`, or is a 404.
 *
 * @example http.createServer(nodeListener(handler)).on('checkContinue', nodeContinueListener(handler))
 */
export function nodeListener(handler: Handler, fallback: NodeListener = answerNotFound): NodeListener {
  return function portalListener(request, response) {
    const answer = handler(request);
    if (answer) respond(response, answer);
    else fallback(request, response);
  };
}

/**
 * A listener for a server's `checkContinue`: a request with `Expect: 100-continue` gets its answer without being asked
 * for the body (RFC 9110, 10.1.1); Node then ends the connection, so that nobody waits for that body. `fallback` gets its
 * requests with the 100 sent, as Node does it where nothing listens.
 */
export function nodeContinueListener(
  handler: Handler,
  fallback: NodeListener = answerNotFound,
): NodeListener {
  return function portalContinueListener(request, response) {
    const answer = handler(request);
    if (answer) {
      respond(response, answer);
    } else {
      response.writeContinue();
      fallback(request, response);
    }
  };
}

function answerNotFound(_: IncomingMessage, response: ServerResponse): void {
  send(response, notFound);
}
