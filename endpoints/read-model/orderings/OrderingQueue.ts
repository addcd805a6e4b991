import { setTimeout as pause } from 'node:timers/promises';
import { InTurn } from '../InTurn.ts';
import type { ListResponse } from '../types.ts';

/** Orderings that may wait to be made. Each may take as long as the last one, and as long again in its pause. */
const MOST_WAITING = 500;

/** More orderings are asked for than can be made in any useful time, or too much is being sent already. */
export class TooManyOrderings extends Error {
  override readonly name = 'TooManyOrderings';

  constructor() {
    super('Too many orderings are being made or sent. Try again in a moment.');
  }
}

/** Everybody who asked for an ordering has gone before its turn came. */
export class NobodyWaits extends Error {
  override readonly name = 'NobodyWaits';

  constructor() {
    super('Nobody waits for this ordering any more.');
  }
}

/** An ordering that waits for its turn, or is being made. */
interface Job {
  response: Promise<ListResponse>;
  /** Of each who waits for it: whether they have gone. */
  gone: (() => boolean)[];
}

/**
 * Makes orderings one at a time, each once for all who wait for it. After each it pauses for as long as that took, so that
 * strangers who ask for random orderings take half of the process at most.
 */
export class OrderingQueue {
  readonly #make: (list: string, key: string) => Promise<ListResponse>;
  readonly #jobs = new Map<string, Job>();
  readonly #turns = new InTurn();
  /** How long the last one took, in milliseconds. */
  #took = 0;

  constructor(make: (list: string, key: string) => Promise<ListResponse>) {
    this.#make = make;
  }

  /**
   * @param isGone see `ReadModel.response`
   * @throws TooManyOrderings, NobodyWaits
   */
  add(list: string, key: string, isGone: () => boolean): Promise<ListResponse> {
    const name = `${list} ${key}`;
    const known = this.#jobs.get(name);
    if (known) {
      known.gone.push(isGone);
      return known.response;
    }
    if (this.#jobs.size >= MOST_WAITING) return Promise.reject(new TooManyOrderings());
    const job: Job = { gone: [isGone], response: this.#turns.run(() => this.#work(list, key, job)) };
    this.#jobs.set(name, job);
    void job.response.catch(() => {}).finally(() => this.#jobs.delete(name));
    void this.#turns.run(() => pause(this.#took));
    return job.response;
  }

  async #work(list: string, key: string, { gone }: Job): Promise<ListResponse> {
    const began = performance.now();
    try {
      if (gone.every((isGone) => isGone())) throw new NobodyWaits();
      return await this.#make(list, key);
    } finally {
      this.#took = performance.now() - began;
    }
  }
}
