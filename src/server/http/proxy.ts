import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { createProxyServer } from 'httpxy';
import { networkOf } from '../../system/network.ts';
import { answerPlainly, megabytes, requestIdOf, setRequestId, tooLarge } from './answers.ts';
import { type Clients, clients } from './clientAddress.ts';
import { Places } from './limits.ts';

/** `Retry-After` in seconds while the cms is not available. */
const RETRY_AFTER = '5';

/** Requests of one front that may be under way to the cms. */
const MOST_AT_ONCE = 100;

/** Requests of one client among them. A browser loads about thirty files of the admin at once. */
const MOST_OF_ONE = 50;

/** Milliseconds that a client may continue to send a body after it has its response. */
const LINGER = 5_000;

/**
 * Headers of one connection only (RFC 9110, 7.6.1), and Expect, which this server answers itself. Transfer-Encoding stays,
 * since Node needs it to write the body.
 */
const HOP_BY_HOP = ['connection', 'expect', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];

/** Headers that are passed on even if Connection names them, because they say where the body ends or which host is meant. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'host']);

/** Headers that only a trusted proxy may set. */
const FORWARDED = ['for', 'host', 'port', 'proto'].map((name) => `x-forwarded-${name}`);

export type CmsProxy = (request: IncomingMessage, response: ServerResponse) => void;

export interface CmsProxyOptions {
  /**
   * The number of requests that may be under way. Beyond it, a request that waits for its own client is ended; if there is
   * none, clients get 503 with Retry-After.
   * @default 100
   */
  atOnce?: number;
  /**
   * The number of these that one client may have. Beyond it, one of its requests that waits for it is ended; if there is none,
   * it gets 429 with Retry-After.
   * @default 50
   */
  ofOne?: number;
  /**
   * Determines the client of a request.
   * @default no proxy is trusted
   */
  from?: Clients;
  /** Called if the cms has not answered a request, or not to its end. */
  onError?(error: Error, requestId: string): void;
  /** Called if a limit has refused a request, or ended one. */
  onLimit?(limit: 'body' | 'requests' | 'requests_of_client'): void;
  /** Called if an untrusted peer sends X-Forwarded-For. */
  onUntrusted?(): void;
  /**
   * Milliseconds that a client may continue to send a body after it has its response.
   * @default 5_000
   */
  linger?: number;
  /**
   * The largest body without a Content-Length, in bytes. A larger one gets 413.
   * @default no limit
   */
  most?: number;
}

const AWAY = 'The administration is starting or being restarted. Please try again in a few seconds.';
const BROKEN_OFF =
  'The administration has not answered to the end, so it is not known whether this was saved. Look before you send it again.';
const BUSY = 'The administration has too much to do. Please try again in a few seconds.';
const TOO_MANY = 'Too many requests from your address are under way. Please try again in a few seconds.';

/** The answer while the cms cannot take a request (RFC 9110, 15.6.4; RFC 6585, 4). */
function answerLater(
  request: IncomingMessage,
  response: ServerResponse,
  detail: string,
  status: 429 | 503 = 503,
): void {
  answerPlainly(request, response, { status, detail, headers: { 'Retry-After': RETRY_AFTER } });
}

/**
 * 503 says that nothing was done, so that a balancer may send the request to another server. What may have been saved before the
 * cms ended gets 502 (RFC 9110, 15.6.3).
 */
function answerFailure(request: IncomingMessage, response: ServerResponse, error: Error): void {
  const isBegun = (error as NodeJS.ErrnoException).syscall !== 'connect';
  if (!isBegun || request.method === 'GET' || request.method === 'HEAD') {
    answerLater(request, response, AWAY);
  } else answerPlainly(request, response, { status: 502, detail: BROKEN_OFF, isForForms: true });
}

/**
 * Removes hop-by-hop headers (RFC 9110, 7.6.1), including Upgrade, which a server may ignore (7.8). Next would leave an
 * upgraded connection open forever.
 */
function removeHopByHop({ headers }: IncomingMessage): void {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  for (const name of [...HOP_BY_HOP, ...named]) if (!FRAMING.has(name)) delete headers[name];
}

/**
 * Sets X-Forwarded-* for the cms. The public host and scheme of a trusted proxy are kept; those of others are removed.
 */
