'use client';
import { formatAdminURL } from 'payload/shared';

/** A request of the admin to Payload's REST that is no reading one. */
export interface WriteRequest {
  method: string;
  /** The segments of the path after the API's, decoded. */
  path: string[];
  query: URLSearchParams;
  /** Another origin may not allow further headers. */
  isOwnOrigin: boolean;
}

/** Sends the request with more headers. */
export type Send = (headers: Record<string, string>, signal?: AbortSignal) => Promise<Response>;

/** @returns undefined if the request is left to others */
export type Handler = (request: WriteRequest, send: Send) => Promise<Response> | undefined;

/** Sends the request, and may give another answer in place of its own. */
export type Wrapper = (request: WriteRequest, send: () => Promise<Response>) => Promise<Response>;

const handlers = new Set<Handler>();
let outermost: Wrapper | undefined;
let more: (request: WriteRequest) => Record<string, string> = () => ({});
let isIntercepting = false;

/**
 * Hands all write requests of the page to a handler, which may add headers, wait, and look at the answers. The buttons and
 * dialogs of Payload 3.90 that save, publish, unpublish, restore or trash send their requests by themselves, and nothing in
 * its admin can add to them.
 *
 * Needed for: saves that say what they are based on.
 * @returns ends it
 */
export function onWriteRequests(apiRoute: string, handler: Handler): () => void {
  intercept(apiRoute);
  handlers.add(handler);
  return () => handlers.delete(handler);
}

/**
 * Has one function send all write requests of the page, around the handler of each.
 * @returns ends it
 */
export function aroundWriteRequests(apiRoute: string, wrapper: Wrapper): () => void {
  intercept(apiRoute);
  outermost = wrapper;
  return () => {
    outermost = undefined;
  };
}

/**
 * Has one function give further headers for the write requests of the page, whoever handles them.
 * @returns ends it
 */
export function addToWriteRequests(
  apiRoute: string,
  headersOf: (request: WriteRequest) => Record<string, string>,
): () => void {
  intercept(apiRoute);
  more = headersOf;
  return () => {
    more = () => ({});
  };
}

function intercept(apiRoute: string): void {
  if (isIntercepting) return;
  isIntercepting = true;
  // With Next's base path, if there is one.
  const root = formatAdminURL({ apiRoute, path: '' }).replace(/\/$/, '');
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const request = writeRequest(root, input, init);
    if (!request) return fetch(input, init);
    const send: Send = (headers, signal) => {
      const all = new Headers(init?.headers);
      const added = request.isOwnOrigin ? { ...more(request), ...headers } : headers;
      for (const [name, value] of Object.entries(added)) all.set(name, value);
      return fetch(input, { ...init, headers: all, ...(signal && { signal }) });
    };
    const handled = () => {
      // The form that was opened last is the one in front.
      for (const handler of request.isOwnOrigin ? [...handlers].reverse() : []) {
        const response = handler(request, send);
        if (response) return response;
      }
      return send({});
    };
    return outermost ? outermost(request, handled) : handled();
  };
}

function writeRequest(
  root: string,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): WriteRequest | undefined {
  const method = init?.method?.toUpperCase() ?? 'GET';
  if (method === 'GET' || method === 'HEAD' || input instanceof Request) return undefined;
  const headers = new Headers(init?.headers);
  // A question that is too long for an address.
  if (headers.has('X-Payload-HTTP-Method-Override') || headers.has('X-HTTP-Method-Override'))
    return undefined;
  const { origin, pathname, searchParams } = new URL(input, window.location.href);
  if (!pathname.startsWith(`${root}/`)) return undefined;
  const path = pathname
    .slice(root.length + 1)
    .split('/')
    .filter(Boolean);
  return {
    method,
    path: path.map(decodeURIComponent),
    query: searchParams,
    isOwnOrigin: origin === window.location.origin,
  };
}
