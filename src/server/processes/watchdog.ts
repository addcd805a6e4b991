import { PULSE } from './control.ts';

export interface Watchdog {
  /** Call it at each sign of life. */
  seen(): void;
  stop(): void;
}

/**
 * Calls `onSilent` once after so many seconds without a sign of life. It counts ticks of its own timer, so time in which this
 * process itself was suspended does not count.
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
