import { setImmediate as turn } from 'node:timers/promises';

/** How long work may hold the event loop before it yields, in milliseconds. */
const LONGEST_HOLD = 5;

/** Work in small steps: it yields after each. */
export type Steps<T> = Generator<void, T>;

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

  /** Does all steps, and breathes between them. */
  async run<T>(steps: Steps<T>): Promise<T> {
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      if (this.isDue) await this.breathe();
    }
  }
}

/** Does all steps at once. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
