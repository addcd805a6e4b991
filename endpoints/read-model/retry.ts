import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** How long to wait before what failed is tried again: twice as long after each failure in a row. */
export class Backoff {
  readonly #first: number;
  #failures = 0;

  /** @param first the milliseconds after the first failure */
  constructor(first = 250) {
    this.#first = first;
  }

  /** How many there were in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Counts a failure; gives the milliseconds to wait, `longest` at most. */
  fail(longest: number): number {
    this.#failures += 1;
    return Math.min(this.#first * 2 ** (this.#failures - 1), longest);
  }

  /** It works again. */
  reset(): void {
    this.#failures = 0;
  }
}

export interface RetryOptions {
  /** Milliseconds before the second attempt; each later one waits twice as long as the one before. */
  first: number;
  /** The milliseconds that an attempt waits at most. */
  longest: number;
  /** Whether the process lives on for the next attempt. @default true */
  ref?: boolean;
  /** Makes each wait up to a half longer or shorter, so that those who got in each other's way don't again. @default false */
  scattered?: boolean;
  /** Told of each failure, and of the milliseconds until the next attempt. Throws where there is to be none. */
  failed(error: unknown, wait: number): void;
}

/** Does something until it succeeds, with growing pauses. @throws what `failed` throws */
export async function retry<T>(
  work: () => Promise<T>,
  { first, longest, ref = true, scattered = false, failed }: RetryOptions,
): Promise<T> {
  const backoff = new Backoff(first);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const wait = backoff.fail(longest);
      failed(error, wait);
      await sleep(scattered ? wait * (0.5 + Math.random()) : wait, undefined, { ref });
    }
  }
}

/** Does one thing after the other, whatever becomes of each. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Begins once everything before it has ended, and gives what comes of it. */
  run<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}

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
