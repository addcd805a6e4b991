import { finish, type Pace, type Slices, type Work } from './Slices.ts';
import type { Extent, State } from './State.ts';
import type { Change } from './types.ts';

/** In milliseconds: the lists are being read until so long after the last reader. */
const READ_WITHIN = 10;

export interface ChangeQueueOptions {
  slices: Slices;
  /** What a change may touch at most to be made without a pause. */
  atOnce: Extent;
  /** When a list was last asked for, as `performance.now()` gives it. */
  lastRead(): number;
}

interface Waiting {
  changes: readonly Change[];
  resolve(): void;
  reject(error: unknown): void;
}

/** Puts changes into the state that is served, in the order in which they come. */
export class ChangeQueue {
  readonly #slices: Slices;
  readonly #atOnce: Extent;
  readonly #lastRead: () => number;
  #state: State | undefined;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor({ slices, atOnce, lastRead }: ChangeQueueOptions) {
    this.#slices = slices;
    this.#atOnce = atOnce;
    this.#lastRead = lastRead;
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
    const pace: Pace = isSmall ? { milliseconds: 0, rests: (began) => this.#rests(began) } : {};
    const show = await this.#slices.run(this.#whileServed(state, state.stage(changes, isSmall)), pace);
    if (show && state === this.#state) await this.#slices.run(show(), pace);
  }

  /**
   * A small change waits here for its long texts alone, so each step has a turn of its own, and readers a rest from them:
   * after several milliseconds at a stretch a system that has other work takes the processor from this process for as long,
   * and from whoever reads then. Where nobody reads, or another change waits, sooner is better.
   */
  #rests(began: number): boolean {
    return this.#waiting.length === 1 && this.#lastRead() > began - READ_WITHIN;
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
