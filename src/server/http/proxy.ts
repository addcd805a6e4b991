import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { createProxyServer } from 'httpxy';
import { answerPlainly, megabytes, tooLarge } from './answers.ts';
import { type Clients, clients, networkOf } from './clientAddress.ts';
import { Places } from './limits/places.ts';

/** Seconds after which a client may try again while the cms is away. */
const RETRY_AFTER = '5';

/** Requests that one front has under way to the cms. */
const MOST_AT_ONCE = 100;

/** How many of those may be of one address: a browser asks for some thirty files of the admin at once. */
const MOST_OF_ONE = 50;

/** How long a client may go on sending a body once it has its response, in milliseconds. */
const LINGER = 5_000;

/**
 * Of one connection alone (RFC 9110, 7.6.1), or answered by this server (Expect). Transfer-Encoding is too, but Node writes
 * the body after it.
 */
const HOP_BY_HOP = ['connection', 'expect', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];

/** They say where the body ends, so they are passed on even where Connection names them. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'host']);

/** Headers that only a trusted proxy may set. */
const FORWARDED = ['for', 'host', 'port', 'proto'].map((name) => `x-forwarded-${name}`);

/** Hands requests to the cms. */
export type CmsProxy = (request: IncomingMessage, response: ServerResponse) => void;

export interface CmsProxyOptions {
  /**
   * How many requests may be under way at once. Beyond it one that waits for its own client is ended; where none does, clients
   * get 503 with Retry-After.
   * @default 100
   */
  atOnce?: number;
  /**
   * How many of those may be of one client. Beyond it one of its own that waits for it is ended; where none does, it gets 429
   * with Retry-After.
   * @default 50
   */
  ofOne?: number;
  /**
   * Who asks.
   * @default no proxy is trusted
   */
  from?: Clients;
  /** Called where a client says in X-Forwarded-For for whom it asks, and is not trusted. */
  onUntrusted?(): void;
  /**
   * How many milliseconds a client that has its response may still send its body.
   * @default 5_000
   */
  linger?: number;
  /**
   * How large a body may be whose length is not said, in bytes. Beyond it the client gets 413.
   * @default as large as it likes
   */
  most?: number;
}

const AWAY = 'The administration is starting or being restarted. Please try again in a few seconds.';
const BUSY = 'The administration has too much to do. Please try again in a few seconds.';
const TOO_MANY = 'Too many requests from your address are under way. Please try again in a few seconds.';

/** What a client reads while the admin and REST cannot take its request (RFC 9110, 15.6.4; RFC 6585, 4). */
function answerLater(
  request: IncomingMessage,
  response: ServerResponse,
  detail: string,
  status: 429 | 503 = 503,
): void {
  answerPlainly(request, response, { status, detail, headers: { 'Retry-After': RETRY_AFTER } });
}

/**
 * Takes away what is between the client and this server alone (RFC 9110, 7.6.1). That includes a wish for another protocol,
 * which a server may ignore (7.8): Next would leave the connection open for ever.
 */
function removeHopByHop({ headers }: IncomingMessage): void {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  for (const name of [...HOP_BY_HOP, ...named]) if (!FRAMING.has(name)) delete headers[name];
}

/**
 * Lets the cms know who asked and how (X-Forwarded-*). What a trusted proxy in front of this server has said of the public
 * host and scheme stays; what others say is left out.
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
 * Ends a client that goes on sending though it has its response (RFC 9112, 9.6): not at once, or the client would find its
 * connection broken before it reads why.
 */
function endWhenSending(request: IncomingMessage, linger: number): void {
  if (request.complete) return;
  const patience = setTimeout(() => request.socket.destroy(), linger);
  request.once('close', () => clearTimeout(patience));
}

/** Counts a body whose length is not said: the cms would hold all of it. */
function endWhenTooLarge(
  request: IncomingMessage,
  response: ServerResponse,
  toCms: ClientRequest,
  most: number,
): void {
  let size = 0;
  request.on('data', ({ length }: Buffer) => {
    size += length;
    if (size <= most || toCms.destroyed) return;
    if (!response.headersSent) answerPlainly(request, response, tooLarge(megabytes(most)));
    toCms.destroy();
  });
}

/**
 * Proxies to a unix domain socket, each request on a connection of its own: one that is kept could be ended by the cms just
 * when the next request is sent on it, and a save would fail for that.
 *
 * @param socketPath gives the socket of the cms that answers now, or undefined when none does.
 */
export function cmsProxy(
  socketPath: () => string | undefined,
  {
    atOnce = MOST_AT_ONCE,
    ofOne = MOST_OF_ONE,
    from = clients([]),
    onUntrusted = () => {},
    linger = LINGER,
    most = Number.POSITIVE_INFINITY,
  }: CmsProxyOptions = {},
): CmsProxy {
  const places = new Places(atOnce, ofOne);
  const proxy = createProxyServer({ agent: false });
  proxy.on('error', (_error, request, response) => {
    if (!response || !('writeHead' in response)) return;
    if (!response.headersSent) answerLater(request as IncomingMessage, response as ServerResponse, AWAY);
    // A cms that has answered need not take the rest of the body.
    else if (!response.writableEnded) response.destroy();
  });
  proxy.on('proxyReq', (toCms, request, response) => {
    if (request.headers['transfer-encoding'] === undefined) return;
    endWhenTooLarge(request, response as ServerResponse, toCms, most);
  });
  proxy.on('proxyRes', ({ headers }, _request, response) => {
    const toClient = response as ServerResponse;
    // Both are of the hop to the cms (RFC 9110, 7.6.1); the client's connection ends when this server is to stop.
    delete headers['keep-alive'];
    headers.connection = toClient.shouldKeepAlive ? 'keep-alive' : 'close';
    places.answered(toClient);
  });
  return function proxyToCms(request, response) {
    // Pipelining: one that waits behind another response is passed on when its turn comes, so that each connection has one
    // request under way, which ends with it.
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
    // The cms may have to think, and who takes nothing of an answer gives way once its place is wanted.
    response.setTimeout(0);
    proxy.web(request, response, { target: { socketPath: target } }).catch(() => response.destroy());
  };
}
