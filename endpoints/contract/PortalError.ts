/**
 * What went wrong with a request:
 * - `unreachable`: no response (no connection, no such host)
 * - `redirect`: redirects that do not end
 * - `timeout`: not all of the response came in time
 * - `status`: another status than 200
 * - `incomplete`: the body broke off
 * - `not-json`, `not-a-list`: the body is no JSON, or no array
 * - `invalid-element`: elements are not what their list promises
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

/** One thing that is wrong with an element. */
export interface ElementProblem {
  /** The element's place in the list, counted from 0. */
  readonly index: number;
  /** Its `id`, if it has one that is a number. */
  readonly id: number | undefined;
  /** The key, as in `category.slug` or `related[0].title`; '' is the element itself. */
  readonly path: string;
  /** Plain words that go on after the path: `is missing`, `is a number, not a text`. */
  readonly reason: string;
}

interface Details extends ErrorOptions {
  kind: PortalErrorKind;
  url: string;
  status?: number | undefined;
  retryAfter?: number | undefined;
  problems?: readonly ElementProblem[];
}

/** Thrown instead of a list. The message is for a person: what was asked, what came, what to do. */
export class PortalError extends Error {
  override readonly name = 'PortalError';
  readonly kind: PortalErrorKind;
  /** The address that was asked for. */
  readonly url: string;
  /** Of the response, if there was one. */
  readonly status: number | undefined;
  /** In how many seconds the portal asks to be asked again (`Retry-After`), if it says so. */
  readonly retryAfter: number | undefined;
  /** Of `invalid-element`: everything that is wrong, else empty. */
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
