import type { BodyPart } from '../read-model/index.ts';
import { notFound } from './answers.ts';
import type { Handler, HandlerResponse } from './types.ts';

/** A Promise where the answer has to be made first. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;
/** The methods for which a Next route file may export a handler. */
export type RouteMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** From `Request` to `Response`. What is under none of the handler's prefixes is a 404. */
export function fetchHandler(handler: Handler): FetchHandler {
  return function portalFetchHandler(request) {
    const { method, url } = request;
    const answer = handler({ method, url, headers: Object.fromEntries(request.headers) }) ?? notFound;
    return answer instanceof Promise ? answer.then(responseOf) : responseOf(answer);
  };
}

function responseOf({ status, headers, body }: HandlerResponse): Response {
  return new Response(typeof body === 'string' || body === null ? body : contentOf(body), {
    status,
    headers,
  });
}

/** Several parts as a stream in which each is read when it is asked for. */
function contentOf(parts: readonly BodyPart[]): BodyInit | undefined {
  if (parts.length < 2) return parts[0]?.bytes;
  let next = 0;
  // Not a stream of bytes: that would take the memory from under a part, which others read too.
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(parts[next++]?.bytes);
        if (next === parts.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
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
