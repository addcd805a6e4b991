import type * as z from 'zod';
import {
  arrayOf,
  at,
  callable,
  optionsOf,
  places,
  redirects as redirectsSchema,
  refuseInvalid,
  text,
  value,
} from '../lists/definition/options.ts';
import type { List } from '../lists/index.ts';
import { type ListResponse, TooManyOrderings } from '../read-model/index.ts';
import { type Coding, CompressedLists, negotiate, tagOf } from './compression.ts';
import { corsAnswers, corsOrigins } from './cors.ts';
import { type ListPaths, PREFIX, type Target, Targets } from './paths.ts';
import { headerOf, noneMatchHas, Representations } from './representations.ts';
import {
  busy,
  describe,
  failed,
  LIST_HEADERS,
  methodNotAllowed,
  moved,
  noRecord,
  notFound,
  notFoundInList,
  notLoaded,
  notStored,
  recordName,
  redirect,
  withoutBody,
} from './responses.ts';
import type { Handler, HandlerRequest, HandlerResponse, ServedLists } from './types.ts';

export interface HandlerOptions {
  readModel: ServedLists;
  /** The lists to serve. @default all of the read model's */
  lists?: readonly List[];
  /**
   * The path prefixes of the lists.
   * @default ['/el/api/v1']
   * @example ['/el/api/v1', '/api/v1']
   */
  prefixes?: readonly string[];
  /**
   * Unescaped path segments by list key. The default segment is the key.
   * @default {}
   * @example { 'news-posts': 'posts' }
   */
  paths?: ListPaths;
  /**
   * Further prefixes, whose clients are sent on (302) to what one of `prefixes` has in the place, as Django's `i18n_patterns` does.
   * @default {}
   * @example { '/api/v1': '/el/api/v1' }
   */
  redirects?: Readonly<Record<string, string>> | undefined;
  /**
   * The content codings for clients that accept them, preferred first. Each list is compressed once per change, off the event
   * loop, and kept beside the uncompressed one. `Vary` is then `Accept, Accept-Encoding`.
   * @default [] (no compression; responses do not depend on Accept-Encoding)
   * @example ['br', 'gzip']
   */
  compression?: readonly Coding[];
  /**
   * The `Cache-Control` of lists and records (RFC 9111, 5.2.2), also of their 304. What is no list has none. While the read
   * model may lack changes, all answers have `no-store` instead, and always where the address is not written as `listPath` does:
   * no purge would find it.
   * @default no such header
   * @example 'max-age=0, s-maxage=60'
   */
  cacheControl?: string | undefined;
  /**
   * The sites whose pages may read the lists in browsers: `*` for all, or origins, which add `Origin` to `Vary`. Then `OPTIONS` with
   * `Access-Control-Request-Method` is answered as a preflight.
   * @default [] (no such header)
   * @example ['https://www.portal.example']
   */
  corsOrigins?: readonly string[] | undefined;
  /**
   * Seconds since the lists were last known to be current, or undefined if they are. It is sent as `Age` with each list (RFC
   * 9111, 5.1).
   * @default () => undefined
   */
  age?: () => number | undefined;
  /**
   * Called with the error if a list could not be made or compressed. In the first case the client gets a 500 without
   * details, in the second the uncompressed list.
   * @default console.error
   */
  onError?: (error: unknown) => void;
}

/** An id in a path. Zeros in front do not count. */
const INTEGER = /^[+-]?\d+$/;

/** Values of `format` for JSON. '' stands for a missing parameter. */
const FORMATS = ['', 'api', 'json'];

const codings = arrayOf(
  "an array of 'br' and 'gzip'",
  value("'br' or 'gzip'", (given) => given === 'br' || given === 'gzip'),
);

/** A `Cache-Control` header: directives, some with a value (RFC 9111, 5.2). */
export const CACHE_CONTROL =
  /^[\w-]{1,40}(?:=(?:[\w-]{1,40}|"[\w, -]{0,100}"))?(?: ?, ?[\w-]{1,40}(?:=(?:[\w-]{1,40}|"[\w, -]{0,100}"))?){0,15}$/;

export const cacheControl = text(
  "the directives of a Cache-Control header, such as 'max-age=0, s-maxage=60'",
  CACHE_CONTROL,
);

/** The options of a handler for a read model that is given. */
export const ownOptions = {
  cacheControl: cacheControl.optional(),
  age: callable('() => 3').optional(),
  compression: codings.optional(),
  corsOrigins: corsOrigins.optional(),
};

const handlerOptions = optionsOf({
  readModel: value(
    'a read model, such as await portalReadModel(payload)',
    (given) => typeof at(given, 'response') === 'function',
  ),
  ...places,
  redirects: redirectsSchema.optional(),
  ...ownOptions,
  onError: callable('(error) => console.error(error)').optional(),
} satisfies { [K in keyof Required<HandlerOptions>]: z.ZodType });

/**
 * Creates a handler for all requests of the contract, which serves a read model.
 * @throws Error that names each invalid option
 */
