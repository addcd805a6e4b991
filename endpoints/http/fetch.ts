import { notFound } from './createHandler.ts';
import type { Handler } from './types.ts';

export type FetchHandler = (request: Request) => Response;
/** The methods for which a Next route file may export a handler. */
export type RouteMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** From `Request` to `Response`. What is under none of the handler's prefixes is a 404. */
export function fetchHandler(handler: Handler): FetchHandler {
  return function portalFetchHandler(request) {
    const { method, url } = request;
    const { status, headers, body } =
      handler({ method, url, headers: Object.fromEntries(request.headers) }) ?? notFound;
    return new Response(body, { status, headers });
  };
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
  const answer = fetchHandler(handler);
  return {
    GET: answer,
    HEAD: answer,
    OPTIONS: answer,
    POST: answer,
    PUT: answer,
    PATCH: answer,
    DELETE: answer,
  };
}
