import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** A short response of the server itself, outside the lists and the admin. */
export interface PlainAnswer {
  status: number;
  /** What is wrong, in one sentence for the user. */
  detail: string;
  headers?: Record<string, string>;
  /** Payload's forms show it, too: they look for `message`. */
  isForForms?: boolean;
}

function page(title: string, detail: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width"></head>' +
    `<body style="font-family:sans-serif;margin:4rem auto;max-width:32rem;padding:0 1rem">` +
    `<h1>${title}</h1><p>${detail}</p></body></html>`
  );
}

/** True if a browser opens a page. Scripts and `fetch` get JSON. */
function wantsPage(request: IncomingMessage): boolean {
  return /\btext\/html\b/i.test(request.headers.accept ?? '');
}

/** Sends the answer as JSON, or as a page if the client accepts HTML. HEAD gets only the headers. */
export function answerPlainly(request: IncomingMessage, response: ServerResponse, answer: PlainAnswer): void {
  const { status, detail, headers = {}, isForForms } = answer;
  const html = wantsPage(request);
  const json = { detail, ...(isForForms && { message: detail }) };
  const body = html ? page(STATUS_CODES[status] ?? String(status), detail) : JSON.stringify(json);
  send(request, response, status, body, {
    ...headers,
    'Content-Type': html ? 'text/html; charset=utf-8' : 'application/json',
    Vary: 'Accept',
  });
}

/** True if the request has a body (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * {@link answerPlainly} for the cms, where a body may still be arriving. The connection stays open, so that the front can
 * read the answer; the front then closes it.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, answer: PlainAnswer): void {
  const staysOpen = hasBody(request) && { Connection: 'keep-alive' };
  answerPlainly(request, response, { ...answer, headers: { ...answer.headers, ...staysOpen } });
  request.resume();
}

/** The answer to a body larger than `most` (RFC 9110, 15.5.14). */
export function tooLarge(most: string): PlainAnswer {
  return { status: 413, detail: `The request is too large: it may have ${most}.`, isForForms: true };
}

export function megabytes(bytes: number): string {
  return `${bytes / 1024 ** 2} MB`;
}

/** Sends a value as JSON with `Cache-Control: no-store`. */
export function answerJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: unknown,
): void {
  send(request, response, status, JSON.stringify(value), { 'Content-Type': 'application/json' });
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string>,
): void {
  response.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const ADDRESS =
  'The address holds characters that no address may have. Encode them in UTF-8 with % (RFC 3986, 2.1): α is %CE%B1.';

/** By the error code of Node's HTTP parser or server. */
const ANSWERS: Record<string, { status: number; detail: string }> = {
  HPE_INVALID_URL: { status: 400, detail: ADDRESS },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    detail: 'The chunk extensions of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request has not arrived in time.' },
};

const OTHER = { status: 400, detail: 'This is no request of HTTP/1.1 (RFC 9112).' };

/**
 * Answers requests that Node's parser refuses with the statuses that Node gives, and a body that says why: Node's own answers are
 * empty. The connection is closed then, since nobody knows where the next request begins.
 */
export function explainMalformed(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The answer to an earlier request may be under way on this connection.
    const { _httpMessage: current } = socket as { _httpMessage?: { headersSent: boolean } };
    if (socket.writable && !current?.headersSent) {
      const { status, detail } = ANSWERS[error.code ?? ''] ?? OTHER;
      const body = JSON.stringify({ detail });
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
    }
    socket.destroy(error);
  });
}

/** The header that carries the id of a request, which its lines in the log have. */
const REQUEST_ID = 'x-request-id';

/** What a proxy may give: an id, and no text. */
const ID = /^[\w.:+/=@-]{1,128}$/;

/** Gives a request an id: that of a trusted proxy, or a new one. */
export function setRequestId({ headers }: IncomingMessage, isTrusted: boolean): void {
  const given = headers[REQUEST_ID];
  if (!isTrusted || typeof given !== 'string' || !ID.test(given)) headers[REQUEST_ID] = randomUUID();
}

/** The id that {@link setRequestId} has given. */
export function requestIdOf({ headers }: IncomingMessage): string {
  return String(headers[REQUEST_ID] ?? '');
}
