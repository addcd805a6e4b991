/**
 * The kind of a failed request:
 * - `unreachable`: no response (no connection, no such host)
 * - `redirect`: an endless redirect
 * - `timeout`: the response was not complete in time
 * - `status`: a status other than 200
 * - `incomplete`: the body was cut off
 * - `not-json`, `not-a-list`: the body is not JSON, or not an array
 * - `invalid-element`: elements do not match the schema of the list
 */
export type PortalErrorKind =
  | 'unreachable'
  | 'redirect'
  | 'timeout'
  | 'status'
  | 'incomplete'
  | 'not-json'
  | 'not-a-list'
  | 'invalid-element';

/** A problem with an element. */
export interface ElementProblem {
  /** The index of the element in the list. */
  readonly index: number;
  /** Its `id`, if it has one that is a number. */
  readonly id: number | undefined;
  /** The key, as in `category.slug` or `related[0].title`; '' is the element itself. */
  readonly path: string;
  /** Text that continues the path: `is missing`, `is a number, not a text`. */
  readonly reason: string;
}

interface Details extends ErrorOptions {
  kind: PortalErrorKind;
  url: string;
  status?: number | undefined;
  retryAfter?: number | undefined;
  problems?: readonly ElementProblem[];
}

/** Thrown if a list could not be read. The message says what was requested, what was received and what to do. */
export class PortalError extends Error {
  override readonly name = 'PortalError';
  readonly kind: PortalErrorKind;
  /** The requested address. */
  readonly url: string;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
  /** Seconds until the next request should be made (`Retry-After`), if given. */
  readonly retryAfter: number | undefined;
  /** All problems, for `invalid-element`; otherwise empty. */
  readonly problems: readonly ElementProblem[];

  constructor(message: string, { kind, url, status, retryAfter, problems = [], ...options }: Details) {
    super(`${url} ${message}`, options);
    this.kind = kind;
    this.url = url;
    this.status = status;
    this.retryAfter = retryAfter;
    this.problems = problems;
  }
}
