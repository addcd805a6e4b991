import type { IncomingMessage, ServerResponse } from 'node:http';
import { handler as handlerSchema, refuseInvalid } from '../lists/definition/options.ts';
import { respond } from './node.ts';
import type { Handler } from './types.ts';

/** An Express request handler, typed without a dependency on Express. */
export type ExpressHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Express middleware for the lists. It passes on all other requests. It can be mounted anywhere, since it compares the
 * original path with the handler's prefixes. Place it before body parsers.
 *
 * It writes to Node's response directly: `res.send` would add a charset and another `ETag`.
 *
 * @example app.use(portalRouter(handler))
 */
export function portalRouter(handler: Handler): ExpressHandler {
  refuseInvalid('portalRouter', handlerSchema, handler);
  return function portalRouter(request, response, next) {
    if (!respond(handler, request, response)) next();
  };
}
