'use client';
import { formatAdminURL } from 'payload/shared';

/** A request of the admin to Payload's REST that is no reading one. */
interface WriteRequest {
  method: string;
  /** The segments of the path after the API's, decoded. */
  path: string[];
  query: URLSearchParams;
}

/** Sends the request with more headers. */
export type Send = (headers: Record<string, string>, signal?: AbortSignal) => Promise<Response>;

/** @returns undefined if the request is left to others */
export type Handler = (request: WriteRequest, send: Send) => Promise<Response> | undefined;

interface Interception {
  /** The path of the API, without a slash at its end. */
  root: string;
  handlers: Set<Handler>;
}

let interception: Interception | undefined;

/**
 * Hands all write requests of the page to a handler, which may add headers, wait, and look at the answers. The buttons and
 * dialogs of Payload 3.90 that save, publish, unpublish, restore or trash send their requests by themselves, and nothing in
 * its admin can add to them.
 *
 * Needed for: saves that say what they are based on.
 * @returns ends it
 */
export function onWriteRequests(apiRoute: string, handler: Handler): () => void {
  // With Next's base path, if there is one.
  interception ??= intercept(formatAdminURL({ apiRoute, path: '' }).replace(/\/$/, ''));
  const { handlers } = interception;
  handlers.add(handler);
  return () => handlers.delete(handler);
}

function intercept(root: string): Interception {
  const own: Interception = { root, handlers: new Set() };
  const { fetch } = window;
  window.fetch = (input, init) => {
    const request = own.handlers.size > 0 ? writeRequest(own, input, init) : undefined;
    if (!request) return fetch(input, init);
    const send: Send = (headers, signal) => {
      const all = new Headers(init?.headers);
      for (const [name, value] of Object.entries(headers)) all.set(name, value);
      return fetch(input, { ...init, headers: all, ...(signal && { signal }) });
    };
    // The form that was opened last is the one in front.
    for (const handler of [...own.handlers].reverse()) {
      const response = handler(request, send);
      if (response) return response;
    }
    return fetch(input, init);
  };
  return own;
}

function writeRequest(
  { root }: Interception,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): WriteRequest | undefined {
  const method = init?.method?.toUpperCase() ?? 'GET';
  if (method === 'GET' || method === 'HEAD' || input instanceof Request) return undefined;
  const { origin, pathname, searchParams } = new URL(input, window.location.href);
  // Another origin may not allow the headers.
  if (origin !== window.location.origin || !pathname.startsWith(`${root}/`)) return undefined;
  const path = pathname
    .slice(root.length + 1)
    .split('/')
    .filter(Boolean);
  return { method, path: path.map(decodeURIComponent), query: searchParams };
}