function setForwarded(request: IncomingMessage, address: string, isTrusted: boolean): void {
  const { headers, socket } = request;
  if (!isTrusted) for (const name of FORWARDED) delete headers[name];
  headers['x-forwarded-for'] = address;
  headers['x-forwarded-proto'] ??= 'http';
  headers['x-forwarded-host'] ??= headers.host;
  headers['x-forwarded-port'] ??= String(socket.localPort ?? '');
}

/**
 * Ends the connection of a client that still sends a body after its response (RFC 9112, 9.6). It waits first, since a client
 * whose connection breaks cannot read the response.
 */
function endWhenSending(request: IncomingMessage, linger: number): void {
  if (request.complete) return;
  const timeout = setTimeout(() => request.socket.destroy(), linger);
  request.once('close', () => clearTimeout(timeout));
}

/** Limits a body without a Content-Length, since the cms would buffer all of it. */
function endWhenTooLarge(
  request: IncomingMessage,
  response: ServerResponse,
  toCms: ClientRequest,
  { most, onLimit }: Required<Pick<CmsProxyOptions, 'most' | 'onLimit'>>,
): void {
  let size = 0;
  request.on('data', ({ length }: Buffer) => {
    size += length;
    if (size <= most || toCms.destroyed) return;
    onLimit('body');
    if (!response.headersSent) answerPlainly(request, response, tooLarge(megabytes(most)));
    toCms.destroy();
  });
}

/**
 * A proxy to a Unix socket. Each request has its own connection: the cms could close an idle one just when the next request
 * is sent on it, and a save would fail.
 *
 * @param socketPath gives the socket of the current cms, or undefined if there is none
 */
export function cmsProxy(
  socketPath: () => string | undefined,
  {
    atOnce = MOST_AT_ONCE,
    ofOne = MOST_OF_ONE,
    from = clients([]),
    onError = () => {},
    onLimit = () => {},
    onUntrusted = () => {},
    linger = LINGER,
    most = Number.POSITIVE_INFINITY,
  }: CmsProxyOptions = {},
): CmsProxy {
  const places = new Places(atOnce, ofOne, onLimit);
  const proxy = createProxyServer({ agent: false });
  proxy.on('error', (error, request, response) => {
    onError(error, requestIdOf(request as IncomingMessage));
    if (!response || !('writeHead' in response)) return;
    if (!response.headersSent) answerFailure(request as IncomingMessage, response as ServerResponse, error);
    // After its answer the cms need not read the rest of the body.
    else if (!response.writableEnded) response.destroy();
  });
  proxy.on('proxyReq', (toCms, request, response) => {
    if (request.headers['transfer-encoding'] === undefined) return;
    endWhenTooLarge(request, response as ServerResponse, toCms, { most, onLimit });
  });
  proxy.on('proxyRes', ({ headers }, _request, response) => {
    const toClient = response as ServerResponse;
    // These headers belong to the connection to the cms (RFC 9110, 7.6.1). The client's connection closes if this server stops.
    delete headers['keep-alive'];
    headers.connection = toClient.shouldKeepAlive ? 'keep-alive' : 'close';
    places.answered(toClient);
  });
  return function proxyToCms(request, response) {
    // A pipelined request is passed on when its turn comes, so that each connection has one request under way and ends
    // with it.
    if (!response.socket) {
      response.once('socket', () => process.nextTick(proxyToCms, request, response));
      return;
    }
    const target = socketPath();
    if (!target) return answerLater(request, response, AWAY);
    const address = from.address(request);
    const place = places.take(networkOf(address), request, response);
    if (place === 'own') return answerLater(request, response, TOO_MANY, 429);
    if (place === 'all') return answerLater(request, response, BUSY);
    response.once('finish', () => endWhenSending(request, linger));
    removeHopByHop(request);
    const isTrusted = from.isTrusted(request.socket.remoteAddress);
    if (!isTrusted && request.headers['x-forwarded-for']) onUntrusted();
    setForwarded(request, address, isTrusted);
    setRequestId(request, isTrusted);
    // The cms may take its time. A client that does not read its answer is ended only when another request needs the place.
    response.setTimeout(0);
    proxy.web(request, response, { target: { socketPath: target } }).catch(() => response.destroy());
  };
}
