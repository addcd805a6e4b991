import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff } from './Backoff.ts';

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
