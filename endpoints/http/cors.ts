import { arrayOf, isHttpAddress, value } from '../lists/definition/options.ts';
import { headerOf } from './representations.ts';
import type { HandlerRequest, HandlerResponse } from './types.ts';

/** True for `*`, and for an origin as browsers send it (RFC 6454, 6.2). */
const isOrigin = (given: unknown) =>
  given === '*' || (isHttpAddress(given) && new URL(String(given)).origin === given);

export const corsOrigins = arrayOf(
  "an array of origins, such as ['https://www.portal.example'], or ['*'] for all",
  value<string>("an origin as browsers send it, such as 'https://www.portal.example', or '*'", isOrigin),
);

/**
 * Lets browsers show answers to pages of other sites (https://fetch.spec.whatwg.org/#http-cors-protocol). The lists are the same
 * for everybody, so a page that is named may send cookies, too, and any header.
 * @returns what adds the headers to an answer, or answers a preflight in its place
 */
export function corsAnswers(origins: readonly string[]) {
  const isAny = origins.includes('*');
  return (request: HandlerRequest, made: HandlerResponse): HandlerResponse => {
    const asked = headerOf(request, 'origin') ?? '';
    const isNamed = !isAny && origins.includes(asked);
    const isPreflight =
      request.method === 'OPTIONS' && headerOf(request, 'access-control-request-method') !== undefined;
    const answer = isPreflight ? PREFLIGHT : made;
    const vary = [answer.headers.Vary, isAny ? undefined : 'Origin'].filter(Boolean).join(', ');
    const headers = {
      ...answer.headers,
      ...(vary && { Vary: vary }),
      ...((isAny || isNamed) && {
        'Access-Control-Allow-Origin': isAny ? '*' : asked,
        ...(isNamed && { 'Access-Control-Allow-Credentials': 'true' }),
        ...(isPreflight ? permissions(request) : READABLE),
      }),
    };
    return { ...answer, headers };
  };
}

const PREFLIGHT: HandlerResponse = { status: 200, headers: { 'Content-Length': '0' }, body: null };

/** What the client of the contract goes by, and a page of another site would not see. */
const READABLE = { 'Access-Control-Expose-Headers': 'ETag, Retry-After' };

function permissions(request: HandlerRequest): Record<string, string> {
  const headers = headerOf(request, 'access-control-request-headers');
  return {
    'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    ...(headers && { 'Access-Control-Allow-Headers': headers }),
    'Access-Control-Max-Age': '86400',
  };
}
