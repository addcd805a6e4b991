import type { List } from '../lists/index.ts';
import {
  describe,
  failed,
  LIST_HEADERS,
  methodNotAllowed,
  notFound,
  notLoaded,
  redirect,
  unknownFormat,
} from './answers.ts';
import { noneMatchHas } from './entityTags.ts';
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
  /** Told why a list could not be made; the client gets a 500 that says nothing of it. @default console.error */
  onError?: (error: unknown) => void;
}

/** The values of `format` that mean JSON; '' is none at all. */
const FORMATS = ['', 'api', 'json'];

/** Answers every request of the contract from a read model. */
export function createHandler({
  readModel,
  lists = readModel.lists,
  prefixes = ['/el/api/v1'],
  onError = console.error,
}: HandlerOptions): Handler {
  const routes = new Routes(lists, prefixes);
  const descriptions = new Map(lists.map((list) => [list, describe(list)]));
  /** Responses are made once for each state of a list. */
  const made = new WeakMap<ServedResponse, Responses>();

  function answerList(request: HandlerRequest, response: ServedResponse): HandlerResponse {
    let responses = made.get(response);
    if (!responses) {
      responses = new Responses(response);
      made.set(response, responses);
    }
    if (noneMatchHas(request.headers['if-none-match'], response.etag)) return responses.notModified;
    return request.method === 'HEAD' ? responses.head : responses.get;
  }

  function fail(error: unknown): HandlerResponse {
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
      const response = readModel.response(list.slug, ordering);
      if (!response) return notLoaded;
      if (!(response instanceof Promise)) return answerList(request, response);
      return response.then((made) => answerList(request, made)).catch(fail);
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

/** What a list answers to GET and HEAD, in one state of it. */
class Responses {
  readonly head: HandlerResponse;
  /** RFC 9110, 15.4.5: of the headers that a 200 has, those that a cache needs. */
  readonly notModified: HandlerResponse;
  readonly #response: ServedResponse;
  #get: HandlerResponse | undefined;

  constructor(response: ServedResponse) {
    const { etag, length } = response;
    this.#response = response;
    this.head = {
      status: 200,
      headers: { ...LIST_HEADERS, ETag: etag, 'Content-Length': String(length) },
      body: null,
    };
    this.notModified = { status: 304, headers: { ETag: etag, Vary: LIST_HEADERS.Vary }, body: null };
  }

  get get(): HandlerResponse {
    this.#get ??= { ...this.head, body: this.#response.parts };
    return this.#get;
  }
}
