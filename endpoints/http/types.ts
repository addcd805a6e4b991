import type { List } from '../lists/index.ts';
import type { ListResponse } from '../read-model/index.ts';

/** What the handler needs of a read model. */
export interface ServedLists {
  readonly lists: readonly List[];
  /**
   * A promise where the ordering has to be made first; undefined before there is anything to serve. The same object for as
   * long as the bytes are the same.
   *
   * @param list its key
   */
  response(list: string, ordering: string | undefined): ListResponse | Promise<ListResponse> | undefined;
  /**
   * Counts a body as being sent, until the returned function is called.
   *
   * @param giveUp ends that response
   */
  sending?(body: Buffer, giveUp: () => void): () => void;
}

/** The part of a request that the handler reads; Node's `IncomingMessage` is one. */
export interface HandlerRequest {
  method?: string | undefined;
  /** The request target in any form: a path with a query, or an absolute URL. */
  url?: string | undefined;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface HandlerResponse {
  readonly status: number;
  /** Every header of the response, `Content-Length` included; adapters add and change none. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null where none is sent (HEAD, 301, 304). */
  readonly body: Buffer<ArrayBuffer> | string | null;
  /**
   * Of a list's body: call it when sending begins, and what it returns once the response is closed. So many bodies may be on
   * their way to slow readers; beyond that, responses are given up.
   *
   * @param giveUp ends the connection
   */
  readonly sending?: ((giveUp: () => void) => () => void) | undefined;
}

/**
 * Responds to a request; null for a path that is under none of its prefixes. A promise where the list has to be ordered or
 * compressed first. It never throws, never rejects and never reads a body.
 */
export type Handler = (request: HandlerRequest) => HandlerResponse | Promise<HandlerResponse> | null;
