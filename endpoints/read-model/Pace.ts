import { setImmediate as turn } from 'node:timers/promises';

/** How long work may hold the event loop before it yields, in milliseconds. */
const LONGEST_HOLD = 5;

/** Lets long work yield to readers: `if (pace.isDue) await pace.breathe()` after each small step. */
export class Pace {
  #since = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#since >= LONGEST_HOLD;
  }

  /** Gives everybody else a turn of the event loop. */
  async breathe(): Promise<void> {
    await turn();
    this.#since = performance.now();
  }
}
