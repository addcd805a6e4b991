import { setImmediate as turn } from 'node:timers/promises';
import { InTurn } from '../InTurn.ts';
import type { ListResponse } from '../types.ts';

/** Each may take as long as docs/performance.md says: together some seconds. */
const MOST_WAITING = 100;

/** More orderings are asked for than can be made in any useful time, or too much is being sent already. */
export class TooManyOrderings extends Error {
  override readonly name = 'TooManyOrderings';

  constructor() {
    super('Too many orderings are being made or sent. Try again in a moment.');
  }
}

/** Makes orderings one at a time, each once for all who ask for it. Readers have a turn of the event loop before each. */
export class OrderingQueue {
  readonly #make: (list: string, key: string) => Promise<ListResponse>;
  /** Those that wait or are being made. */
  readonly #orderings = new Map<string, Promise<ListResponse>>();
  readonly #turns = new InTurn();
  /** How many have been made, and refused. */
  made = 0;
  refused = 0;

  constructor(make: (list: string, key: string) => Promise<ListResponse>) {
    this.#make = make;
  }

  /** @throws TooManyOrderings */
  add(list: string, key: string): Promise<ListResponse> {
    const name = `${list} ${key}`;
    const known = this.#orderings.get(name);
    if (known) return known;
    if (this.#orderings.size >= MOST_WAITING) return this.refuse();
    const response = this.#turns.run(async () => {
      await turn();
      const made = await this.#make(list, key);
      this.made += 1;
      return made;
    });
    this.#orderings.set(name, response);
    void response.catch(() => {}).finally(() => this.#orderings.delete(name));
    return response;
  }

  /** Refuses one for which there is no room. */
  refuse(): Promise<never> {
    this.refused += 1;
    return Promise.reject(new TooManyOrderings());
  }
}
