import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

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
