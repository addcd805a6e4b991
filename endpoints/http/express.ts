import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond } from './send.ts';
import type { Handler, HandlerRequest } from './types.ts';

/** Express takes a router's own path off `url`. */
type ExpressRequest = IncomingMessage & { originalUrl?: string };

/** What Express calls a request handler, without a dependency on Express. */
export type ExpressHandler = (
  request: ExpressRequest,
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
    const answer = handler(new OriginalRequest(request));
    if (answer) respond(response, answer);
    else next();
  };
}

/**
 * A request with the target that the client sent. A class, since an object literal with a getter has a shape of its own each
 * time, which made Express a sixth slower.
 */
class OriginalRequest implements HandlerRequest {
  readonly #request: ExpressRequest;
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly rawHeaders: string[];

  constructor(request: ExpressRequest) {
    this.#request = request;
    this.method = request.method;
    this.url = request.originalUrl ?? request.url;
    this.rawHeaders = request.rawHeaders;
  }

  /** Node makes these when they are first read. */
  get headers(): IncomingMessage['headers'] {
    return this.#request.headers;
  }
}
