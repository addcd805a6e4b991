import { type List, toJson } from '../lists/index.ts';
import type { ListResponse, ReadModel } from '../read-model/index.ts';
import { noneMatchHas } from './entityTags.ts';
import { Routes } from './Routes.ts';
import type { Handler, HandlerResponse } from './types.ts';

export interface HandlerOptions {
  readModel: Pick<ReadModel, 'lists' | 'response'>;
  /** The lists that have addresses. @default all of the read model's */
  lists?: readonly List[];
  /**
   * Where the lists stand, as clients see it. More than one if clients use more than one.
   * @default ['/el/api/v1']
   * @example ['/el/api/v1', '/api/v1']
   */
  prefixes?: readonly string[];
}

/** Contract: Requests and responses. These three never differ. */
const LIST_HEADERS = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };
/** What is no address at all. */
export const notFound = json(404, { 'Content-Type': 'application/json' }, { detail: 'Not found.' });
const UNKNOWN_FORMAT = json(404, LIST_HEADERS, { detail: 'Not found.' });
/** RFC 9110, 15.6.4; the seconds are a guess at how long a first load takes. */
const NOT_LOADED = json(
  503,
  { ...LIST_HEADERS, 'Retry-After': '2' },
  { detail: 'The lists are being loaded. Try again in a moment.' },
);
/** The values of `format` that mean JSON; '' is none at all. */
const FORMATS = ['', 'api', 'json'];

/** Answers every request of the contract from a read model. */
export function createHandler({
  readModel,
  lists = readModel.lists,
  prefixes = ['/el/api/v1'],
}: HandlerOptions): Handler {
  const routes = new Routes(lists, prefixes);
  const descriptions = new Map(lists.map((list) => [list, describe(list)]));
  /** Responses are made once for each state of a list. */
  const made = new WeakMap<ListResponse, Responses>();

  return function portalHandler({ method = 'GET', url = '/', headers }) {
    const route = routes.of(url);
    if (!route) return null;
    const response = respond();
    return method === 'HEAD' && response.body !== null ? { ...response, body: null } : response;

    function respond(): HandlerResponse {
      if (route?.kind !== 'list') return route?.kind === 'redirect' ? redirect(route.location) : notFound;
      const { list, ordering, format } = route;
      // The legacy system judges the format before the method.
      if (!FORMATS.includes(format)) return UNKNOWN_FORMAT;
      if (method === 'OPTIONS') return descriptions.get(list) ?? describe(list);
      if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed(method);
      const response = readModel.response(list.slug, ordering);
      if (!response) return NOT_LOADED;
      let responses = made.get(response);
      if (!responses) {
        responses = new Responses(response);
        made.set(response, responses);
      }
      if (noneMatchHas(headers['if-none-match'], response.etag)) return responses.notModified;
      return method === 'HEAD' ? responses.head : responses.get;
    }
  };
}

/** What a list answers to GET and HEAD, in one state of it. */
class Responses {
  readonly head: HandlerResponse;
  /** RFC 9110, 15.4.5: of the headers that a 200 has, those that a cache needs. */
  readonly notModified: HandlerResponse;
  readonly #response: ListResponse;
  #get: HandlerResponse | undefined;

  constructor(response: ListResponse) {
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
    this.#get ??= { ...this.head, body: this.#response.body };
    return this.#get;
  }
}

function json(status: number, headers: Record<string, string>, value: object): HandlerResponse {
  const body = toJson(value);
  return { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
}

function redirect(location: string): HandlerResponse {
  return { status: 301, headers: { Location: location, 'Content-Length': '0' }, body: null };
}

function methodNotAllowed(method: string): HandlerResponse {
  return json(405, LIST_HEADERS, { detail: `Method "${method}" not allowed.` });
}

function describe({ name }: List): HandlerResponse {
  return json(200, LIST_HEADERS, { name, description: '', renders: ['application/json'], parses: [] });
}
