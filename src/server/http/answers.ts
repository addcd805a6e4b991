import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';

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

/** Sends the answer as JSON, or as a page if the client accepts HTML. HEAD gets only the headers. */
export function answerPlainly(request: IncomingMessage, response: ServerResponse, answer: PlainAnswer): void {
  const { status, detail, headers = {}, isForForms } = answer;
  // A browser that opens a page; scripts and `fetch` get JSON.
  const html = /\btext\/html\b/i.test(request.headers.accept ?? '');
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
