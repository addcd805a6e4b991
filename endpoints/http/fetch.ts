import { notFound } from './responses.ts';
import type { Handler, HandlerResponse } from './types.ts';

/** Gives a promise if the list must first be ordered or compressed. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;
/** The methods that a Next route file may export. */
export type RouteMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Converts a handler to a function from `Request` to `Response`. Paths outside all prefixes are a 404. Each response has its
 * own copy of the body. Fetch does not tell when it has been sent, so the surrounding server must limit slow readers.
 */
export function fetchHandler(handler: Handler): FetchHandler {
  return function portalFetchHandler({ method, url, headers }) {
    const made = handler({ method, url, headers: Object.fromEntries(headers) }) ?? notFound;
    return made instanceof Promise ? made.then(responseOf) : responseOf(made);
  };
}

function responseOf({ status, headers, body }: HandlerResponse): Response {
  return new Response(body, { status, headers });
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
  const each = fetchHandler(handler);
  return { GET: each, HEAD: each, OPTIONS: each, POST: each, PUT: each, PATCH: each, DELETE: each };
}
