/** How often a request is made again: for a minute, twice more, or not at all. */
export type Patience = 'long' | 'brief' | 'never';

/** A request without a list for its answer. The message goes on after the address. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly patience: Patience;
  /** The status of the answer, if there was one. */
  readonly status: number | undefined;
  /** The milliseconds to wait that the server has named. */
  readonly retryAfter: number | undefined;
  /** What the system calls it, such as ECONNRESET. */
  readonly code: string | undefined;

  constructor(
    message: string,
    patience: Patience,
    {
      status,
      retryAfter,
      code,
    }: { status?: number; retryAfter?: number | undefined; code?: string | undefined } = {},
  ) {
    super(message);
    this.patience = patience;
    this.status = status;
    this.retryAfter = retryAfter;
    this.code = code;
  }
}
