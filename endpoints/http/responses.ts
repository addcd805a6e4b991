import { type List, toJson } from '../lists/index.ts';
import type { HandlerResponse } from './types.ts';

/** The responses that are no list. */

/** Contract: Requests and responses. These three never differ, compression apart. */
export const LIST_HEADERS = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };
/** For what is no address at all. */
export const notFound = json(404, { 'Content-Type': 'application/json' }, { detail: 'Not found.' });
/** For a list in a format that it does not have. */
export const unknownFormat = json(404, LIST_HEADERS, { detail: 'Not found.' });
/** RFC 9110, 15.6.4; the seconds are a guess at how long a first load takes. */
export const notLoaded = json(
  503,
  { ...LIST_HEADERS, 'Retry-After': '2' },
  { detail: 'The lists are being loaded. Try again in a moment.' },
);
/** More orderings are asked for than can be made. */
export const busy = json(
  503,
  { ...LIST_HEADERS, 'Retry-After': '10' },
  { detail: 'Too many orderings are being made. Try again in a moment.' },
);
/** RFC 9110, 15.6.1. Why is for the operator's log alone. */
export const failed = json(500, LIST_HEADERS, { detail: 'The list could not be made. Try again later.' });

/** RFC 9110, 15.4.2. */
export function redirect(location: string): HandlerResponse {
  return { status: 301, headers: { Location: location, 'Content-Length': '0' }, body: null };
}

/** RFC 9110, 15.5.6. */
export function methodNotAllowed(method: string): HandlerResponse {
  return json(405, LIST_HEADERS, { detail: `Method "${method}" not allowed.` });
}

/** What OPTIONS says of a list. */
export function describe({ name }: List): HandlerResponse {
  return json(200, LIST_HEADERS, { name, description: '', renders: ['application/json'], parses: [] });
}

/** As a response to HEAD (RFC 9110, 9.3.2). */
export function withoutBody({ status, headers }: HandlerResponse): HandlerResponse {
  return { status, headers, body: null };
}

function json(status: number, headers: Record<string, string>, value: object): HandlerResponse {
  const body = toJson(value);
  return { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
}
