import { notFound } from './responses.ts';
import type { Handler, HandlerResponse } from './types.ts';

/** A promise where the list has to be ordered or compressed first. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;
/** The methods for which a Next route file may export a handler. */
export type RouteMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * From `Request` to `Response`. What is under none of the handler's prefixes is a 404. Each response has a copy of the body;
 * nobody says when it has been sent, so what slow readers take up is for the server around it to bound.
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
 * The exports of a Next route file. Next redirects slashes away on its own unless `skipTrailingSlashRedirect` is set,
 * and answers methods that it does not know (`PROPFIND`) by itself.
 *
 * @example
 * // app/el/api/v1/[[...path]]/route.ts
 * export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeHandlers(handler);
 */
export function routeHandlers(handler: Handler): Record<RouteMethod, FetchHandler> {
  const each = fetchHandler(handler);
  return { GET: each, HEAD: each, OPTIONS: each, POST: each, PUT: each, PATCH: each, DELETE: each };
}
