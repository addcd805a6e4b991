import type { IncomingMessage } from 'node:http';
// Next's own: whoever judged otherwise would let through what it fails over, or break what its pages send.
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

/** What is answered in place of Next and Payload. */
interface Answer {
  status: number;
  detail: string;
  headers?: Record<string, string>;
}

/** Next and Payload fail over other methods, such as TRACE, or leave them unanswered. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** Written otherwise than it is resolved (RFC 3986, 5.2.4; browsers take `\` for `/`): it would be judged as another address. */
const UNRESOLVED = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Payload's own, of which REST knows nothing: it answers 501. */
const NO_REST = /^\/api\/payload-migrations(?:\/|$)/;

/** They have no place in an address, and would write lines of their own into the log. */
const CONTROL = /\p{Cc}/u;

const NUMBERS = /^(limit|page)(\[|$)/;
const NUMBER = /^\d{0,9}$/;

/** A condition of several has to be a list of them: both Payload and the pages of the admin count on it. */
const NO_LIST = /^where.*\[(?:and|or)\](?!\[\d*\]\[)/;

const WITH_BODY = ['POST', 'PATCH', 'PUT'];
const JSON_OR_FILES = /^(?:application\/json|multipart\/form-data)(?:;|$)/;
const QUERY_FORM = /^application\/x-www-form-urlencoded(?:;|$)/;

const QUERY_WANTED = 'A query in the body must be application/x-www-form-urlencoded.';
const BODY_WANTED = 'The body must be application/json, or multipart/form-data with a file.';

/** Next would send what is posted there to an address that it makes up. */
const READ_ONLY = /^\/_next(?:\/|$)/;

const NOT_FOUND: Answer = { status: 404, detail: 'There is nothing at this address.' };

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Payload's way to send a long query: its body is read as one. */
export function isQuery({ headers, method }: IncomingMessage): boolean {
  const overrides = [headers['x-payload-http-method-override'], headers['x-http-method-override']];
  return method === 'POST' && overrides.includes('GET');
}

function isRouterState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}

function notAllowed(method: string | undefined, allowed: readonly string[]): Answer {
  const detail = `Method "${method}" not allowed.`;
  return { status: 405, detail, headers: { Allow: allowed.join(', ') } };
}

/**
 * The answer to a request over which Next 16 or Payload 3.90 would fail with a 500; undefined for every other.
 *
 * Depends on it: that strangers bring about no failure, and write no lines into the log.
 * @param path as it came, without the query
 */
export function refusal(request: IncomingMessage, path: string, query: URLSearchParams): Answer | undefined {
  const { headers, method } = request;
  if (UNRESOLVED.test(path)) return NOT_FOUND;
  const methods = READ_ONLY.test(path) ? ['GET', 'HEAD'] : METHODS;
  if (!methods.includes(method ?? '')) return notAllowed(method, methods);
  if (!isRouterState(headers['next-router-state-tree'])) {
    return {
      status: 400,
      detail: 'The header Next-Router-State-Tree is not as the pages of the admin send it.',
    };
  }
  const address = decoded(path);
  if (address === undefined) {
    return { status: 400, detail: 'The address holds a % that does not begin a character in UTF-8.' };
  }
  if (CONTROL.test(address)) return NOT_FOUND;
  if ([...query.keys()].some((name) => NO_LIST.test(name))) {
    return {
      status: 400,
      detail: 'Conditions that are joined stand in a list, as in where[or][0][title][equals]=x.',
    };
  }
  if (!/^\/api(?:\/|$)/.test(address)) return undefined;
  // Payload keeps collections in a plain object, and would find what every object has.
  if (NO_REST.test(address) || address.split('/').some((name) => name in Object.prototype)) return NOT_FOUND;
  for (const [name, value] of query) {
    const [, number, bracket] = NUMBERS.exec(name) ?? [];
    if (number && (bracket || !NUMBER.test(value))) {
      return {
        status: 400,
        detail: `The parameter ${number} must be a whole number of nine digits at most.`,
      };
    }
  }
  const type = headers['content-type'];
  if (isQuery(request)) {
    // Payload would read JSON as well, and fail where it is none.
    return QUERY_FORM.test(type ?? '') ? undefined : { status: 415, detail: QUERY_WANTED };
  }
  if (type && WITH_BODY.includes(method ?? '') && !JSON_OR_FILES.test(type)) {
    return { status: 415, detail: BODY_WANTED };
  }
  return undefined;
}
