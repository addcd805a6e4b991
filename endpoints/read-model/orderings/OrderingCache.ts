import { LRUCache } from 'lru-cache';
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
