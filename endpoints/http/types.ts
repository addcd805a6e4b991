import type { List } from '../lists/index.ts';
import type { BodyPart, ListResponse } from '../read-model/index.ts';

/** What the handler needs of a read model. */
export interface ServedLists {
  readonly lists: readonly List[];
  /** A Promise where the ordering has to be made first; undefined before there is anything to serve. */
  response(slug: string, ordering: string | undefined): ServedResponse | Promise<ServedResponse> | undefined;
}

/** What the handler needs of a list's response: the same object for as long as the bytes are the same. */
export type ServedResponse = Pick<ListResponse, 'etag' | 'length' | 'parts'>;

/** What the handler needs of a request; Node's `IncomingMessage` is one. */
export interface HandlerRequest {
  method?: string | undefined;
  /** The request target in any form: a path with a query, or an absolute URL. */
  url?: string | undefined;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Names and values in turn, as they came. What is not among them is not looked for in `headers`. */
  rawHeaders?: readonly string[] | undefined;
}

export interface HandlerResponse {
  readonly status: number;
  /** Every header of the response, `Content-Length` included; adapters add and change none. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Null where none is sent (HEAD, 301, 304). Of parts, one after the other, each is to be read when its turn comes: it
   * may be joined then.
   */
  readonly body: readonly BodyPart[] | string | null;
}

/**
 * Answers a request; null for a path that is under none of its prefixes. A Promise where the answer has to be made first;
 * what is held is answered at once. It never throws, never rejects and never reads a body.
 */
export type Handler = (request: HandlerRequest) => HandlerResponse | Promise<HandlerResponse> | null;
