import { arrayOf, value } from '../lists/definition/options.ts';
import { headerOf } from './representations.ts';
import type { HandlerRequest, HandlerResponse } from './types.ts';

/** True for `*`, and for an origin as browsers send it (RFC 6454, 6.2). */
function isOrigin(given: unknown): boolean {
  if (given === '*') return true;
  return (
    typeof given === 'string' &&
    /^https?:/.test(given) &&
    URL.canParse(given) &&
    new URL(given).origin === given
  );
}

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
    const { Vary = '', ...others } = isPreflight ? PREFLIGHT : made.headers;
    const vary = [Vary, isAny ? '' : 'Origin'].filter(Boolean).join(', ');
    const headers = {
      ...others,
      ...(vary && { Vary: vary }),
      ...((isAny || isNamed) && { 'Access-Control-Allow-Origin': isAny ? '*' : asked }),
      ...(isNamed && { 'Access-Control-Allow-Credentials': 'true' }),
      ...(isPreflight && (isAny || isNamed) && permissions(request)),
    };
    return isPreflight ? { status: 200, headers, body: null } : { ...made, headers };
  };
}

const PREFLIGHT: HandlerResponse['headers'] = { 'Content-Length': '0' };

function permissions(request: HandlerRequest): Record<string, string> {
  const headers = headerOf(request, 'access-control-request-headers');
  return {
    'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    ...(headers && { 'Access-Control-Allow-Headers': headers }),
    'Access-Control-Max-Age': '86400',
  };
}
