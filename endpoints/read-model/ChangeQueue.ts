import { finish, type Slices, type Work } from './Slices.ts';
import type { Extent, State } from './State.ts';
import type { Change } from './types.ts';

interface Waiting {
  changes: readonly Change[];
  resolve(): void;
  reject(error: unknown): void;
}

/** Puts changes into the state that is served, in the order in which they come. */
export class ChangeQueue {
  readonly #slices: Slices;
  /** What a change may touch at most to be made without a pause. */
  readonly #atOnce: Extent;
  #state: State | undefined;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(slices: Slices, atOnce: Extent) {
    this.#slices = slices;
    this.#atOnce = atOnce;
  }

  get state(): State | undefined {
    return this.#state;
  }

  /** From now on this one is served. It has every change that has come so far. */
  set state(state: State) {
    this.#state = state;
    for (const { resolve } of this.#waiting) resolve();
    this.#waiting = [];
  }

  /** Resolves when the changes show: at once if they are few and nothing is under way. */
  async add(changes: readonly Change[]): Promise<void> {
    const state = this.#state;
    if (!state) return;
    if (this.#isBusy || !state.areWithin(this.#atOnce, changes)) {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push({ changes, resolve, reject });
        if (!this.#isBusy) void this.#work();
      });
    } else {
      finish(finish(state.stage(changes, true))());
    }
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      try {
        await this.#show(next.changes);
        next.resolve();
      } catch (error) {
        next.reject(error);
      }
      if (this.#waiting[0] === next) this.#waiting.shift();
    }
    this.#isBusy = false;
  }

  async #show(changes: readonly Change[]): Promise<void> {
    const state = this.#state;
    if (!state) return;
    const isSmall = state.areWithin({ ...this.#atOnce, bytes: Infinity }, changes);
    // A small change waits here for its long texts alone, so each step has a turn of its own.
    const slice = isSmall ? 0 : undefined;
    const show = await this.#slices.run(this.#whileServed(state, state.stage(changes, isSmall)), slice);
    if (show && state === this.#state) await this.#slices.run(show(), slice);
  }

  *#whileServed<T>(state: State, work: Work<T>): Work<T | undefined> {
    while (state === this.#state) {
      const { done, value } = work.next();
      if (done) return value;
      yield;
    }
    return undefined;
  }
}
