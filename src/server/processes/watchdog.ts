import { PULSE } from './control.ts';

/** Waits for the signs of life of another process. */
export interface Watchdog {
  /** There was one. */
  seen(): void;
  stop(): void;
}

/**
 * Calls `onSilent` when no sign of life has come for some seconds; again only after the next sign. Seconds are counted one
 * by one while this process runs: time in which it was halted itself does not count.
 */
export function watchdog(seconds: number, onSilent: () => void): Watchdog {
  let silent = 0;
  const timer = setInterval(() => {
    if (++silent === seconds) onSilent();
  }, PULSE).unref();
  return {
    seen() {
      silent = 0;
    },
    stop: () => clearInterval(timer),
  };
}
