/** What the handler needs of a request; Node's `IncomingMessage` is one. */
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
}

/** Answers a request; null for a path that is under none of its prefixes. It never throws and never reads a body. */
export type Handler = (request: HandlerRequest) => HandlerResponse | null;
