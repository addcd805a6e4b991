import { deadline } from './deadline.ts';
import { PortalError } from './PortalError.ts';

/** `fetch`, or a compatible function. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface RequestOptions {
  fetch: Fetch;
  /** The tag of the cached answer, if there is one. */
  etag: string | undefined;
  /** Milliseconds until the end of the body. */
  timeout: number;
  signal: AbortSignal | undefined;
}

/** The whole body, or null if the cached answer is current. */
export type Answer = { readonly text: string; readonly etag: string | null } | null;

/** The maximum length of a server's message in an error, in characters. */
const LONGEST_DETAIL = 200;

/**
 * Sends one request.
 *
 * @throws PortalError unless it receives the complete body of a 200, or an expected 304; the signal's reason, if it aborts
 */
export async function request(url: string, options: RequestOptions): Promise<Answer> {
  const { fetch, etag, timeout, signal } = options;
  const limit = deadline(timeout, signal);
  let status: number | undefined;
  try {
    const headers = { Accept: 'application/json', ...(etag !== undefined && { 'If-None-Match': etag }) };
    const response = await fetch(url, { headers, signal: limit.signal });
    status = response.status;
    if (status === 304 && etag !== undefined) return null;
    if (status !== 200) throw await refused(url, response);
    return { text: await response.text(), etag: response.headers.get('etag') };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof PortalError) throw error;
    throw failure(url, { error, status, timeout: limit.isOver() ? timeout : undefined });
  } finally {
    limit.end();
  }
}

async function refused(url: string, response: Response): Promise<PortalError> {
  const { status, statusText, headers } = response;
  const retryAfter = secondsOf(headers.get('retry-after'));
  // If the body cannot be read, the status is still reported.
  const detail = detailOf(await response.text().catch(() => ''));
  const again = retryAfter === undefined ? '' : ` Ask again in ${retryAfter} s.`;
  const message = `answered ${`${status} ${statusText}`.trim()}${detail && `: ${detail}`}.${again}`;
  return new PortalError(message.replace(/\.\./, '.'), { kind: 'status', url, status, retryAfter });
}

/** The `detail` of an error in JSON; '' for any other body. */
function detailOf(text: string): string {
  try {
    const { detail } = Object(JSON.parse(text)) as { detail?: unknown };
    return typeof detail === 'string' ? detail.slice(0, LONGEST_DETAIL) : '';
  } catch {
    return '';
  }
}

/** The seconds in `Retry-After`, which has seconds or a time (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  // Date.parse would also accept a single number.
  const time = /^[A-Z]/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}

interface Failed {
  error: unknown;
  status: number | undefined;
  /** Set if the time limit was reached. */
  timeout: number | undefined;
}

function failure(url: string, { error, status, timeout }: Failed): PortalError {
  const options = { url, status, cause: error };
  if (timeout !== undefined) {
    return new PortalError(`did not answer in full within ${timeout} ms.`, { kind: 'timeout', ...options });
  }
  const reason = reasonOf(error);
  if (status !== undefined) {
    return new PortalError(`broke off before the end of its list (${reason}).`, {
      kind: 'incomplete',
      ...options,
    });
  }
  // The message of Node's fetch. Other implementations do not distinguish redirects from an unreachable server.
  if (reason.includes('redirect count exceeded')) {
    return new PortalError('redirects without an end.', { kind: 'redirect', ...options });
  }
  return new PortalError(`did not answer (${reason}).`, { kind: 'unreachable', ...options });
}

/** The reason, which Node's fetch puts into `cause`. */
function reasonOf(error: unknown): string {
  const { cause = error } = Object(error) as { cause?: unknown };
  const { message, code } = Object(cause) as { message?: unknown; code?: unknown };
  return String(message || code || cause);
}
