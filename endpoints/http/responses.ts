import { type List, toJson } from '../lists/index.ts';
import type { HandlerResponse } from './types.ts';

/** Responses other than lists. */

/** Headers of all lists (contract: Requests and responses). Only compression changes `Vary`. */
export const LIST_HEADERS = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };
/** For an unknown path. */
export const notFound = json(404, { 'Content-Type': 'application/json' }, { detail: 'Not found.' });
/** For a list in an unknown format, and for a record whose id is no number. */
export const notFoundInList = json(404, LIST_HEADERS, { detail: 'Not found.' });
/** RFC 9110, 15.6.4. The seconds are a guess of the duration of a first load. */
export const notLoaded = json(
  503,
  { ...LIST_HEADERS, 'Retry-After': '2' },
  { detail: 'The lists are being loaded. Try again in a moment.' },
);
/** Too many orderings are being made. */
export const busy = json(
  503,
  { ...LIST_HEADERS, 'Retry-After': '10' },
  { detail: 'Too many orderings are being made. Try again in a moment.' },
);
/** RFC 9110, 15.6.1. The reason is only in the operator's log. */
export const failed = json(500, LIST_HEADERS, { detail: 'The list could not be made. Try again later.' });

/** RFC 9110, 15.4.2. */
export function redirect(location: string): HandlerResponse {
  return { status: 301, headers: { Location: location, 'Content-Length': '0' }, body: null };
}

/**
 * RFC 9110, 15.4.3. Always to the one language of the lists; `Vary` is as Django's `LocaleMiddleware` has it, whose answer follows
 * the reader's.
 */
export function moved(location: string): HandlerResponse {
  const headers = { Location: location, Vary: 'Accept-Language, Cookie', 'Content-Length': '0' };
  return { status: 302, headers, body: null };
}

/** RFC 9110, 15.5.6. */
export function methodNotAllowed(method: string): HandlerResponse {
  return json(405, LIST_HEADERS, { detail: `Method "${method}" not allowed.` });
}

/** The response to OPTIONS on a list, or on one of its records. */
export function describe(name: string): HandlerResponse {
  return json(200, LIST_HEADERS, { name, description: '', renders: ['application/json'], parses: [] });
}

/** `News Post` for `News Post List`. */
const singular = ({ name }: List) => name.replace(/\sList$/, '');

/** The name of a record in responses to OPTIONS. */
export const recordName = (list: List) => `${singular(list)} Instance`;

/** For an id that no element has. */
export function noRecord(list: List): HandlerResponse {
  return json(404, LIST_HEADERS, {
    detail: `No ${singular(list).replace(/\s/g, '')} matches the given query.`,
  });
}

/** Converts a response for HEAD (RFC 9110, 9.3.2). */
export function withoutBody({ status, headers }: HandlerResponse): HandlerResponse {
  return { status, headers, body: null };
}

/** Converts a response that may lack changes: no cache keeps it (RFC 9111, 5.2.2.5). */
export function notStored(response: HandlerResponse): HandlerResponse {
  return { ...response, headers: { ...response.headers, 'Cache-Control': 'no-store' } };
}

function json(status: number, headers: Record<string, string>, value: object): HandlerResponse {
  const body = toJson(value);
  return { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
}
