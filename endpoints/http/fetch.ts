import { handler as handlerSchema, refuseInvalid } from '../lists/definition/options.ts';
import { notFound } from './responses.ts';
import type { Handler, HandlerResponse } from './types.ts';

/** Gives a promise if the list must first be ordered or compressed. */
export type FetchHandler = (
  request: Pick<Request, 'headers' | 'method' | 'url'>,
) => Response | Promise<Response>;
/** The methods that a Next route file may export. */
export type RouteMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Converts a handler to a function from `Request` to `Response`. Paths outside all prefixes are a 404. Each response has its
 * own copy of the body. Fetch does not tell when it has been sent, so the surrounding server must limit slow readers.
 */
export function fetchHandler(handler: Handler): FetchHandler {
  refuseInvalid('fetchHandler', handlerSchema, handler);
  return function portalFetchHandler({ method, url, headers }) {
    const made = handler({ method, url, headers: Object.fromEntries(headers) }) ?? notFound;
    return made instanceof Promise ? made.then(responseOf) : responseOf(made);
  };
}

function responseOf({ status, headers, body }: HandlerResponse): Response {
  return new Response(body, { status, headers });
}

/** Next gives a route the address without its `basePath`, which withPayload() notes in this variable. */
export const basePath = () => process.env.NEXT_BASE_PATH ?? '';

/** {@link fetchHandler} for a Next route, whose handler knows addresses as clients see them. */
export function nextHandler(handler: Handler): FetchHandler {
  const each = fetchHandler(handler);
  return function portalNextHandler(request) {
    const url = new URL(request.url);
    url.pathname = `${basePath()}${url.pathname}`;
    const { headers, method } = request;
    return each({ headers, method, url: url.href });
  };
}

/**
 * The exports of a Next route file. Unless `skipTrailingSlashRedirect` is set, Next itself redirects to addresses without the
 * trailing slash. Next also answers unknown methods (`PROPFIND`) itself.
 *
 * @example
 * // app/el/api/v1/[[...path]]/route.ts
 * export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeHandlers(handler);
 */
export function routeHandlers(handler: Handler): Record<RouteMethod, FetchHandler> {
  const each = nextHandler(handler);
  return { GET: each, HEAD: each, OPTIONS: each, POST: each, PUT: each, PATCH: each, DELETE: each };
}
