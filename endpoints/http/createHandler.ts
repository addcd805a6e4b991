import type { List } from '../lists/index.ts';
import { TooManyOrderings } from '../read-model/index.ts';
import {
  busy,
  describe,
  failed,
  methodNotAllowed,
  notFound,
  notLoaded,
  redirect,
  unknownFormat,
} from './answers.ts';
import { headerOf } from './headerOf.ts';
import { type Coding, negotiation } from './negotiation.ts';
import { Representations } from './Representations.ts';
import { Routes } from './Routes.ts';
import type { Handler, HandlerRequest, HandlerResponse, ServedLists, ServedResponse } from './types.ts';

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
   * How many seconds the server keeps a connection on which nothing is asked, which lists then tell their clients
   * (`Keep-Alive: timeout=…`). Only for a server that does not tell it by itself, as Node's does where it has a
   * `keepAliveTimeout`.
   * @default undefined (not told)
   */
  keepAlive?: number;
  /**
   * Told why a list could not be made, or not compressed. In the first case the client gets a 500 that says nothing of
   * it, in the other the list uncompressed.
   * @default console.error
   */
  onError?: (error: unknown) => void;
}

/** The values of `format` that mean JSON; '' is none at all. */
const FORMATS = ['', 'api', 'json'];

/** Answers every request of the contract from a read model. */
export function createHandler({
  readModel,
  lists = readModel.lists,
  prefixes = ['/el/api/v1'],
  compression = [],
  age = () => undefined,
  keepAlive,
  onError = console.error,
}: HandlerOptions): Handler {
  const routes = new Routes(lists, prefixes);
  const descriptions = new Map(lists.map((list) => [list, describe(list)]));
  const negotiate = negotiation(compression);
  const representations = new Representations({
    compression: compression.length > 0,
    keepAlive,
    isDefault: ({ key: slug }, response) => readModel.response(slug, undefined) === response,
    onError,
  });

  function answerList(
    request: HandlerRequest,
    list: List,
    response: ServedResponse,
  ): HandlerResponse | Promise<HandlerResponse> {
    const coding = compression.length > 0 ? negotiate(headerOf(request, 'accept-encoding')) : undefined;
    const answer = representations.answer(request, list, response, coding);
    return answer instanceof Promise ? answer.then(withAge) : withAge(answer);
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

  function respond(request: HandlerRequest): HandlerResponse | Promise<HandlerResponse> | null {
    const { method = 'GET', url = '/' } = request;
    const route = routes.of(url);
    if (!route) return null;
    if (route.kind !== 'list') return route.kind === 'redirect' ? redirect(route.location) : notFound;
    const { list, ordering, format } = route;
    // The legacy system judges the format before the method.
    if (!FORMATS.includes(format)) return unknownFormat;
    if (method === 'OPTIONS') return descriptions.get(list) ?? describe(list);
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed(method);
    try {
      const response = readModel.response(list.key, ordering);
      if (!response) return notLoaded;
      const answer =
        response instanceof Promise
          ? response.then((made) => answerList(request, list, made))
          : answerList(request, list, response);
      return answer instanceof Promise ? answer.catch(fail) : answer;
    } catch (error) {
      return fail(error);
    }
  }

  return function portalHandler(request) {
    const response = respond(request);
    if (request.method !== 'HEAD' || response === null) return response;
    return response instanceof Promise ? response.then(withoutBody) : withoutBody(response);
  };
}

function withoutBody(response: HandlerResponse): HandlerResponse {
  return response.body === null ? response : { ...response, body: null };
}
