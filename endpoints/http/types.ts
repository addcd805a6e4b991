import type { List } from '../lists/index.ts';
import type { ListResponse } from '../read-model/index.ts';

/** The part of a read model that the handler uses. */
export interface ServedLists {
  readonly lists: readonly List[];
  /**
   * Gives the body of a list in an ordering. A promise if the ordering must be made first; undefined before there is
   * anything to serve. It is the same object as long as the bytes are the same.
   *
   * @param list the key of the list
   */
  response(list: string, ordering: string | undefined): ListResponse | Promise<ListResponse> | undefined;
  /**
   * Whether the elements of a list can be asked for by their ids; undefined before there is anything to serve.
   * @default they cannot
   */
  servesRecords?(list: string): boolean | undefined;
  /** Gives the element of a list with an id: the first one of the default list. Undefined if there is none. */
  record?(list: string, id: number): ListResponse | undefined;
  /**
   * Whether what is served has every committed change. While it may lack some, no cache is to keep an answer.
   * @default it has
   */
  isLive?(): boolean;
  /**
   * Counts a body as being sent until the returned function is called.
   *
   * @param giveUp ends that response
   */
  sending?(body: Buffer, giveUp: () => void): () => void;
}

/** The part of a request that the handler reads. Node's `IncomingMessage` is compatible. */
export interface HandlerRequest {
  method?: string | undefined;
  /** The request target in any form: a path with a query, or an absolute URL. */
  url?: string | undefined;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface HandlerResponse {
  readonly status: number;
  /** All headers of the response, including `Content-Length`. Adapters do not change them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null if no body is sent (HEAD, 301, 304). */
  readonly body: Buffer<ArrayBuffer> | string | null;
  /**
   * For the body of a list: call it when sending begins, and call its result when the response is closed. The total size of
   * bodies on their way to slow readers is limited; beyond the limit, responses are aborted.
   *
   * @param giveUp ends the connection
   */
  readonly sending?: ((giveUp: () => void) => () => void) | undefined;
}

/**
 * Responds to a request; null for a path outside all prefixes. Gives a promise if the list must first be ordered or
 * compressed. It never throws, never rejects and never reads a request body.
 */
export type Handler = (request: HandlerRequest) => HandlerResponse | Promise<HandlerResponse> | null;
