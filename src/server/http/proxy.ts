import type { IncomingMessage, ServerResponse } from 'node:http';
import { createProxyServer } from 'httpxy';
import { answerPlainly } from './answers.ts';

/** Seconds after which a client may try again while the cms is away. */
const RETRY_AFTER = '5';

/** Hands requests to the cms. */
export type CmsProxy = (request: IncomingMessage, response: ServerResponse) => void;

/** What a client reads while the admin and REST are not there. */
function answerAway(request: IncomingMessage, response: ServerResponse): void {
  answerPlainly(request, response, {
    status: 503,
    detail: 'The administration is starting or being restarted. Please try again in a few seconds.',
    headers: { 'Retry-After': RETRY_AFTER },
  });
}

/**
 * Lets the cms know who asked and how (X-Forwarded-*). What a proxy in front of this server has said stays: it knows the
 * public host and scheme; this hop adds the address it sees.
 */
function addForwarded({ headers, socket }: IncomingMessage): void {
  const before = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = [before, socket.remoteAddress].flat().filter(Boolean).join(', ');
  headers['x-forwarded-proto'] ??= 'http';
  headers['x-forwarded-host'] ??= headers.host;
  headers['x-forwarded-port'] ??= String(socket.localPort ?? '');
}

/**
 * Proxies to a unix domain socket, each request on a connection of its own: one that is kept could be ended by the cms just
 * when the next request is sent on it, and a save would fail for that.
 *
 * @param socketPath gives the socket of the cms that answers now, or undefined when none does.
 */
export function cmsProxy(socketPath: () => string | undefined): CmsProxy {
  const proxy = createProxyServer({ agent: false });
  proxy.on('error', (_error, request, response) => {
    if (!response || !('writeHead' in response)) return;
    if (response.headersSent) response.destroy();
    else answerAway(request as IncomingMessage, response as ServerResponse);
  });
  proxy.on('proxyRes', ({ headers }, _request, response) => {
    // Both are of the hop to the cms (RFC 9110, 7.6.1); the client's connection ends when this server is to stop.
    delete headers['keep-alive'];
    headers.connection = (response as ServerResponse).shouldKeepAlive ? 'keep-alive' : 'close';
  });
  return (request, response) => {
    const target = socketPath();
    if (!target) {
      answerAway(request, response);
      return;
    }
    addForwarded(request);
    // The cms may have to think: no time is set until the response has ended.
    response.setTimeout(0);
    if (request.headers.expect) {
      // Answered here (RFC 9110, 10.1.1), and not a second time by the cms.
      response.writeContinue();
      delete request.headers.expect;
    }
    proxy.web(request, response, { target: { socketPath: target } }).catch(() => response.destroy());
  };
}
