import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond } from './node.ts';
import type { Handler } from './types.ts';

/** What Express calls a request handler, without a dependency on Express. */
export type ExpressHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Express middleware that answers the lists and passes everything else on. It can stand anywhere in an app, since it
 * compares the handler's prefixes with the path that the client sent; before body parsers it costs them nothing.
 *
 * It writes to Node's response, not through `res.send`, which would add a charset and an `ETag` of its own.
 *
 * @example app.use(portalRouter(handler))
 */
export function portalRouter(handler: Handler): ExpressHandler {
  return function portalRouter(request, response, next) {
    if (!respond(handler, request, response)) next();
  };
}
