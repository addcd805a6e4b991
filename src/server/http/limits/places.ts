import type { IncomingMessage, ServerResponse } from 'node:http';

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
