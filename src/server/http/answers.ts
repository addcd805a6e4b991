import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';

/** An answer that the server gives by itself, outside the lists and the admin. */
export interface PlainAnswer {
  status: number;
  /** What is wrong, in one sentence that a visitor can act on. */
  detail: string;
  headers?: Record<string, string>;
}

function page(title: string, detail: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width"></head>' +
    `<body style="font-family:sans-serif;margin:4rem auto;max-width:32rem;padding:0 1rem">` +
    `<h1>${title}</h1><p>${detail}</p></body></html>`
  );
}

/** True for a browser that opens a page; scripts, clients and a browser's own fetches get JSON. */
function wantsPage(request: IncomingMessage): boolean {
  return /\btext\/html\b/i.test(request.headers.accept ?? '');
}

/** Sends JSON, or the same as a page to who asks for one. HEAD gets the headers alone. */
export function answerPlainly(request: IncomingMessage, response: ServerResponse, answer: PlainAnswer): void {
  const { status, detail, headers = {} } = answer;
  const html = wantsPage(request);
  const body = html ? page(STATUS_CODES[status] ?? String(status), detail) : JSON.stringify({ detail });
  send(request, response, status, body, {
    ...headers,
    'Content-Type': html ? 'text/html; charset=utf-8' : 'application/json',
    Vary: 'Accept',
  });
}

/** Whether a request has a body (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * {@link answerPlainly} of the cms, where a body may still be on its way. The front ends the connection once it has the
 * answer: ended here, it might not read it.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, answer: PlainAnswer): void {
  const staysOpen = hasBody(request) && { Connection: 'keep-alive' };
  answerPlainly(request, response, { ...answer, headers: { ...answer.headers, ...staysOpen } });
  request.resume();
}

/** The answer to a body that is larger than `most` (RFC 9110, 15.5.14). */
export function tooLarge(most: string): PlainAnswer {
  return { status: 413, detail: `The request is too large: it may have ${most}.` };
}

/** A number of bytes in words. */
export function megabytes(bytes: number): string {
  return `${bytes / 1024 ** 2} MB`;
}

/** Sends a value as JSON that no cache keeps. */
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
