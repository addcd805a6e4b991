import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that is under way to the cms. */
interface Place {
  /** Whose it is: a network. */
  client: string;
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * The places for requests to the cms. Where none is free, the request that has waited longest for its own client makes room:
 * one whose body is not whole, or whose answer is not taken. A cms that takes its time is not the client's fault.
 */
export class Places {
  readonly #most: number;
  readonly #ofOne: number;
  /** In the order in which they began to wait for their clients, should they. */
  readonly #taken = new Map<ServerResponse, Place>();

  /**
   * @param most how many there are
   * @param ofOne how many of those one client may have
   */
  constructor(most: number, ofOne: number) {
    this.#most = most;
    this.#ofOne = ofOne;
  }

  /** Takes a place until the response closes; says what has no place free otherwise, the client's share or all. */
  take(client: string, request: IncomingMessage, response: ServerResponse): 'taken' | 'own' | 'all' {
    const taken = [...this.#taken.values()];
    const own = taken.filter((place) => place.client === client);
    if (own.length >= this.#ofOne && !this.#makeRoom(own)) return 'own';
    if (this.#taken.size >= this.#most && !this.#makeRoom(byShare(taken))) return 'all';
    this.#taken.set(response, { client, request, response });
    response.once('close', () => this.#taken.delete(response));
    return 'taken';
  }

  /** The cms answers: if the request waits for its client from now on, then for it to take the answer. */
  answered(response: ServerResponse): void {
    const place = this.#taken.get(response);
    if (place && this.#taken.delete(response)) this.#taken.set(response, place);
  }

  /** Ends the first of these that waits for its client; false where none does. */
  #makeRoom(places: readonly Place[]): boolean {
    const response = places.find(waitsForClient)?.response;
    if (!response) return false;
    this.#taken.delete(response);
    response.destroy();
    return true;
  }
}

function waitsForClient({ request, response }: Place): boolean {
  // What the cms has not taken yet of a body or given of an answer is not waited for here.
  if (response.headersSent) return response.writableLength > 0;
  return !request.complete && request.readableLength === 0;
}

/** First those of the client that has most; the order of each stays. */
function byShare(places: readonly Place[]): Place[] {
  const shares = new Map<string, number>();
  for (const { client } of places) shares.set(client, (shares.get(client) ?? 0) + 1);
  const shareOf = ({ client }: Place) => shares.get(client) ?? 0;
  return places.toSorted((one, other) => shareOf(other) - shareOf(one));
}
