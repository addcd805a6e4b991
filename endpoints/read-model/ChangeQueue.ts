import { Pace, runAtOnce } from './Pace.ts';
import type { State } from './State.ts';
import type { Change } from './types.ts';

interface Waiting {
  changes: readonly Change[];
  resolve(): void;
  reject(error: unknown): void;
}

/** Brings changes into the state that is served, one after the other; those that come meanwhile are taken together. */
export class ChangeQueue {
  #state: State | undefined;
  #waiting: Waiting[] = [];
  #isBusy = false;

  get state(): State | undefined {
    return this.#state;
  }

  /** From now on this one is served. It has every change that was added so far. */
  set state(state: State) {
    this.#state = state;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when the changes show. @throws what made them fail; none of those taken together shows then */
  add(changes: readonly Change[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes, resolve, reject });
      if (!this.#isBusy) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0);
      try {
        await this.#show(taken.flatMap(({ changes }) => changes));
        for (const { resolve } of taken) resolve();
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    this.#isBusy = false;
  }

  async #show(changes: readonly Change[]): Promise<void> {
    const state = this.#state;
    const show = await state?.prepare(changes, new Pace());
    // A load that took its place has them.
    if (show && state === this.#state) runAtOnce(show);
  }
}
