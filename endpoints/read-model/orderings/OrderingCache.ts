import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { InTurn } from '../retry.ts';
import type { ListResponse } from '../types.ts';

/** However short they are: a change drops those of its list one by one. */
const MOST_ORDERINGS = 1000;

/** Orderings that somebody has asked for, the least recently used going first. A change of a list drops all of its. */
export class OrderingCache {
  readonly #responses: LRUCache<string, ListResponse>;
  readonly #bodies = new Set<Buffer>();

  /** @param maxBytes of all bodies together; with 0 none is kept */
  constructor(maxBytes: number) {
    this.#responses = new LRUCache({
      max: MOST_ORDERINGS,
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: ({ length }) => length,
      dispose: ({ body }) => this.#bodies.delete(body),
    });
  }

  get(list: string, key: string): ListResponse | undefined {
    return this.#responses.get(`${list} ${key}`);
  }

  /** What is larger than the whole cache is not kept. */
  set(list: string, key: string, response: ListResponse): void {
    const name = `${list} ${key}`;
    this.#responses.set(name, response);
    if (this.#responses.has(name)) this.#bodies.add(response.body);
  }

  drop(list: string): void {
    for (const name of [...this.#responses.keys()]) {
      if (name.startsWith(`${list} `)) this.#responses.delete(name);
    }
  }

  holds(body: Buffer): boolean {
    return this.#bodies.has(body);
  }
}

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
