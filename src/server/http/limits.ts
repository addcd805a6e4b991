import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { networkOf } from '../../system/network.ts';
import type { ConnectionLimits } from '../../system/settings/env.ts';
import type { Clients } from './clientAddress.ts';

/** Warnings for the operator. All clients of an untrusted proxy count as one address. */
const ALL_TAKEN = 'MAX_CONNECTIONS are open: further ones are ended.';

const takenBy = (network: string) =>
  `MAX_CONNECTIONS_PER_ADDRESS are open from ${network}: further ones are ended. A proxy belongs in TRUST_PROXY.`;

/** Closes connections beyond the limits. Connections of trusted proxies are not counted, since they carry many clients. */
export function limitConnections(
  server: Server,
  { isTrusted }: Pick<Clients, 'isTrusted'>,
  { most, perAddress }: ConnectionLimits,
  onLimit: (line: string, limit: 'connections' | 'connections_of_address') => void = () => {},
): void {
  const open = new Map<string, number>();
  let all = 0;
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (isTrusted(remoteAddress)) return;
    const network = networkOf(remoteAddress ?? '');
    const own = open.get(network) ?? 0;
    if (all >= most || own >= perAddress) {
      if (all >= most) onLimit(ALL_TAKEN, 'connections');
      else onLimit(takenBy(network), 'connections_of_address');
      return void socket.destroy();
    }
    all += 1;
    open.set(network, own + 1);
    socket.once('close', () => {
      all -= 1;
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** Pipelined requests of one connection that may wait behind the current one. */
const MOST_WAITING = 10;

/**
 * Ends a connection that pipelines too many requests without waiting for answers (RFC 9112, 9.3.2). Node stops reading such
 * a connection only when it has answers to write, and requests that wait for the cms have none.
 */
export function limitPipelining(server: Server, onLimit: () => void = () => {}): void {
  const waiting = new WeakMap<Socket, number>();

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // It already has the connection: no earlier response is pending.
    if (response.socket) return;
    const before = waiting.get(socket) ?? 0;
    if (before >= MOST_WAITING) {
      onLimit();
      return void socket.destroy();
    }
    waiting.set(socket, before + 1);
    response.once('socket', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  });
}

/** The limits of docs/operations.md, as the metrics name them. */
type Limit = 'requests' | 'requests_of_client';

/** A request that is under way to the cms. */
interface Place {
  /** The client's network. */
  client: string;
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Limits the requests that are under way to the cms. If all places are taken, the request that has waited longest for its own
 * client is ended: one whose body is incomplete, or whose answer is not being read. A request that waits for a slow cms is
 * never ended.
 */
export class Places {
  readonly #most: number;
  readonly #ofOne: number;
  readonly #onLimit: (limit: Limit) => void;
  /** In the order in which they were passed on or answered: since then they may be waiting for their clients. */
  readonly #taken = new Map<ServerResponse, Place>();

  /**
   * @param most the number of places
   * @param ofOne how many of them one client may take
   * @param onLimit called for each request that is refused, or ended to make room
   */
  constructor(most: number, ofOne: number, onLimit: (limit: Limit) => void) {
    this.#most = most;
    this.#ofOne = ofOne;
    this.#onLimit = onLimit;
  }

  /** Takes a place until the response closes. If none is free, says which limit was met: the client's own, or the total. */
  take(client: string, request: IncomingMessage, response: ServerResponse): 'taken' | 'own' | 'all' {
    const taken = [...this.#taken.values()];
    const own = taken.filter((place) => place.client === client);
    if (own.length >= this.#ofOne) {
      this.#onLimit('requests_of_client');
      if (!this.#makeRoom(own)) return 'own';
    }
    if (this.#taken.size >= this.#most) {
      this.#onLimit('requests');
      if (!this.#makeRoom(byShare(taken))) return 'all';
    }
    this.#taken.set(response, { client, request, response });
    response.once('close', () => this.#taken.delete(response));
    return 'taken';
  }

  /** The cms has answered. From now on the request can only wait for the client to read the answer. */
  answered(response: ServerResponse): void {
    const place = this.#taken.get(response);
    if (place && this.#taken.delete(response)) this.#taken.set(response, place);
  }

  /** Ends the first of these requests that waits for its client. False if none does. */
  #makeRoom(places: readonly Place[]): boolean {
    const response = places.find(waitsForClient)?.response;
    if (!response) return false;
    this.#taken.delete(response);
    response.destroy();
    return true;
  }
}

function waitsForClient({ request, response }: Place): boolean {
  // If the cms has not yet read the body or written the answer, the client is not at fault.
  if (response.headersSent) return response.writableLength > 0;
  return !request.complete && request.readableLength === 0;
}

/** Sorts by the size of the client's share, largest first. The sort is stable. */
function byShare(places: readonly Place[]): Place[] {
  const shares = new Map<string, number>();
  for (const { client } of places) shares.set(client, (shares.get(client) ?? 0) + 1);
  const shareOf = ({ client }: Place) => shares.get(client) ?? 0;
  return places.toSorted((one, other) => shareOf(other) - shareOf(one));
}

/**
 * Stops a server without dropping a received request. Responses from now on say `Connection: close`, and every connection
 * ends with its response. Waiting connections are accepted before the port closes. Connections without a request are closed
 * after the grace period, and whatever is still open after `timeout` milliseconds is cut off. Resolves when all connections
 * have ended.
 */
export type CloseGently = (timeout: number) => Promise<void>;

export interface GentlyOptions {
  /**
   * Milliseconds that idle connections stay open, because a request may be on its way.
   * @default 1000
   */
  grace?: number;
}

/**
 * Prepares a server for {@link CloseGently}. Node's `server.close()` drops waiting connections and requests sent on idle
 * ones, waits for connections without a request, and still announces `keep-alive`.
 *
 * Until the stop it only records the latest response of each connection.
 */
export function gently(server: Server, { grace = 1000 }: GentlyOptions = {}): CloseGently {
  const latest = new Map<Socket, ServerResponse | undefined>();
  let accepted = 0;
  let isClosing = false;

  server.on('connection', (socket: Socket) => {
    accepted += 1;
    latest.set(socket, undefined);
    socket.once('close', () => latest.delete(socket));
  });

  function note({ socket }: IncomingMessage, response: ServerResponse): void {
    const before = latest.get(socket);
    latest.set(socket, response);
    if (!isClosing) return;
    // The request is pipelined behind another one. The connection ends with the last response.
    if (isBusy(before) && !before.headersSent) before.shouldKeepAlive = true;
    endWith(socket, response);
  }
  server.prependListener('request', note);

  function endWith(socket: Socket, response: ServerResponse): void {
    response.shouldKeepAlive = false;
    // If the headers are already sent, Node would keep the connection open.
    response.once('finish', () => {
      if (latest.get(socket) === response) socket.destroySoon();
    });
  }

  return async function closeGently(timeout) {
    isClosing = true;
    for (const [socket, response] of latest) if (isBusy(response)) endWith(socket, response);
    const timer = setTimeout(() => {
      for (const socket of latest.keys()) socket.destroy();
    }, timeout);
    setTimeout(() => {
      for (const [socket, response] of latest) if (!isBusy(response)) socket.destroySoon();
    }, grace);
    // Until no connection comes: libuv accepts one in each turn of the event loop, and the current turn may be half over.
    for (let before = -1; before !== accepted; ) {
      before = accepted;
      await turn();
      await turn();
    }
    // Not the close of the HTTP server, which ends idle connections at once.
    NetServer.prototype.close.call(server);
    await Promise.all([...latest.keys()].map(closed));
    clearTimeout(timer);
  };
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

function isBusy(response: ServerResponse | undefined): response is ServerResponse {
  return response !== undefined && !response.writableFinished && !response.destroyed;
}
