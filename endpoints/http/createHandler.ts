import type { List } from '../lists/index.ts';
import { type ListResponse, TooManyOrderings } from '../read-model/index.ts';
import { type Coding, CompressedLists, negotiate, tagOf } from './compression.ts';
import { type ListPaths, PREFIX, Targets } from './paths.ts';
import { headerOf, noneMatchHas, Representations } from './representations.ts';
import {
  busy,
  describe,
  failed,
  LIST_HEADERS,
  methodNotAllowed,
  notFound,
  notLoaded,
  redirect,
  unknownFormat,
  withoutBody,
} from './responses.ts';
import type { Handler, HandlerRequest, HandlerResponse, ServedLists } from './types.ts';

export interface HandlerOptions {
  readModel: ServedLists;
  /** The lists that have addresses. @default all of the read model's */
  lists?: readonly List[];
  /**
   * Where the lists stand, as clients see it. More than one if clients use more than one.
   * @default ['/el/api/v1']
   * @example ['/el/api/v1', '/api/v1']
   */
  prefixes?: readonly string[];
  /**
   * Path segments of lists by their keys, in plain characters. A list that is not named has its key for one.
   * @default {}
   * @example { 'news-posts': 'posts' }
   */
  paths?: ListPaths;
  /**
   * The content codings in which lists are served to clients that accept them, the preferred ones first. Each list is
   * compressed once per change, off the event loop, and kept beside the uncompressed one. Then `Vary` is
   * `Accept, Accept-Encoding`.
   * @default [] (every response is as it would be without this option, whatever a client accepts)
   * @example ['br', 'gzip']
   */
  compression?: readonly Coding[];
  /**
   * How long ago the lists were last known to be current, in whole seconds, or undefined where they are: the `Age` of
   * every list (RFC 9111, 5.1).
   * @default () => undefined
   */
  age?: () => number | undefined;
  /**
   * Called with why a list could not be made, or not compressed. In the first case the client gets a 500 that says nothing
   * of it, in the other the list uncompressed.
   * @default console.error
   */
  onError?: (error: unknown) => void;
}

/** The values of `format` that mean JSON; '' is none at all. */
const FORMATS = ['', 'api', 'json'];

/** Responds to every request of the contract from a read model. */
export function createHandler({
  readModel,
  lists = readModel.lists,
  prefixes = [PREFIX],
  paths = {},
  compression = [],
  age = () => undefined,
  onError = console.error,
}: HandlerOptions): Handler {
  const targets = new Targets(lists, prefixes, paths);
  const vary = compression.length > 0 ? `${LIST_HEADERS.Vary}, Accept-Encoding` : LIST_HEADERS.Vary;
  const representations = new Representations(readModel, vary);
  const compressed = new CompressedLists(onError);

  function respond(request: HandlerRequest): HandlerResponse | Promise<HandlerResponse> | null {
    const { method = 'GET', url = '/' } = request;
    const target = targets.find(url);
    if (!target) return null;
    if (target.kind !== 'list') return target.kind === 'redirect' ? redirect(target.location) : notFound;
    const { ordering, format } = parametersOf(target.query);
    // The legacy system judges the format before the method.
    if (!FORMATS.includes(format)) return unknownFormat;
    if (method === 'OPTIONS') return describe(target.list);
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed(method);
    return respondWithList(request, target.list, ordering);
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

  /** In the coding that the request asks for, which may have to be made first. */
  function represent(request: HandlerRequest, response: ListResponse) {
    const coding =
      compression.length > 0 ? negotiate(headerOf(request, 'accept-encoding'), compression) : undefined;
    if (!coding) return withAge(representations.respond(request, response));
    // Who knows the tag has had these bytes; nobody has to make them again for that.
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
    const response = respond(request);
    if (request.method !== 'HEAD' || response === null) return response;
    return response instanceof Promise ? response.then(withoutBody) : withoutBody(response);
  };
}

/** Of a parameter that is given more than once, the last counts (contract: Ordering). */
function parametersOf(query: string): { ordering: string | undefined; format: string } {
  if (query === '') return { ordering: undefined, format: '' };
  const parameters = new URLSearchParams(query);
  return {
    ordering: parameters.getAll('ordering').at(-1),
    format: parameters.getAll('format').at(-1) ?? '',
  };
}
