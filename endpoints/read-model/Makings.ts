import { setTimeout as rest } from 'node:timers/promises';
import type { Slices, Work } from './Slices.ts';
import type { State } from './State.ts';
import type { ListResponse } from './types.ts';

/** Orderings that may wait to be made. Each takes some 1 KiB, and the last one as long as all before it. */
const MOST_WAITING = 2000;

/** So many times as long as an ordering took, and takes to be sent, nothing else is made. */
const REST = 3;
/** In milliseconds: a few hundred orderings a second are more than any portal needs. */
const LEAST_REST = 2;
/** Of an answer, so many bytes add a millisecond to the rest. To join and send them takes half of that. */
const SENT_MEANWHILE = 256 * 1024;

/** More orderings are asked for than can be made in any useful time. */
export class TooManyOrderings extends Error {
  override readonly name = 'TooManyOrderings';

  constructor() {
    super('Too many different orderings are waiting to be made. Try again in a moment.');
  }
}

/** An ordering that is being made, or waits for its turn. */
interface Pending {
  /** Undefined once it is made: tables that a Map has outgrown would keep the ordering from the young generation's collector. */
  response: Promise<ListResponse> | undefined;
  /** How many wait for it. */
  askers: number;
}

/**
 * Makes orderings that are not held, one after the other; who asks for one that is under way gets that. After each it rests
 * three times as long as it took, and as it takes to be sent, so that whoever asks for many takes a quarter of the time at most.
 */
export class Makings {
  readonly #slices: Slices;
  readonly #state: () => State | undefined;
  readonly #waiting = new Map<string, Pending>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(slices: Slices, state: () => State | undefined) {
    this.#slices = slices;
    this.#state = state;
  }

  /** @param key as `ListState.keyOf` gives it */
  response(slug: string, key: string): Promise<ListResponse> {
    const name = `${slug} ${key}`;
    const known = this.#waiting.get(name);
    if (known?.response) {
      known.askers += 1;
      return known.response;
    }
    if (this.#waiting.size >= MOST_WAITING) return Promise.reject(new TooManyOrderings());
    let begun = 0;
    const pending: Pending = { response: undefined, askers: 1 };
    const made = this.#turn
      .then(() => {
        begun = performance.now();
        return this.#slices.run(this.#make(slug, key, () => pending.askers));
      })
      .finally(() => {
        pending.response = undefined;
        this.#waiting.delete(name);
      });
    pending.response = made;
    this.#waiting.set(name, pending);
    this.#turn = made
      .then(
        ({ length }) => length / SENT_MEANWHILE,
        () => 0,
      )
      .then((sending) => rest(Math.max(LEAST_REST, REST * (performance.now() - begun + sending))));
    return made;
  }

  *#make(slug: string, key: string, askers: () => number): Work<ListResponse> {
    for (;;) {
      const state = this.#state();
      const list = state?.lists.get(slug);
      if (!list) throw new Error(`There is no list ${slug}.`);
      const response = yield* list.make(key, askers);
      // What a load has replaced meanwhile is not what was asked for.
      if (response && state === this.#state()) return response;
      yield;
    }
  }
}
