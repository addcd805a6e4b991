'use client';
import { formatAdminURL } from 'payload/shared';

/** A request of the admin to Payload's REST that is no reading one. */
export interface WriteRequest {
  method: string;
  /** The segments of the path after the API's, decoded. */
  path: string[];
  /** Another origin may not allow further headers. */
  isOwnOrigin: boolean;
}

/** Sends the request, and may give another answer in place of its own. */
export type Wrapper = (request: WriteRequest, send: () => Promise<Response>) => Promise<Response>;

let outermost: Wrapper = (_, send) => send();
let more: (request: WriteRequest) => Record<string, string> = () => ({});
let isIntercepting = false;

/**
 * Has one function send all write requests of the page. The buttons and dialogs of Payload 3.90 that save, publish, restore, trash
 * or delete send their requests by themselves, and nothing in its admin can add to them, or explain why they failed.
 *
 * Needed for: failures that say what to do, and reasons of withdrawals.
 * @returns ends it
 */
export function aroundWriteRequests(apiRoute: string, wrapper: Wrapper): () => void {
  intercept(apiRoute);
  outermost = wrapper;
  return () => {
    outermost = (_, send) => send();
  };
}

/**
 * Has one function give further headers for the write requests of the page.
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
    return outermost(request, () => {
      const headers = new Headers(init?.headers);
      const added = request.isOwnOrigin ? more(request) : {};
      for (const [name, value] of Object.entries(added)) headers.set(name, value);
      return fetch(input, { ...init, headers });
    });
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
  const { origin, pathname } = new URL(input, window.location.href);
  if (!pathname.startsWith(`${root}/`)) return undefined;
  const path = pathname
    .slice(root.length + 1)
    .split('/')
    .filter(Boolean);
  return {
    method,
    path: path.map(decodeURIComponent),
    isOwnOrigin: origin === window.location.origin,
  };
}
