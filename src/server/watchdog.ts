import { PULSE } from './control.ts';

/** Who listens for the signs of life of another process. */
export interface Watchdog {
  /** There was one. */
  seen(): void;
  /** Ends it. */
  stop(): void;
}

/**
 * Tells when no sign of life has come for some seconds; again only after the next sign. Seconds are counted one by one, while
 * this process itself runs: those of a machine that sleeps, or of a process that was halted, count for one.
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
