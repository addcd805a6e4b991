import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

/** A response that replaces the one of Next or Payload. */
interface Answer {
  status: number;
  detail: string;
  headers?: Record<string, string>;
}

/** Next and Payload fail on other methods, such as TRACE, or do not answer. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** Dot segments and backslashes. They would be resolved (RFC 3986, 5.2.4) after the checks below, to another path. */
const UNRESOLVED = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** A collection of Payload without REST, which would answer 501. */
const NO_REST = /^\/api\/payload-migrations(?:\/|$)/;

/** Control characters. They are not valid in a path, and would add lines to the log. */
const CONTROL = /\p{Cc}/u;

const NUMBERS = /^(limit|page)(\[|$)/;

const NUMBER = /^\d{0,9}$/;

/** `and` and `or` must be lists: Payload and the pages of the admin rely on it. */
const NO_LIST = /^where.*\[(?:and|or)\](?!\[\d*\]\[)/;

const WITH_BODY = ['POST', 'PATCH', 'PUT'];

const JSON_OR_FILES = /^(?:application\/json|multipart\/form-data)(?:;|$)/;

const QUERY_FORM = /^application\/x-www-form-urlencoded(?:;|$)/;

const QUERY_WANTED = 'A query in the body must be application/x-www-form-urlencoded.';

const BODY_WANTED = 'The body must be application/json, or multipart/form-data with a file.';

/** Next redirects a POST to these paths to an invalid address. */
const READ_ONLY = /^\/_next(?:\/|$)/;

const NOT_FOUND: Answer = { status: 404, detail: 'There is nothing at this address.' };

const malformed = (detail: string): Answer => ({ status: 400, detail });

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** True if the body is a query. Payload's admin sends long queries this way. */
export function isQuery({ headers, method }: IncomingMessage): boolean {
  const overrides = [headers['x-payload-http-method-override'], headers['x-http-method-override']];
  return method === 'POST' && overrides.includes('GET');
}

function isRouterState(header: string | string[] | undefined): boolean {
  try {
    // Next's own parser: another check would accept headers on which Next fails, or reject those of its pages.
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
 * The response to a request on which Next 16 or Payload 3.90 would fail with a 500; undefined for any other request.
 *
 * Needed for: no failures and no injected log lines from invalid requests.
 * @param path the path as received, without the query
 */
export function refusal(request: IncomingMessage, path: string, query: URLSearchParams): Answer | undefined {
  const { headers, method } = request;
  if (UNRESOLVED.test(path)) return NOT_FOUND;
  const methods = READ_ONLY.test(path) ? ['GET', 'HEAD'] : METHODS;
  if (!methods.includes(method ?? '')) return notAllowed(method, methods);
  if (!isRouterState(headers['next-router-state-tree'])) {
    return malformed('The header Next-Router-State-Tree is not as the pages of the admin send it.');
  }
  const address = decoded(path);
  if (address === undefined)
    return malformed('The address holds a % that does not begin a character in UTF-8.');
  if (CONTROL.test(address)) return NOT_FOUND;
  if ([...query.keys()].some((name) => NO_LIST.test(name)))
    return malformed('Conditions that are joined stand in a list, as in where[or][0][title][equals]=x.');
  if (!/^\/api(?:\/|$)/.test(address)) return undefined;
  // Payload looks up collections in a plain object, and would find `constructor` and the like.
  if (NO_REST.test(address) || address.split('/').some((name) => name in Object.prototype)) return NOT_FOUND;
  for (const [name, value] of query) {
    const [, number, bracket] = NUMBERS.exec(name) ?? [];
    if (number && (bracket || !NUMBER.test(value)))
      return malformed(`The parameter ${number} must be a whole number of nine digits at most.`);
  }
  const type = headers['content-type'];
  if (isQuery(request)) {
    // Payload would also accept JSON, and fail if it is invalid.
    return QUERY_FORM.test(type ?? '') ? undefined : { status: 415, detail: QUERY_WANTED };
  }
  if (type && WITH_BODY.includes(method ?? '') && !JSON_OR_FILES.test(type)) {
    return { status: 415, detail: BODY_WANTED };
  }
  return undefined;
}

/** A base address with a reserved host, to detect links to other hosts. */
const HERE = 'http://admin.invalid';

const ADMIN = /^\/admin(?:\/|$)/;

/** True if a link on a page of the admin leads to the admin, after browsers have resolved `..`, `%2e`, `\` and `//`. */
function staysInAdmin(target: string): boolean {
  const base = `${HERE}/admin/login`;
  if (!URL.canParse(target, base)) return false;
  const { origin, pathname } = new URL(target, base);
  return origin === HERE && ADMIN.test(pathname);
}

/**
 * The URL without a `redirect` parameter that leads out of the admin after sign-in; undefined if there is none. Payload 3.90
 * checks the text of the parameter, but browsers resolve it to another address.
 *
 * Needed for: protection from phishing by links to this admin.
 * @param url the URL of a request
 */
export function withoutForeignRedirect(url: string): string | undefined {
  if (!URL.canParse(url, HERE)) return undefined;
  const { pathname, searchParams } = new URL(url, HERE);
  if (!ADMIN.test(pathname) || searchParams.getAll('redirect').every(staysInAdmin)) return undefined;
  searchParams.delete('redirect');
  const query = searchParams.toString();
  return query ? `${pathname}?${query}` : pathname;
}

/** Functions of Payload's own scheduling, which no collection here uses. Users could otherwise create jobs that fail. */
const UNUSED = ['schedule-publish', 'get-upcoming-scheduled-publish'];

/**
 * True if the admin's pages call a server function with this name. Payload 3.90 looks up functions in a plain object, so
 * `constructor` and the like would be called with the request's arguments. It also runs some functions without a user, so
 * callers must check the user too.
 *
 * Needed for: running known functions only.
 */
export function isServerFunction(name: unknown): name is string {
  return typeof name === 'string' && !(name in Object.prototype) && !UNUSED.includes(name);
}
