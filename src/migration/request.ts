import http from 'node:http';
import https from 'node:https';

/** A response as it came over the wire. */
export interface PlainResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** How long a request may take, in milliseconds. */
export interface RequestTimes {
  /** Without a byte. */
  silence: number;
  whole: number;
}

export const REQUEST_TIMES: RequestTimes = { silence: 60_000, whole: 600_000 };

/** No response came, or not all of it; the message says why in words for an operator. */
export class NoResponse extends Error {
  constructor(url: string, reason: string, cause?: unknown) {
    super(`${url}: ${reason}`, { cause });
    this.name = 'NoResponse';
  }
}

/**
 * Asks for an address and takes what comes exactly as it is: nothing is decompressed, no redirect is followed.
 * @throws NoResponse
 */
export function get(url: URL, times: RequestTimes = REQUEST_TIMES): Promise<PlainResponse> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) => reject(new NoResponse(url.href, reason, cause));
    const client = url.protocol === 'https:' ? https : http;
    const headers = { Accept: 'application/json', 'Accept-Encoding': 'identity', Connection: 'close' };
    const request = client.get(url, { headers, agent: false, signal: AbortSignal.timeout(times.whole) });
    request.setTimeout(times.silence, () => {
      fail(`no answer for ${times.silence / 1000} seconds`);
      request.destroy();
    });
    request.on('error', (error) => {
      const tookLong = error.name === 'TimeoutError' || error.name === 'AbortError';
      fail(tookLong ? `not all of it came within ${times.whole / 1000} seconds` : reasonOf(error), error);
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => fail(`the response broke off: ${reasonOf(error)}`, error));
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, body: Buffer.concat(chunks) });
      });
    });
  });
}

/** Several addresses of one name fail with an error that has no message of its own. */
function reasonOf(error: Error): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