export function createHandler(options: HandlerOptions): Handler {
  refuseInvalid('createHandler', handlerOptions, options);
  const { readModel, lists = readModel.lists, prefixes = [PREFIX], paths = {}, compression = [] } = options;
  const { age = () => undefined, cacheControl, corsOrigins = [], onError = console.error } = options;
  const targets = new Targets(lists, prefixes, paths, options.redirects);
  const vary = compression.length > 0 ? `${LIST_HEADERS.Vary}, Accept-Encoding` : LIST_HEADERS.Vary;
  const representations = new Representations(readModel, {
    Vary: vary,
    ...(cacheControl && { 'Cache-Control': cacheControl }),
  });
  const compressed = new CompressedLists(onError);
  const forOtherSites = corsOrigins.length > 0 ? corsAnswers(corsOrigins) : undefined;
  const mayBeStored = () => !cacheControl || (readModel.isLive?.() ?? true);

  function respond(request: HandlerRequest, target: Target): HandlerResponse | Promise<HandlerResponse> {
    const { method = 'GET' } = request;
    if (target.kind === 'unknown') return notFound;
    if (target.kind === 'redirect')
      return withoutRecords(target.recordOf) ?? (target.isMoved ? moved : redirect)(target.location);
    const { list, query } = target;
    const without = target.kind === 'record' && withoutRecords(list);
    if (without) return without;
    const { ordering, format } = parametersOf(query);
    // As in the legacy system, the format is checked before the method.
    if (!FORMATS.includes(format)) return notFoundInList;
    if (method === 'OPTIONS') return describe(target.kind === 'record' ? recordName(list) : list.name);
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed(method);
    return target.kind === 'record'
      ? respondWithRecord(request, list, target.id)
      : respondWithList(request, list, ordering);
  }

  /** The response where the records of a list are not served. */
  function withoutRecords(list: List | undefined): HandlerResponse | undefined {
    const isServed = !list || (readModel.servesRecords ? readModel.servesRecords(list.key) : false);
    if (isServed) return undefined;
    return isServed === undefined ? notLoaded : notFound;
  }

  /** Never compressed: it would be compressed anew for each request, since keeping it would take more than its own bytes. */
  function respondWithRecord(request: HandlerRequest, list: List, id: string): HandlerResponse {
    if (!INTEGER.test(id)) return notFoundInList;
    const record = readModel.record?.(list.key, Number(id));
    return record ? withAge(representations.respond(request, record)) : noRecord(list);
  }

  function respondWithList(request: HandlerRequest, list: List, ordering: string | undefined) {
    try {
      const response = readModel.response(list.key, ordering);
      if (!response) return notLoaded;
      if (!(response instanceof Promise)) return represent(request, response);
      return response.then((made) => represent(request, made)).catch(fail);
    } catch (error) {
      return fail(error);
    }
  }

  /** Responds in the accepted coding. The list may have to be compressed first. */
  function represent(request: HandlerRequest, response: ListResponse) {
    const coding =
      compression.length > 0 ? negotiate(headerOf(request, 'accept-encoding'), compression) : undefined;
    if (!coding) return withAge(representations.respond(request, response));
    // A client that knows the tag has these bytes, so nothing needs to be compressed.
    const tag = tagOf(response.etag, coding);
    const noneMatch = headerOf(request, 'if-none-match');
    if (noneMatch?.includes(tag) && noneMatchHas(noneMatch, tag)) {
      return withAge(representations.notModified(tag));
    }
    const body = compressed.get(response, coding);
    const represented = (made: ListResponse) =>
      withAge(representations.respond(request, made, made === response ? undefined : coding));
    return body instanceof Promise ? body.then(represented) : represented(body);
  }

  function withAge(response: HandlerResponse): HandlerResponse {
    const seconds = age();
    if (seconds === undefined) return response;
    return { ...response, headers: { ...response.headers, Age: String(seconds) } };
  }

  function fail(error: unknown): HandlerResponse {
    if (error instanceof TooManyOrderings) return busy;
    onError(error);
    return failed;
  }

  return function portalHandler(request) {
    const target = targets.find(request.url ?? '/');
    if (!target) return null;
    const isOurs = !cacheControl || !('isOurs' in target) || target.isOurs;
    // A list may change while it is made, so both moments count.
    const mightBe = isOurs && mayBeStored();
    const finish = (made: HandlerResponse) => {
      const shared = mightBe && mayBeStored() ? made : notStored(made);
      const answer = forOtherSites?.(request, shared) ?? shared;
      return request.method === 'HEAD' ? withoutBody(answer) : answer;
    };
    const response = respond(request, target);
    return response instanceof Promise ? response.then(finish) : finish(response);
  };
}

/** If a parameter is repeated, the last value counts (contract: Ordering). */
function parametersOf(query: string): { ordering: string | undefined; format: string } {
  if (query === '') return { ordering: undefined, format: '' };
  const parameters = new URLSearchParams(query);
  return {
    ordering: parameters.getAll('ordering').at(-1),
    format: parameters.getAll('format').at(-1) ?? '',
  };
}
